"""Scalars of scenario files: words of closed lists, durations, sizes, dialects, how often."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from a2a_simulator.protocol.errors import BY_NAME
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import State
from a2a_simulator.scenario.models.base import refuse, shown
from a2a_simulator.scenario.suggestions import closest, did_you_mean
from a2a_simulator.wire.wire_forms import BY_METHOD, Binding, Dialect


class Scalar:
    """A scalar read by a function, told to editors by a schema."""

    def __init__(self, read: Callable[[Any], Any], schema: Mapping[str, Any]) -> None:
        self.read = read
        self.schema = dict(schema)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return dict(self.schema)


class Words(Scalar):
    """A word of a closed list; `what` names it, `aliases` are what other vocabularies call it."""

    def __init__(self, what: str, words: Sequence[str], aliases: Mapping[str, str] | None = None) -> None:
        self.what, self.words, self.aliases = what, tuple(words), dict(aliases or {})
        super().__init__(self.word, {"enum": list(self.words)})

    def word(self, value: Any) -> str:
        """The word itself, or a refusal with the one that was meant."""
        if isinstance(value, str) and value in self.words:
            return value
        if isinstance(value, str):
            refuse(f"{shown(value)} is no {self.what}", did_you_mean(value, self.words, self.aliases))
        article = "an" if self.what[0] in "aeiou" else "a"
        refuse(f"expected {article} {self.what}, not {shown(value)}", "one of: " + ", ".join(self.words))


_UNITS: Final = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}
_SIZES: Final = {"B": 1, "KiB": 1024, "MiB": 1024 * 1024}
_DURATION: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)(us|ms|s|m)")
_SIZE: Final = re.compile(r"([0-9]+)(B|KiB|MiB)")
MAX_SIZE: Final = 64 * 1024 * 1024


def duration(value: Any) -> float:
    """Seconds."""
    if isinstance(value, str) and (found := _DURATION.fullmatch(value)):
        return float(found.group(1)) * _UNITS[found.group(2)]
    if isinstance(value, int | float) and not isinstance(value, bool):
        refuse(f"{value} is no duration, a unit is missing", f"write `{value:g}ms` or `{value:g}s`")
    if isinstance(value, str) and re.fullmatch(r"[0-9.]+", value):
        refuse(f"{shown(value)} is no duration, a unit is missing", f"write `{value}ms` or `{value}s`")
    refuse(f"expected a duration, not {shown(value)}", "a number and a unit: us, ms, s or m, as in `20ms`")


def size(value: Any) -> int:
    """Bytes."""
    if isinstance(value, str) and (found := _SIZE.fullmatch(value)):
        total = int(found.group(1)) * _SIZES[found.group(2)]
        if total > MAX_SIZE:
            refuse(f"{shown(value)} is too much", "at most 64MiB")
        return total
    if isinstance(value, int) and not isinstance(value, bool):
        refuse(f"{value} is no size, a unit is missing", f"write `{value}B` or `{value}KiB`")
    refuse(f"expected a size, not {shown(value)}", "a number and a unit: B, KiB or MiB, as in `64KiB`")


def dialect(value: Any) -> str:
    """A dialect; `1.0` and `0.3` may stand without quotes."""
    text = repr(value) if isinstance(value, float) else value
    if isinstance(text, str) and text in set(Dialect):
        return text
    remedy = 'one of: "0.2", "0.3", "1.0"'
    if value == 1 or value in ("1", "v1", "v1.0", "1.0.0", "1.0.1"):
        remedy = 'write "1.0"'
    elif value in ("v0.3", "0.3.0"):
        remedy = 'write "0.3"'
    refuse(f"{shown(value)} is no dialect", remedy)


def often(value: Any) -> int | None:
    """How many calls; None is any."""
    if value == "any":
        return None
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    refuse(f"expected a number of calls, not {shown(value)}", "1, 2, … or `any`")


def count(value: Any) -> int:
    """How often something is repeated."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 100_000:
        return value
    refuse(f"expected a number from 1 to 100000, not {shown(value)}")


def requirement(value: Any) -> str:
    """The id of a requirement."""
    if not isinstance(value, str):
        refuse(f"expected the id of a requirement, not {shown(value)}", "see `a2a-conformance requirements`")
    if "," in value:
        refuse(f"{shown(value)} is no single id", f"write [{', '.join(one.strip() for one in value.split(','))}]")
    return value


def report(value: Any) -> str:
    """A public report of a mistake."""
    if isinstance(value, str) and re.fullmatch(r"[\w.\-]+/[\w.\-]+(#\d+|@[0-9a-f]+)", value):
        return value
    refuse(f"{shown(value)} names no report", "write owner/repo#12")


