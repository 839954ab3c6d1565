"""Reads run records, strictly or as far as they go, and merges the shards of one run."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from a2a_conformance.baseline import Baseline
from a2a_conformance.report.codec import footer_from_json, header_from_json, result_from_json
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
        except (ValueError, RecursionError):
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
    checks = {cell: globs for shard in shards for cell, globs in shard.header.settings.get("checks", {}).items()}
    started = max(shard.header.started for shard in shards)
    whole = replace(header, planned=planned, settings={**header.settings, "checks": checks})
    footer = _footer(shards, replace(whole, started=started), ordered)
    return RunRecord(whole, ordered, footer, tuple(problems))


def _in_order(results: Iterable[CellResult], planned: Sequence[str]) -> tuple[CellResult, ...]:
    order = {name: place for place, name in enumerate(planned)}
    return tuple(sorted(results, key=lambda result: order.get(str(result.cell), len(order))))


def _footer(shards: Sequence[RunRecord], header: Header, results: Sequence[CellResult]) -> Footer | None:
    footers = [shard.footer for shard in shards if shard.footer is not None]
    if len(footers) != len(shards):
        return None
    worst = min(footers, key=lambda footer: _ENDS.index(footer.end))
    return replace(
        worst,
        cells=len(results),
        seconds=max(footer.seconds for footer in footers),
        verdict="",
        baseline=_baseline(footers, header, results, worst.end is End.FINISHED),
        flaky=tuple(dict.fromkeys(line for footer in footers for line in footer.flaky)),
    )


def _baseline(
    footers: Sequence[Footer], header: Header, results: Sequence[CellResult], complete: bool
) -> BaselineFacts | None:
    """What the baseline comes to over all shards, decided where their results are together. Raises ForeignShard."""
    told = [footer.baseline for footer in footers if footer.baseline is not None]
    if not told:
        return None
    if any(one.text != told[0].text for one in told):
        raise ForeignShard(told[0].file, 0, "the shards were run with different baselines")
    day = date.fromisoformat(header.started[:10]) if header.started else date.min
    return facts(Baseline.read(told[0].text, told[0].file), header, results, day, complete)


def _header(file: str, number: int, line: str) -> Header:
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):
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
