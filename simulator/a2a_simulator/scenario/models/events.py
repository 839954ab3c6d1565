"""The values of script verbs that speak of a task: task, status, artifact, message, error, http."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from a2a_simulator.protocol.errors import BY_CODE
from a2a_simulator.scenario.models.base import Json, Model, Opt, refuse, shown
from a2a_simulator.scenario.models.content import Content, FullContent, JsonMap, PartItem
from a2a_simulator.scenario.models.scalars import Duration, ErrorName, Size, StateWord, TaskState, Words


class TaskValue(Content):
    """A full Task."""

    short = "state"

    state: TaskState = Field(description="State of the task, or `current`: the task as it stands.")
    artifacts: Opt[dict[str, str]] = Field(None, description="Artifacts that the Task holds: id and text.")
    history: Opt[Annotated[str, Words("history", ("auto", "none", "all"))]] = Field(
        None, description="auto: the opening Task holds the caller's message."
    )
    id: Opt[str] = Field(None, description="Task id, instead of a made-up one.")
    context: Opt[str] = Field(None, description="Context id, instead of a made-up one.")


class StatusValue(Content):
    """A status update; its text is the status message."""

    short = "state"

    state: Opt[StateWord] = Field(None, description="The new state.")
    unknown_state: Opt[str] = Field(None, description="A state that A2A does not know, spelled as the dialect does.")
    final: Opt[bool] = Field(None, description="`final` of 0.3, where it shall differ from the rule.")
    timestamp: Opt[str] = Field(None, description="Timestamp, instead of a made-up one.")

    @model_validator(mode="after")
    def _one(self) -> "StatusValue":
        if (self.state is None) == (self.unknown_state is None):
            refuse("a status has exactly one of state and unknown_state")
        return self


def _chunks(value: Any) -> Any:
    if value is not None and not isinstance(value, list | dict):
        refuse(f"expected a list of texts, not {shown(value)}", f"write `chunks: [{value}]`, or `text: {value}`")
    return value


class ArtifactValue(Model):
    """An artifact update, or several with `chunks`."""

    id: str = Field(description="Artifact id.")
    text: Opt[str] = Field(None, description="One text part.")
    parts: Opt[list[PartItem]] = Field(None, description="Parts, instead of `text`.")
    chunks: Opt[Annotated[list[str], BeforeValidator(_chunks)]] = Field(
        None, min_length=1, description="Several updates: the first starts, the others append, the final one is last."
    )
    filler: Opt[Size] = Field(None, description="Made-up ASCII text of that size.")
    append: Opt[bool] = Field(None, description="Adds to the artifact (false: starts it anew).")
    last: Opt[bool] = Field(None, description="The last chunk of the artifact.")
    name: Opt[str] = Field(None, description="Name of the artifact.")
    description: Opt[str] = Field(None, description="Description of the artifact.")
    metadata: Opt[JsonMap] = Field(None, description="Metadata.")

    @classmethod
    def _remedy(cls, value: Any) -> str:
        text = value if isinstance(value, str) else "…"
        return f"write `artifact: {{id: answer, text: {text}}}`"

    @model_validator(mode="after")
    def _one(self) -> "ArtifactValue":
        if len({"text", "parts", "chunks", "filler"} & self.model_fields_set) != 1:
            refuse("an artifact has exactly one of text, parts, chunks and filler")
        if self.chunks is not None and (self.append is not None or self.last is not None):
            refuse("`chunks` sets append and last itself", "write single updates instead")
        return self


class MessageValue(FullContent):
    """A direct Message."""

    context: Opt[str] = Field(None, description="Context id, instead of the one of the call.")


class ErrorValue(Model):
    """An error by name or code."""

    short = "name"

    name: Opt[ErrorName] = Field(None, description="Name of the error, the same in every binding.")
    code: Opt[int] = Field(None, description="JSON-RPC code, for errors without a name.")
    message: Opt[str] = Field(None, description="Message of the error.")
    data: Opt[Any] = Field(None, description="Data of the error.")
    retry_after: Opt[Duration] = Field(None, description="A Retry-After header.")
    form: Opt[Annotated[str, Words("error form", ("auto", "body", "event", "named_event"))]] = Field(
        None, description="How a streaming call is told: as a plain body or as an event."
    )

    @classmethod
    def _bare(cls, value: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            row = BY_CODE.get(value)
            by_name = f"`error: {row.name}`, or " if row is not None else ""
            refuse(f"{value} is no name of an error", f"write {by_name}`error: {{code: {value}}}`")
        return value

    @model_validator(mode="after")
    def _one(self) -> "ErrorValue":
        if (self.name is None) == (self.code is None):
            refuse("an error has exactly one of name and code")
        return self


def _status_code(value: Any) -> Any:
    if isinstance(value, str) and value.isdigit():
        refuse(f"expected a status code, not {shown(value)}", f"write {value}")
    return value


StatusCode = Annotated[int, BeforeValidator(_status_code)]


class HttpValue(Model):
    """A whole HTTP response."""

    short = "status"

    status: StatusCode = Field(ge=100, le=599, description="Status code.")
    headers: Opt[dict[str, str]] = Field(None, description="Response headers.")
    body: Opt[str] = Field(None, description="Body as text.")
    json_: Opt[Json] = Field(None, alias="json", description="Body as JSON.")

    @model_validator(mode="after")
    def _one(self) -> "HttpValue":
        if self.body is not None and self.json_ is not None:
            refuse("`body` and `json` exclude each other")
        return self
