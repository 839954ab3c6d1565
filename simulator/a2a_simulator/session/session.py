"""One run: calls come in, commands come out; tasks and their timelines live here. Knows no clock and no socket."""

from collections.abc import Mapping
from typing import Any, Final

from a2a_simulator.journal import Kind
from a2a_simulator.scenario.play import AgentPlay, HoldStep, Play
from a2a_simulator.session import builtin, refusal
from a2a_simulator.session.addresses import Address
from a2a_simulator.session.agent import Agent
from a2a_simulator.session.call_log import CallLog
from a2a_simulator.session.choosing import choose
from a2a_simulator.session.commands import Clock, Command, Note
from a2a_simulator.session.events import (
    Asked,
    Called,
    Due,
    Left,
    Released,
    Reported,
    SessionEvent,
    Stopped,
    Struck,
    Surfaced,
    Written,
)
from a2a_simulator.session.exchange import Exchange
from a2a_simulator.session.forsaken import Forsaken
from a2a_simulator.session.holds import Sights, until
from a2a_simulator.session.request import Request, called_note, read_request
from a2a_simulator.session.timeline import Drain, Hold, Sleep, Timeline
from a2a_simulator.session.timers import Timers
from a2a_simulator.session.values import Timestamps
from a2a_simulator.wire.sse import comment
from a2a_simulator.wire.wire_forms import Dialect

TASKS_KEPT: Final = 1_000
"""Tasks that a served agent remembers."""


