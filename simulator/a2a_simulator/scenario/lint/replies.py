"""Replies that break the life of a task without saying that they mean to."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.protocol.states import INTERRUPTED, TERMINAL
from a2a_simulator.scenario.models.file import EntryModel
from a2a_simulator.scenario.models.steps import EVENTS, Step
from a2a_simulator.scenario.narrowing import drives_of, entries_of, exists
from a2a_simulator.scenario.problems import Path, Problem
from a2a_simulator.scenario.suggestions import closest
from a2a_simulator.wire.wire_forms import Dialect, WireForm

if TYPE_CHECKING:
    from a2a_simulator.scenario.scenario import Scenario

_SETTLED: Final = frozenset(state.value for state in TERMINAL | INTERRUPTED)
_TERMINAL: Final = frozenset(state.value for state in TERMINAL)
_CANCEL: Final = "CancelTask"


def check(scenario: "Scenario") -> Iterator[Problem]:
    """Problems of all replies, one wire form after the other; the same problem may come more than once."""
    goes_on = any(step.answer is not None or step.context == "same" for _, step in drives_of(scenario.file.drive))
    for form in scenario.named_forms:
        known: dict[str, dict[str, bool]] = {}
        for agent, path, entry in entries_of(scenario):
            if exists(entry, form):
                artifacts = known.setdefault(agent, {}) if goes_on else {}
                yield from _Reply(scenario, agent, path, entry, artifacts, form).problems()


def answers_sends(entry: EntryModel) -> bool:
    """Whether an entry answers one of the two sends."""
    calls = entry.when.call if entry.when is not None else None
    return calls is None or "any" in calls or any(call in SENDS for call in calls)


class _Reply:
    """Walks one reply in one wire form; `artifacts`: id → whether its last chunk was sent."""

    def __init__(
        self,
        scenario: "Scenario",
        agent: str,
        path: Path,
        entry: EntryModel,
        artifacts: dict[str, bool],
        form: WireForm,
    ) -> None:
        self.scenario, self.agent, self.path, self.entry, self.form = scenario, agent, path, entry, form
        self.artifacts = artifacts
        self.sends = answers_sends(entry)
        self.state: str | None = None
        self.events = 0
        self.message = False
        self.broken = False
        self.ended = False
        self.final: Path | None = None

    def problems(self) -> Iterator[Problem]:
        yield from self._walk(self.entry.reply, (*self.path, "reply"))
        if self.sends and not self.broken and not self.message and self.state not in _SETTLED:
            yield from self._stops()

    def _walk(self, steps: list[Step], path: Path) -> Iterator[Problem]:
        for index, step in enumerate(steps):
            here: Path = (*path, index)
            if not exists(step, self.form):
                continue
            if self.ended:
                yield self._problem(here, "a step after `end`", "`end` is the last step")
                self.ended = False
            if step.repeat is not None:
                for _ in range(min(step.repeat.times, 2)):
                    yield from self._walk(step.repeat.steps, (*here, "repeat", "steps"))
            else:
                yield from self._step(step, here)

    def _step(self, step: Step, path: Path) -> Iterator[Problem]:
        verb = step.verb
        self.final = path
        if verb in EVENTS and verb != "error":
            yield from self._event(step, path)
        if verb == "http" and self.events:
            yield self._problem(path, "`http` after an event", "a whole response comes first, or not at all")
        if verb == "hold":
            yield from self._hold(step, path)
        self.ended = verb == "end"
        self.broken = self.broken or verb in ("error", "http", "fault", "raw") or step.cut is not None
        self.broken = self.broken or step.end == "open" or bool(step.deliberate)

    def _event(self, step: Step, path: Path) -> Iterator[Problem]:
        first, self.events = self.events == 0, self.events + 1
        if not step.deliberate:
            yield from self._order(step, path, first)
        if step.message is not None:
            self.message = self.message or first
        elif step.artifact is not None:
            if not step.deliberate:
                yield from self._chunk(step, path)
            self.artifacts[step.artifact.id] = bool(step.artifact.last) or step.artifact.chunks is not None
        elif step.task is not None:
            self.artifacts |= dict.fromkeys(step.task.artifacts or (), False)
            self._moves(step.task.state)
        elif step.status is not None:
            self._moves(step.status.state)

    def _moves(self, state: str | None) -> None:
        if state == "current":
            self.state = self.state or "completed"
        elif state is not None and self.state not in _TERMINAL:
            self.state = state

    def _order(self, step: Step, path: Path, first: bool) -> Iterator[Problem]:
        snapshot = step.task is not None and step.task.state in ("current", self.state)
        if first and self.sends and step.task is None and step.message is None and self.form.dialect is Dialect.V1_0:
            yield self._problem(
                path,
                f"{_article(step.verb)} as the first event of a reply to a send",
                "begin with `- task: submitted`, or say on purpose: `deliberate: stream-task-first`",
            )
        elif self.message:
            broken = "stream-msg-exactly-one" if step.message is not None else "stream-msg-no-task"
            yield self._problem(path, "an event after the Message", f"say on purpose: `deliberate: {broken}`")
        elif self.state in _TERMINAL and snapshot:
            if self.form.dialect is not Dialect.V1_0:
                yield self._problem(
                    path,
                    f"a Task after the terminal state {self.state}",
                    'legal only where the step exists in 1.0 alone: `dialects: "1.0"`',
                )
        elif self.state in _TERMINAL:
            yield self._problem(
                path,
                f"an event after the terminal state {self.state}",
                "say on purpose: `deliberate: stream-nothing-after-terminal`",
            )
        elif step.message is not None and not first:
            yield self._problem(
                path, "a Message inside a task's stream", "say on purpose: `deliberate: stream-no-message-midway`"
            )

    def _chunk(self, step: Step, path: Path) -> Iterator[Problem]:
        artifact = step.artifact
        if artifact is None or not artifact.append or "${" in artifact.id:
            return
        if artifact.id not in self.artifacts:
            meant = closest(artifact.id, self.artifacts)
            remedy = "start it without `append`, or say on purpose: `deliberate: art-append-unknown`"
            yield self._problem(
                (*path, "artifact", "append"),
                f'appends to "{artifact.id}", which was never started',
                f"did you mean `{meant}`?" if meant else remedy,
            )
        elif self.artifacts[artifact.id]:
            yield self._problem(
                (*path, "artifact", "append"),
                f'appends to "{artifact.id}" after its last chunk',
                "say on purpose: `deliberate: art-append-after-last`",
            )

    def _hold(self, step: Step, path: Path) -> Iterator[Problem]:
        hold = step.hold
        if hold is None or hold.until.call is None or _CANCEL not in hold.until.call:
            return
        if hold.release == "before_reply" or self._answers_cancel():
            return
        more = [later for later in self._after(path) if later.verb != "end"]
        if more:
            yield self._problem(
                path,
                "the built-in answer to CancelTask ends this reply, so the steps after the hold are never played",
                "`release: before_reply`, or an entry that answers CancelTask",
            )
        else:
            self.broken = True

    def _after(self, path: Path) -> list[Step]:
        index = path[len(self.path) + 1]
        return self.entry.reply[int(index) + 1 :] if isinstance(index, int) else []

    def _answers_cancel(self) -> bool:
        return any(
            agent == self.agent and entry.when is not None and _CANCEL in (entry.when.call or ())
            for agent, _, entry in entries_of(self.scenario)
        )

    def _stops(self) -> Iterator[Problem]:
        sends = [step for _, step in drives_of(self.scenario.file.drive) if step.send or step.answer]
        if sends and all(step.blocking is False for step in sends):
            return
        where = self.final if self.final is not None else self.path
        if self.events == 0:
            yield self._problem(where, "the reply says nothing", "add `- message: …`, or a task")
            return
        yield self._problem(
            where,
            f"the reply stops while the task is {self.state or 'not there'}",
            "add `- status: completed`, or say on purpose: `- fault: close`",
        )

    def _problem(self, path: Path, text: str, hint: str) -> Problem:
        return self.scenario.located.problem(path, text, hint)


def _article(verb: str) -> str:
    return {"artifact": "an artifact", "status": "a status"}.get(verb, verb)
