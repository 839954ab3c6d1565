"""What must come of it: `expect`."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from a2a_simulator.scenario.models.base import Listed, Model, Opt, refuse, shown
from a2a_simulator.scenario.models.conditions import CallMatch, TextMatch
from a2a_simulator.scenario.models.content import JsonMap
from a2a_simulator.scenario.models.scalars import (
    BindingWord,
    DialectWord,
    Duration,
    OutcomeWord,
    RequirementId,
    Scalar,
    ToldError,
    Words,
)


def _times(value: Any) -> tuple[int, int | None]:
    def number(one: Any) -> int:
        if isinstance(one, int) and not isinstance(one, bool) and one >= 0:
            return one
        refuse(f"expected a number of calls, not {shown(one)}", "n, or {min, max}")

    if isinstance(value, dict):
        if not value or not set(value) <= {"min", "max"}:
            refuse("how often takes only min and max", "times: {min: 1, max: 2}")
        most = number(value["max"]) if "max" in value else None
        least = number(value.get("min", 0))
        if most is not None and least > most:
            refuse("min is larger than max")
        return least, most
    return number(value), number(value)


_COUNT = {"type": "integer", "minimum": 0}
Times = Annotated[
    tuple[int, int | None],
    Scalar(
        _times,
        {
            "if": {"type": "object"},
            "then": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "min": {**_COUNT, "description": "At least (0)."},
                    "max": {**_COUNT, "description": "At most (any number)."},
                },
            },
            "else": _COUNT,
        },
    ),
]


class Gap(Model):
    """Time between two calls."""

    @classmethod
    def _remedy(cls, value: Any) -> str:
        return f"write `gap: {{min: {value}}}`" if isinstance(value, str) else "write `gap: {min: 1s}`"

    min: Opt[Duration] = Field(None, description="At least.")
    max: Opt[Duration] = Field(None, description="At most.")


class ExpectCall(CallMatch):
    """Calls that must arrive, or must not."""

    times: Opt[Times] = Field(None, description="How often (1): n, or {min, max}.")
    gap: Opt[Gap] = Field(None, description="Time between two of them.")


class ExpectError(Model):
    """How an error must be told."""

    short = "name"

    name: Opt[ToldError] = Field(None, description="Name of the error.")
    code: Opt[int] = Field(None, description="JSON-RPC code.")
    http: Opt[int] = Field(None, description="HTTP status.")
    message: Opt[TextMatch] = Field(None, description="Its message.")

    @model_validator(mode="after")
    def _something(self) -> "ExpectError":
        if not self.model_fields_set:
            refuse("an empty error", "one of: name, code, http, message")
        return self


class ExpectArtifact(Model):
    """One artifact after joining its chunks."""

    short = "text"

    text: Opt[TextMatch] = Field(None, description="All its text, joined.")
    data: Opt[list[Any]] = Field(None, description="Its data parts, in order.")
    files: Opt[list[JsonMap]] = Field(None, description="Its files, in order: name, type, text, base64, url.")


class ExpectDelivery(Model):
    """Webhook deliveries, and what the client's receiver said."""

    token: Opt[str] = Field(None, description="The token of the delivery.")
    answer: Opt[str] = Field(None, description="Status, as in 2xx.")
    times: Opt[Times] = Field(None, description="How often.")


class ExpectListener(Model):
    """What a listener saw."""

    updates: int = Field(ge=0, description="How many updates.")


class Result(Model):
    """What one result is like; what is left out stays with the oracle."""

    outcome: Opt[Listed[OutcomeWord]] = Field(None, description="How it ended; several are all right.")
    text: Opt[TextMatch] = Field(None, description="The answer as one text.")
    artifacts: Opt[dict[str, ExpectArtifact | None]] = Field(
        None, description="Artifact id and its text; null: it must be absent."
    )
    reason: Opt[TextMatch] = Field(None, description="Text of the status that ended or paused the task.")
    error: Opt[ExpectError] = Field(None, description="The error.")
    calls: Opt[list[ExpectCall]] = Field(None, description="Calls that must arrive, or must not.")
    calls_in_order: Opt[bool] = Field(None, description="Each call starts after the reply to the one before.")
    listener: Opt[ExpectListener] = Field(None, description="What the listener saw.")
    push: Opt[list[ExpectDelivery]] = Field(None, description="Webhook deliveries.")


class Alternative(Result):
    """One legal alternative."""

    rate: Opt[Annotated[str, Words("rate", ("pass", "warn", "info"))]] = Field(
        None, description="What a match counts as (pass)."
    )


class ExpectBlock(Result):
    """What must come of it, beyond what the oracle knows."""

    any_of: Opt[list[Alternative]] = Field(None, min_length=1, description="Legal alternatives; the best one counts.")
    requirement: Opt[RequirementId] = Field(None, description="The requirement under which a failed pin is reported.")
    dialects: Opt[Listed[DialectWord]] = Field(None, description="Counts in these dialects only.")
    bindings: Opt[Listed[BindingWord]] = Field(None, description="Counts in these bindings only.")
