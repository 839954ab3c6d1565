"""A step of a reply: exactly one verb, and modifiers beside it."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from a2a_simulator.scenario.models.base import Listed, Model, Opt, refuse, shown
from a2a_simulator.scenario.models.conditions import CallMatch
from a2a_simulator.scenario.models.content import Base64
from a2a_simulator.scenario.models.events import (
    ArtifactValue,
    ErrorValue,
    HttpValue,
    MessageValue,
    StatusValue,
    TaskValue,
)
from a2a_simulator.scenario.models.framing import Cut, Edit, Frame
from a2a_simulator.scenario.models.scalars import (
    STATES,
    BindingWord,
    Count,
    DialectWord,
    Duration,
    FaultWord,
    RequirementId,
    Words,
    operation_meant,
)

VERBS: Final = (
    "task",
    "status",
    "artifact",
    "message",
    "error",
    "http",
    "comment",
    "raw",
    "wait",
    "hold",
    "repeat",
    "push",
    "fault",
    "end",
)
EVENTS: Final = frozenset({"task", "status", "artifact", "message", "error"})
EVERYWHERE: Final = frozenset({"deliberate", "dialects", "bindings"})
ON_EVENTS: Final = frozenset({"frame", "cut", "edit", "envelope"})
HOLD_WORDS: Final = ("seen", "answered", "left", "listener_stopped")


def modifiers_of(verb: str) -> frozenset[str]:
    """What may stand beside a verb."""
    return EVERYWHERE | ON_EVENTS if verb in EVENTS else EVERYWHERE


class RawValue(Model):
    """Bytes as they are."""

    short = "text"

    text: Opt[str] = Field(None, description="Text, written as UTF-8.")
    base64: Opt[Base64] = Field(None, description="Bytes as base64.")

    @model_validator(mode="after")
    def _one(self) -> "RawValue":
        if (self.text is None) == (self.base64 is None):
            refuse("raw has exactly one of text and base64")
        return self


class WaitValue(Model):
    """Time passes."""

    short = "for"

    for_: Duration = Field(alias="for", description="How long.")
    scales: Opt[bool] = Field(None, description="false: real time, whatever the time scale (true).")
    jitter: Opt[bool] = Field(None, description="Drawn from 0.5 to 1.5 times, by seed.")


class Until(CallMatch):
    """What a hold waits for."""

    short = "word"
    short_only = True

    word: Opt[Annotated[str, Words("hold", HOLD_WORDS, {"stopped": "listener_stopped"})]] = Field(
        None, description="seen, answered, left, listener_stopped, or a call that arrives."
    )

    @classmethod
    def _bare(cls, value: Any) -> Any:
        meant = operation_meant(value)
        if meant is not None and value not in HOLD_WORDS:
            refuse(f"{shown(value)} is no hold", f"did you mean `{{call: {meant}}}`?")
        return value

    @model_validator(mode="after")
    def _call(self) -> "Until":
        if self.word is None and self.call is None:
            refuse("says not which call it waits for", "until: {call: GetTask}")
        return self


class HoldValue(Model):
    """Waits for the target."""

    until: Until = Field(description="A word, or the call that arrives.")
    timeout: Opt[Duration] = Field(None, description="How long at most (5s); then the script goes on.")
    release: Opt[Annotated[str, Words("release", ("after_reply", "before_reply"))]] = Field(
        None, description="before_reply: the next steps are played before the call is answered (after_reply)."
    )

    @classmethod
    def _remedy(cls, value: Any) -> str:
        if value in HOLD_WORDS:
            return f"write `hold: {{until: {value}}}`"
        meant = operation_meant(value)
        return f"write `hold: {{until: {{call: {meant}}}}}`" if meant else "write `hold: {until: …}`"


class PushValue(Model):
    """An extra webhook delivery."""

    event: Opt[Annotated[str, Words("delivery", ("last", "task"))]] = Field(None, description="What is delivered.")
    token: Opt[str] = Field(None, description="Token, instead of the registered one.")
    auth: Opt[Annotated[str, Words("authentication", ("right", "wrong", "none"))]] = Field(
        None, description="Credentials of the delivery."
    )
    times: Opt[Count] = Field(None, description="How often.")


class RepeatValue(Model):
    """Steps again and again; `${n}` counts from 1."""

    @classmethod
    def _remedy(cls, value: Any) -> str:
        return f"write `repeat: {{times: {value if isinstance(value, int) else 3}, steps: […]}}`"

    times: Count = Field(description="How often.")
    steps: "list[Step]" = Field(min_length=1, description="The steps.")


class Step(Model):
    """One step: exactly one verb, modifiers beside it."""

    task: Opt[TaskValue] = Field(None, description="A full Task: a state, or `current`.")
    status: Opt[StatusValue] = Field(None, description="A status update: a state, or a map with its message.")
    artifact: Opt[ArtifactValue] = Field(None, description="An artifact update.")
    message: Opt[MessageValue] = Field(None, description="A direct Message: the whole answer.")
    error: Opt[ErrorValue] = Field(None, description="An error by name; ends the caller's stream.")
    http: Opt[HttpValue] = Field(None, description="A whole HTTP response instead of an answer.")
    comment: Opt[str] = Field(None, description="An SSE comment line.")
    raw: Opt[RawValue] = Field(None, description="Bytes as they are, in the body.")
    wait: Opt[WaitValue] = Field(None, description="Time passes.")
    hold: Opt[HoldValue] = Field(None, description="Waits for the target.")
    repeat: Opt[RepeatValue] = Field(None, description="Steps again and again.")
    push: Opt[PushValue] = Field(None, description="An extra webhook delivery.")
    fault: Opt[FaultWord] = Field(None, description="Breaks the caller's connection; the task lives on.")
    end: Opt[Annotated[str, Words("end", ("close", "open"))]] = Field(
        None, description="Last step: close the stream, or leave it open."
    )
    frame: Opt[Frame] = Field(None, description="SSE framing of this event.")
    cut: Opt[Cut] = Field(None, description="Breaks the connection inside this event.")
    edit: Opt[Edit] = Field(None, description="Changes the event object as encoded.")
    envelope: Opt[Edit] = Field(None, description="Changes the JSON around the event object.")
    deliberate: Opt[Listed[RequirementId]] = Field(
        None, description="The requirement that this step breaks on purpose."
    )
    dialects: Opt[Listed[DialectWord]] = Field(None, description="The step exists in these dialects only.")
    bindings: Opt[Listed[BindingWord]] = Field(None, description="The step exists in these bindings only.")

    @property
    def verb(self) -> str:
        """The one verb."""
        return next(verb for verb in VERBS if verb in self.model_fields_set)

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            remedy = f"write `status: {value}`" if value in STATES else "a map with one verb: " + ", ".join(VERBS)
            refuse(f"a step is a map such as `status: working`, not {shown(value)}", remedy)
        check_verbs(value, VERBS, modifiers_of, cls.keys())
        return value

    @model_validator(mode="after")
    def _chunks(self) -> "Step":
        if self.artifact is not None and self.artifact.chunks is not None:
            beside = sorted({"cut", "edit", "envelope", "deliberate"} & self.model_fields_set)
            if beside:
                refuse(f"`{beside[0]}` cannot stand beside `chunks`", "write single updates instead", beside[0])
        return self


RepeatValue.model_rebuild()


def check_verbs(value: dict[str, Any], verbs: tuple[str, ...], modifiers: Any, keys: tuple[str, ...]) -> None:
    """Refuses a step without a verb, with two, or with a modifier that its verb cannot use."""
    if not set(value) <= set(keys):
        return
    found = [verb for verb in verbs if verb in value]
    if not found:
        refuse("the step has no verb", "one of: " + ", ".join(verbs))
    if len(found) > 1:
        refuse(f"two verbs in one step: {' and '.join(found)}", "write two steps, each with its own `- `", found[1])
    beside = [key for key in value if key not in verbs and key not in modifiers(found[0])]
    if beside:
        fitting = [verb for verb in verbs if beside[0] in modifiers(verb)]
        refuse(f"`{beside[0]}` cannot stand beside `{found[0]}`", "it goes with " + ", ".join(fitting), beside[0])
