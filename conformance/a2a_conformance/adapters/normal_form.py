"""The normal form: what a target told, as JSON, read strictly and written shortly (design §6)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from a2a_conformance.outcome import ErrorKind, Kind, NormalPart, Outcome, Surfaced, Told, ToldError
from a2a_simulator.scenario.suggestions import closest

Names = TypeVar("Names", bound=BaseModel)


class NotNormal(ValueError):
    """A value is not in the normal form; `str()` is one line with the place inside it and what would be right."""


def _spelled(value: Any) -> Any:
    """`TASK_STATE_INPUT_REQUIRED`, `input-required` → `input_required`: clients hand out the names of their wire."""
    if not isinstance(value, str):
        return value
    known = value.removeprefix("TASK_STATE_").replace("-", "_").lower()
    return known if known in KNOWN_WORDS else value


KNOWN_WORDS = frozenset(kind.value for kind in Kind) | {"submitted", "working", "unspecified"}

Spelled = Annotated[str, BeforeValidator(_spelled)]
Part = dict[str, Any]
ErrorWord = Literal["protocol", "http", "transport", "timeout", "auth", "refused"]
OutcomeWord = Literal[
    "completed", "failed", "canceled", "rejected", "input_required", "auth_required", "stopped", "message",
    "incomplete", "error", "unknown",
]  # fmt: skip


class Strict(BaseModel):
    """Base of every line and value from outside: unknown members and loose types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ErrorForm(Strict):
    """An error as the client told its caller; what it does not tell is left out."""

    kind: ErrorWord | None = Field(default=None, description="Which layer it came from.")
    code: int | None = Field(default=None, description="JSON-RPC error code.")
    http_status: int | None = Field(default=None, description="HTTP status.")
    reason: str | None = Field(default=None, description="Reason word of an A2A error, e.g. TASK_NOT_FOUND.")
    message: str | None = Field(default=None, description="Text of the error.")

    def told(self) -> ToldError:
        """The error as the harness keeps it."""
        kind = None if self.kind is None else ErrorKind(self.kind)
        return ToldError(kind, self.code, self.http_status, self.reason, self.message)


class EventForm(Strict):
    """One event that the client handed to its caller."""

    event: Literal["task", "status", "artifact", "message"] = Field(description="What the event is.")
    task: str | None = Field(default=None, description="Task id.")
    context: str | None = Field(default=None, description="Context id.")
    state: Spelled | None = Field(default=None, description="Task state in snake_case; an unknown one as it stood.")
    artifact: str | None = Field(default=None, description="Artifact id (event: artifact).")
    append: bool | None = Field(default=None, description="Whether the chunk continues the artifact.")
    last: bool | None = Field(default=None, description="Whether the chunk ends the artifact.")
    text: str | None = Field(default=None, description="The text, when the parts are one text.")
    parts: list[Part] | None = Field(
        default=None, description="Parts: {text}, {data} or {file: {name, type, base64 | url}}."
    )

    @model_validator(mode="after")
    def _whole(self) -> "EventForm":
        if self.event == "artifact" and not self.artifact:
            raise ValueError("an artifact event needs `artifact`, the id")
        return self

    def surfaced(self) -> Surfaced:
        """The event as the harness keeps it."""
        return Surfaced(
            self.event,
            self.task,
            self.context,
            self.state,
            self.artifact,
            self.append,
            self.last,
            _parts(self.text, self.parts),
        )


class OutcomeForm(Strict):
    """How a drive step ended for the caller."""

    outcome: Annotated[OutcomeWord, BeforeValidator(_spelled)] = Field(description="How it ended.")
    answer: str | None = Field(default=None, description="The one text that the client made of the result.")
    artifacts: dict[str, str | list[Part]] | None = Field(
        default=None, description="Artifacts by id: a text, or parts."
    )
    task: str | None = Field(default=None, description="Task id.")
    context: str | None = Field(default=None, description="Context id.")
    question: str | None = Field(default=None, description="What the agent asked, when the task is paused.")
    error: ErrorForm | None = Field(default=None, description="The error, when there was one.")
    updates: int | None = Field(default=None, description="How many updates the client's listener was given.")

    def told(self) -> Outcome:
        """The outcome as the harness keeps it."""
        kept = self.artifacts
        return Outcome(
            Kind(self.outcome),
            self.answer,
            None if kept is None else {name: _content(value) for name, value in kept.items()},
            self.task,
            self.context,
            self.question,
            None if self.error is None else self.error.told(),
            self.updates,
        )


