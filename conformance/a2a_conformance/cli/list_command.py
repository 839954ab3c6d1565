"""`list`: what there is to run."""

import json
from collections.abc import Iterator
from typing import Any

import click

from a2a_conformance.cli.exits import Exit, Problem


@click.command("list")
@click.argument("words", nargs=-1, metavar="[scenarios|suites|requirements] [PATTERN]...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...], form: str) -> None:
    """List scenarios (the default) or suites; a PATTERN narrows it: a suite, an id, a glob.

    `list requirements` is short for `a2a-conformance requirements`.
    """
    from a2a_conformance.report.escaping import visible

    kinds = {"scenarios": _scenarios, "suites": _suites, "requirements": _requirements}
    what, patterns = (words[0], words[1:]) if words and words[0] in kinds else ("scenarios", words)
    if what == "scenarios" and patterns:
        _no_kind(patterns[0], tuple(kinds))
    shown = 0
    for line, row in kinds[what](patterns):
        shown += 1
        click.echo(json.dumps(row, ensure_ascii=False) if form == "json" else line)
    if not shown:
        raise Problem(f"nothing fits {visible(', '.join(patterns))}; see `a2a-conformance list {what}`")
    ctx.exit(Exit.OK)


Row = tuple[str, dict[str, Any]]
"""What is told of one thing: a line, and the same as JSON."""


def _scenarios(patterns: tuple[str, ...]) -> Iterator[Row]:
    from a2a_conformance import corpus

    for scenario in corpus.select(patterns or ("all",)):
        forms = [cell.suffix for cell in scenario.cells()]
        yield (
            _line(scenario.id, forms, scenario.title),
            {"id": scenario.id, "title": scenario.title, "cells": forms},
        )


def _suites(patterns: tuple[str, ...]) -> Iterator[Row]:
    from a2a_conformance import corpus

    for name, globs in corpus.SUITES.items():
        if not patterns or name in patterns:
            chosen = corpus.ids([name])
            yield (
                _line(name, [f"{len(chosen)} scenarios"], " ".join(globs)),
                {"id": name, "globs": list(globs), "scenarios": list(chosen)},
            )


def _requirements(patterns: tuple[str, ...]) -> Iterator[Row]:
    from a2a_conformance.cli.requirements import as_json, line, select
    from a2a_conformance.requirement_sets import newest

    sets = newest()
    for row in select(patterns):
        yield line(row), as_json(row, sets)


def _no_kind(word: str, kinds: tuple[str, ...]) -> None:
    """A word that is nearly one of the kinds, and no scenario, was meant as such. Raises Problem."""
    from a2a_conformance import corpus
    from a2a_simulator.scenario.suggestions import closest

    meant = closest(word, kinds)
    try:
        corpus.ids([word])
    except corpus.NothingSelected:
        if meant:
            raise Problem(f"nothing to list is called `{word}` (did you mean `list {meant}`?)") from None


def _line(id: str, marks: list[str], text: str) -> str:
    return f"{id:<34} {', '.join(marks):<26} {text}"
