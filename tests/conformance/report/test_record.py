import io
import json
from dataclasses import replace
from datetime import date

import pytest

from a2a_conformance.baseline import Baseline
from a2a_conformance.report.excuses import facts
from a2a_conformance.report.problems import (
    BrokenLine,
    DuplicateCell,
    ForeignShard,
    LineAfterFooter,
    MissingFooter,
    NotARecord,
    RecordProblem,
    UnknownVersion,
    UnreadableRecord,
    WrongShape,
    WrongTotals,
)
from a2a_conformance.report.reader import merge, read, read_as_far, read_file
from a2a_conformance.report.record import End, Footer, RunRecord
from a2a_conformance.report.totals import totals
from a2a_conformance.report.writer import RecordWriter
from a2a_conformance.verdict import CellResult, RunVerdict, Status
from made_up_record import cell, failing, header, passing, verdict

DAY = date(2026, 12, 1)


def lines_of(record: RunRecord, keep_all: bool = True) -> list[str]:
    out = io.StringIO()
    writer = RecordWriter(out, record.header, keep_all)
    for result in record.results:
        writer.add(result)
    if record.footer is not None:
        writer.finish(record.footer)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("record", [passing(), failing()], ids=["passing", "failing"])
def test_what_is_written_is_read_back(record: RunRecord) -> None:
    assert read(lines_of(record)) == record


def test_cells_are_read_in_the_planned_order_whenever_they_ended() -> None:
    lines = lines_of(passing())
    assert read([lines[0], *reversed(lines[1:-1]), lines[-1]]) == passing()


def test_each_line_is_there_as_soon_as_its_cell_ended(tmp_path) -> None:
    path = tmp_path / "run.ndjson"
    record = passing()
    with path.open("w") as out:
        writer = RecordWriter(out, record.header)
        writer.add(record.results[0])
        assert read_file(path).results == record.results[:1]


def test_journals_of_runs_without_a_failure_are_dropped() -> None:
    where = cell("message/only")
    fine = CellResult(where, (verdict(where, "a"),), journal=({"seq": 1, "kind": "asked"},))
    broken = CellResult(where, (verdict(where, "a", Status.NOT_REACHED),), journal=({"seq": 1, "kind": "asked"},))
    lines = lines_of(RunRecord(header(where), (fine,), Footer()), keep_all=False)
    assert json.loads(lines[1])["journal"] == []
    lines = lines_of(RunRecord(header(where), (broken,), Footer()), keep_all=False)
    assert len(json.loads(lines[1])["journal"]) == 1


def test_secrets_in_headers_are_masked() -> None:
    where = cell("message/only")
    headers = {"Authorization": "Bearer s3cret", "X-Api-Key": "s3cret", "Cookie": "id=s3cret", "Accept": "*/*"}
    journal = ({"seq": 1, "t": 0, "kind": "called", "payload": {"headers": headers}},)
    result = CellResult(where, (verdict(where, "a", Status.FAIL),), journal=journal)
    text = "\n".join(lines_of(RunRecord(header(where), (result,), Footer())))
    assert "s3cret" not in text
    assert "Bearer •••" in text
    assert "*/*" in text


def broken(kind: str) -> list[str]:
    lines = lines_of(passing())
    match kind:
        case "no footer":
            return lines[:-1]
        case "cut off":
            return [*lines[:-2], lines[-2][:40], lines[-1]]
        case "cell twice":
            return [*lines[:-1], lines[1], lines[-1]]
        case "line after the footer":
            return [*lines, lines[1]]
        case "cell lost":
            return [*lines[:1], *lines[2:]]
        case "other version":
            return [lines[0].replace('"record":1', '"record":99'), *lines[1:]]
        case "no header":
            return lines[1:]
        case "empty":
            return []
        case "no JSON":
            return ["hello"]
        case "header without target":
            return [json.dumps({"record": 1}), *lines[1:]]
        case "status of no kind":
            return [lines[0], lines[1].replace('"status":"pass"', '"status":"great"'), *lines[2:]]
    return [*lines[:2], "[]", *lines[2:]]


