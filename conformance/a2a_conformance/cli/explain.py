"""`explain`: a requirement in full, with its reasoning, where the specification speaks of it, and what judges it."""

import os
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from a2a_conformance import catalog, corpus
from a2a_conformance.catalog import Requirement
from a2a_conformance.cli.exits import Problem
from a2a_conformance.cli.selection import excluded_lines, load_words, parts
from a2a_conformance.explained.explanation import explain
from a2a_conformance.explained.pages import NotPages, write
from a2a_conformance.explained.text import lines as requirement_lines
from a2a_conformance.fuzz.generate import Name
from a2a_conformance.report.escaping import visible
from a2a_conformance.report.words import counted
from a2a_conformance.tellings.told import MARK
from a2a_simulator.scenario.load import SUFFIX
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.scenario.suggestions import closest


@click.command("explain")
@click.argument("name", required=False, metavar="ID|SCENARIO|FILE|SUITE|KEY")
@click.option("--write", "folder", metavar="DIR", help="Write a page for each requirement there instead.")
def command(name: str | None, folder: str | None) -> None:
    """Explain a requirement (`stream-task-first`), a check (`id/facet`), a scenario (`family/stem`, or its file), a
    suite, or a key as reports print them (`family/stem :: check [wire form]`).
    """
    if (name is None) == (folder is None):
        raise Problem("name what to explain, or --write DIR; see `a2a-conformance requirements`")
    if folder is not None:
        click.echo(f"{folder}: {counted(len(_write(Path(folder))), 'page')} changed")
    elif name is not None:
        click.echo("\n".join(_told(name)))


def _write(folder: Path) -> tuple[str, ...]:
    try:
        return write(folder)
    except NotPages as problem:
        raise Problem(str(problem)) from None
    except OSError as problem:
        raise Problem(f"{folder}: the pages cannot be written ({problem.strerror})") from None


def _told(name: str) -> Iterator[str]:
    if name in corpus.SUITES:
        yield from _suite(name)
        return
    scenario, check, _ = parts(name)
    row = _row(check or scenario)
    if row is not None:
        yield from requirement_lines(explain(row), check or scenario)
    if check and row is None:
        raise Problem(_unknown(check))
    if row is not None and not check:
        return
    if row is not None:
        yield ""
    yield from _scenario(_named(scenario))


def _row(check: str) -> Requirement | None:
    try:
        return catalog.get(check.partition("/")[0])
    except KeyError:
        return None


def _named(name: str) -> Scenario:
    if name in corpus.paths():
        return corpus.scenario(name)
    if MARK in name or Name.of(name) is not None:
        found = load_words([name])
        if len(found) == 1:
            return found[0]
        raise Problem(f"`{name}` names {len(found)} scenarios, and one is explained: {found[0].id} is the first")
    if not os.path.isfile(name) and not os.path.isfile(name + SUFFIX):
        raise Problem(_unknown(name))
    return load_words([name])[0]


def _suite(name: str) -> Iterator[str]:
    chosen = corpus.ids([name])
    yield f"{name}  a suite of {len(chosen)} scenarios: {' '.join(corpus.SUITES[name])}"
    yield ""
    yield from _wrapped(", ".join(chosen))
    yield ""
    yield f"  run       a2a-conformance run --suite {name}"


def _scenario(scenario: Scenario) -> Iterator[str]:
    yield f"{scenario.id}  {scenario.title}"
    if scenario.file.about:
        yield ""
        yield from _wrapped(scenario.file.about)
    yield ""
    yield f"  file      {visible(corpus.shown(scenario.place.file))}"
    yield f"  cells     {', '.join(cell.suffix for cell in scenario.cells()) or 'none that this version plays'}"
    yield from (f"  not in    {line}" for line in excluded_lines(scenario))
    yield f"  covers    {', '.join(scenario.covers) or '-'}"
    yield f"  spec      {visible(', '.join(scenario.file.spec or ()) or '-')}"
    yield f"  seen in   {visible(', '.join(scenario.file.bugs or ()) or '-')}"
    yield f"  tags      {', '.join(scenario.tags) or '-'}"
    yield f"  bytes     a2a-conformance preview {visible(scenario.id)}"


def _unknown(name: str) -> str:
    meant = closest(name.partition("/")[0], catalog.ids()) or closest(name, (*corpus.paths(), *corpus.SUITES))
    hint = f" (did you mean `{meant}`?)" if meant else ""
    if any(char in name for char in "*?["):
        hint = ": one is explained, and a glob lists them"
    return f"no requirement, scenario or suite `{name}`{hint}; see `a2a-conformance requirements`"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="  ", subsequent_indent="  ")
