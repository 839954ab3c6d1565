"""`list`: what there is to run, and what it is judged by."""

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
    """List scenarios (the default), suites or requirements; a PATTERN narrows it: a suite, an id, a glob."""
    rows = {"scenarios": _scenarios, "suites": _suites, "requirements": _requirements}
    what, patterns = (words[0], words[1:]) if words and words[0] in rows else ("scenarios", words)
    shown = 0
    for row in rows[what](patterns):
        shown += 1
        click.echo(json.dumps(row, ensure_ascii=False) if form == "json" else _line(row))
    if not shown:
        raise Problem(f"nothing fits {', '.join(patterns)}")
    ctx.exit(Exit.OK)


def _scenarios(patterns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    from a2a_conformance import corpus

    for scenario in corpus.select(patterns or ("all",)):
        forms = [cell.suffix for cell in scenario.cells()]
        yield {"id": scenario.id, "cells": forms, "title": scenario.title}


def _suites(patterns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    from a2a_conformance import corpus

    for name in corpus.SUITES:
        if not patterns or name in patterns:
            try:
                count = len(corpus.ids([name]))
            except corpus.NothingSelected:
                count = 0
            yield {"id": name, "cells": [f"{count} scenarios"], "title": " ".join(corpus.SUITES[name])}


def _requirements(patterns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    from fnmatch import fnmatchcase

    from a2a_conformance import catalog

    for row in catalog.ROWS:
        if not patterns or any(fnmatchcase(row.id, pattern) for pattern in patterns):
            judged = "" if row.left_out is None else f"not judged: {row.left_out}"
            marks = [row.level.value, row.basis.value, *([judged] if judged else [])]
            yield {"id": row.id, "cells": marks, "title": row.text}


def _line(row: dict[str, Any]) -> str:
    return f"{row['id']:<34} {', '.join(row['cells']):<26} {row['title']}"
