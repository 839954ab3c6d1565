"""How events and responses travel: SSE framing, cuts, edits, transport, pace."""

from typing import Annotated, Any

from pydantic import Field, field_validator, model_validator

from a2a_simulator.scenario.models.base import Model, Opt, refuse, shown
from a2a_simulator.scenario.models.conditions import check_pointer
from a2a_simulator.scenario.models.scalars import CutFault, Duration, Scalar, Words

SPLITS = ("every_byte", "inside_utf8", "inside_newline", "inside_field_name")


def _split(value: Any) -> str | tuple[int, ...]:
    if isinstance(value, list):
        if all(isinstance(one, int) and not isinstance(one, bool) and one > 0 for one in value):
            return tuple(sorted(set(value)))
        refuse("byte offsets are positive numbers")
    return Words("split", SPLITS).word(value)


def _cut_at(value: Any) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if isinstance(value, str):
        return Words("place of a cut", ("middle", "before_blank_line")).word(value)
    refuse(f"expected a place, not {shown(value)}", "middle, before_blank_line or a byte of the frame")


Split = Annotated[
    str | tuple[int, ...],
    Scalar(
        _split,
        {
            "if": {"type": "array"},
            "then": {"type": "array", "items": {"type": "integer", "minimum": 1}},
            "else": {"enum": list(SPLITS)},
        },
    ),
]
CutAt = Annotated[
    str | int,
    Scalar(
        _cut_at,
        {
            "if": {"type": "integer"},
            "then": {"type": "integer", "minimum": 0},
            "else": {"enum": ["middle", "before_blank_line"]},
        },
    ),
]


class Frame(Model):
    """SSE framing of an event, or of all events of an entry."""

    @classmethod
    def _remedy(cls, value: Any) -> str:
        key = {"lf": "newline", "crlf": "newline", "cr": "newline", "mixed": "newline", "multi_line": "data"}
        key |= dict.fromkeys(SPLITS, "split")
        known = key.get(value) if isinstance(value, str) else None
        return f"write `frame: {{{known}: {value}}}`" if known is not None else "write `frame: {newline: crlf}`"

    newline: Opt[Annotated[str, Words("line end", ("lf", "crlf", "cr", "mixed"))]] = Field(
        None, description="Line ends."
    )
    bom: Opt[bool] = Field(None, description="A byte order mark before the first event.")
    space: Opt[bool] = Field(None, description="false: no blank after the colon.")
    data: Opt[Annotated[str, Words("data form", ("one_line", "multi_line"))]] = Field(
        None, description="multi_line: indented JSON on several data lines."
    )
    event: Opt[str] = Field(None, description="An `event:` field.")
    id: Opt[str] = Field(None, description="An `id:` field.")
    retry: Opt[int] = Field(None, ge=0, description="A `retry:` field, in milliseconds.")
    fields: Opt[dict[str, str]] = Field(None, description="Fields that SSE does not know.")
    comment: Opt[str] = Field(None, description="A comment line before the event.")
    blank_line: Opt[bool] = Field(None, description="false: the blank line that ends an event is missing.")
    split: Opt[Split] = Field(None, description="Where the event is cut into separate writes.")
    gap: Opt[Duration] = Field(None, description="Time between these writes (2ms).")


class Cut(Model):
    """Breaks the connection inside the event."""

    short = "fault"

    fault: Opt[CutFault] = Field(None, description="How it breaks (reset).")
    at: Opt[CutAt] = Field(None, description="Where: middle, before_blank_line or a byte of the frame.")


class Edit(Model):
    """Changes JSON as encoded."""

    @classmethod
    def _remedy(cls, value: Any) -> str:
        return f"write `{{drop: [{value}]}}`, or `{{set: {{{value}: …}}}}`" if isinstance(value, str) else "{set: …}"

    set_: Opt[dict[str, Any]] = Field(None, alias="set", description="JSON pointer and the value to put there.")
    drop: Opt[list[str]] = Field(None, description="JSON pointers to remove.")

    @field_validator("set_", "drop")
    @classmethod
    def _pointers(cls, value: Any) -> Any:
        for pointer in value or ():
            check_pointer(pointer)
        return value

    @model_validator(mode="after")
    def _something(self) -> "Edit":
        if not self.model_fields_set:
            refuse("changes nothing", "one of: set, drop")
        return self


class Pace(Model):
    """The gap between events, or the proof that each came through before the next is made."""

    @classmethod
    def _remedy(cls, value: Any) -> str:
        key = "until" if value == "seen" else "each"
        return f"write `pace: {{{key}: {value if isinstance(value, str) else '20ms'}}}`"

    each: Opt[Duration] = Field(None, description="Gap between events.")
    until: Opt[Annotated[str, Words("pace", ("seen",))]] = Field(
        None, description="seen: the next event leaves when the one before came out in front."
    )
    timeout: Opt[Duration] = Field(None, description="How long `until` waits (5s).")

    @model_validator(mode="after")
    def _one(self) -> "Pace":
        if (self.each is None) == (self.until is None):
            refuse("a pace has exactly one of each and until")
        if self.timeout is not None and self.until is None:
            refuse("`timeout` goes with `until`")
        return self


class Transport(Model):
    """How the response travels."""

    encoding: Opt[Annotated[str, Words("encoding", ("gzip",))]] = Field(None, description="Content encoding.")
    framing: Opt[Annotated[str, Words("transfer", ("chunked", "until_close"))]] = Field(
        None, description="until_close: no length, the end of the connection is the end of the body."
    )
    version: Opt[Annotated[str, Words("HTTP version", ("1.0", "1.1"))]] = Field(None, description="HTTP version.")
    trailers: Opt[dict[str, str]] = Field(None, description="Trailing headers of a chunked body.")
