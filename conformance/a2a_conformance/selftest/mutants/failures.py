"""Faults that make a failure look like a success."""

from dataclasses import replace

from a2a_conformance.outcome import Kind
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.results import Result, Results
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task

FAILURES = (State.FAILED, State.CANCELED, State.REJECTED)


@mutant("failure-text-is-answer", BugClass.FAILMASK, "google/adk-python#4309", "google/adk-python#6708")
class FailureTextIsAnswer(Results):
    """Why a task failed is told as the answer of a completed one."""

    def kind(self, task: Task) -> Kind:
        return Kind.COMPLETED if task.status.state is State.FAILED else super().kind(task)

    def answer(self, task: Task) -> str:
        return (
            self.reason(task) or super().answer(task) if task.status.state is State.FAILED else super().answer(task)
        )


@mutant("failure-is-empty-success", BugClass.FAILMASK, "langchain4j/langchain4j#5470")
class FailureIsEmptySuccess(Results):
    """Whatever went wrong with a task, the caller gets an empty answer."""

    def of(self, fold: Fold, updates: int | None = None) -> Result:
        told = super().of(fold, updates)
        if told.kind not in (Kind.FAILED, Kind.CANCELED, Kind.REJECTED):
            return told
        return replace(told, kind=Kind.COMPLETED, answer="", reason=None)


@mutant(
    "rejected-slips", BugClass.FAILMASK, "openai/openai-agents-python#3562", "lightspeed-core/lightspeed-stack#2162"
)
class RejectedSlips(Results):
    """Only failed and canceled are failures; a rejected task is told as completed."""

    def kind(self, task: Task) -> Kind:
        return Kind.COMPLETED if task.status.state is State.REJECTED else super().kind(task)


@mutant("canceled-slips", BugClass.FAILMASK)
class CanceledSlips(Results):
    """A task that the agent canceled is told as completed."""

    def kind(self, task: Task) -> Kind:
        return Kind.COMPLETED if task.status.state is State.CANCELED else super().kind(task)


@mutant("half-answer-of-failure", BugClass.FAILMASK)
class HalfAnswerOfFailure(Results):
    """A failed task that had begun an artifact is told as completed with that artifact."""

    def kind(self, task: Task) -> Kind:
        return Kind.COMPLETED if task.status.state in FAILURES and task.artifacts else super().kind(task)


@mutant("failure-reason-lost", BugClass.FAILMASK)
class FailureReasonLost(Results):
    """The caller learns that a task failed, but not why."""

    def of(self, fold: Fold, updates: int | None = None) -> Result:
        told = super().of(fold, updates)
        failed = told.kind in (Kind.FAILED, Kind.CANCELED, Kind.REJECTED)
        return replace(told, reason=None) if failed else told
