"""Options that several commands share, and the settings of a run with their defaults (design §10)."""

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

REPORT: Final = "a2a-report"
DEFAULT_SUITE: Final = "core"
SEED: Final = "0"


@dataclass(frozen=True, slots=True)
class Config:
    """What a run was told on the command line; None where the target file, then the default decides."""

    dialects: tuple[str, ...] = ()
    suites: tuple[str, ...] = ()
    strict: bool = False
    jobs: int | None = None
    baseline: str | None = None
    report: str = REPORT
    time_scale: float = 1.0
    repeat: int = 1
    seed: str = SEED
    journals: str = "failed"
    requirements: tuple[str, ...] = ()
    """Names of frozen sets, as `1.0@2026.12` or `2026.12`; a dialect that none is of keeps its newest."""
    fuzz: int = 0
    """How many made-up scenarios to play."""
    run: str = ""
    """Name of the run, the same for all its shards; empty: a random one."""


class Factor(click.FloatRange):
    """A number in a range; `nan` lies in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises click.BadParameter."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number


_SERVED: Final = (
    click.option("--suite", "suites", multiple=True, metavar="NAME|GLOB",
                 help="What to run when nothing is named: smoke, core, all, a glob.  [default: core]"),
    click.option("--dialect", "dialects", multiple=True, type=click.Choice(["1.0", "0.3"]),
                 help="Only this dialect; may be given twice.  [default: all of the target's]"),
    click.option("--requirements", multiple=True, metavar="SET",
                 help="Judge by this frozen set, such as 1.0@2026.12; one for each dialect.  [default: the newest]"),
    click.option("--strict", is_flag=True, help="A broken SHOULD fails the run too."),
    click.option("--baseline", metavar="FILE", help="File of expected failures."),
    click.option("--report", default=REPORT, metavar="DIR", show_default=True,
                 help="Folder of the report, replaced only if ours; `none`: no report."),
    click.option("--journals", type=click.Choice(["failed", "all"]), default="failed", show_default=True,
                 help="Whose journals the record keeps."),
)  # fmt: skip
_DRIVEN: Final = (
    click.option("--jobs", type=click.IntRange(1, 64), help="How many runs at a time.  [default: CPUs, up to 8]"),
    click.option("--time-scale", type=Factor(0.01, 1000), default=1.0, show_default=True,
                 help="Multiplies every wait and deadline."),
    click.option("--repeat", type=click.IntRange(1, 1000), default=1, show_default=True,
                 help="Run everything so often, to find flaky checks."),
    click.option("--seed", default=SEED, show_default=True, help="Makes other ids and jitter, and other --fuzz."),
    click.option("--fuzz", type=click.IntRange(0, 100_000), default=0, metavar="N",
                 help="Play N made-up legal scenarios, and keep the smallest that fail."),
)  # fmt: skip


_TARGET: Final = (
    click.option("--target", metavar="FILE", help="Target file.  [default: a2a-target.yaml here]"),
    click.option("--adapter", metavar="KIND:…", help="'worker:CMD', 'command:CMD' or 'python:module:attr'."),
    click.option(
        "--command", "argv", metavar="CMD", help="A command with {base_url}, {card_url}, {text}, {outcome}."
    ),
    click.option("--answer", type=click.Choice(["stdout"]), help="Where the command's answer is."),
)  # fmt: skip


def target_options(function: F) -> F:
    """Adds the options that name a target; for `cli.targets`."""
    for option in reversed(_TARGET):
        function = option(function)
    return function


def serve_options(function: F) -> F:
    """Adds the options of a run in which the target drives itself; for `config_of`."""
    for option in reversed(_SERVED):
        function = option(function)
    return function


def run_options(function: F) -> F:
    """Adds the options of a run that we drive; for `config_of`."""
    for option in reversed(_DRIVEN):
        function = option(function)
    return serve_options(function)


def config_of(keywords: dict[str, Any]) -> Config:
    """The settings among a command's keywords, which are taken out."""
    return Config(**{field.name: keywords.pop(field.name) for field in fields(Config) if field.name in keywords})
