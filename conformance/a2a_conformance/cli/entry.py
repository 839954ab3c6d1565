"""Runs the command line and turns whatever ends it into one line and an exit code; never a traceback."""

import contextlib
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import click

from a2a_conformance.cli.exits import Exit, Problem, Stopped
from a2a_conformance.cli.group import cli


def run_command_line(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    _open_what_is_closed()
    before = {number: signal.signal(number, _stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        return _ended(arguments)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _ended(arguments: Sequence[str] | None) -> int:
    try:
        code = cli.main(args=arguments, prog_name="a2a-conformance", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else Exit.OK
    except Problem as problem:
        return _say(str(problem), problem.code)
    except BrokenPipeError:
        return _unread()
    except SystemExit as ended:
        return _unread() if _is_of_click(ended) else _known(RuntimeError(f"sys.exit({ended})"))
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.exceptions.NoArgsIsHelpError as problem:
        click.echo(problem.format_message(), err=True)
        return Exit.USAGE
    except click.ClickException as problem:
        return _say(_usage(problem), Exit.USAGE)
    except Stopped as stopped:
        return _say(f"stopped by {stopped}", stopped.code)
    except (KeyboardInterrupt, click.Abort):
        return _say("stopped", Exit.INTERRUPTED)
    except Exception as problem:
        return _known(problem)


def _open_what_is_closed() -> None:
    """A standard stream that the caller closed (`<&-`, `>&-`) is empty, or swallows what is written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(nowhere, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - open until the process ends


def _is_of_click(ended: SystemExit) -> bool:
    """Click ends so when nobody reads the output any longer; code of a target that ends itself says nothing of it."""
    frames = traceback.extract_tb(ended.__traceback__)
    return bool(frames) and Path(frames[-1].filename).parent.name == "click"


def _unread() -> Exit:
    """The reader of the output went away (`| head -1`): what is still to be written is dropped."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.suppress(OSError, ValueError):
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return Exit.UNREAD


def _usage(problem: click.ClickException) -> str:
    ctx = problem.ctx if isinstance(problem, click.UsageError) else None
    text = problem.format_message().rstrip(".")
    if ctx is None or text.endswith("?)"):
        return text
    return f"{text} (see `{ctx.command_path} --help`)"


def _known(problem: Exception) -> int:
    """Errors of the library that are the caller's to mend; anything else is a defect of this program."""
    from a2a_conformance.adapters.base import AdapterError
    from a2a_conformance.corpus import NothingSelected
    from a2a_conformance.report.folder import FolderProblem
    from a2a_conformance.report.problems import RecordProblem
    from a2a_simulator.journal import UnreadableJournal
    from a2a_simulator.scenario.problems import ScenarioProblems

    if isinstance(problem, ScenarioProblems | RecordProblem | FolderProblem | NothingSelected | UnreadableJournal):
        return _say(str(problem), Exit.USAGE)
    if isinstance(problem, AdapterError):
        return _say(str(problem), Exit.HARNESS)
    if isinstance(problem, OSError):
        where = f"{problem.filename}: " if problem.filename else ""
        return _say(f"{where}{problem.strerror or problem}", Exit.USAGE)
    frame = traceback.extract_tb(problem.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    return _say(
        f"this is a defect of a2a-conformance, please report it: {type(problem).__name__}: {problem} ({place})",
        Exit.HARNESS,
    )


def _say(text: str, code: Exit) -> Exit:
    from a2a_conformance.report.escaping import plain_lines

    sys.stdout.flush()
    print(f"a2a-conformance: {plain_lines(text)}" if "\n" not in text else plain_lines(text), file=sys.stderr)
    return code


def _stop(number: int, _frame: FrameType | None) -> None:
    raise Stopped(number)