def section(value: Any) -> str:
    """A section of the specification."""
    if isinstance(value, str) and re.fullmatch(r"(1\.0|0\.[23]) §[0-9A-Z][0-9A-Za-z.]*", value):
        return value
    number = str(value).removeprefix("1.0 ").strip(" §") if isinstance(value, str | int | float) else ""
    refuse(f"{shown(value)} names no section", f'write "1.0 §{number or "3.1.2"}"')


def operation_meant(value: Any) -> str | None:
    """The operation that a word stands for, in whatever vocabulary."""
    if not isinstance(value, str):
        return None
    return _CALLED.get(value) or closest(value, OPERATIONS, _METHODS)


STATES: Final = tuple(state.value for state in State if state is not State.UNSPECIFIED)
_STATE_ALIASES: Final = {
    "cancelled": "canceled",
    "complete": "completed",
    "done": "completed",
    "finished": "completed",
    "success": "completed",
    "error": "failed",
    "failure": "failed",
    "in_progress": "working",
    "running": "working",
    "pending": "submitted",
    "ask": "input_required",
}
_METHODS: Final = {method: op.value for method, (_, op) in BY_METHOD.items()} | {
    "message/send": "SendMessage",
    "message/stream": "SendStreamingMessage",
    "tasks/send": "SendMessage",
    "tasks/sendSubscribe": "SendStreamingMessage",
    "agent-card.json": "FetchCard",
    "resubscribe": "SubscribeToTask",
}
_CALLED: Final = {"cancel": "CancelTask", "get": "GetTask", "poll": "GetTask", "subscribe": "SubscribeToTask"}
"""What authors call a call when they wait for it."""
OPERATIONS: Final = tuple(op.value for op in Operation)
FAULTS: Final = ("close", "drop", "reset", "half_close", "stall", "bad_chunk", "short_chunk")
_FAULT_ALIASES: Final = {
    "disconnect": "drop",
    "abort": "reset",
    "rst": "reset",
    "eof": "close",
    "fin": "drop",
    "hang": "stall",
    "timeout": "stall",
}
OUTCOMES: Final = (
    "completed",
    "failed",
    "canceled",
    "rejected",
    "input_required",
    "auth_required",
    "stopped",
    "message",
    "incomplete",
    "error",
    "unknown",
)
CLIENT_ERRORS: Final = ("NoUsableInterface", "Transport", "Protocol", "Timeout")

StateWord = Annotated[str, Words("state", STATES, _STATE_ALIASES)]
TaskState = Annotated[str, Words("state", (*STATES, "current"), _STATE_ALIASES)]
OperationWord = Annotated[str, Words("operation", (*OPERATIONS, "any"), _METHODS)]
ErrorName = Annotated[str, Words("error", tuple(BY_NAME), {"AuthenticationRequired": "Unauthenticated"})]
ToldError = Annotated[str, Words("error", (*BY_NAME, *CLIENT_ERRORS))]
FaultWord = Annotated[str, Words("fault", FAULTS, _FAULT_ALIASES)]
CutFault = Annotated[str, Words("fault of a cut", ("close", "drop", "reset", "stall"), _FAULT_ALIASES)]
OutcomeWord = Annotated[str, Words("outcome", OUTCOMES, _STATE_ALIASES)]
BindingWord = Annotated[
    str,
    Words("binding", [b.value for b in Binding], {"http+json": "rest", "http_json": "rest", "JSON-RPC": "jsonrpc"}),
]
DialectWord = Annotated[str, Scalar(dialect, {"enum": [*[d.value for d in Dialect], 0.2, 0.3, 1.0]})]
ModeWord = Annotated[
    str, Words("mode", ("auto", "stream", "unary"), {"streaming": "stream", "blocking": "unary", "sync": "unary"})
]
RequirementId = Annotated[str, Scalar(requirement, {"type": "string"})]
ReportWord = Annotated[str, Scalar(report, {"type": "string"})]
SectionWord = Annotated[str, Scalar(section, {"type": "string"})]
Duration = Annotated[float, Scalar(duration, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?(us|ms|s|m)$"})]
Size = Annotated[int, Scalar(size, {"type": "string", "pattern": "^[0-9]+(B|KiB|MiB)$"})]
Often = Annotated[
    int | None,
    Scalar(often, {"if": {"type": "string"}, "then": {"const": "any"}, "else": {"type": "integer", "minimum": 1}}),
]
Count = Annotated[int, Scalar(count, {"type": "integer", "minimum": 1, "maximum": 100_000})]