@pytest.mark.parametrize(
    ("kind", "error", "line"),
    [
        ("no footer", MissingFooter, 0),
        ("cut off", BrokenLine, 9),
        ("cell twice", DuplicateCell, 10),
        ("line after the footer", LineAfterFooter, 11),
        ("cell lost", WrongTotals, 0),
        ("other version", UnknownVersion, 1),
        ("no header", NotARecord, 1),
        ("empty", NotARecord, 1),
        ("no JSON", NotARecord, 1),
        ("header without target", WrongShape, 1),
        ("status of no kind", WrongShape, 2),
        ("a list", WrongShape, 3),
    ],
)
def test_each_way_to_be_invalid_has_its_error_with_place_and_remedy(
    kind: str, error: type[RecordProblem], line: int
) -> None:
    with pytest.raises(error) as caught:
        read(broken(kind), "x.ndjson")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"x.ndjson:{line}: " if line else "x.ndjson: ")
    assert str(caught.value).endswith(error.remedy)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["no footer", "cut off", "cell twice", "line after the footer", "cell lost"])
def test_a_damaged_record_is_readable_but_incomplete(kind: str) -> None:
    record = read_as_far(broken(kind))
    assert len(record.results) >= 7
    assert totals(record).verdict is RunVerdict.INCOMPLETE


def test_a_file_that_is_not_there_or_no_text_is_said_to_be_so(tmp_path) -> None:
    with pytest.raises(UnreadableRecord, match="No such file"):
        read_file(tmp_path / "none.ndjson")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableRecord, match="no UTF-8 text"):
        read_file(tmp_path / "binary")


def shards() -> tuple[RunRecord, RunRecord]:
    whole = passing()
    assert whole.footer is not None
    return (
        RunRecord(whole.header, whole.results[4:], Footer(End.FINISHED, 4, 2.0)),
        RunRecord(whole.header, whole.results[:4], Footer(End.FINISHED, 4, 3.0)),
    )


def test_shards_make_one_record_in_the_planned_order() -> None:
    merged = merge(shards())
    assert merged.results == passing().results
    assert merged.footer == Footer(End.FINISHED, 8, 3.0)
    assert totals(merged).verdict is RunVerdict.CONFORMANT


def test_a_missing_shard_makes_the_record_incomplete() -> None:
    merged = merge(shards()[:1])
    assert totals(merged).verdict is RunVerdict.INCOMPLETE
    assert "4 of 8 cells did not run" in totals(merged).incomplete[0]


def test_a_shard_without_footer_makes_the_record_incomplete() -> None:
    one, other = shards()
    merged = merge([one, RunRecord(other.header, other.results, None)])
    assert merged.footer is None
    assert totals(merged).verdict is RunVerdict.INCOMPLETE


def test_a_cell_in_two_shards_makes_the_record_incomplete() -> None:
    one, _ = shards()
    merged = merge([one, one])
    assert isinstance(merged.problems[0], DuplicateCell)


def test_shards_of_different_runs_are_refused() -> None:
    one, other = shards()
    of_another_run = replace(other, header=replace(other.header, run="another"))
    with pytest.raises(ForeignShard, match="another run or target"):
        merge([one, of_another_run])
    with pytest.raises(ForeignShard, match="nothing to merge"):
        merge([])


PASSING_BUT_HIDDEN = "- {check: sse-framing, reason: known}\n- {check: state-terminal-ends, reason: known}\n"


def judged(text: str, *shards: RunRecord) -> list[RunRecord]:
    """Shards with the facts that each came to alone."""
    baseline = Baseline.read(text, "b.yaml")
    return [
        replace(shard, footer=replace(shard.footer, baseline=facts(baseline, shard.header, shard.results, DAY, True)))
        for shard in shards
        if shard.footer is not None
    ]


def stale(record: RunRecord) -> list[str]:
    assert record.footer is not None
    assert record.footer.baseline is not None
    return [line.split(":")[1] for line in record.footer.baseline.stale]


def test_what_may_be_hidden_in_one_shard_is_not_out_of_date_though_it_passed_in_another() -> None:
    one, other = shards()
    first = one.results[0]
    hidden = tuple(
        replace(it, status=Status.NOT_REACHED) if it.key.check == "sse-framing" else it for it in first.verdicts
    )
    one = replace(one, results=(replace(first, verdicts=hidden), *one.results[1:]))
    assert stale(judged(PASSING_BUT_HIDDEN, other)[0]) == ["1", "2"]
    assert stale(merge(judged(PASSING_BUT_HIDDEN, one, other))) == ["2"]


def test_shards_with_different_baselines_are_refused() -> None:
    one, other = shards()
    ours, theirs = judged("- {check: art-append, reason: a}\n", one), judged("[]\n", other)
    with pytest.raises(ForeignShard, match="different baselines"):
        merge([*ours, *theirs])
