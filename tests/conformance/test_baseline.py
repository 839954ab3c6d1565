"""A baseline excuses what it names, says what no longer fits, and is strict about its own form."""

import re
from dataclasses import replace
from datetime import date

import pytest

from a2a_conformance import baseline_entry, catalog
from a2a_conformance.baseline import Baseline, BaselineProblems, Misfit
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


def test_what_was_not_reached_for_one_reason_shares_an_entry() -> None:
    away = [verdict(name, "cards/tenant", Status.NOT_REACHED) for name in ("ver-send", "ver-format")]
    written = write([*away, verdict("art-append", "cards/tenant"), verdict("art-id", "cards/tenant")])
    assert re.findall(r"(?m)^- check: (.*)", written) == ["[ver-send, ver-format]", "art-append", "art-id"]
    assert set(reasoned(written).apply(away, TODAY).excused) == {one.key for one in away}


def test_when_narrows_to_wire_forms() -> None:
    text = ENTRY + '  when: "0.3-*"\n'
    old = verdict("art-append", "artifacts/plain", form=V0_3_JSONRPC)
    new = verdict("art-append", "artifacts/plain")
    assert list(baseline(text).apply([old, new], TODAY).excused) == [old.key]


@pytest.mark.parametrize("word", ["0.3", "0.3-jsonrpc", "[0.3, 1.0-jsonrpc-unary]", "'0.*'"])
def test_when_takes_a_dialect_and_a_mode_as_words_of_their_own(word: str) -> None:
    old = verdict("art-append", "artifacts/plain", form=V0_3_JSONRPC)
    new = verdict("art-append", "artifacts/plain")
    assert list(baseline(f"{ENTRY}  when: {word}\n").apply([old, new], TODAY).excused) == [old.key]


def test_when_takes_a_binding() -> None:
    assert baseline(f"{ENTRY}  when: grpc\n").apply([verdict("art-append", "artifacts/plain")], TODAY).excused == {}
    assert (
        len(baseline(f"{ENTRY}  when: jsonrpc\n").apply([verdict("art-append", "artifacts/plain")], TODAY).excused)
        == 1
    )


def test_an_entry_under_an_earlier_id_of_a_requirement_lives_on(monkeypatch: pytest.MonkeyPatch) -> None:
    row = replace(catalog.get("art-append"), aliases=("artifact-append",))
    monkeypatch.setitem(baseline_entry._ROWS, "art-append", row)
    text = ENTRY.replace("art-append", "artifact-append/pin")
    assert len(baseline(text).apply([verdict("art-append/pin", "artifacts/plain")], TODAY).excused) == 1


def test_reports_tell_all_that_an_entry_says() -> None:
    (entry,) = baseline(f"{ENTRY}  issue: acme/client#7\n  until: 2030-01-31\n  disputed: proxies may\n").entries
    assert entry.told == (
        "chunks are dropped, see client.py (disputed: proxies may; acme/client#7; until 2030-01-31)"
    )


@pytest.mark.parametrize("judged", [(), ("art-append/pin",), ("client-*",)])
def test_an_entry_whose_failure_may_be_where_this_run_did_not_look_is_left_alone(judged: tuple[str, ...]) -> None:
    passed = [verdict("art-append", "artifacts/plain", Status.PASS)]
    other = Cell("artifacts/other", V1_JSONRPC)
    assert baseline(ENTRY).apply(passed, TODAY, elsewhere={other: judged}).stale == ()


@pytest.mark.parametrize(
    ("cell", "judged"), [(Cell("faults/cut", V1_JSONRPC), ()), (Cell("artifacts/other", V1_JSONRPC), ("art-*",))]
)
def test_what_this_run_left_out_elsewhere_keeps_no_entry_alive(cell: Cell, judged: tuple[str, ...]) -> None:
    passed = [verdict("art-append", "artifacts/plain", Status.PASS)]
    assert len(baseline(ENTRY).apply(passed, TODAY, elsewhere={cell: judged}).stale) == 1


def test_an_entry_whose_failure_is_gone_is_good_news() -> None:
    applied = baseline(ENTRY).apply([verdict("art-append", "artifacts/plain", Status.PASS)], TODAY)
    assert applied.lines(Misfit.GONE) == ("b.yaml:1:3: art-append in artifacts/*: pass instead of fail",)


