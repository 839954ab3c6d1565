"""`requirements`: the catalogue, what binds, and how much of it is proven to be judged."""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from a2a_conformance.cli.exits import Exit, HarnessProblem, Problem

if TYPE_CHECKING:
    from a2a_conformance.catalog import Requirement
    from a2a_conformance.catalog.sets import Sets


@click.command("requirements")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
@click.option("--level", type=click.Choice(["MUST", "SHOULD", "MAY", "INFO"]), help="Only this level.")
@click.option("--section", metavar="NUMBER", help="Only this section of the specification and those below it.")
@click.option("--direction", type=click.Choice(["C>", ">C", "C*", ">W", "W>", "--"]), help="Only where this shows.")
@click.option("--requirements", "words", multiple=True, metavar="SET", help="What binds by this set.")
@click.option("--coverage", "counted", is_flag=True, help="How much is proven to be judged, and what is not.")
@click.option("--lint", "linted", is_flag=True, help="Look for what is wrong with the catalogue itself.")
@click.option("--freeze", "release", metavar="YEAR.MONTH", help="Write new sets that name all that is judged today.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    patterns: tuple[str, ...],
    level: str | None,
    section: str | None,
    direction: str | None,
    words: tuple[str, ...],
    counted: bool,
    linted: bool,
    release: str | None,
    form: str,
) -> None:
    """List the requirements; a PATTERN narrows it: a glob over the ids, or a word of the id or the text.

    The list has a line for each requirement: id, level, basis, in which directions a breach shows (C> requests of the
    client, >C answers, C* what it makes of them, >W and W> webhooks, -- nowhere), and why it is not judged if so.
    """
    if counted + linted + (release is not None) > 1:
        raise Problem("--coverage, --lint and --freeze: one at a time")
    whole = next(
        (name for name, on in (("--coverage", counted), ("--lint", linted), ("--freeze", release)) if on), ""
    )
    if whole and (patterns or level or section or direction or words):
        raise Problem(f"{whole} is of the whole catalogue: leave out what narrows the list")
    if whole in ("--lint", "--freeze") and form == "json":
        raise Problem(f"{whole} has no JSON: leave out --format")
    if release is not None:
        ctx.exit(_freeze(release))
    if linted:
        ctx.exit(_lint())
    if counted:
        _coverage(form)
        ctx.exit(Exit.OK)
    chosen = list(select(patterns, level, section, direction))
    sets = _sets(words)
    if not chosen:
        raise Problem("no requirement fits; see `a2a-conformance requirements`")
    for row in chosen:
        click.echo(json.dumps(as_json(row, sets), ensure_ascii=False) if form == "json" else line(row))
    ctx.exit(Exit.OK)


def select(
    patterns: Iterable[str] = (), level: str | None = None, section: str | None = None, direction: str | None = None
) -> Iterator["Requirement"]:
    """The rows that fit all of it, in the order of the catalogue."""
    from a2a_conformance import catalog

    wanted = tuple(patterns)
    for row in catalog.ROWS:
        if (
            (not wanted or any(_speaks_of(pattern, row) for pattern in wanted))
            and level in (None, row.level.value)
            and (section is None or any(_below(one, section) for one in row.section.split("; ")))
            and (direction is None or direction in row.directions)
        ):
            yield row


def line(row: "Requirement") -> str:
    """A row in one line."""
    marks = f"{row.level} {row.basis} {' '.join(row.directions)}"
    left_out = f" (not judged: {row.left_out})" if row.left_out is not None else ""
    return f"{row.id:<34} {marks:<26} {row.text}{left_out}"


def as_json(row: "Requirement", sets: "Sets") -> dict[str, Any]:
    """A row with all that the catalogue knows of it, for one JSON line."""
    return {
        "id": row.id,
        "text": row.text,
        "because": row.because,
        "level": row.level.value,
        "levels": {str(dialect): row.level_in(dialect).value for dialect in row.dialects},
        "binds": {str(dialect): sets.level_of(row, dialect).value for dialect in row.dialects},
        "basis": row.basis.value,
        "section": row.section,
        "who": [who.value for who in row.who],
        "directions": list(row.directions),
        "dialects": [str(dialect) for dialect in row.dialects],
        "bindings": [str(binding) for binding in row.bindings],
        "checks": [judge.value for judge in row.checks],
        "left_out": None if row.left_out is None else row.left_out.value,
        "error": row.error or None,
        "aliases": list(row.aliases),
        "state": sets.state_of(row).value,
        "since": row.since,
    }


def _coverage(form: str) -> None:
    from a2a_conformance.selftest.coverage import coverage, proof

    for one in coverage(proof()):
        if form == "json":
            told = {"group": one.group.title, "rows": len(one.group.rows), "covered": one.covered}
            told |= {"share": round(one.share, 4), "goal": one.group.goal}
            told |= {"uncovered": {row.id: reason for row, reason in one.uncovered}}
            click.echo(json.dumps(told, ensure_ascii=False))
            continue
        share = f"{one.covered} of {len(one.group.rows)}, {one.share:.1%}"
        click.echo(f"{one.group.title}: {share} (goal {one.group.goal:.0%}{'' if one.reached else ', missed'})")
        for row, reason in one.uncovered:
            click.echo(f"  {row.id:<34} {row.level:<6} {reason}")


def _lint() -> Exit:
    from a2a_conformance.selftest.speakers import lint_catalogue

    problems = list(lint_catalogue())
    for problem in problems:
        click.echo(str(problem))
    if problems:
        raise HarnessProblem(f"{len(problems)} mistakes in the catalogue")
    click.echo("the catalogue is in order")
    return Exit.OK


def _freeze(release: str) -> Exit:
    from a2a_conformance.requirement_sets import CannotFreeze, freeze

    try:
        files = freeze(release)
    except CannotFreeze as problem:
        raise Problem(str(problem)) from problem
    for file in files:
        click.echo(f"wrote {file.name}")
    return Exit.OK


def _sets(words: tuple[str, ...]) -> "Sets":
    from a2a_conformance.requirement_sets import UnknownSet, choose

    try:
        return choose(words)
    except UnknownSet as problem:
        raise Problem(str(problem)) from problem


def _speaks_of(pattern: str, row: "Requirement") -> bool:
    from fnmatch import fnmatchcase

    return fnmatchcase(row.id, pattern) or pattern.lower() in f"{row.id} {row.text}".lower()


def _below(section: str, wanted: str) -> bool:
    return section == wanted or section.startswith(f"{wanted}.")
