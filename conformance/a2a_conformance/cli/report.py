"""`report`: the report files of a record that exists already, or of the shards of one run."""

import os
import sys
from pathlib import Path

import click

from a2a_conformance.cli.exits import Exit


@click.command("report")
@click.argument("records", nargs=-1, required=True, metavar="RUN.NDJSON...")
@click.option("--report", "folder", default="a2a-report", metavar="DIR", show_default=True, help="Where to.")
@click.option("--strict", is_flag=True, help="A broken SHOULD ends with 1 too.")
@click.pass_context
def command(ctx: click.Context, records: tuple[str, ...], folder: str, strict: bool) -> None:
    """Write the report of a run record again; several records are shards of one run and are merged.

    Ends as the run did: with 4 when the record is incomplete.
    """
    from a2a_conformance.cli.run_log import exit_of
    from a2a_conformance.report.folder import write_report
    from a2a_conformance.report.reader import merge, read_file
    from a2a_conformance.report.styles import ink_for
    from a2a_conformance.report.terminal import terminal

    read = [read_file(Path(record)) for record in records]
    record = read[0] if len(read) == 1 else merge(read)
    page = write_report(record, Path(folder))
    ink = ink_for(os.environ, sys.stdout.isatty())
    click.echo(terminal(record, ink, str(page)), nl=False, color=True)
    code = exit_of(record, strict)
    ctx.exit(code if code is not Exit.INTERRUPTED else Exit.HARNESS)
