"""All that a session's items came to, settled once: baseline, record, report."""

import platform
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from a2a_conformance import __version__
from a2a_conformance.plugin import options
from a2a_conformance.plugin.keys import HEARD, LEDGER, LEFT_OUT, PLANNED

if TYPE_CHECKING:
    from a2a_conformance.cli.expected import Expected
    from a2a_conformance.report.record import Header, RunRecord
    from a2a_conformance.verdict import CellResult


@dataclass(frozen=True, slots=True)
class Ledger:
    """The settled session: its record and the lines for the terminal."""

    record: "RunRecord"
    lines: tuple[str, ...]


def expected_of(config: pytest.Config) -> "Expected":
    """The baseline of the session. Raises pytest.UsageError."""
    from a2a_conformance.cli.exits import Problem
    from a2a_conformance.cli.expected import Expected

    try:
        return Expected.load(options.file(config, "a2a_baseline"))
    except Problem as problem:
        raise pytest.UsageError(str(problem)) from problem


def expected_failures(config: pytest.Config, result: "CellResult") -> Mapping[str, str]:
    """Which failures of this result the baseline expects: key → reason."""
    from a2a_conformance.outcome import Hello
    from a2a_conformance.report.record import Header

    facts = expected_of(config).apply(Header(Hello("")), [result], complete=False)
    return {} if facts is None else {excuse.key: excuse.reason for excuse in facts.excused}


def settle(session: pytest.Session) -> None:
    """Makes the record of all results, writes the report, and fails the session for a stale baseline."""
    from a2a_conformance.report.folder import FolderProblem, open_record, render
    from a2a_conformance.report.styles import Ink
    from a2a_conformance.report.terminal import terminal
    from a2a_conformance.report.totals import totals
    from a2a_conformance.report.words import baseline_news
    from a2a_conformance.report.writer import RecordWriter

    config = session.config
    record = _record(config)
    assert record.footer is not None
    news = [(f"{head}:", *entries, remedy) for head, entries, remedy in baseline_news(record.footer.baseline)]
    if news:
        _fail(session, "a2a::baseline", "\n".join(line for lines in news for line in lines))
    counts = totals(record)
    if counts.incomplete:
        _fail(session, "a2a::run", "the run says nothing as a whole:\n" + "\n".join(counts.incomplete))
    page, name = "", options.text(config, "a2a_report")
    if name != "none":
        folder = config.invocation_params.dir / name
        try:
            with RecordWriter(open_record(folder), record.header) as writer:
                for result in record.results:
                    writer.add(result)
                writer.finish(record.footer)
            render(record, folder)
            page = _short(folder / "index.html", config.invocation_params.dir)
        except (FolderProblem, OSError) as problem:
            _fail(session, "a2a::report", str(problem))
    lines = terminal(record, Ink(False), report=page, shown=0).splitlines()
    config.stash[LEDGER] = Ledger(record, tuple(line for line in lines if line))


def _record(config: pytest.Config) -> "RunRecord":
    from a2a_conformance.cli.combining import worst_of
    from a2a_conformance.report.codec import hello_from_json, result_from_json
    from a2a_conformance.report.record import End, Footer, RunRecord
    from a2a_conformance.report.totals import totals

    heard = config.stash[HEARD]
    rounds: dict[str, list[CellResult]] = {}
    for one in heard:
        if "result" in one:
            result = result_from_json(one["result"])
            rounds.setdefault(str(result.cell), []).append(result)
    results = [worst_of(rounds[cell]) for cell in sorted(rounds)]
    header = replace(_header(config, results), hello=hello_from_json(heard[0]["hello"]))
    excluded = {one["cell"]: one["excluded"] for one in heard if "excluded" in one}
    planned = tuple(cell for cell in config.stash[PLANNED] if cell not in excluded)
    header = replace(header, planned=planned, excluded=tuple(excluded.items()))
    facts = expected_of(config).apply(header, results, complete=set(planned) <= rounds.keys())
    footer = Footer(End.FINISHED, len(results), sum(result.seconds for result in results), baseline=facts)
    record = RunRecord(header, tuple(results), footer)
    return replace(record, footer=replace(footer, verdict=totals(record).verdict.value))


def _header(config: pytest.Config, results: "Sequence[CellResult]") -> "Header":
    from a2a_conformance.outcome import Hello
    from a2a_conformance.report.record import Header

    return Header(
        hello=Hello(""),
        tool=__version__,
        requirements=options.sets(config).named({result.cell.wire_form.dialect for result in results}),
        wire_forms=tuple(dict.fromkeys(result.cell.wire_form.name for result in results)),
        selection=tuple(options.suites(config)) or tuple(config.args),
        settings={
            "strict": options.strict(config),
            "time_scale": options.time_scale(config),
            "suites": list(options.suites(config)),
            "checks": {cell: [] for cell in config.stash[LEFT_OUT]},
        },
        rerun=("pytest", *_suite_words(config), *options.given(config), "-k", "{cell}"),
        started=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        platform=f"{platform.system()}, Python {platform.python_version()}",
        run=secrets.token_hex(4),
    )


def _suite_words(config: pytest.Config) -> list[str]:
    return [word for suite in options.suites(config) for word in ("--a2a-suite", suite)]


def _fail(session: pytest.Session, nodeid: str, text: str) -> None:
    """One failed item that no file stands for."""
    now = time.time()
    report = pytest.TestReport(
        nodeid, (nodeid, None, nodeid), {}, "failed", text, "call", duration=0.0, start=now, stop=now
    )
    session.config.hook.pytest_runtest_logreport(report=report)
    session.testsfailed += 1
    session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _short(path: Path, below: Path) -> str:
    return str(path.relative_to(below)) if path.is_relative_to(below) else str(path)
