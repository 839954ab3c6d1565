"""A requirement as a page of the documentation, and the page that lists them all."""

from collections.abc import Iterable, Iterator
from typing import Final

from a2a_conformance import corpus
from a2a_conformance.catalog import TOPICS
from a2a_conformance.explained.explanation import Explanation
from a2a_conformance.explained.streams import Stream
from a2a_conformance.report.escaping import visible
from a2a_conformance.requirement_sets import newest
from a2a_simulator.scenario.scenario import Scenario

MUTANTS: Final = 10
"""Mutants on a page, those first that fail little else."""

COMMAND: Final = "a2a-conformance explain --write docs/requirements"
"""The command that writes all pages."""

TITLES: Final = {
    False: ("A good stream", "A bad stream"),
    True: ("What is played", "What is played where the agent breaks it"),
}
"""Headings of the streams, for requirements that bind agents alone, and for those that clients can break."""

BELOW: Final = "../.."
"""From a page to the root of the tree."""


def page(told: Explanation) -> str:
    """The page of one requirement, Markdown."""
    return "\n".join(_page(told)) + "\n"


def index(rows: Iterable[Explanation]) -> str:
    """The page that lists all requirements by topic, Markdown."""
    return "\n".join(_index({told.row.id: told for told in rows})) + "\n"


def _page(told: Explanation) -> Iterator[str]:
    row = told.row
    yield f"# {row.id}"
    yield ""
    yield row.text
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield _cells("Level", told.levels)
    yield _cells("From", "; ".join(told.citations))
    if row.because:
        yield _cells("Because", row.because)
    yield _cells("Binds", f"{told.who}; a breach shows {told.place}")
    yield _cells("Judged", told.judged)
    yield _cells("Since", f"requirement set {row.since}, {newest().state_of(row)}")
    if row.aliases:
        yield _cells("Was called", ", ".join(f"`{name}`" for name in row.aliases))
    yield from ("", "## What to do", "", told.advice)
    good, bad = TITLES[told.binds_clients]
    yield from _stream(good, told.streams.good)
    yield from _stream(bad, told.streams.bad)
    yield from _scenarios("Scenarios made for it", told.scenarios)
    yield from _scenarios("Scenarios that break it on purpose", told.breaking)
    if told.failing:
        yield from ("", "## Mutants that fail it", "", "| Mutant | What is wrong with it | Fails |", "|---|---|---|")
        for one in told.failing[:MUTANTS]:
            checks = ", ".join(f"`{check}` = {status}" for check, status in one.checks.items())
            yield f"| `{one.mutant.name}` | {_cell(one.mutant.text)} | {checks} |"
        if len(told.failing) > MUTANTS:
            more = len(told.failing) - MUTANTS
            yield from (
                "",
                f"{more} more fail it beside much else: see [the kill matrix](../kill-matrix.md).",
            )
    if told.bugs:
        yield from ("", "## Seen in the field", "")
        yield from (f"- {_bug(bug)}" for bug in told.bugs)
    yield ""
    yield f"On the terminal: `a2a-conformance explain {row.id}`. [All requirements](README.md)."


def _stream(title: str, stream: Stream | None) -> Iterator[str]:
    if stream is None:
        return
    yield from ("", f"## {title}", "", f"`{stream.name}`", "", "```text", *stream.lines, "```")
    if stream.told:
        yield from ("", "A correct client tells its caller:", "")
        yield from (f"- {_cell(line)}" for line in stream.told)


def _scenarios(title: str, scenarios: tuple[Scenario, ...]) -> Iterator[str]:
    if not scenarios:
        return
    yield from ("", f"## {title}", "")
    for scenario in scenarios:
        file = corpus.shown(str(corpus.paths()[scenario.id]))
        yield f"- [`{scenario.id}`]({BELOW}/{file}) {_cell(scenario.title)}"


def _index(told: dict[str, Explanation]) -> Iterator[str]:
    yield "# Requirements"
    yield ""
    judged = sum(one.row.left_out is None for one in told.values())
    yield (
        f"{len(told)} requirements, {judged} of which are judged. Each has a page with its reasoning, streams,"
        f" mutants and advice for authors of clients. Written by `{COMMAND}`."
    )
    for title, rows in TOPICS.items():
        yield from ("", f"## {title}", "", "| Requirement | Level | Shows | What it asks |", "|---|---|---|---|")
        for row in rows:
            left_out = "" if row.left_out is None else f" *Not judged: {row.left_out}.*"
            shows = ", ".join(place.value for place in row.places)
            yield f"| [`{row.id}`]({row.id}.md) | {row.level} ({row.basis}) | {shows} | {_cell(row.text)}{left_out} |"


def _cells(name: str, text: str) -> str:
    return f"| {name} | {_cell(text)} |"


def _cell(text: str) -> str:
    """A text that stays in its cell."""
    return visible(text).replace("|", "\\|")


def _bug(bug: str) -> str:
    owner, slash, rest = bug.partition("/")
    repo, mark, number = rest.partition("#")
    if slash and mark and number.isdigit():
        return f"[{bug}](https://github.com/{owner}/{repo}/issues/{number})"
    return _cell(bug)
