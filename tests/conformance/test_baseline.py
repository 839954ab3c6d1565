"""A baseline excuses what it names, says what no longer fits, and is strict about its own form."""

from dataclasses import replace
from datetime import date

import pytest

from a2a_conformance.baseline import Baseline, BaselineProblems
from a2a_conformance.baseline_text import update, write
from a2a_conformance.verdict import Basis, CheckKey, Level, Status, Verdict
from a2a_simulator.scenario.play import Cell
from a2a_simulator.wire.wire_forms import V0_3_JSONRPC, V1_JSONRPC, WireForm

TODAY = date(2027, 1, 15)


def verdict(
    check: str, scenario: str, status: Status = Status.FAIL, form: WireForm = V1_JSONRPC, level: Level = Level.MUST
) -> Verdict:
    cell = Cell(scenario, form)
    return Verdict(CheckKey(check, cell), check.partition("/")[0], status, level, Basis.A2A, cause="it is lost")


def baseline(text: str) -> Baseline:
    return Baseline.read(text, "b.yaml")


ENTRY = "- check: art-append\n  scenario: artifacts/*\n  reason: chunks are dropped, see client.py\n"


def test_an_entry_excuses_the_failures_that_its_globs_fit() -> None:
    verdicts = [verdict("art-append", "artifacts/plain"), verdict("art-append", "faults/cut")]
    applied = baseline(ENTRY).apply(verdicts, TODAY)
    assert [key.cell.scenario for key in applied.excused] == ["artifacts/plain"]
    assert applied.reason(verdicts[0].key) == "chunks are dropped, see client.py"
    assert applied.reason(verdicts[1].key) is None
    assert applied.stale == ()


@pytest.mark.parametrize("status", [Status.ERROR, Status.NOT_REACHED, Status.WARN])
def test_another_status_is_not_excused(status: Status) -> None:
    applied = baseline(ENTRY).apply([verdict("art-append", "artifacts/plain", status)], TODAY)
    assert applied.excused == {}


def test_an_entry_names_the_status_that_it_expects() -> None:
    text = ENTRY + "  status: [not_reached, warn]\n"
    applied = baseline(text).apply([verdict("art-append", "artifacts/plain", Status.NOT_REACHED)], TODAY)
    assert len(applied.excused) == 1


def test_what_a_failure_keeps_from_being_judged_is_excused_with_it() -> None:
    root = verdict("art-append", "artifacts/plain")
    hidden = replace(verdict("outcome", "artifacts/plain", Status.NOT_REACHED), explained_by="art-append")
    other = replace(verdict("outcome", "faults/cut", Status.NOT_REACHED), explained_by="art-append")
    assert list(baseline(ENTRY).apply([hidden, root, other], TODAY).excused) == [root.key, hidden.key]


def test_a_first_baseline_needs_no_entry_for_what_a_failure_hides() -> None:
    hidden = replace(verdict("outcome", "artifacts/plain", Status.NOT_REACHED), explained_by="art-append")
    written = write([verdict("art-append", "artifacts/plain"), hidden])
    assert "art-append" in written
    assert "outcome" not in written


def test_when_narrows_to_wire_forms() -> None:
    text = ENTRY + '  when: "0.3-*"\n'
    old = verdict("art-append", "artifacts/plain", form=V0_3_JSONRPC)
    new = verdict("art-append", "artifacts/plain")
    assert list(baseline(text).apply([old, new], TODAY).excused) == [old.key]


def test_an_entry_whose_failure_is_gone_is_good_news() -> None:
    applied = baseline(ENTRY).apply([verdict("art-append", "artifacts/plain", Status.PASS)], TODAY)
    (stale,) = applied.stale
    assert str(stale) == "b.yaml:1:3: art-append no longer comes out as fail; now pass"


def test_an_entry_about_scenarios_that_were_not_run_is_left_alone() -> None:
    assert baseline(ENTRY).apply([verdict("outcome", "faults/cut")], TODAY).stale == ()


