"""Mutants: the reference client with one named fault each, as it was found in the field (design §8)."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Final, TypeVar

from a2a_conformance.outcome import Observes
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.components import Components

Part = TypeVar("Part", bound=type)


class BugClass(StrEnum):
    """What kind of fault a mutant has."""

    EOF = "streams that end early"
    EARLY = "wrong stop point or wrong content"
    INTERRUPT = "pauses"
    IDS = "context and task ids"
    FAILMASK = "failure masked as success"
    ARTIFACT = "artifact assembly"
    SHAPE = "shape of payloads"
    RPCID = "JSON-RPC envelope"
    CANCEL = "cancel and abort"
    SSE = "SSE parsing"
    CARD = "discovery"
    VERSION = "dialects"
    RESUB = "recovery and subscriptions"
    ERRMAP = "errors"
    LISTENER = "listener"
    CONCURRENCY = "calls at the same time"
    SURFACE = "events handed to the caller"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A variant of the reference client with one fault. `bugs` are public reports of it (`owner/repo#n`).

    `races`: scenarios in which its fault shows in one check today and in another tomorrow: there it only has to show.
    """

    name: str
    bug_class: BugClass
    text: str
    bugs: tuple[str, ...]
    components: Components
    client: type[Client] = Client
    observes: Observes = Observes.AGGREGATE
    races: frozenset[str] = frozenset()
    module: str = ""
    """The module of `selftest.mutants` that it stands in."""


MUTANTS: Final[dict[str, Mutant]] = {}
"""All mutants by name, in the order of their modules; filled when `selftest.mutants` is imported."""


def mutant(
    name: str,
    bug_class: BugClass,
    *bugs: str,
    observes: Observes = Observes.AGGREGATE,
    races: tuple[str, ...] = (),
) -> Callable[[Part], Part]:
    """Registers a subclass of one part of the client as a mutant; its docstring is the text of the mutant.

    Raises TypeError for a class that is no part of the client, ValueError for a name that is taken.
    """

    def register(part: Part) -> Part:
        if name in MUTANTS:
            raise ValueError(f"two mutants are named {name!r}")
        plain = Mutant(
            name,
            bug_class,
            part.__doc__ or "",
            bugs,
            Components(),
            observes=observes,
            races=frozenset(races),
            module=part.__module__.rpartition(".")[2],
        )
        MUTANTS[name] = replace(plain, client=part) if issubclass(part, Client) else _with(plain, part)
        return part

    return register


def _with(plain: Mutant, part: type) -> Mutant:
    for slot in fields(Components):
        if issubclass(part, slot.default):  # type: ignore[arg-type]
            return replace(plain, components=replace(plain.components, **{slot.name: part}))
    raise TypeError(f"{part.__name__} is no part of the reference client")
