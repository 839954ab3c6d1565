"""Every line between us and a worker (protocol 1): one model each, which also make the published schema."""

import json
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from a2a_conformance.adapters.base import AdapterError, Reply, StepRequest, Stop
from a2a_conformance.adapters.hello import Declaration
from a2a_conformance.adapters.normal_form import ErrorForm, EventForm, OutcomeForm, Part, Strict, explain
from a2a_simulator.scenario.play import Verb

PROTOCOL: Final = 1


class RunLine(Strict):
    """One drive step that the worker is asked for. Lines of one `run` share a client; unknown members may come."""

    type: Literal["run"] = "run"
    run: str = Field(description="Id of the run; answers repeat it.")
    step: str = Field(description="Id of the step within the run; answers repeat it.")
    verb: Literal[
        "send", "answer", "resubscribe", "get", "cancel", "abort", "fetch_card", "list", "set_push", "get_push",
        "list_push", "delete_push", "await_push",
    ] = Field(description="What the client is to do.")  # fmt: skip
    scenario: str = Field(description="family/stem, for logs.")
    card_url: str = Field(description="URL of the agent card.")
    base_url: str = Field(description="URL below which the agent serves.")
    text: str = Field(description="What to send, as one text.")
    parts: list[Part] = Field(description="What to send, as parts of the normal form.")
    task_id: str | None = Field(description="The task that the step is about, as the client told it before.")
    context_id: str | None = Field(description="The context that the step is about, as the client told it before.")
    mode: Literal["auto", "stream", "unary"] = Field(description="How to send; auto: the client decides by the card.")
    blocking: bool = Field(description="False: return at once (returnImmediately, blocking: false).")
    history: int | None = Field(description="historyLength, or null.")
    accept: list[str] = Field(description="acceptedOutputModes.")
    headers: dict[str, str] = Field(description="HTTP headers to add.")
    credentials: dict[str, str] = Field(description="Secrets by name of the security scheme.")
    metadata: dict[str, Any] | None = Field(description="Metadata of the message, or null.")
    refers: list[str] = Field(description="referenceTaskIds.")
    extensions: list[str] = Field(description="Extension URIs to activate.")
    agents: dict[str, str] = Field(description="Card URLs by agent name, when there are several agents.")
    listener: bool = Field(description="Whether to register the client's own update listener.")
    interactive: bool = Field(description="Whether each event waits for go or stop.")
    deadline: float = Field(description="Seconds until the step is given up.")
    last: bool = Field(description="Whether the run ends with this step: release the client, say released.")
    conversation: str = Field(description="Tells apart conversations that run at once; empty: the main one.")


class GoLine(Strict):
    """Answer to an event of an interactive step: the caller wants the next one."""

    type: Literal["go"] = "go"
    run: str
    step: str


class Response(Strict):
    """The listener stopped with a text; null: with none."""

    response: str | None


class Artifacts(Strict):
    """The listener stopped with the artifacts so far."""

    artifacts: Literal[True] = True


class StopLine(Strict):
    """The caller wants no more: answers an event of an interactive step, or comes by itself while a step runs."""

    model_config = ConfigDict(serialize_by_alias=True)

    type: Literal["stop"] = "stop"
    run: str
    step: str
    returned: Response | Artifacts = Field(alias="return", description="What the listener makes the result.")


class ReleaseLine(Strict):
    """The run is over though no step was marked `last`: release the client, say released."""

    type: Literal["release"] = "release"
    run: str


class ByeLine(Strict):
    """The session is over: exit."""

    type: Literal["bye"] = "bye"


class HelloLine(Declaration):
    """The first line of a worker: what it is and what it declares."""

    type: Literal["hello"] = "hello"
    protocol: Literal[1]


class EventLine(EventForm):
    """One event that the client handed to its caller (level events), or that its listener was given."""

    type: Literal["event"] = "event"
    run: str
    step: str


class OutcomeLine(OutcomeForm):
    """How the step ended for the caller (levels answer and aggregate)."""

    type: Literal["outcome"] = "outcome"
    run: str
    step: str


class EndedLine(Strict):
    """How the step ended, where the worker tells no outcome (levels events, ended, wire)."""

    type: Literal["ended"] = "ended"
    run: str
    step: str
    ended: Literal["clean", "error", "stopped"] = Field(description="Returned, raised, or stopped by its caller.")
    error: ErrorForm | None = Field(default=None, description="The error, when it raised.")


class ReleasedLine(Strict):
    """The client of the run is gone: connections closed, nothing more will be called."""

    type: Literal["released"] = "released"
    run: str


FromWorker = HelloLine | EventLine | OutcomeLine | EndedLine | ReleasedLine
ToWorker = RunLine | GoLine | StopLine | ReleaseLine | ByeLine

FROM_WORKER: Final[dict[str, type[FromWorker]]] = {
    "hello": HelloLine,
    "event": EventLine,
    "outcome": OutcomeLine,
    "ended": EndedLine,
    "released": ReleasedLine,
}


def read_line(line: bytes) -> FromWorker | None:
    """The message in a line of a worker; None: the line is none, so it belongs to the worker's log.

    Raises AdapterError when it is one and not well-formed.
    """
    if not line.lstrip().startswith(b"{"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    form = FROM_WORKER.get(str(value.get("type")))
    if form is None:
        return None
    try:
        return form.model_validate(value)
    except ValidationError as problem:
        raise AdapterError(f"worker line {value['type']!r}", explain(problem, form.model_fields)) from None


def is_message(beginning: bytes) -> bool:
    """Whether a line that begins so is one of the protocol, as far as its beginning tells."""
    return beginning.lstrip().startswith(b"{") and b'"type"' in beginning


def run_line(request: StepRequest) -> RunLine:
    """The line that asks for a step. Raises AdapterError for a verb that is no step of its own."""
    if request.verb is Verb.PARALLEL:
        raise AdapterError("a parallel step is asked for branch by branch")
    given = {name: getattr(request, name) for name in RunLine.model_fields if name != "type"}
    return RunLine.model_construct(**{name: _plain(value) for name, value in given.items()})


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {name: _plain(item) for name, item in value.items()}
    return value


def reply_line(request: StepRequest, reply: Reply) -> GoLine | StopLine:
    """The answer to an event."""
    if not isinstance(reply, Stop):
        return GoLine(run=request.run, step=request.step)
    returned = Artifacts() if reply.artifacts else Response(response=reply.response)
    return StopLine.model_validate({"run": request.run, "step": request.step, "return": returned})


def write_line(line: ToWorker) -> bytes:
    """A line to the worker, its newline included."""
    return json.dumps(line.model_dump(by_alias=True), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def schema() -> dict[str, Any]:
    """JSON schema (2020-12) of all lines: `$defs` names each, the top level is any of those."""
    lines = TypeAdapter[Any](Annotated[FromWorker | ToWorker, Field(discriminator="type")]).json_schema(by_alias=True)
    for name, line in lines["$defs"].items():
        if name.endswith("Line"):
            line["required"] = list(dict.fromkeys(["type", *line.get("required", ())]))
            del line["properties"]["type"]["default"]
    del lines["$defs"]["RunLine"]["additionalProperties"]  # later versions may say more to a worker
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line between a2a-conformance and a worker, protocol 1",
        **lines,
    }