def test_an_entry_about_scenarios_that_were_not_run_is_left_alone() -> None:
    assert baseline(ENTRY).apply([verdict("outcome", "faults/cut")], TODAY).stale == ()


def test_an_entry_about_a_check_that_this_run_did_not_have_is_left_alone() -> None:
    assert baseline(ENTRY).apply([verdict("client-ends", "artifacts/plain")], TODAY).stale == ()


@pytest.mark.parametrize("status", [Status.NOT_APPLICABLE, Status.NOT_REACHED, Status.ERROR])
def test_an_entry_of_which_nothing_was_judged_is_left_alone(status: Status) -> None:
    assert baseline(ENTRY).apply([verdict("art-append", "artifacts/plain", status)], TODAY).stale == ()


@pytest.mark.parametrize("status", [Status.FAIL, Status.NOT_REACHED])
def test_an_entry_whose_failure_is_or_may_be_there_in_another_cell_is_left_alone(status: Status) -> None:
    verdicts = [verdict("art-append", "artifacts/a", Status.PASS), verdict("art-append", "artifacts/b", status)]
    assert baseline(ENTRY).apply(verdicts, TODAY).stale == ()


@pytest.mark.parametrize(
    ("check", "known"),
    [("art-apend", "art-append"), ("art-apend/pin", "art-append"), ("stream-client-ordr", "stream-client-order")],
)
def test_a_check_that_does_not_exist_is_told_with_the_one_that_was_meant(check: str, known: str) -> None:
    text = ENTRY.replace("art-append", check)
    (stale,) = baseline(text).apply([verdict("art-append", "artifacts/plain")], TODAY).stale
    assert stale.kind is Misfit.UNMATCHED
    assert str(stale) == (
        f"b.yaml:1:3: {check} in artifacts/*: no check is called `{check}` (did you mean `{known}`?)"
    )


def test_a_pin_of_an_own_scenario_and_a_glob_are_names_of_checks() -> None:
    text = ENTRY.replace("art-append", "[art-append/pin-2, stream-*]")
    assert baseline(text).apply([verdict("client-ends", "artifacts/plain")], TODAY).stale == ()


def test_a_scenario_that_does_not_exist_is_noticed_when_all_are_known() -> None:
    (stale,) = baseline(ENTRY.replace("artifacts/*", "fault/cut")).apply([], TODAY, known=["faults/cut"]).stale
    assert stale.kind is Misfit.UNMATCHED
    assert "no scenario is called `fault/cut` (did you mean `faults/cut`?)" in str(stale)


def test_nothing_is_out_of_date_in_a_run_that_was_not_complete() -> None:
    applied = baseline(ENTRY).apply([verdict("art-append", "artifacts/plain", Status.PASS)], TODAY, complete=False)
    assert applied.stale == ()


def test_after_its_day_an_entry_excuses_nothing() -> None:
    text = ENTRY + "  until: 2027-01-14\n"
    failed = [verdict("art-append", "artifacts/plain")]
    applied = baseline(text).apply(failed, TODAY)
    assert applied.excused == {}
    assert applied.lines(Misfit.EXPIRED) == ("b.yaml:1:3: art-append in artifacts/*: its day 2027-01-14 has passed",)
    assert len(baseline(text).apply(failed, date(2027, 1, 14)).excused) == 1


def test_after_its_day_an_entry_that_no_longer_fails_is_good_news_all_the_same() -> None:
    text = ENTRY + "  until: 2027-01-14\n"
    applied = baseline(text).apply([verdict("art-append", "artifacts/plain", Status.PASS)], TODAY)
    assert [stale.kind for stale in applied.stale] == [Misfit.GONE]


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
        ("- {check: x, reason: ''}\n", "b.yaml:1:22: [0].reason: no reason is given (say why it fails"),
        ("- {check: x, reason: ' '}\n", "no reason is given"),
        ("check: x\n", "must be a list"),
        ("- art-append\n", "must be a map"),
        ("- check: [\n", "b.yaml:2"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BaselineProblems) as caught:
        baseline(text)
    assert said in str(caught.value)


