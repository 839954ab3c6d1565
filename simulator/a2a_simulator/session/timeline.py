"""A reply being played: the life of a task, told step by step to whoever listens (scenario format §6)."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.states import SETTLED
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import (
    ArtifactStep,
    CommentStep,
    EndStep,
    Entry,
    ErrorStep,
    FaultStep,
    HoldStep,
    HttpStep,
    MessageStep,
    PushStep,
    RawStep,
    StatusStep,
    Step,
    TaskStep,
    WaitStep,
)
from a2a_simulator.session.agent import Agent
from a2a_simulator.session.commands import Source
from a2a_simulator.session.exchange import BURST, Exchange
from a2a_simulator.session.matching import Book
from a2a_simulator.session.steps import EventStep, Writer
from a2a_simulator.session.substitution import fill_value
from a2a_simulator.wire import sse
from a2a_simulator.wire.framing import Framing


@dataclass(frozen=True, slots=True)
class Sleep:
    """Time passes."""

    seconds: float
    scales: bool = True


@dataclass(frozen=True, slots=True)
class Hold:
    """The target has to do something first."""

    step: HoldStep


@dataclass(frozen=True, slots=True)
class Drain:
    """The reader is slow: what was written has to leave first."""


Pause = Sleep | Hold | Drain
_EVENTS: Final = (TaskStep, StatusStep, ArtifactStep, MessageStep)
_OPENERS: Final = (*_EVENTS, CommentStep, RawStep, EndStep)
_RESPONSES: Final = (*_OPENERS, ErrorStep, HttpStep, FaultStep)


class Timeline:
    """One entry of a script, being played to the call that started it."""

    def __init__(self, agent: Agent, exchange: Exchange, entry: Entry, use: int, book: Book, began: int) -> None:
        self.agent = agent
        self.exchange = exchange
        self.entry = entry
        self.began = began
        self.pause: Pause | None = None
        self.timer: int | None = None
        self.told = 0
        self.seen = 0
        self.last: Event | tuple[str, str] | None = None
        """What was told last; of a chunk only the ids of task and artifact."""
        self.over = False
        self.flushed = False
        self.gone = False
        self.stays_open = False
        self.writer = Writer(agent, exchange.request, use, book)
        self.holds = any(isinstance(step, HoldStep) for step in entry.steps)
        """Whether some step of the entry waits for the target."""
        self._last_event = max(
            (number for number, step in enumerate(entry.steps) if isinstance(step, (*_EVENTS, ErrorStep))), default=-1
        )
        self._run = self._play()
        exchange.transport = entry.transport
        exchange.framing = self._framing
        exchange.headers = tuple((name, self.writer.fill(value)) for name, value in entry.headers.items())

    @property
    def task_id(self) -> str | None:
        """The task that it is the life of, once it has one."""
        return None if self.writer.task is None else self.writer.task.id

    @property
    def tells(self) -> bool:
        """Whether the streams of the task end with this reply; one that only answers a read or a cancel ends none."""
        request = self.exchange.request
        return request.sends or request.streams or self.writer.finished_it

    def advance(self) -> Pause | None:
        """Plays up to the next pause; None: the reply is over."""
        self.pause = next(self._run, None)
        self.over = self.pause is None
        return self.pause

    def drop(self) -> None:
        """Ends it here: the rest of the reply never happens."""
        self.over = True
        self.pause = None
        self._run.close()
        self._conclude()

    def _play(self) -> Generator[Pause]:
        exchange, pace = self.exchange, self.entry.pace
        if exchange.streaming and self._opens():
            exchange.start()
        for index, step in enumerate(self.entry.steps):
            match step:
                case TaskStep() | StatusStep() | ArtifactStep() | MessageStep():
                    if pace is not None and self.told and exchange.streaming:
                        if pace.until_seen:
                            yield Hold(HoldStep(self.entry.place, self.entry.path, timeout=pace.timeout))
                        else:
                            yield Sleep(pace.each)
                    self._tell(step, index)
                    if exchange.backlog > BURST and exchange.open:
                        exchange.flush()
                        yield Drain()
                case WaitStep():
                    stretch = 0.5 + self.agent.values.fraction() if step.jitter else 1.0
                    yield Sleep(step.seconds * stretch, step.scales)
                case HoldStep():
                    if step.until == "answered" and step.when is None:
                        self._answer_now()
                        exchange.flush()
                    if exchange.streaming or step.until != "seen" or step.when is not None:
                        yield Hold(step)
                case _:
                    self._act(step)
        self._conclude()

    def _opens(self) -> bool:
        for step in self.entry.steps:
            if isinstance(step, _RESPONSES):
                return isinstance(step, _OPENERS)
        return False

    def _told_quickly(self, step: EventStep) -> bool:
        """Tells a chunk that was encoded before, to the one stream that listens. False: not that easy."""
        task = self.writer.task
        if not isinstance(step, ArtifactStep) or task is None or not self.exchange.streaming:
            return False
        dialect = self.exchange.request.dialect
        tail = self.agent.tails.get(step, dialect)
        if tail is None or tail.artifact is None or tail.data is None or not self.agent.only(task.id, self.exchange):
            return False
        if not self.exchange.chunk(tail.data, Source(step.path, self.entry.path, step.deliberate)):
            return False
        task.update(tail.artifact, step.append)
        self.last = (task.id, tail.artifact.artifact_id)
        self.told += 1
        return True

    def _keep_tail(self, step: ArtifactStep, event: ArtifactUpdate) -> None:
        tail, dialect = self.exchange.tail(event.context_id), self.exchange.request.dialect
        if tail is not None and self.agent.tails.get(step, dialect) is None:
            self.agent.tails.put(step, dialect, event.artifact, tail)

    def _tell(self, step: EventStep, index: int) -> None:
        if self._told_quickly(step):
            return
        untold = self.task_id is None
        event = self.writer.event(step, last=self._is_last(index))
        if untold and self.task_id is not None and self.exchange.open:
            self.agent.attach(self.task_id, self.exchange)
        self.last = event
        self.told += 1
        source = Source(step.path, self.entry.path, step.deliberate)
        if self.exchange.streaming:
            if self.task_id is None:
                self.exchange.event(event, source, self.writer.mods(step.mods))
            else:
                self.agent.tell(self.task_id, event, self.exchange, source, self.writer.mods(step.mods))
                if isinstance(step, ArtifactStep) and isinstance(event, ArtifactUpdate):
                    self._keep_tail(step, event)
            return
        if isinstance(event, Message):
            self.exchange.answer(event, source, self.writer.mods(step.mods))
            return
        assert self.task_id is not None
        self.agent.tell(self.task_id, event, None, source)
        settled = isinstance(event, (Task, StatusUpdate)) and event.status.state in SETTLED
        if settled or (self.exchange.request.sends and not self.exchange.request.blocking):
            self.exchange.answer(self.writer.folded(), source, self.writer.mods(step.mods))

    def _is_last(self, index: int) -> bool:
        return index >= self._last_event

    def _act(self, step: Step) -> None:
        exchange, source = self.exchange, Source(step.path, self.entry.path, step.deliberate)
        names = self.writer.fill
        match step:
            case CommentStep():
                text = names(step.text)
                exchange.passage(sse.comment(text, exchange.framing, exchange.pristine), text, source)
            case RawStep():
                data = self.writer.fill_bytes(step.data)
                exchange.passage(data, data.decode("utf-8", "replace"), source)
            case ErrorStep():
                exchange.error(
                    name=step.name,
                    code=step.code,
                    message=None if step.message is None else names(step.message),
                    data=fill_value(step.data, self.writer.names),
                    form=step.form,
                    retry_after=step.retry_after,
                    source=source,
                    mods=self.writer.mods(step.mods),
                )
            case HttpStep():
                headers = {name: names(value) for name, value in step.headers.items()}
                exchange.http(step.status, headers, self.writer.fill_bytes(step.body), source)
            case FaultStep():
                if step.kind == "close":
                    self._answer_now()
                exchange.fault(step.kind, step.path)
            case EndStep():
                self.stays_open = step.open
            case PushStep():
                pass

    @property
    def _framing(self) -> Framing:
        """The line ends, slices and mark of the entry's events; a comment has no other part of a frame."""
        for step in self.entry.steps:
            if isinstance(step, _EVENTS):
                frame = step.mods.frame
                return Framing(newline=frame.newline, bom=frame.bom, space=frame.space, split=frame.split)
        return Framing()

    def _answer_now(self) -> None:
        if not self.exchange.streaming and self.writer.task is not None:
            self.exchange.answer(self.writer.folded(), Source("", self.entry.path))

    def _conclude(self) -> None:
        if not self.exchange.streaming:
            if self.exchange.live and self.writer.task is not None:
                step = next(step for step in reversed(self.entry.steps) if isinstance(step, _EVENTS))
                source = Source(step.path, self.entry.path, step.deliberate)
                self.exchange.answer(self.writer.folded(), source, self.writer.mods(step.mods))
            elif self.exchange.live:
                self.exchange.error("InternalError", message=f"{self.entry.path} tells nothing")
        elif not self.stays_open:
            self.exchange.close()
