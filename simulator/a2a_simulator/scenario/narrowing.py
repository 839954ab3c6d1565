"""In which wire forms a scenario can run: derived from its steps (scenario format §9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from a2a_simulator.protocol.operations import PUSH_CONFIG, Operation
from a2a_simulator.scenario.models.driving import Drive
from a2a_simulator.scenario.models.file import AgentModel, EntryModel
from a2a_simulator.scenario.models.steps import Step
from a2a_simulator.scenario.play import Place
from a2a_simulator.scenario.problems import Path, path_text
from a2a_simulator.wire.wire_forms import Binding, Dialect, WireForm

if TYPE_CHECKING:
    from a2a_simulator.scenario.scenario import Scenario

_ALL: Final = tuple(WireForm(dialect, binding) for dialect in Dialect for binding in Binding)
_GRPC: Final = frozenset(form for form in _ALL if form.binding is Binding.GRPC)
_OLD: Final = frozenset(form for form in _ALL if form.dialect is not Dialect.V1_0)
_NO_ENVELOPE: Final = frozenset(form for form in _ALL if form.binding in (Binding.GRPC, Binding.REST))

HTTP_ONLY: Final = (
    "frame",
    "comment",
    "raw",
    "http",
    "edit",
    "transport",
    "path",
    "half_close",
    "bad_chunk",
    "short_chunk",
)
"""What exists only where there is HTTP/1.1 and JSON."""

LOWERING: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    (
        "task status artifact message",
        "wrapper member",
        "bare object with kind and final",
        "wrapper; 0.3: ProtoJSON",
        "StreamResponse",
    ),
    ("error: TaskNotFound", "-32001 and ErrorInfo", "-32001", "404 and google.rpc.Status", "NOT_FOUND and details"),
    (
        "error: Unauthenticated, RateLimited",
        "401, 429",
        "401, 429",
        "401, 429",
        "UNAUTHENTICATED, RESOURCE_EXHAUSTED",
    ),
    ("error in an open stream", "data with a JSON-RPC error", "the same", "data with the error body", "trailers"),
    ("fault: close, drop, reset, stall", "end, or as named", "the same", "the same", "OK trailers, broken transport"),
    (" ".join(HTTP_ONLY), "yes", "yes", "yes", "no"),
    ("envelope", "yes", "yes", "no", "no"),
    ("data part that is no map, drive: list, serve.card: 1.0", "yes", "no", "1.0 only", "1.0 only"),
)
"""How a step is spelled: step, 1.0 JSON-RPC, 0.3 JSON-RPC, REST, gRPC."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """Something written that does not exist in some wire forms."""

    what: str
    place: Place
    path: str
    forms: frozenset[WireForm]

    @property
    def reason(self) -> str:
        """Why, with the line."""
        return f"{self.what} does not exist there (line {self.place.line}, {self.path})"


@dataclass(frozen=True, slots=True)
class Later:
    """Something written that this version understands but does not play."""

    what: str
    place: Place

    @property
    def reason(self) -> str:
        """One line for the author."""
        return f"{self.what} (line {self.place.line}): not played by this version"


def steps_of(steps: list[Step], path: Path) -> Iterator[tuple[Path, Step]]:
    """All steps with their paths, those inside `repeat` after it."""
    for index, step in enumerate(steps):
        yield (*path, index), step
        if step.repeat is not None:
            yield from steps_of(step.repeat.steps, (*path, index, "repeat", "steps"))


def drives_of(steps: list[Drive], path: Path = ("drive",)) -> Iterator[tuple[Path, Drive]]:
    """All drive steps with their paths, inner ones after the step that holds them."""
    for index, step in enumerate(steps):
        here: Path = (*path, index)
        yield here, step
        if step.meanwhile is not None:
            yield from drives_of(step.meanwhile, (*here, "meanwhile"))
        if step.parallel is not None:
            yield from drives_of(step.parallel.steps, (*here, "parallel", "steps"))


def entries_of(scenario: "Scenario") -> Iterator[tuple[str, Path, EntryModel]]:
    """All entries: the agent's name, the path, the entry."""
    for name, (path, agent) in scenario.agents.items():
        for index, entry in enumerate(agent.script):
            yield name, (*path, "script", index), entry


def parts_of(step: Step | Drive) -> Iterator[tuple[Path, Any]]:
    """The part items of a step, with their paths below it."""
    values = {name: getattr(step, name, None) for name in ("task", "status", "artifact", "message", "send", "answer")}
    for name, value in values.items():
        for index, part in enumerate(getattr(value, "parts", None) or ()):
            yield (name, "parts", index), part


def rulings(scenario: "Scenario") -> tuple[Ruled, ...]:
    """What each written thing rules out, in order of the file."""
    return tuple(_rulings(scenario))


