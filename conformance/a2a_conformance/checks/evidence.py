"""All that checks judge by: what crossed the wire, what was told, and what the oracle makes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from a2a_conformance.checks.beats import Beat, heard_beats
from a2a_conformance.oracle.accept import Accept
from a2a_conformance.oracle.build import accept_in
from a2a_conformance.oracle.compare import compare
from a2a_conformance.oracle.differ import Difference
from a2a_conformance.oracle.heard import Call, Heard, calls
from a2a_conformance.oracle.scopes import Scopes, scopes, walk
from a2a_conformance.outcome import Ended, Hello, Observes, Told
from a2a_simulator.journal import Journal
from a2a_simulator.protocol.operations import OUTSIDE_THE_BINDING, SENDS, Operation
from a2a_simulator.scenario.play import DriveStep, Play


@dataclass(frozen=True)
class Evidence:
    """One run. Everything derived is worked out once, when it is first asked for."""

    play: Play
    hello: Hello
    told: Mapping[str, Told]
    journal: Journal
    claims: Mapping[str, tuple[Difference, ...]] = field(default_factory=dict)
    """The differences by the requirement under which they are reported."""

    @classmethod
    def of(cls, play: Play, hello: Hello, told: Sequence[Told], journal: Journal) -> "Evidence":
        """The evidence of a run before anything is claimed."""
        return cls(play, hello, {item.step: item for item in told}, journal)

    @cached_property
    def steps(self) -> tuple[DriveStep, ...]:
        """All drive steps, the inner ones after their owner."""
        return tuple(walk(self.play.drive))

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """All requests, those for cards and late ones included."""
        return calls(self.journal)

    @cached_property
    def beats(self) -> Mapping[int, tuple[Beat, ...]]:
        """What each call was answered, as beats, by the record of the call."""
        return {call.seq: heard_beats(call) for call in self.calls}

    @cached_property
    def scopes(self) -> Scopes:
        """The calls by drive step."""
        return scopes(self.play.drive, self.journal, self.calls)

    @cached_property
    def accepts(self) -> Mapping[str, Accept]:
        """What the oracle accepts, by drive step."""
        return accept_in(self.play, self.scopes, tuple(self.told.values()))

    @cached_property
    def differences(self) -> Mapping[str, tuple[Difference, ...]]:
        """What the oracle objects to, by drive step."""
        return {
            step: compare(accept, self.told[step], self.hello)
            for step, accept in self.accepts.items()
            if step in self.told
        }

    @cached_property
    def protocol_calls(self) -> tuple[Call, ...]:
        """The calls of the binding: all but those for cards and tokens."""
        return tuple(call for call in self.calls if call.operation not in OUTSIDE_THE_BINDING)

    @cached_property
    def sends(self) -> tuple[Call, ...]:
        """The calls that send a message."""
        return tuple(call for call in self.calls if call.operation in SENDS)

    def of_operation(self, *operations: Operation) -> tuple[Call, ...]:
        """The calls of these operations."""
        return tuple(call for call in self.calls if call.operation in operations)

    def step_calls(self, step: DriveStep) -> tuple[Call, ...]:
        """The calls that belong to a step."""
        return self.scopes.by_step.get(step.id, ())

    def heard(self) -> Iterator[tuple[Call, Heard]]:
        """Everything that reached the client on calls of the binding, in order of time."""
        items = [(call, item) for call in self.protocol_calls for item in call.heard if item.whole]
        return iter(sorted(items, key=lambda pair: pair[1].seq))

    def ended(self, step: DriveStep) -> bool:
        """Whether the step was asked for and came to something, be it a hang."""
        told = self.told.get(step.id)
        return told is not None and told.ended is not Ended.SKIPPED

    @property
    def sees_outcomes(self) -> bool:
        """Whether the target shows more than the wire."""
        return self.hello.observes > Observes.WIRE
