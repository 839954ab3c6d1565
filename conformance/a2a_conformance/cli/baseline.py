"""`baseline`: writes the file of expected failures from a run's record, and takes out what no longer fails."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from a2a_conformance.baseline import Applied, Baseline, BaselineProblems, Misfit
from a2a_conformance.baseline_text import entries, update, write
from a2a_conformance.cli.exits import Problem
from a2a_conformance.report.excuses import apply
from a2a_conformance.report.folder import RECORD
from a2a_conformance.report.reader import read_file
from a2a_conformance.report.record import End, RunRecord
from a2a_conformance.report.words import counted
from a2a_conformance.verdict import Verdict

NAME = "a2a-baseline.yaml"
"""Where a baseline is written when nothing is said."""


@click.group("baseline")
def command() -> None:
    """Write or update the file of expected failures, from the record of the last run."""


@command.command("write")
@click.option("--baseline", "file", default=NAME, metavar="FILE", show_default=True, help="The file to write.")
@click.option("--report", default="a2a-report", metavar="DIR", show_default=True, help="Report folder of the run.")
@click.option("--strict", is_flag=True, help="Expect broken SHOULDs too.")
def write_command(file: str, report: str, strict: bool) -> None:
    """Write a baseline that expects what failed in the last run; give each entry its reason, then commit it."""
    record = _record(Path(report))
    path = Path(file)
    if path.exists():
        raise Problem(
            f"{file}: there is one already; `baseline update` takes out what no longer fails, and adds with --add"
        )
    text = write((verdict for result in record.results for verdict in result.verdicts), strict)
    number = len(re.findall(r"(?m)^- ", text))
    if not number:
        raise Problem(f"nothing failed in {report}, so there is nothing to expect")
    path.write_text(text, encoding="utf-8")
    click.echo(f"wrote {file}: {counted(number, 'entry', 'entries')}; it is refused until each has its reason")
    click.echo(f"then: a2a-conformance run --baseline {file}   (or `baseline: {file}` in the target file)")


@command.command("update")
@click.option("--baseline", "file", default=NAME, metavar="FILE", show_default=True, help="The file to update.")
@click.option("--report", default="a2a-report", metavar="DIR", show_default=True, help="Report folder of the run.")
@click.option("--add", is_flag=True, help="Also add what failed and no entry expects, with empty reasons.")
@click.option("--strict", is_flag=True, help="With --add: broken SHOULDs too.")
def update_command(file: str, report: str, add: bool, strict: bool) -> None:
    """Take out the entries of which the last run shows that they no longer fail; all other lines stay as they are."""
    record = _record(Path(report))
    path = Path(file)
    try:
        baseline = Baseline.load(path)
    except BaselineProblems as problems:
        raise Problem(str(problems)) from problems
    applied = apply(baseline, record.header, record.results, datetime.now(UTC).date())
    gone = applied.lines(Misfit.GONE)
    text = update(baseline.text, baseline, applied) if gone else baseline.text
    new = entries(_unexpected(record, applied), strict) if add else ""
    if gone or new:
        path.write_text(text + ("\n" if text and not text.endswith("\n") else "") + new, encoding="utf-8")
    for line in gone:
        click.echo(f"took out {line}")
    if number := len(re.findall(r"(?m)^- ", new)):
        click.echo(f"added {counted(number, 'entry', 'entries')}; {file} is refused until each has its reason")
    for line in (*applied.lines(Misfit.UNMATCHED), *applied.lines(Misfit.EXPIRED)):
        click.echo(f"left in {line}")
    if not applied.stale and not new:
        click.echo(f"{file}: no entry is shown to be out of date")


def _unexpected(record: RunRecord, applied: Applied) -> Iterator[Verdict]:
    verdicts = (verdict for result in record.results for verdict in result.verdicts)
    return (verdict for verdict in verdicts if verdict.key not in applied.excused)


def _record(folder: Path) -> RunRecord:
    try:
        record = read_file(folder / RECORD)
    except OSError as problem:
        raise Problem(
            f"{folder / RECORD}: {problem.strerror}; run the suite first, or name --report DIR"
        ) from problem
    if record.problems or record.footer is None or record.footer.end is not End.FINISHED:
        raise Problem(f"{folder / RECORD}: this run did not come to its end; run the suite again")
    return record
