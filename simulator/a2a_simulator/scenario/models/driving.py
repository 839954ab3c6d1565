"""A drive step: what the client is asked to do."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from a2a_simulator.scenario.models.base import Listed, Model, Opt, refuse, shown
from a2a_simulator.scenario.models.content import FullContent, JsonMap
from a2a_simulator.scenario.models.results import ExpectBlock
from a2a_simulator.scenario.models.scalars import Count, ModeWord, OutcomeWord, StateWord, Words
from a2a_simulator.scenario.models.steps import check_verbs

DRIVE_VERBS: Final = (
    "send",
    "answer",
    "resubscribe",
    "get",
    "cancel",
    "list",
    "set_push",
    "get_push",
    "list_push",
    "delete_push",
    "await_push",
    "abort",
    "fetch_card",
    "parallel",
)
SENDS: Final = frozenset({"send", "answer"})
STREAMING: Final = frozenset({"send", "answer", "resubscribe"})
_SENDING: Final = frozenset(
    {"mode", "blocking", "context", "as", "accept", "history", "refers", "push", "listener", "extensions"}
)
_CALLING: Final = frozenset({"to", "headers", "expect", "after", "meanwhile"})
BESIDE: Final[dict[str, frozenset[str]]] = {
    "send": _SENDING | _CALLING,
    "answer": _SENDING | _CALLING,
    "resubscribe": frozenset({"listener", "extensions"}) | _CALLING,
    "get": frozenset({"history"}) | _CALLING,
    "cancel": _CALLING,
    "list": _CALLING,
    "set_push": _CALLING,
    "get_push": _CALLING,
    "list_push": _CALLING,
    "delete_push": _CALLING,
    "await_push": frozenset({"expect", "after"}),
    "abort": frozenset({"expect", "after"}),
    "fetch_card": frozenset({"to", "headers", "expect", "after"}),
    "parallel": frozenset({"after"}),
}


class StopAtValue(Model):
    """Where a listener stops."""

    update: Opt[Count] = Field(None, description="The n-th update of any kind.")
    status: Opt[StateWord] = Field(None, description="The first update with this state.")
    artifacts: Opt[Count] = Field(None, description="The first update at which n artifacts are known.")
    chunk: Opt[Count] = Field(None, description="The n-th artifact update.")

    @model_validator(mode="after")
    def _one(self) -> "StopAtValue":
        if len(self.model_fields_set) != 1:
            refuse("a listener stops at exactly one of update, status, artifacts and chunk")
        return self


class ReturnMap(Model):
    """What a listener returns when it stops."""

    short = "word"
    short_only = True

    word: Opt[Annotated[str, Words("return", ("current_artifacts",), {"artifacts": "current_artifacts"})]] = Field(
        None, description="current_artifacts, or {response: text}."
    )
    response: str | None = Field(None, description="A text; null: none, told as empty text.")

    @model_validator(mode="after")
    def _one(self) -> "ReturnMap":
        if len(self.model_fields_set) != 1:
            refuse("a listener returns current_artifacts or {response: text}")
        return self


class ListenerValue(Model):
    """A listener of the client; without stop_at it listens to the end."""

    @classmethod
    def _remedy(cls, value: Any) -> str:
        return "`listener: {}` listens; `{stop_at: {update: 3}, return: current_artifacts}` stops"

    stop_at: Opt[StopAtValue] = Field(None, description="Where it stops.")
    return_: Opt[ReturnMap] = Field(None, alias="return", description="What it returns then.")

    @model_validator(mode="after")
    def _both(self) -> "ListenerValue":
        if (self.stop_at is None) != (self.return_ is None):
            refuse("`stop_at` and `return` go together", "or neither: `listener: {}` never stops")
        return self


class ParallelValue(Model):
    """Steps at once, in separate conversations; `${n}` counts from 1."""

    @classmethod
    def _remedy(cls, value: Any) -> str:
        return f"write `parallel: {{times: {value if isinstance(value, int) else 2}, steps: […]}}`"

    times: Count = Field(description="How many conversations.")
    steps: "list[Drive]" = Field(min_length=1, description="The steps of each.")


class ListValue(Model):
    """ListTasks."""

    context: Opt[str] = Field(None, description="Only tasks of this context.")
    status: Opt[StateWord] = Field(None, description="Only tasks in this state.")
    page_size: Opt[Count] = Field(None, description="Tasks a page.")
    artifacts: Opt[bool] = Field(None, description="With artifacts.")
    history: Opt[int] = Field(None, description="Messages of history a task.")


class Drive(Model):
    """One thing the client is asked: exactly one verb, modifiers beside it."""

    send: Opt[FullContent] = Field(None, description="Something new.")
    answer: Opt[FullContent] = Field(None, description="The answer to a paused task, with its ids.")
    resubscribe: Opt[str] = Field(None, description="SubscribeToTask: current, unknown, or a name given by `as`.")
    get: Opt[str] = Field(None, description="GetTask: current, unknown, or a name given by `as`.")
    cancel: Opt[str] = Field(None, description="CancelTask: current, unknown, or a name given by `as`.")
    list_: Opt[ListValue] = Field(None, alias="list", description="ListTasks, all pages.")
    set_push: Opt[JsonMap] = Field(None, description="Registers the client's webhook: {token, auth}.")
    get_push: Opt[str] = Field(None, description="Push configuration of a task.")
    list_push: Opt[str] = Field(None, description="Push configurations of a task.")
    delete_push: Opt[str] = Field(None, description="Removes the push configuration of a task.")
    await_push: Opt[StateWord] = Field(None, description="Waits until the client learned this state by push.")
    abort: Opt[Annotated[str, Words("call to abort", ("current",))]] = Field(
        None, description="The caller gives up the running call."
    )
    fetch_card: Opt[Annotated[str, Words("card", ("public", "extended"))]] = Field(None, description="Gets the card.")
    parallel: Opt[ParallelValue] = Field(None, description="Steps at once.")
    mode: Opt[ModeWord] = Field(None, description="auto: the client decides from the card.")
    blocking: Opt[bool] = Field(None, description="false: the call does not wait for the result.")
    context: Opt[Annotated[str, Words("context", ("auto", "same", "new"))]] = Field(
        None, description="same: the context of the step before; new: none."
    )
    as_: Opt[str] = Field(None, alias="as", description="Names the task for later steps.")
    to: Opt[str] = Field(None, description="The agent that is called.")
    accept: Opt[Listed[str]] = Field(None, description="acceptedOutputModes.")
    history: Opt[int] = Field(None, ge=0, description="historyLength.")
    refers: Opt[Listed[str]] = Field(None, description="referenceTaskIds: names given by `as`.")
    headers: Opt[dict[str, str]] = Field(None, description="Request headers.")
    extensions: Opt[Listed[str]] = Field(None, description="Extension URIs.")
    push: Opt[JsonMap] = Field(None, description="Push configuration inside the send: {token, auth}.")
    listener: Opt[ListenerValue] = Field(None, description="A listener of the client.")
    meanwhile: Opt["list[Drive]"] = Field(None, min_length=1, description="Steps that run while this one does.")
    after: Opt[Listed[OutcomeWord]] = Field(None, description="Only if the step before ended so.")
    expect: Opt[ExpectBlock] = Field(None, description="What must come of this step.")

    @property
    def verb(self) -> str:
        """The one verb."""
        named = {field.alias or name: name for name, field in type(self).model_fields.items()}
        return next(verb for verb in DRIVE_VERBS if named[verb] in self.model_fields_set)

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            refuse(f"a drive step is a map such as `send: Hello`, not {shown(value)}", "write `- send: …`")
        check_verbs(value, DRIVE_VERBS, lambda verb: BESIDE[verb], cls.keys())
        return value


ParallelValue.model_rebuild()
Drive.model_rebuild()
