"""Which target a command speaks of: --target, --adapter, --command, or the target file of the working directory."""

from a2a_conformance.adapters.base import Adapter
from a2a_conformance.cli.exits import Problem
from a2a_conformance.target_file import Target, TargetProblem, resolve_target


def target_of(target: str | None, adapter: str | None, argv: str | None, answer: str | None) -> Target:
    """The target that the options name. Raises Problem."""
    if argv is not None and adapter is not None:
        raise Problem("both --command and --adapter are given: leave one of them out")
    try:
        return resolve_target(target, adapter if argv is None else f"command:{argv}", answer=answer)
    except TargetProblem as problem:
        raise Problem(str(problem)) from problem


def driver_of(target: Target) -> Adapter:
    """A new adapter of a target. Raises Problem."""
    try:
        return target.adapter()
    except TargetProblem as problem:
        raise Problem(str(problem)) from problem


def words_of(target: str | None, adapter: str | None, argv: str | None, answer: str | None) -> list[str]:
    """The same options once more, for a command that repeats this one."""
    given = (("--target", target), ("--adapter", adapter), ("--command", argv), ("--answer", answer))
    return [word for flag, value in given if value is not None for word in (flag, value)]