def test_an_entry_that_names_no_check_of_its_scenarios_is_out_of_date() -> None:
    (stale,) = baseline(ENTRY).apply([verdict("outcome", "artifacts/plain")], TODAY).stale
    assert "no check of these scenarios is called art-append" in str(stale)


def test_a_scenario_that_does_not_exist_is_noticed_when_all_are_known() -> None:
    (stale,) = baseline(ENTRY).apply([], TODAY, known=["faults/cut"]).stale
    assert "no scenario is called artifacts/*" in str(stale)


def test_nothing_is_out_of_date_in_a_run_that_was_not_complete() -> None:
    applied = baseline(ENTRY).apply([verdict("art-append", "artifacts/plain", Status.PASS)], TODAY, complete=False)
    assert applied.stale == ()


def test_after_its_day_an_entry_excuses_nothing() -> None:
    text = ENTRY + "  until: 2027-01-14\n"
    failed = [verdict("art-append", "artifacts/plain")]
    applied = baseline(text).apply(failed, TODAY)
    assert applied.excused == {}
    assert "2027-01-14 has passed" in str(applied.stale[0])
    assert len(baseline(text).apply(failed, date(2027, 1, 14)).excused) == 1


def test_a_flaky_entry_never_goes_out_of_date() -> None:
    text = ENTRY + "  flaky: true\n"
    assert baseline(text).apply([verdict("art-append", "artifacts/plain", Status.PASS)], TODAY).stale == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- check: x\n", "b.yaml:1:3: [0]: `reason` is missing"),
        ("- {check: x, reason: y, scenaro: z}\n", "did you mean `scenario`?"),
        ("- {check: x, reason: y, status: error}\n", "status `error` cannot be expected"),
        ("- {check: x, reason: y, until: soon}\n", "`soon` is no day"),
        ("- {check: x, reason: ''}\n", "b.yaml:1:"),
        ("check: x\n", "must be a list"),
        ("- art-append\n", "must be a map"),
        ("- check: [\n", "b.yaml:2"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BaselineProblems) as caught:
        baseline(text)
    assert said in str(caught.value)


def test_a_written_baseline_excuses_what_it_was_written_from() -> None:
    verdicts = [
        verdict("art-append", "artifacts/plain"),
        verdict("art-append", "artifacts/other", form=V0_3_JSONRPC),
        verdict("outcome/pin", "faults/cut", Status.NOT_REACHED),
        verdict("extra-send", "faults/cut", Status.PASS),
        verdict("ctx-opaque", "ids/two", Status.WARN, level=Level.SHOULD),
        verdict("run", "ids/two", Status.ERROR),
    ]
    applied = baseline(write(verdicts)).apply(verdicts, TODAY)
    assert {key.check for key in applied.excused} == {"art-append", "outcome/pin"}
    strict = baseline(write(verdicts, strict=True)).apply(verdicts, TODAY)
    assert {key.check for key in strict.excused} == {"art-append", "outcome/pin", "ctx-opaque"}
    assert strict.stale == ()


def test_an_update_takes_out_what_is_stale_and_leaves_the_rest_as_it_is() -> None:
    text = f"# ours\n{ENTRY}\n# about ends\n- check: client-ends   # known\n  reason: hangs\n"
    loaded = baseline(text)
    verdicts = [verdict("art-append", "artifacts/plain", Status.PASS), verdict("client-ends", "faults/cut")]
    updated = update(text, loaded, loaded.apply(verdicts, TODAY))
    assert updated == "# ours\n\n# about ends\n- check: client-ends   # known\n  reason: hangs\n"


def test_an_empty_file_is_a_baseline_without_entries() -> None:
    assert baseline("# nothing yet\n").entries == ()


def test_an_entry_about_a_wire_form_that_did_not_run_is_not_stale() -> None:
    text = ENTRY.rstrip() + "\n  when: 0.3-jsonrpc\n"
    assert baseline(text).apply([verdict("outcome", "artifacts/plain")], TODAY).stale == ()
