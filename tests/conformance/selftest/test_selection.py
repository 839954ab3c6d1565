import pytest

from a2a_conformance.selftest.selection import Options, UnknownName, cells_of, chosen


def test_a_mutant_and_a_requirement_select_mutants():
    assert list(chosen(Options(mutant="eof-hangs"))) == ["eof-hangs"]
    assert "last-chunk-ends" in chosen(Options(rule="art-last-chunk"))
    assert "eof-hangs" not in chosen(Options(rule="art-last-chunk"))


def test_a_rule_of_agents_needs_no_mutant():
    assert chosen(Options(rule="stream-nothing-after-terminal")) == {}


def test_a_scenario_selects_its_cells_and_every_mutant():
    options = Options(scenario="artifacts/append")
    assert len(chosen(options)) > 60
    assert cells_of(options, {}) == {"artifacts/append [1.0-jsonrpc]", "artifacts/append [0.3-jsonrpc]"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (Options(mutant="eof-hang"), "did you mean 'eof-hangs'?"),
        (Options(rule="art-apend"), "did you mean 'art-append'?"),
        (Options(scenario="artifacts/apend"), "did you mean 'artifacts/append'?"),
    ],
)
def test_a_name_that_does_not_exist_is_told_with_the_nearest(options, said):
    with pytest.raises(UnknownName) as problem:
        chosen(options)
    assert said in str(problem.value)
