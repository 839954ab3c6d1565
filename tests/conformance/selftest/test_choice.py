from a2a_conformance.selftest.choice import AFFECTED, UNAFFECTED, cells_to_run
from a2a_conformance.verdict import Status

EVERY = tuple(f"family/{letter} [1.0-jsonrpc]" for letter in "abcdefghij")


def test_the_cells_that_show_most_come_first() -> None:
    row = {
        EVERY[0]: {"x": Status.FAIL},
        EVERY[1]: {"x": Status.FAIL, "y": Status.FAIL},
        EVERY[2]: {"z": Status.WARN},
    }
    assert cells_to_run(row, EVERY)[:2] == (EVERY[1], EVERY[2])


def test_few_cells_are_run_and_some_where_nothing_is_to_differ() -> None:
    row = {cell: {"x": Status.FAIL} for cell in EVERY[:7]}
    chosen = cells_to_run(row, EVERY)
    assert len(chosen) == AFFECTED + UNAFFECTED
    assert len(set(chosen) - row.keys()) == UNAFFECTED


def test_the_choice_is_the_same_every_time() -> None:
    row = {EVERY[3]: {"x": Status.FAIL}}
    assert cells_to_run(row, EVERY) == cells_to_run(dict(row), EVERY)
