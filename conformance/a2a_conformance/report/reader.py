"""Reads run records, strictly or as far as they go, and merges the shards of one run."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from a2a_conformance.report.codec import footer_from_json, header_from_json, result_from_json
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
from a2a_conformance.report.record import VERSION, BaselineFacts, End, Footer, Header, RunRecord
from a2a_conformance.verdict import CellResult

_ENDS = (End.FAILED, End.INTERRUPTED, End.FINISHED)
"""How shards end together: the worst of them."""


def read(lines: Iterable[str], file: str = "run.ndjson") -> RunRecord:
    """The record of these lines. Raises the RecordProblem that stands first in them."""
    record = read_as_far(lines, file)
    if record.problems:
        raise record.problems[0]
    return record


def read_file(path: Path) -> RunRecord:
    """The record of a file, as far as it goes. Raises UnreadableRecord, NotARecord, UnknownVersion, WrongShape."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        what = getattr(problem, "strerror", None) or "no UTF-8 text"
        raise UnreadableRecord(str(path), 0, what) from problem
    return read_as_far(text.split("\n"), str(path))


def read_as_far(lines: Iterable[str], file: str = "run.ndjson") -> RunRecord:
    """All that can be read, cells in the planned order; what is wrong is in `problems`.

    Raises only when not even the header can be read.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, first = next(numbered, (1, ""))
    header = _header(file, number, first)
    results: list[CellResult] = []
    seen: set[str] = set()
    problems: list[RecordProblem] = []
    footer: Footer | None = None
    for number, line in numbered:
        if footer is not None:
            problems.append(LineAfterFooter(file, number, "there is a line after the footer"))
            break
        try:
            value = json.loads(line)
        except ValueError:
            problems.append(BrokenLine(file, number, "no JSON, the line seems cut off"))
            continue
        try:
            if "cell" in value:
                result = result_from_json(value)
                if str(result.cell) in seen:
                    problems.append(DuplicateCell(file, number, f"{result.cell} was recorded before"))
                    continue
                seen.add(str(result.cell))
                results.append(result)
            elif "end" in value:
                footer = footer_from_json(value)
            else:
                problems.append(WrongShape(file, number, "neither a cell nor a footer"))
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            problems.append(WrongShape(file, number, f"no line of a run record ({_said(problem)})"))
    if footer is None:
        problems.append(MissingFooter(file, 0, "the record has no footer, the run never ended"))
    elif footer.cells != len(results) and not problems:
        problems.append(
            WrongTotals(file, 0, f"the footer counts {footer.cells} cells, the record has {len(results)}")
        )
    return RunRecord(header, _in_order(results, header.planned), footer, tuple(problems))


def merge(shards: Sequence[RunRecord], file: str = "run.ndjson") -> RunRecord:
    """One record of the shards of one run, in the order planned. Raises ForeignShard.

    A missing cell, a shard without footer or a cell in two shards makes the merged record incomplete.
    """
    if not shards:
        raise ForeignShard(file, 0, "there is nothing to merge")
    header = shards[0].header
    planned = tuple(dict.fromkeys(name for shard in shards for name in shard.header.planned))
    problems = [problem for shard in shards for problem in shard.problems]
    results: dict[str, CellResult] = {}
    for shard in shards:
        if (shard.header.run, shard.header.tool, shard.header.hello) != (header.run, header.tool, header.hello):
            raise ForeignShard(file, 0, f"a shard is of another run or target ({shard.header.hello.name})")
        for result in shard.results:
            if str(result.cell) in results:
                problems.append(DuplicateCell(file, 0, f"{result.cell} is in two shards"))
            results.setdefault(str(result.cell), result)
    ordered = _in_order(results.values(), planned)
    return RunRecord(replace(header, planned=planned), ordered, _footer(shards, len(ordered)), tuple(problems))


def _in_order(results: Iterable[CellResult], planned: Sequence[str]) -> tuple[CellResult, ...]:
    order = {name: place for place, name in enumerate(planned)}
    return tuple(sorted(results, key=lambda result: order.get(str(result.cell), len(order))))


def _footer(shards: Sequence[RunRecord], cells: int) -> Footer | None:
    footers = [shard.footer for shard in shards if shard.footer is not None]
    if len(footers) != len(shards):
        return None
    worst = min(footers, key=lambda footer: _ENDS.index(footer.end))
    return replace(
        worst,
        cells=cells,
        seconds=max(footer.seconds for footer in footers),
        verdict="",
        baseline=_baseline([footer.baseline for footer in footers if footer.baseline is not None]),
        flaky=tuple(dict.fromkeys(line for footer in footers for line in footer.flaky)),
    )


def _baseline(facts: Sequence[BaselineFacts]) -> BaselineFacts | None:
    """What one baseline came to over all shards; an entry whose failure is there in one of them still fails."""
    if not facts:
        return None
    excused = tuple(excuse for one in facts for excuse in one.excused)
    alive = tuple(f"{excuse.entry}: " for excuse in excused if excuse.entry)
    gone = dict.fromkeys(line for one in facts for line in one.stale if not line.startswith(alive))
    unmatched = dict.fromkeys(line for one in facts for line in one.unmatched)
    expired = dict.fromkeys(line for one in facts for line in one.expired)
    return BaselineFacts(facts[0].file, excused, tuple(gone), tuple(unmatched), tuple(expired))


def _header(file: str, number: int, line: str) -> Header:
    try:
        value: Any = json.loads(line)
    except ValueError:
        raise NotARecord(file, number, "the file does not begin with the header of a run record") from None
    if not isinstance(value, dict) or "record" not in value:
        raise NotARecord(file, number, "the file does not begin with the header of a run record")
    if value["record"] != VERSION:
        raise UnknownVersion(file, number, f"record version {value['record']}, this program reads {VERSION}")
    try:
        return header_from_json(value)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise WrongShape(file, number, f"no header of a run record ({_said(problem)})") from problem


def _said(problem: Exception) -> str:
    return f"{problem.args[0]} is missing" if isinstance(problem, KeyError) else str(problem)
