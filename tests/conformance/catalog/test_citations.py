import pytest

from a2a_conformance import catalog
from a2a_conformance.catalog.citations import SECTIONS_V0_3, UNSTATED_V0_3, citation, section_in
from a2a_simulator.wire.wire_forms import Dialect

V1, V03 = Dialect.V1_0, Dialect.V0_3


@pytest.mark.parametrize(
    ("id", "dialect", "where"),
    [
        ("art-append", V1, "A2A 1.0 §4.2.2"),
        ("art-append", V03, "A2A 0.3 §7.2.3"),
        ("v03-resubscribe", V03, "A2A 0.3 §7.9"),
        ("card-tenant-echo", V1, "A2A 1.0 §8.3.2"),
        ("multi-task-independent", V03, "A2A 0.3: not written down"),
        ("client-ends", V1, "this suite"),
    ],
)
def test_each_dialect_is_cited_by_its_own_sections(id, dialect, where):
    assert citation(catalog.get(id), dialect) == where


def test_a_dialect_that_lacks_the_requirement_is_not_cited():
    with pytest.raises(ValueError, match="does not exist in"):
        section_in(catalog.get("card-tenant-echo"), V03)


def test_what_is_said_to_be_unstated_is_a_requirement_of_0_3():
    assert all(V03 in catalog.get(id).dialects for id in UNSTATED_V0_3)


def test_every_section_of_1_0_that_0_3_shares_is_in_the_table():
    shared = {
        one.strip() for row in catalog.ROWS if len(row.dialects) == 2 and row.id not in UNSTATED_V0_3
        for one in row.section.split(";") if one.strip()
    }  # fmt: skip
    assert sorted(shared - set(SECTIONS_V0_3)) == ["14.1.1", "A.2", "A.2.1"]
