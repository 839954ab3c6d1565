"""`import`: a recording as a scenario that can be played to clients."""

import shlex
import sys
from pathlib import Path

import click

from a2a_conformance.cli.exits import Problem

_SUFFIX = ".a2a.yaml"


@click.command("import")
@click.argument("file", metavar="FILE|-")
@click.option(
    "--out", metavar="FILE|-", help="The scenario file; - writes to standard output. [default: FILE.a2a.yaml here]"
)
@click.option("--title", help="What the scenario is about, in one line.")
@click.option("--dialect", type=click.Choice(["auto", "0.3", "1.0"]), default="auto", show_default=True)
@click.option("--force", is_flag=True, help="Overwrite the scenario file if it is there.")
def command(file: str, out: str | None, title: str | None, dialect: str, force: bool) -> None:
    """Make a scenario of a recording: of all that `judge` reads, except for run records.

    The scenario plays to any client what the agent said, and names with `deliberate` what it breaks.
    """
    from a2a_conformance.importing import import_recording
    from a2a_conformance.recordings import NothingUnderstood
    from a2a_conformance.report.escaping import visible

    name = "standard input" if file == "-" else visible(Path(file).name)
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    if data.startswith(b'{"record"'):
        raise Problem(f"{name}: this is the record of a run: its scenarios are there already")
    target = out or _target(file)
    if target != "-" and not target.endswith(_SUFFIX):
        raise Problem(f"{target}: scenario files are called *{_SUFFIX}")
    if target != "-" and Path(target).exists() and not force:
        raise Problem(f"{target} is there already: name another file with --out, or say --force")
    try:
        imported = import_recording(data, name, None if title is None else visible(title), dialect)
    except NothingUnderstood as problem:
        raise Problem(f"{name}: {problem}") from problem
    if target == "-":
        click.echo(imported.text, nl=False)
        return
    Path(target).write_text(imported.text, encoding="utf-8")
    counted = f"{_counted(imported.calls, 'call')}, {_counted(imported.events, 'event')}"
    broken = f"; it breaks {', '.join(imported.breaks)}" if imported.breaks else ""
    click.echo(visible(f"wrote {target}: {counted}{broken}"))
    for note in imported.notes:
        click.echo(visible(f"note: {note}"))
    click.echo(visible(f"play it:  a2a-conformance demo {shlex.quote(_as_path(target))}"))


def _target(file: str) -> str:
    """The file that is written where none is named. No key can hold what cannot be printed: it is left out."""
    stem = "".join(char for char in Path(file).name.split(".")[0] if char.isprintable())
    return f"{'recording' if file == '-' or not stem else stem}{_SUFFIX}"


def _as_path(target: str) -> str:
    """The file so that it is not taken for an option."""
    return f"./{target}" if target.startswith("-") else target


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
