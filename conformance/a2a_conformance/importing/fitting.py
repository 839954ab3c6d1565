"""Makes a scenario that, when it is played, breaks exactly what the recording breaks."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from a2a_conformance import catalog
from a2a_conformance.importing.draft import Fidelity, Reply, Step, ending, replies_of
from a2a_conformance.importing.talk import SAYABLE, Talk, talk_of
from a2a_conformance.importing.writing import entries, write
from a2a_conformance.judge import Judgement, dialect_of, judge_text
from a2a_conformance.recordings import NothingUnderstood, Recording, read_recording
from a2a_conformance.rules.engine import SPOKEN, judge_stream
from a2a_conformance.rules.journals import judge_journal
from a2a_conformance.rules.observed import observe
from a2a_conformance.vetting import vet
from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.problems import Problem, ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.session.dry_run import dry_run
from a2a_simulator.wire.sse import SseEvent, SseParser
from a2a_simulator.wire.wire_forms import Dialect

_EARLY: Final = "stream-early-eof"
"""What a stream breaks that ended too early; in a scenario `fault: close` says it."""

_REPLY: Final = re.compile(r"script\[(\d+)\]\.reply\[(\d+)\]")

Place = tuple[int, int]
"""Call and event, from 0."""
Broken = Mapping[Place, Counter[str]]


@dataclass(frozen=True, slots=True)
class Imported:
    """A scenario made of a recording. `text` is the file; `breaks` the requirements that its steps break."""

    text: str
    calls: int
    events: int
    breaks: tuple[str, ...]
    notes: tuple[str, ...] = ()
    """What of the recording the scenario does not say."""


def import_recording(data: bytes, name: str, title: str | None = None, dialect: str = "auto") -> Imported:
    """The scenario of a recording that is called `name`. Raises NothingUnderstood, as `judge` does."""
    try:
        return _imported(data, name, title, dialect)
    except RecursionError:
        raise NothingUnderstood("", "something in it is nested deeper than a scenario can say") from None


def _imported(data: bytes, name: str, title: str | None, dialect: str) -> Imported:
    judgement = judge_text(data, dialect)
    talk = _talk(data, judgement, dialect)
    replies = replies_of(talk)
    wanted = _wanted(judgement, replies)
    heading = title or f"what was recorded in {name}"
    fitting = _Fitting(talk, replies, wanted, heading)
    fitting.fit()
    events = sum(len(told.events) for told in talk.calls)
    breaks = [one for reply in replies for step in reply.steps for one in step.deliberate]
    breaks += [_EARLY for finding in judgement.findings if finding.requirement == _EARLY and not finding.note]
    notes = (*(f"left out: {what}" for what in talk.left_out), *fitting.unlike())
    comments = tuple(_comments(name, talk, breaks, events, notes))
    return Imported(
        write(talk, replies, heading, comments), len(talk.calls), events, tuple(dict.fromkeys(breaks)), notes
    )


def _talk(data: bytes, judgement: Judgement, dialect: str) -> Talk:
    chosen = judgement.dialect or (None if dialect == "auto" else Dialect(dialect))
    recording = read_recording(data)
    if isinstance(recording, Recording) and chosen is None:
        chosen = dialect_of(recording)
    return talk_of(recording, chosen)


def _wanted(judgement: Judgement, replies: Sequence[Reply]) -> dict[Place, Counter[str]]:
    """What each event of the recording breaks. Where a fault ends the script, nothing is said about the end."""
    places = {
        heard.frame: (number, index)
        for number, reply in enumerate(replies)
        for index, heard in enumerate(reply.told.events)
    }
    unended = {number: _before_the_end(reply) for number, reply in enumerate(replies) if ending(reply)}
    wanted: dict[Place, Counter[str]] = {}
    for finding in judgement.findings:
        place = places.get(finding.frame)
        meant = finding.text.endswith(", on purpose")
        if place is None or (finding.note and not meant):
            continue
        told = (finding.requirement, finding.frame)
        if place[0] in unended and finding.requirement in SPOKEN and told not in unended[place[0]]:
            continue
        wanted.setdefault(place, Counter())[finding.requirement] += 1
    return wanted


def _before_the_end(reply: Reply) -> set[tuple[str, int]]:
    """What the rules say of a stream before it ends."""
    told = reply.told
    frames = [observe(heard.frame, heard.json, told.dialect, name=heard.name) for heard in told.events]
    enveloped = not any(step.bare for step in reply.steps)
    subscribe = told.operation is Operation.SUBSCRIBE_TO_TASK
    found = judge_stream(frames, told.dialect, subscribe=subscribe, enveloped=enveloped, clean=None)
    odd = {(name, heard.frame) for heard in told.events if heard.odd for name in SPOKEN}
    return {(finding.requirement, finding.frame) for finding in found} | odd


class _Fitting:
    """Plays the draft dry, compares, and lets the steps that differ follow the recording more closely."""

    def __init__(self, talk: Talk, replies: Sequence[Reply], wanted: Broken, title: str) -> None:
        self._talk = talk
        self._replies = replies
        self._wanted = wanted
        self._title = title
        self._said: Broken = wanted
        self._based = False
        self._problems: Sequence[Problem] = ()

    def fit(self) -> None:
        """Until it breaks what it should, or follows as closely as it can."""
        self._mean(self._wanted)
        while True:
            scenario = self._load()
            if scenario is None:
                if not self._replace():
                    return
                continue
            begins = not self._based
            self._said = self._play(scenario)
            self._mean(self._said)
            if not begins and not self._closer(self._differing()):
                return

    def _replace(self) -> bool:
        """Says what the loader takes for a mistake by its JSON alone; False if there is nothing to replace."""
        blamed = {found[0] for problem in self._problems if (found := _REPLY.findall(problem.path))}
        replaced = False
        for number, (reply, steps) in enumerate(entries(self._replies)):
            for index, (step, _) in enumerate(steps):
                if step is not None and (str(number), str(index)) in blamed and step.fidelity < Fidelity.WHOLE:
                    before = reply.steps[: reply.steps.index(step)]
                    opens = all(other.fidelity is Fidelity.RAW or other.verb == "status" for other in before)
                    step.stand_in(opens, None)
                    step.base = None
                    replaced = True
        self._based = self._based and not replaced
        return replaced

    def unlike(self) -> Iterator[str]:
        """What the scenario breaks otherwise than the recording."""
        for place in sorted({*self._wanted, *self._said}):
            wanted, said = _comparable(self._wanted.get(place)), _comparable(self._said.get(place))
            lost, new = wanted - said, said - wanted
            for requirement in lost:
                yield f"event {place[1] + 1} of call {place[0] + 1} does not break {requirement}, the recording does"
            for requirement in new:
                yield f"event {place[1] + 1} of call {place[0] + 1} breaks {requirement}, the recording does not"
        scenario = self._load()
        problems = self._problems if scenario is None else vet(scenario)
        if problems:
            yield f"`lint` has something against it: {problems[0].text}"

    def _load(self) -> Scenario | None:
        text = write(self._talk, self._replies, self._title, ())
        try:
            return load_text(text, known_requirements=catalog.ids())
        except ScenarioProblems as problems:
            self._problems = problems.problems
            return None

    def _play(self, scenario: Scenario) -> dict[Place, Counter[str]]:
        journal = dry_run(scenario.lower(scenario.cells()[0]))
        played = _played(journal)
        if not self._based:
            self._take_bases(played)
        places = {
            record.seq: (number, index) for number, call in enumerate(played) for index, record in enumerate(call)
        }
        said: dict[Place, Counter[str]] = {}
        for finding in judge_journal(journal):
            if not finding.note and finding.frame in places:
                said.setdefault(places[finding.frame], Counter())[finding.requirement] += 1
        return said

    def _take_bases(self, played: Sequence[Sequence[Record]]) -> None:
        self._based = True
        for reply, records in zip(self._replies, played, strict=False):
            if len(records) == len(reply.steps):
                for step, record in zip(reply.steps, records, strict=True):
                    step.base = record.payload.get("json")

    def _differing(self) -> set[Place]:
        return {
            place
            for place in {*self._wanted, *self._said}
            if _comparable(self._wanted.get(place)) != _comparable(self._said.get(place))
        }

    def _closer(self, wanted: set[Place]) -> bool:
        """Lets these steps follow the recording more closely; False if none can.

        Bytes come last: what they say is no word of the script, so neither edits nor other dialects can change it.
        """
        if self._raise(wanted, Fidelity.ALIKE) or self._raise(wanted, Fidelity.WHOLE):
            return True
        around = {place for place in self._steps() if any(place[0] == other[0] for other in wanted)}
        return self._raise(around, Fidelity.ALIKE) or self._raise(
            {place for place in wanted if place in self._steps() and self._steps()[place].heard.odd}, Fidelity.RAW
        )

    def _raise(self, places: set[Place], limit: Fidelity) -> bool:
        moved = False
        for place, step in self._steps().items():
            if place in places and step.fidelity < limit:
                step.fidelity = limit if limit > Fidelity.ALIKE else Fidelity(step.fidelity + 1)
                moved = True
        return moved

    def _steps(self) -> dict[Place, Step]:
        return {(n, i): step for n, reply in enumerate(self._replies) for i, step in enumerate(reply.steps)}

    def _mean(self, broken: Broken) -> None:
        for number, reply in enumerate(self._replies):
            for index, step in enumerate(reply.steps):
                step.deliberate = tuple(sorted(broken.get((number, index), Counter())))


def _comparable(broken: Counter[str] | None) -> Counter[str]:
    """What shows in one stream: a saved stream has no request to be held to, the journal of a run has."""
    return Counter({name: count for name, count in (broken or {}).items() if name in SPOKEN - {_EARLY}})


def _played(journal: Journal) -> list[list[Record]]:
    """The events of each call, in order of the calls; those in raw bytes among them."""
    calls: dict[int | None, list[Record]] = {}
    for record in journal:
        if record.kind is Kind.CALLED and record.payload.get("operation") in SAYABLE:
            calls[record.call] = []
        elif record.call in calls and (record.kind is Kind.EVENT or _is_event(record)):
            calls[record.call].append(record)
    return list(calls.values())


def _is_event(record: Record) -> bool:
    if record.kind is not Kind.COMMENT or record.wire is None:
        return False
    return any(isinstance(frame, SseEvent) and frame.dispatched for frame in SseParser().feed(record.wire.data))


def _comments(
    name: str, talk: Talk, breaks: Sequence[str], events: int, notes: Sequence[str]
) -> Iterator[str]:  # fmt: skip
    calls = len(talk.calls)
    counted = f"{calls} {'call' if calls == 1 else 'calls'}, {events} {'event' if events == 1 else 'events'}"
    yield f"Imported from {name}: {counted}, A2A {talk.dialect}. Ids and times are made up anew."
    for requirement in dict.fromkeys(breaks):
        yield f"It breaks {requirement}: {catalog.get(requirement).text}"
    yield from notes
