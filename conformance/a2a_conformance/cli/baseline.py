"""`baseline`: writes the file of expected failures from a run's record, and takes out what no longer fails."""

from datetime import UTC, datetime
from pathlib import Path

import click

from a2a_conformance.baseline import Baseline, BaselineProblems, Misfit
from a2a_conformance.baseline_text import update, write
from a2a_conformance.cli.exits import Problem
from a2a_conformance.report.excuses import apply
from a2a_conformance.report.folder import RECORD
from a2a_conformance.report.reader import read_file
from a2a_conformance.report.record import End, RunRecord
from a2a_conformance.report.words import counted

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
        raise Problem(f"{file}: there is one already; take out what no longer fails with `baseline update`")
    text = write((verdict for result in record.results for verdict in result.verdicts), strict)
    entries = text.count("\n- ") + text.startswith("- ")
    if not entries:
        raise Problem(f"nothing failed in {report}, so there is nothing to expect")
    path.write_text(text, encoding="utf-8")
    click.echo(f"wrote {file}: {counted(entries, 'entry', 'entries')}; it is refused until each has its reason")
    click.echo(f"then: a2a-conformance run --baseline {file}   (or `baseline: {file}` in the target file)")


@command.command("update")
@click.option("--baseline", "file", default=NAME, metavar="FILE", show_default=True, help="The file to update.")
@click.option("--report", default="a2a-report", metavar="DIR", show_default=True, help="Report folder of the run.")
def update_command(file: str, report: str) -> None:
    """Take out the entries of which the last run shows that they no longer fail; all other lines stay as they are."""
    record = _record(Path(report))
    path = Path(file)
    try:
        baseline = Baseline.load(path)
    except BaselineProblems as problems:
        raise Problem(str(problems)) from problems
    applied = apply(baseline, record.header, record.results, datetime.now(UTC).date())
    gone = applied.lines(Misfit.GONE)
    if gone:
        path.write_text(update(path.read_text(encoding="utf-8"), baseline, applied), encoding="utf-8")
    for line in gone:
        click.echo(f"took out {line}")
    for line in (*applied.lines(Misfit.UNMATCHED), *applied.lines(Misfit.EXPIRED)):
        click.echo(f"left in {line}")
    if not applied.stale:
        click.echo(f"{file}: no entry is shown to be out of date")


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
