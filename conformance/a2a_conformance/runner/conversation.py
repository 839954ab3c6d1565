"""The drive of one run, step by step: in order, `after`, `meanwhile`, `parallel` (scenario format §4)."""

import threading
from dataclasses import dataclass, field, replace

from a2a_conformance.adapters.base import Adapter, AdapterError
from a2a_conformance.adapters.normal_form import write_told
from a2a_conformance.oracle.sequence import derive
from a2a_conformance.outcome import Ended, Hello, Kind, Observes, Told
from a2a_conformance.runner.caller import Caller
from a2a_conformance.runner.ids import Ids
from a2a_conformance.runner.leaving import Leaving
from a2a_conformance.runner.ports import OpenRun
from a2a_conformance.runner.requests import ON_A_TASK, request_for
from a2a_conformance.runner.settings import Settings
from a2a_conformance.runner.watch import Watch
from a2a_simulator.scenario.play import DriveStep, Play, Verb


@dataclass(slots=True)
class Driving:
    """One run while it is driven: who, where, and what was told so far."""

    run: OpenRun
    name: str
    play: Play
    adapter: Adapter
    hello: Hello
    settings: Settings
    watch: Watch
    told: list[Told] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    problems: list[AdapterError] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, told: Told) -> Told:
        """Adds what one step came to."""
        with self.lock:
            self.told.append(told)
        return told

    def keep_log(self, text: str) -> None:
        """Adds to the target's log."""
        with self.lock:
            self.log.append(text)


class Conversation:
    """Steps that share the ids told so far; every branch of a `parallel` step is one of its own."""

    def __init__(self, driving: Driving, name: str = "", ids: Ids | None = None) -> None:
        self._driving = driving
        self._name = name
        self._ids = ids or Ids()

    def drive(self, steps: tuple[DriveStep, ...], top: bool = True) -> None:
        """Does the steps in order. Raises AdapterError of this thread's own steps."""
        before: Told | None = None
        for index, step in enumerate(steps):
            told = self._step(step, before, last=top and index == len(steps) - 1)
            before = before if told.ended is Ended.SKIPPED and step.after and before is not None else told

    def _step(self, step: DriveStep, before: Told | None, last: bool) -> Told:
        if step.verb is Verb.PARALLEL:
            return self._parallel(step)
        if reason := self._skip(step, before):
            return self._driving.keep(Told(step.id, Ended.SKIPPED, note=reason))
        if step.verb is Verb.SEND:
            self._ids.begin()
        driving = self._driving
        request = request_for(
            driving.play,
            driving.run,
            driving.name,
            step,
            self._ids,
            conversation=self._name,
            deadline=driving.watch.patience(),
            last=last and not step.meanwhile,
        )
        driving.run.asked(step.id, step.verb.value)
        beside = self._beside(step)
        caller = self._caller(step)
        try:
            told = driving.adapter.drive(request, caller)
            if told.ended in (Ended.HANG, Ended.CRASH) and not told.note:
                told = replace(told, note=driving.watch.reason())
            if told.outcome is not None:
                self._ids.learn(told.outcome.task, told.outcome.context)
            if step.name is not None:
                self._ids.name(step.name)
            driving.run.reported(step.id, write_told(told))
            driving.keep(told)
        finally:
            for thread in beside:
                thread.join()
        return told

    def _caller(self, step: DriveStep) -> Caller:
        driving = self._driving
        leaving = None
        if driving.hello.observes is Observes.EVENTS:
            leaving = Leaving(driving.run, driving.play, step.id, driving.settings)
        return Caller(
            driving.run, driving.watch, step.id, self._ids, step.listener, driving.keep_log, leaving
        )  # fmt: skip

    def _skip(self, step: DriveStep, before: Told | None) -> str:
        """Why a step is not asked; empty: it is."""
        if before is not None and before.ended in (Ended.HANG, Ended.CRASH):
            return "the step before never ended"
        if step.after and (before is None or how(before) not in step.after):
            return f"only after {' or '.join(step.after)}"
        if "session" in self._driving.hello.features:
            return ""
        if step.verb is Verb.SEND and step.context == "same" and self._ids.of("current")[1] is None:
            return "the target told its caller no context id, and does not declare the feature session"
        if step.verb not in ON_A_TASK:
            return ""
        task = "current" if step.verb is Verb.ANSWER else step.task
        if self._ids.of(task)[0] is None and not self._learned_soon():
            return "the target told its caller no task id, and does not declare the feature session"
        return ""

    def _learned_soon(self) -> bool:
        """Only a target that shows events can still tell an id while its call runs."""
        return self._driving.hello.observes is Observes.EVENTS and self._ids.wait(self._driving.settings.release)

    def _beside(self, step: DriveStep) -> list[threading.Thread]:
        if not step.meanwhile:
            return []
        driving = self._driving

        def later() -> None:
            while not driving.run.wait_meanwhile(step.id, min(driving.watch.patience(), 0.25)):
                if driving.watch.patience() <= 0 or any(told.step == step.id for told in driving.told):
                    for skipped in step.meanwhile:
                        driving.keep(Told(skipped.id, Ended.SKIPPED, note="the script never came to its first hold"))
                    return
            self._guarded(Conversation(driving, self._name, self._ids), step.meanwhile)

        return [_started(later)]

    def _parallel(self, step: DriveStep) -> Told:
        threads = []
        for index, branch in enumerate(step.parallel):
            conversation = Conversation(self._driving, f"{step.id}.{index}")
            threads.append(_started(lambda run=conversation, steps=branch: self._guarded(run, steps)))
        for thread in threads:
            thread.join()
        return Told(step.id, Ended.CLEAN)

    def _guarded(self, conversation: "Conversation", steps: tuple[DriveStep, ...]) -> None:
        try:
            conversation.drive(steps, top=False)
        except AdapterError as problem:
            with self._driving.lock:
                self._driving.problems.append(problem)


def _started(work: object) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def how(told: Told) -> str:
    """The outcome word of a step; at level `events` it follows from how the iteration ended and what it handed on."""
    if told.ended in (Ended.HANG, Ended.CRASH):
        return Kind.ERROR.value
    if told.outcome is None and not told.surfaced and told.ended is Ended.CLEAN:
        return Kind.UNKNOWN.value
    return derive(told).outcome.value if told.outcome is None or told.surfaced else told.outcome.outcome.value