def _content(value: str | list[Part]) -> tuple[NormalPart, ...]:
    return ({"text": value},) if isinstance(value, str) else tuple(value)


def _parts(text: str | None, parts: list[Part] | None) -> tuple[NormalPart, ...]:
    return tuple(parts or ()) if text is None else ({"text": text}, *(parts or ()))


_ALIASES = {"task_id": "task", "context_id": "context", "taskId": "task", "contextId": "context"}


def read_event(value: Mapping[str, Any]) -> Surfaced:
    """One event. Raises NotNormal."""
    return _read(EventForm, value).surfaced()


def read_outcome(value: Mapping[str, Any]) -> Outcome:
    """One outcome. Raises NotNormal."""
    return _read(OutcomeForm, value).told()


def read_error(value: Mapping[str, Any]) -> ToldError:
    """One error. Raises NotNormal."""
    return _read(ErrorForm, value).told()


def _read(form: type[Names], value: Mapping[str, Any]) -> Names:
    try:
        return form.model_validate({_ALIASES.get(key, key): item for key, item in value.items()})
    except ValidationError as problem:
        raise NotNormal(explain(problem, form.model_fields)) from None


def explain(problem: ValidationError, names: Iterable[str]) -> str:
    """The first error of a validation as one line, with the nearest known name where one was mistyped."""
    return explain_error(problem.errors(include_url=False)[0], names)


def explain_error(first: Mapping[str, Any], names: Iterable[str], located: bool = False) -> str:
    """One validation error as one line; `located`: the place is told elsewhere."""
    place = ".".join(str(step) for step in first["loc"])
    before = "" if located else f"{place}: "
    given = first.get("input")
    match first["type"]:
        case "extra_forbidden":
            shown = str(first["loc"][-1]) if located else place
            return f"unknown {'key' if located else 'member'} {shown!r}{nearest(str(first['loc'][-1]), names)}"
        case "missing":
            return "is missing" if located else f"member {place!r} is missing"
        case "enum" | "literal_error":
            allowed = str(first["ctx"]["expected"])
            words = allowed.replace("'", "").replace(" or ", ", ").split(", ")
            return f"{before}{given!r} is none of {', '.join(words)}{nearest(str(given), words)}"
    return f"{before}{first['msg'][:1].lower()}{first['msg'][1:]}, not {short(given)}"


def nearest(name: str, names: Iterable[str]) -> str:
    """` (did you mean 'x'?)`, or nothing."""
    meant = closest(name, names)
    return f" (did you mean {meant!r}?)" if meant else ""


def short(value: Any, limit: int = 60) -> str:
    """A value as a reader can stand it in one line."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def write_event(event: Surfaced) -> dict[str, Any]:
    """An event in the normal form, unknown keys left out."""
    out = {
        name: value
        for name in ("event", "task", "context", "state", "artifact", "append", "last")
        if (value := getattr(event, name)) is not None
    }
    if len(event.parts) == 1 and set(event.parts[0]) == {"text"}:
        out["text"] = event.parts[0]["text"]
    elif event.parts:
        out["parts"] = [dict(part) for part in event.parts]
    return out


def write_outcome(outcome: Outcome) -> dict[str, Any]:
    """An outcome in the normal form, unknown keys left out."""
    out: dict[str, Any] = {"outcome": outcome.outcome.value}
    for name in ("answer", "task", "context", "question", "updates"):
        if (value := getattr(outcome, name)) is not None:
            out[name] = value
    if outcome.artifacts is not None:
        out["artifacts"] = {name: [dict(part) for part in parts] for name, parts in outcome.artifacts.items()}
    if outcome.error is not None:
        out["error"] = {
            name: value.value if isinstance(value, ErrorKind) else value
            for name in ("kind", "code", "http_status", "reason", "message")
            if (value := getattr(outcome.error, name)) is not None
        }
    return out


def write_told(told: Told) -> dict[str, Any]:
    """All that was told of one step: `{step, ended, outcome keys…, surfaced, note}`, what is empty left out."""
    out: dict[str, Any] = {"step": told.step, "ended": told.ended.value}
    if told.outcome is not None:
        out |= write_outcome(told.outcome)
    if told.surfaced:
        out["surfaced"] = [write_event(event) for event in told.surfaced]
    if told.note:
        out["note"] = told.note
    return out