class Session:
    """Holds one run. Feed it what happened, in order; do what it commands, in order.

    `others` are the same agents in further dialects, for a server that speaks several at once. `sees_events`: the
    target tells each event that it surfaces, so `hold: seen` means something. `per_task`: each new task begins its
    script anew (serve mode).
    """

    def __init__(
        self,
        play: Play,
        addresses: Mapping[str, Address],
        sees_events: bool = False,
        per_task: bool = False,
        others: tuple[Play, ...] = (),
    ) -> None:
        timestamps = Timestamps()
        home = play.cell.wire_form.dialect
        seed = play.seed or f"{play.cell}#{play.round}"
        self.play = play
        self.agents = {
            agent.name: Agent(
                _by_dialect(agent, play, others), home, addresses[agent.name], seed, timestamps, per_task
            )
            for agent in play.agents
        }
        self.sees_events = sees_events
        self._per_task = per_task
        self.reached: set[str] = set()
        """The drive steps whose reply got as far as their `meanwhile`: a hold, or without one its first event."""
        self._running: set[str] = set()
        self._out: list[Command] = []
        self._exchanges: dict[int, Exchange] = {}
        self._timelines: list[Timeline] = []
        self._timers = Timers(self._out)
        self._log = CallLog(self.agents)
        self._sights = Sights()
        self._forsaken = Forsaken(() if per_task else play.drive, lasting=per_task)

    @property
    def idle(self) -> bool:
        """Whether no reply can go on by itself: each is over, or waits for the target."""
        return all(isinstance(timeline.pause, Hold) for timeline in self._timelines)

    def feed(self, event: SessionEvent) -> list[Command]:
        """Takes in what happened and tells what is to be done now."""
        match event:
            case Called():
                self._called(event)
            case Due():
                self._due(event.timer)
            case Written():
                self._written(event.call)
            case Left():
                self._left(event.call)
            case Asked():
                self._running.add(event.step)
                self.reached.discard(event.step)
                self._note(Kind.ASKED, {"step": event.step, "verb": event.verb})
            case Surfaced():
                self._sights.surfaced.append(dict(event.event))
                self._note(Kind.SURFACED, event.event)
            case Released():
                self._sights.free_for_all = True
            case Struck():
                for exchange in [each for each in self._exchanges.values() if each.live]:
                    exchange.fault(event.kind)
            case Stopped():
                self._sights.stops += 1
                self._note(Kind.SURFACED, {"event": "stopped"})
            case Reported():
                self._running.discard(event.step)
                self._note(Kind.REPORTED, {"step": event.step, "outcome": dict(event.outcome)})
        self._release()
        self._sights.free_for_all = False
        out = self._out.copy()
        self._out.clear()
        return out

    def change(self, play: Play, others: tuple[Play, ...] = ()) -> None:
        """Plays another script of the same agents from now on. Raises ValueError if the agents differ."""
        if {agent.name for agent in play.agents} != set(self.agents):
            raise ValueError("the file has other agents than before; start again to serve them")
        self.play = play
        for agent in play.agents:
            self.agents[agent.name].change(_by_dialect(agent, play, others))

    def late(self, event: Called) -> Note:
        """What the journal says of a call that came after the end of the run."""
        agent = self.agents.get(event.agent)
        paths = agent.card_paths if agent else frozenset()
        request = read_request(event, self.play.cell.wire_form.dialect, paths)
        return called_note(request, "unscripted", late=True)

    def _called(self, event: Called) -> None:
        agent = self.agents.get(event.agent)
        if agent is None:
            self._stray(event)
            return
        request = read_request(event, agent.home, agent.card_paths)
        exchange = Exchange(request, self._out, request.streams, self._over)
        self._exchanges[event.call] = exchange
        if self._per_task:
            agent.store.forget_oldest(TASKS_KEPT)
        book = agent.books.of(request)
        picked, reason = choose(agent, request, book, self._per_task)
        refused = reason.text if reason and reason.told else None
        self._note_call(agent, request, picked[0].path if picked else None, refused)
        self._log.add(request)
        self._release(before_reply=True)
        if reason is not None:
            refusal.refuse(exchange, reason)
        elif picked is not None:
            entry, use = picked
            timeline = Timeline(agent, exchange, entry, use, book, self._log.count)
            self._timelines.append(timeline)
            self._advance(timeline)
        elif (canceled := builtin.answer(agent, exchange)) is not None:
            self._drop(agent, canceled)
        elif exchange.subscriber and self._forsaken.has(agent, request.task_id, self._timelines):
            exchange.fault("close")
        if exchange.open and agent.serve.interval:
            self._beat(exchange, agent)

    def _over(self, call: int) -> None:
        self._exchanges.pop(call, None)

    def _advance(self, timeline: Timeline) -> None:
        """Plays a reply as far as it can go."""
        self._timers.stop(timeline)
        while True:
            pause = timeline.advance()
            if timeline.told and not timeline.holds:
                self.reached |= self._running
            match pause:
                case None:
                    self._ended(timeline)
                    return
                case Sleep():
                    self._timers.start(timeline, pause.seconds, pause.scales)
                    return
                case Drain():
                    return
                case Hold(step):
                    self.reached |= self._running
                    if self._let_go(timeline, step):
                        continue
                    self._timers.start(timeline, step.timeout, clock=Clock.TIMEOUT)
                    return

    def _ended(self, timeline: Timeline) -> None:
        self._timelines.remove(timeline)
        task_id, agent = timeline.task_id, timeline.agent
        task = agent.store.get(task_id)
        self._forsaken.note(timeline)
        if task is None or timeline.stays_open:
            return
        if timeline.writer.finished_it:
            self._drop(agent, task.id)
        if not timeline.tells:
            return
        if not any(other.task_id == task_id and other.agent is agent for other in self._timelines):
            agent.end_streams(task.id)

    def _drop(self, agent: Agent, task_id: str) -> None:
        for timeline in [each for each in self._timelines if each.agent is agent and each.task_id == task_id]:
            self._timers.stop(timeline)
            timeline.drop()
            self._timelines.remove(timeline)

    def _release(self, before_reply: bool = False) -> None:
        """Lets go each hold whose condition came true. While a call is still unanswered only `before_reply` ones."""
        for timeline in list(self._timelines):
            if isinstance(timeline.pause, Hold):
                step = timeline.pause.step
                if before_reply and not (step.before_reply and step.when is not None):
                    continue
                if self._let_go(timeline, step):
                    self._advance(timeline)

    def _let_go(self, timeline: Timeline, step: HoldStep) -> bool:
        if self._sights.free_for_all:
            by: str | None = "hand"
        elif step.when is None:
            by = self._sights.let_go(timeline, step, self.sees_events)
        else:
            by = "event" if self._log.claim(timeline, step.when) else None
        if by is not None:
            self._note_hold(timeline, step, by)
        return by is not None

    def _due(self, timer: int) -> None:
        owner = self._timers.due(timer)
        if isinstance(owner, Exchange):
            self._heartbeat(owner)
        elif owner is not None:
            if isinstance(owner.pause, Hold):
                self._note_hold(owner, owner.pause.step, "timeout")
            self._advance(owner)

    def _heartbeat(self, exchange: Exchange) -> None:
        if not exchange.open:
            return
        if exchange.quiet:
            exchange.passage(comment("", exchange.framing, exchange.pristine), "", refusal.HEARTBEAT)
        self._beat(exchange, self.agents[exchange.request.agent])

    def _beat(self, exchange: Exchange, agent: Agent) -> None:
        exchange.quiet = True
        if agent.serve.interval:
            self._timers.start(exchange, agent.serve.interval, clock=Clock.BEAT, of=agent.silence)

    def _written(self, call: int) -> None:
        for timeline in self._timelines:
            if timeline.exchange.request.call == call:
                timeline.exchange.backlog = 0
                timeline.flushed = True
                if isinstance(timeline.pause, Drain):
                    self._advance(timeline)
                return

    def _left(self, call: int) -> None:
        exchange = self._exchanges.pop(call, None)
        if exchange is None:
            return
        exchange.left()
        self.agents[exchange.request.agent].detach(exchange)
        self._out.append(Note(Kind.LEFT, {}, exchange.request.agent, call=call))
        for timeline in list(self._timelines):
            if timeline.exchange is exchange:
                timeline.gone = True
                if isinstance(timeline.pause, Drain):
                    self._advance(timeline)

    def _note(self, kind: Kind, payload: Mapping[str, Any]) -> None:
        self._out.append(Note(kind, payload, agent=self.play.agents[0].name))

    def _note_hold(self, timeline: Timeline, step: HoldStep, by: str) -> None:
        payload = {"until": until(step), "by": by, "step": step.path}
        self._out.append(Note(Kind.HELD, payload, timeline.agent.name, call=timeline.exchange.request.call))

    def _note_call(self, agent: Agent, request: Request, entry: str | None, refused: str | None) -> None:
        unscripted = refused is None and (request.sends or request.operation is None)
        label = entry or ("unscripted" if unscripted else "built-in")
        closest = None
        if label == "unscripted":
            closest = agent.books.of(request).closest(agent.entries(request.dialect), request)
        self._out.append(called_note(request, label, closest, refused=refused))

    def _stray(self, event: Called) -> None:
        """A call to the origin that nobody must call."""
        request = read_request(event, self.play.cell.wire_form.dialect, frozenset())
        exchange = Exchange(request, self._out, streaming=False)
        self._out.append(called_note(request, "unscripted"))
        exchange.http(404, {"content-type": "text/plain"}, b"no agent lives here\n")


def _by_dialect(agent: AgentPlay, play: Play, others: tuple[Play, ...]) -> dict[Dialect, AgentPlay]:
    plays = {other.cell.wire_form.dialect: other.agent(agent.name) for other in others}
    return {**plays, play.cell.wire_form.dialect: agent}
