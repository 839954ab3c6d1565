"""The options of the plugin: each on the command line and in the ini; the command line wins."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pytest

from a2a_conformance.plugin.keys import ALONE, NODES, SUITE_NODE

if TYPE_CHECKING:
    from a2a_conformance.catalog.sets import Sets


@dataclass(frozen=True, slots=True)
class Option:
    """One option; its ini name is the same with underscores."""

    flag: str
    help: str
    metavar: str | None = None
    kind: Literal["string", "args", "bool"] = "string"
    default: str = ""

    @property
    def name(self) -> str:
        """As `config.getoption` and the ini call it."""
        return self.flag.removeprefix("--").replace("-", "_")


OPTIONS: Final = (
    Option("--a2a-target", "target file of the client under test", "FILE"),
    Option("--a2a-adapter", "how to drive it: worker:CMD, command:CMD or python:module:attr", "KIND:…"),
    Option("--a2a-suite", "run shipped scenarios too: a suite (smoke, core, all) or a glob", "NAME|GLOB", "args"),
    Option("--a2a-dialect", "only this dialect: 1.0 or 0.3", "DIALECT"),
    Option(
        "--a2a-requirements", "judge by this frozen set, such as 1.0@2026.12; the newest if not given", "SET", "args"
    ),
    Option("--a2a-strict", "a broken SHOULD fails too", kind="bool"),
    Option("--a2a-baseline", "file of expected failures", "FILE"),
    Option("--a2a-report", "folder of the report, `none` for no report", "DIR", default="a2a-report"),
    Option("--a2a-time-scale", "multiplies every wait and deadline", "FACTOR", default="1"),
)


def add(parser: pytest.Parser) -> None:
    """Registers all options."""
    group = parser.getgroup("a2a", "A2A conformance")
    for option in OPTIONS:
        if option.kind == "bool":
            group.addoption(option.flag, action="store_true", default=None, help=option.help)
            parser.addini(option.name, option.help, type="bool", default=False)
        elif option.kind == "args":
            group.addoption(option.flag, action="append", metavar=option.metavar, help=option.help)
            parser.addini(option.name, option.help, type="args", default=[])
        else:
            group.addoption(option.flag, metavar=option.metavar, help=option.help)
            parser.addini(option.name, option.help, type="string", default=option.default)


def text(config: pytest.Config, name: str) -> str:
    """The value of a text option, "" when unset."""
    given = config.getoption(name)
    return str(given if given is not None else config.getini(name))


def file(config: pytest.Config, name: str) -> Path | None:
    """The file that an option names: on the command line from where pytest was called, in the ini from its folder."""
    named = text(config, name)
    below = config.rootpath if config.getoption(name) is None else config.invocation_params.dir
    return below / named if named else None


def suites(config: pytest.Config) -> list[str]:
    """The suites and globs that were asked for, or the scenarios of node ids on the command line."""
    named = sorted({node.partition("::")[2].rpartition(":")[0] for node in config.stash[NODES]})
    return named or list(config.getoption("a2a_suite") or config.getini("a2a_suite"))


def take_nodes(config: pytest.Config) -> None:
    """Takes node ids of shipped scenarios out of the arguments: no file stands behind them."""
    prefix = f"{SUITE_NODE}::"
    nodes = frozenset(argument for argument in config.args if argument.startswith(prefix))
    rest = [argument for argument in config.args if argument not in nodes]
    config.stash[NODES] = nodes
    config.stash[ALONE] = bool(nodes) and not rest
    if nodes:
        config.args[:] = rest or [str(config.invocation_params.dir)]


def given(config: pytest.Config) -> list[str]:
    """The options of this plugin that were on the command line and change what a scenario comes to."""
    words: list[str] = []
    for option in OPTIONS:
        value = config.getoption(option.name)
        if value is None or option.name in ("a2a_suite", "a2a_dialect", "a2a_report", "a2a_baseline"):
            continue
        values = value if option.kind == "args" else [value]
        words += (
            [option.flag] if option.kind == "bool" else [word for one in values for word in (option.flag, str(one))]
        )
    return words


def sets(config: pytest.Config) -> "Sets":
    """The sets to judge by: those of options or ini, of the target file, or the newest. Raises pytest.UsageError."""
    from a2a_conformance.plugin.targets import named
    from a2a_conformance.requirement_sets import UnknownSet, choose

    words = list(config.getoption("a2a_requirements") or config.getini("a2a_requirements"))
    if not words and (target := named(config)) is not None:
        words = list(target.requirements)
    try:
        return choose(words)
    except UnknownSet as problem:
        raise pytest.UsageError(f"--a2a-requirements: {problem}") from problem


def strict(config: pytest.Config) -> bool:
    """Whether a broken SHOULD fails."""
    return bool(config.getoption("a2a_strict") or config.getini("a2a_strict"))


def time_scale(config: pytest.Config) -> float:
    """The factor on waits and deadlines. Raises pytest.UsageError."""
    given = text(config, "a2a_time_scale")
    try:
        factor = float(given)
    except ValueError:
        factor = 0.0
    if factor <= 0:
        raise pytest.UsageError(f"--a2a-time-scale: {given!r} is no positive number")
    return factor


def check(config: pytest.Config) -> None:
    """Looks at every value. Raises pytest.UsageError with one line for the first that cannot be meant."""
    time_scale(config)
    if config.getoption("a2a_requirements") or config.getini("a2a_requirements"):
        sets(config)
    if text(config, "a2a_dialect") or suites(config):
        from a2a_conformance.plugin.chosen import NothingSelected, look_at
        from a2a_simulator.wire.wire_forms import PLAYABLE

        known = [str(form.dialect) for form in PLAYABLE]
        if (wanted := text(config, "a2a_dialect")) not in ("", *known):
            raise pytest.UsageError(f"--a2a-dialect: {wanted!r} is none of {', '.join(known)}")
        try:
            look_at(suites(config))
        except NothingSelected as problem:
            raise pytest.UsageError(f"--a2a-suite: {problem}") from problem