def _rulings(scenario: "Scenario") -> Iterator[Ruled]:
    def ruled(what: str, path: Path, forms: frozenset[WireForm]) -> Ruled:
        return Ruled(what, scenario.located.place(path, key=True), path_text(path), forms)

    for _, path, entry in entries_of(scenario):
        here = _elsewhere(entry)
        for key in ("frame", "transport"):
            if getattr(entry, key) is not None:
                yield ruled(f"`{key}`", (*path, key), _GRPC - here)
        if entry.when is not None and entry.when.path is not None:
            yield ruled("`path`", (*path, "when", "path"), _GRPC - here)
        for inner, step in steps_of(entry.reply, (*path, "reply")):
            not_there = here | _elsewhere(step)
            for key in ("frame", "comment", "raw", "http", "edit"):
                if getattr(step, key) is not None:
                    yield ruled(f"`{key}`", (*inner, key), _GRPC - not_there)
            if step.envelope is not None:
                yield ruled("`envelope`", (*inner, "envelope"), _NO_ENVELOPE - not_there)
            if step.fault in ("half_close", "bad_chunk", "short_chunk"):
                yield ruled(f"`fault: {step.fault}`", (*inner, "fault"), _GRPC - not_there)
            for below, part in parts_of(step):
                if "data" in part.model_fields_set and not isinstance(part.data, dict):
                    yield ruled("a data part that is no map", (*inner, *below), _OLD - not_there)
    for path, drive in drives_of(scenario.file.drive):
        if drive.list_ is not None:
            yield ruled("`list`", (*path, "list"), _OLD)
        for below, part in parts_of(drive):
            if "data" in part.model_fields_set and not isinstance(part.data, dict):
                yield ruled("a data part that is no map", (*path, *below), _OLD)
    for _, (path, agent) in scenario.agents.items():
        if agent.serve is not None and agent.serve.card is not None:
            yield from _card_shapes(ruled, (*path, "serve", "card"), agent.serve.card)


def _card_shapes(ruled: Any, path: Path, shape: str) -> Iterator[Ruled]:
    """A card of one dialect alone cannot be served to a client of another."""
    forms = {
        "1.0": _OLD,
        "0.3": frozenset(form for form in _ALL if form.dialect is Dialect.V1_0),
        "0.2": frozenset(form for form in _ALL if form.dialect is Dialect.V1_0),
    }.get(shape)
    if forms is not None:
        yield ruled(f"a card of {shape}", path, forms)


def _elsewhere(one: EntryModel | Step) -> frozenset[WireForm]:
    """The forms in which an entry or step does not exist."""
    return frozenset(form for form in _ALL if not exists(one, form))


def exists(one: Any, form: WireForm) -> bool:
    """Whether an entry, a step or a block of `expect` exists in a wire form."""
    dialects, bindings = one.dialects, one.bindings
    return (dialects is None or form.dialect in dialects) and (bindings is None or form.binding in bindings)


_LATER_CALLS: Final = {op.value for op in PUSH_CONFIG} | {
    Operation.LIST_TASKS.value,
    Operation.GET_EXTENDED_AGENT_CARD.value,
    Operation.FETCH_TOKEN.value,
}


def later_work(scenario: "Scenario") -> tuple[Later, ...]:
    """What the file uses that this version does not play, in order of the file."""
    return tuple(sorted(_later(scenario), key=lambda it: (it.place.line, it.place.column)))


def _later(scenario: "Scenario") -> Iterator[Later]:
    def later(what: str, path: Path) -> Later:
        return Later(what, scenario.located.place(path, key=True))

    for path, agent in scenario.agents.values():
        yield from _later_agent(later, path, agent)
    for _, path, entry in entries_of(scenario):
        for call in (entry.when.call if entry.when is not None else None) or ():
            if call in _LATER_CALLS:
                yield later(f"{call}", (*path, "when", "call"))
        for inner, step in steps_of(entry.reply, (*path, "reply")):
            if step.push is not None:
                yield later("push notifications", (*inner, "push"))
    for path, drive in drives_of(scenario.file.drive):
        if drive.list_ is not None:
            yield later("ListTasks", (*path, "list"))
        if drive.fetch_card == "extended":
            yield later("extended cards", (*path, "fetch_card"))
        for key in ("set_push", "get_push", "list_push", "delete_push", "await_push", "push"):
            if getattr(drive, key) is not None:
                yield later("push notifications", (*path, key))
    for index, block in enumerate(scenario.file.expect or ()):
        if block.push is not None:
            yield later("push notifications", ("expect", index, "push"))


def _later_agent(later: Any, path: Path, agent: AgentModel) -> Iterator[Later]:
    if agent.extended_card is not None:
        yield later("extended cards", (*path, "extended_card"))
    if agent.serve is not None:
        if agent.serve.tls not in (None, "none"):
            yield later("TLS", (*path, "serve", "tls"))
        if agent.serve.signature not in (None, "none"):
            yield later("card signatures", (*path, "serve", "signature"))
        if agent.serve.push is not None:
            yield later("push notifications", (*path, "serve", "push"))
