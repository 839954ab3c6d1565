"""The harness as the caller of one drive step: hears events, counts as a listener, says go or stop."""

from collections.abc import Callable

from a2a_conformance.adapters.base import Go, Reply, Stop
from a2a_conformance.adapters.normal_form import write_event
from a2a_conformance.outcome import Surfaced
from a2a_conformance.runner.ids import Ids
from a2a_conformance.runner.leaving import Leaving
from a2a_conformance.runner.ports import OpenRun
from a2a_conformance.runner.watch import Watch
from a2a_simulator.scenario.play import Listener, StopAt


class StopRule:
    """Counts what a listener hears (status and artifact updates, nothing else) until it is to stop."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._updates = 0
        self._chunks = 0
        self._artifacts: set[str | None] = set()

    def hear(self, event: Surfaced) -> bool:
        """Whether the listener stops at this event."""
        if event.event not in ("status", "artifact"):
            return False
        self._updates += 1
        if event.event == "artifact":
            self._chunks += 1
            self._artifacts.add(event.artifact)
        at = self._listener.at
        match self._listener.stop_at:
            case StopAt.UPDATE:
                return self._updates == at
            case StopAt.STATUS:
                return event.event == "status" and event.state == str(at)
            case StopAt.CHUNK:
                return event.event == "artifact" and self._chunks == at
            case StopAt.ARTIFACTS:
                return len(self._artifacts) == at
            case None:
                return False

    @property
    def reply(self) -> Stop:
        """What the listener answers when it stops."""
        return Stop(self._listener.response, self._listener.artifacts)


class Caller:
    """The sink of one step (see `adapters.base.Sink`)."""

    def __init__(
        self,
        run: OpenRun,
        watch: Watch,
        step: str,
        ids: Ids,
        listener: Listener | None,
        log: Callable[[str], None],
        leaving: Leaving | None = None,
    ) -> None:
        """`leaving` is given for targets that show events: there the harness decides when enough was heard."""
        self._run = run
        self._watch = watch
        self._step = step
        self._ids = ids
        self._rule = None if listener is None else StopRule(listener)
        self._leaving = leaving
        self._left = False
        self._stopped = False
        self.log = log

    def surfaced(self, event: Surfaced) -> Reply:
        """Journals the event, learns its ids, asks the listener; after its stop all is answered by stop."""
        self._run.surfaced({"step": self._step, **write_event(event)})
        self._ids.learn(event.task, event.context)
        if self._leaving is not None:
            self._leaving.hear(event)
        if self._rule is None:
            return Go()
        if not self._stopped and self._rule.hear(event):
            self._stopped = True
            self._run.listener_stopped()
        return self._rule.reply if self._stopped else Go()

    def patience(self) -> float:
        """Seconds to wait before asking again; 0: give up."""
        if self._leaving is None:
            return self._watch.patience()
        self._left = self._left or self._leaving.due()
        return 0.0 if self._left else min(self._watch.patience(), self._leaving.pause)

    def leaves(self) -> bool:
        """Whether patience is used up because the caller has its answer."""
        return self._left

    def reached(self) -> bool:
        """Whether any request of this run reached the fake agent yet."""
        return self._run.first_request
