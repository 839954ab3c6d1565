"""A good and a bad stream for a requirement, and what a correct client tells of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from a2a_conformance.catalog import Requirement
from a2a_conformance.catalog.requirement import Seen
from a2a_conformance.explained.samples import samples_of
from a2a_conformance.oracle import accept
from a2a_conformance.report.escaping import cut, visible
from a2a_conformance.report.frames import Way, frames
from a2a_conformance.report.payloads import artifact_line
from a2a_simulator.journal import Journal, Kind, to_json
from a2a_simulator.scenario.play import Cell, Play
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.session.dry_run import dry_run

SHOWN: Final = 12
"""Lines of one stream; of a longer one its beginning and its end."""

TELLING_EVENTS: Final = 2
"""Events below which a stream shows little."""

WIDTH: Final = 160
"""Characters of one line."""

_TELLING: Final = frozenset(
    {Kind.CALLED, Kind.HEAD, Kind.EVENT, Kind.COMMENT, Kind.HELD, Kind.CLOSED, Kind.LEFT, Kind.FAULT}
)
"""What crosses the wire; the card and its call are left out."""


@dataclass(frozen=True, slots=True)
class Stream:
    """One conversation in short: where it is from and a line for each frame."""

    name: str
    lines: tuple[str, ...]
    events: int = 0
    told: tuple[str, ...] = ()
    """What a correct client may tell its caller."""


@dataclass(frozen=True, slots=True)
class Streams:
    """What there is to show."""

    good: Stream | None = None
    bad: Stream | None = None


def streams_of(row: Requirement, scenarios: tuple[Scenario, ...], breaking: tuple[Scenario, ...]) -> Streams:
    """A good and a bad one.

    For duties of clients what scenarios play, that were made for the requirement or break it on purpose, the plainest
    of each; for others the streams that the rule is shipped with. Either fills in for the other.
    """
    keeping = [one for one in scenarios if one not in breaking]
    played = (_plainest(row, keeping), _plainest(row, list(breaking)))
    shipped = tuple(None if told is None else Stream(*told) for told in samples_of(row))
    first, then = (shipped, played) if row.seen is Seen.RESPONSE else (played, shipped)
    return Streams(first[0] or then[0], first[1] or then[1])


def _plainest(row: Requirement, scenarios: list[Scenario]) -> Stream | None:
    """Of the scenarios that are made for it before all else, the one with the fewest frames that show something."""
    told = [
        (scenario.covers.index(row.id) if row.id in scenario.covers else 0, stream)
        for scenario in scenarios
        if (cell := _cell(row, scenario)) is not None and (stream := _stream(scenario, cell)).lines
    ]
    return min(told, key=lambda one: (one[0], one[1].events < TELLING_EVENTS, len(one[1].lines)), default=(0, None))[
        1
    ]


def _cell(row: Requirement, scenario: Scenario) -> Cell | None:
    return next((cell for cell in scenario.cells() if cell.wire_form.dialect in row.dialects), None)


def _stream(scenario: Scenario, cell: Cell) -> Stream:
    play = scenario.lower(cell)
    journal = dry_run(play)
    events = sum(record.kind is Kind.EVENT for record in journal) - 1  # the card is one, too
    return Stream(str(cell), tuple(_shortened(list(_lines(journal)))), events, tuple(_told(play, journal)))


def _lines(journal: Journal) -> Iterator[str]:
    cards = {record.call for record in journal if record.payload.get("operation") == "FetchCard"}
    kept = (record for record in journal if record.kind in _TELLING and record.call not in cards)
    for frame in frames(to_json(record) for record in kept):
        on_purpose = f"   breaks {', '.join(frame.deliberate)}" if frame.deliberate else ""
        if frame.way is not Way.NONE or frame.line:
            yield f"{frame.way} {visible(cut(frame.line, WIDTH))}{on_purpose}"


def _shortened(lines: list[str]) -> Iterator[str]:
    if len(lines) <= SHOWN:
        yield from lines
        return
    yield from lines[: SHOWN - 4]
    yield f"… {len(lines) - SHOWN + 1} more"
    yield from lines[-3:]


def _told(play: Play, journal: Journal) -> Iterator[str]:
    told = accept(play, journal)
    for step in play.drive:
        if step.id not in told:
            continue
        for wanted in told[step.id].wanted:
            words = [wanted.kind.value.replace("_", "-")]
            if wanted.answer:
                words.append(f"“{visible(cut(wanted.answer, 80))}”")
            if wanted.error is not None:
                words.append(visible(str(wanted.error)))
            words += [
                f"artifact {visible(name)} {visible(cut(artifact_line(list(parts)), 80))}"
                for name, parts in list((wanted.artifacts or {}).items())[:3]
            ]
            yield f"{step.verb}: {' · '.join(words)}" + (f" ({visible(wanted.why)})" if wanted.why else "")