def reasoned(text: str) -> Baseline:
    """A written baseline once its owner gave the reasons."""
    return baseline(text.replace('reason: ""', "reason: known"))


def test_a_written_baseline_excuses_what_it_was_written_from() -> None:
    verdicts = [
        verdict("art-append", "artifacts/plain"),
        verdict("art-append", "artifacts/other", form=V0_3_JSONRPC),
        verdict("answer-text/pin", "faults/cut", Status.NOT_REACHED),
        verdict("extra-send", "faults/cut", Status.PASS),
        verdict("ctx-opaque", "ids/two", Status.WARN, level=Level.SHOULD),
        verdict("run", "ids/two", Status.ERROR),
    ]
    applied = reasoned(write(verdicts)).apply(verdicts, TODAY)
    assert {key.check for key in applied.excused} == {"art-append", "answer-text/pin"}
    strict = reasoned(write(verdicts, strict=True)).apply(verdicts, TODAY)
    assert {key.check for key in strict.excused} == {"art-append", "answer-text/pin", "ctx-opaque"}
    assert strict.stale == ()


def test_a_written_baseline_is_refused_until_each_entry_has_its_reason() -> None:
    text = write([verdict("art-append", "artifacts/plain")])
    assert "say why; seen: it is lost" in text
    many = write([verdict(f"art-{number}", "artifacts/plain") for number in range(30)])
    with pytest.raises(BaselineProblems, match=r"(?s)^(b.yaml:\d[^\n]+\n){10}and 20 more of this kind$"):
        baseline(many)
    with pytest.raises(BaselineProblems, match="no reason is given"):
        baseline(text)


def test_what_a_failure_hides_has_no_entry_of_its_own_and_is_excused_all_the_same() -> None:
    root = verdict("art-append", "artifacts/plain")
    hidden = replace(verdict("client-ends", "artifacts/plain", Status.NOT_REACHED), explained_by="art-append")
    written = reasoned(write([root, hidden]))
    assert [entry.check for entry in written.entries] == [("art-append",)]
    assert list(written.apply([root, hidden], TODAY).excused) == [root.key, hidden.key]


def test_a_symptom_of_many_lines_stays_a_comment() -> None:
    odd = replace(verdict("art-append", "artifacts/plain"), cause="two\nlines\u2028and \x1b[31m a colour")
    (entry,) = reasoned(write([odd])).entries
    assert entry.check == ("art-append",)


def test_an_update_takes_out_what_is_stale_and_leaves_the_rest_as_it_is() -> None:
    text = f"# ours\n{ENTRY}\n# about ends\n- check: client-ends   # known\n  reason: hangs\n"
    loaded = baseline(text)
    verdicts = [verdict("art-append", "artifacts/plain", Status.PASS), verdict("client-ends", "faults/cut")]
    updated = update(text, loaded, loaded.apply(verdicts, TODAY))
    assert updated == "# ours\n\n# about ends\n- check: client-ends   # known\n  reason: hangs\n"


def test_an_update_leaves_what_is_misspelled_or_past_its_day() -> None:
    text = f"{ENTRY}  until: 2027-01-14\n{ENTRY.replace('art-append', 'art-apend')}"
    loaded = baseline(text)
    applied = loaded.apply([verdict("art-append", "artifacts/plain")], TODAY)
    assert [stale.kind for stale in applied.stale] == [Misfit.EXPIRED, Misfit.UNMATCHED]
    assert update(text, loaded, applied) == text


def test_an_empty_file_is_a_baseline_without_entries() -> None:
    assert baseline("# nothing yet\n").entries == ()


def test_an_entry_about_a_wire_form_that_did_not_run_is_not_stale() -> None:
    text = ENTRY.rstrip() + "\n  when: 0.3-jsonrpc\n"
    assert baseline(text).apply([verdict("outcome", "artifacts/plain")], TODAY).stale == ()


def test_what_is_expected_of_a_scenario_is_expected_of_its_tellings():
    text = "- {check: art-append, scenario: artifacts/append, reason: known}\n"
    (entry,) = Baseline.read(text, "b.yaml").entries
    assert entry.scope("artifacts/append~finer-chunks")
    assert not entry.scope("artifacts/append-unknown~finer-chunks")
