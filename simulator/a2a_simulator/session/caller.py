"""An ideal caller: asks what `drive` says, reads what it hears, never errs. The counterpart of a dry run."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.scenario.play import DriveStep, Mode, Play, Verb
from a2a_simulator.session.asking import Ask, Conversation
from a2a_simulator.session.virtual import World
from a2a_simulator.wire import jsonrpc
from a2a_simulator.wire.cards import Interface, read_card
from a2a_simulator.wire.json_text import dumps
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Binding, Dialect

OPERATIONS: Final = {
    Verb.GET: Operation.GET_TASK,
    Verb.CANCEL: Operation.CANCEL_TASK,
    Verb.RESUBSCRIBE: Operation.SUBSCRIBE_TO_TASK,
}
UNKNOWN_TASK: Final = "task-nobodyknows"


RETRYABLE: Final = frozenset({401, 408, 425, 429, 500, 502, 503, 504})
"""HTTP statuses after which a caller may send once more."""


class Recovery(StrEnum):
    """What a caller legally does when a call ends before its task."""

    GET = "get"
    SUBSCRIBE = "subscribe"
    SEND_AGAIN = "send again"


@dataclass(frozen=True, slots=True)
class Caller:
    """How a caller behaves. `surfaces`: it tells each event, so `hold: seen` means something."""

    surfaces: bool = True
    recovers: Recovery | None = None
    """None: it takes a call that ended early as it is."""

    def begin(self, world: World, play: Play, step: DriveStep, talk: Conversation) -> Ask | None:
        """Starts what a drive step asks for; None: there is nothing to wait for."""
        world.asked(step.id, step.verb)
        return self._ask(world, play, step, talk)

    def _ask(self, world: World, play: Play, step: DriveStep, talk: Conversation) -> Ask | None:
        name = step.to or play.agents[0].name
        dialect = play.cell.wire_form.dialect
        if step.verb is Verb.ABORT:
            if talk.running is not None:
                talk.running.leave()
            world.reported(step.id, {"ended": "clean"})
            return None
        if name not in world.interfaces or step.verb is Verb.FETCH_CARD:
            card = world.call(name, "GET", _path(world.session.agents[name].address.card_url), {})
            found = [
                each for each in read_card((world.heard[card].bodies or [None])[-1]).interfaces if _fits(each, play)
            ]
            world.interfaces[name] = found[0] if found else None
            if step.verb is Verb.FETCH_CARD:
                return Ask(world, talk, step, card, dialect, self.surfaces)
        interface = world.interfaces[name]
        if interface is None:
            talk.outcome = "error"
            world.reported(step.id, {"ended": "error", "outcome": {"outcome": "error"}})
            return None
        operation = self._operation(play, step)
        if operation is None:
            world.reported(step.id, {"ended": "clean"})
            return None
        params = _params(step, talk, operation, world.next_id())
        if interface.tenant is not None:
            params["tenant"] = interface.tenant
        body = jsonrpc.request(operation, params, world.next_id(), dialect)
        call = world.call(name, "POST", _path(interface.url), _headers(play, step, operation), dumps(body).encode())
        return Ask(world, talk, step, call, dialect, self.surfaces)

    def again(self, world: World, play: Play, step: DriveStep, talk: Conversation, ask: Ask) -> Ask | None:
        """The next call of a caller that recovers; None: it needs none, or has no way."""
        if step.verb not in (Verb.SEND, Verb.ANSWER, Verb.RESUBSCRIBE) or not ask.unfinished:
            return None
        if self.recovers is Recovery.SEND_AGAIN:
            heard = world.heard[ask.call]
            refused = heard.status in RETRYABLE or (not heard.bodies and heard.status in (None, 200))
            return self._ask(world, play, step, talk) if refused and ask.unheard else None
        if talk.task is None or ask.unheard:
            return None
        verb = Verb.GET if self.recovers is Recovery.GET else Verb.RESUBSCRIBE
        return self._ask(world, play, replace(step, verb=verb, task="current"), talk)

    def _operation(self, play: Play, step: DriveStep) -> Operation | None:
        if step.verb not in (Verb.SEND, Verb.ANSWER):
            return OPERATIONS.get(step.verb)
        mode = step.mode if step.mode is not Mode.AUTO else play.cell.mode
        if mode is Mode.AUTO:
            capabilities = play.agent(step.to or play.agents[0].name).card.get("capabilities")
            streams = not isinstance(capabilities, Mapping) or capabilities.get("streaming") is not False
            mode = Mode.STREAM if streams else Mode.UNARY
        return Operation.SEND_STREAMING_MESSAGE if mode is Mode.STREAM else Operation.SEND_MESSAGE


IDEAL: Final = Caller()


def _params(step: DriveStep, talk: Conversation, operation: Operation, number: int) -> dict[str, Any]:
    task_id, context_id = talk.ids(step)
    if operation in OPERATIONS.values():
        params: dict[str, Any] = {"id": task_id or UNKNOWN_TASK}
        return params if step.history is None else {**params, "historyLength": step.history}
    message = Message(
        message_id=f"m-{number}",
        role=Role.USER,
        parts=step.parts,
        context_id=context_id,
        task_id=task_id if step.verb is Verb.ANSWER else None,
        metadata=step.metadata,
        extensions=step.extensions,
        reference_task_ids=tuple(talk.named.get(name, (name, None))[0] for name in step.refers),
    )
    configuration: dict[str, Any] = {}
    if step.accept:
        configuration["acceptedOutputModes"] = list(step.accept)
    if step.history is not None:
        configuration["historyLength"] = step.history
    if not step.blocking:
        configuration["returnImmediately"] = True
    encoded = model_of(Dialect.V1_0).encode_message(message)
    return {"message": encoded, "configuration": configuration} if configuration else {"message": encoded}


def _headers(play: Play, step: DriveStep, operation: Operation) -> dict[str, str]:
    headers = {"content-type": "application/json"}
    if operation in (Operation.SEND_STREAMING_MESSAGE, Operation.SUBSCRIBE_TO_TASK):
        headers["accept"] = "text/event-stream"
    if play.cell.wire_form.dialect is Dialect.V1_0:
        headers["a2a-version"] = "1.0"
    for secret in play.credentials.values():
        headers.setdefault("authorization", f"Bearer {secret}")
    return headers | {name.lower(): value for name, value in step.headers.items()}


def _path(url: str) -> str:
    """The path of a URL, with its query."""
    return "/" + url.split("/", 3)[3] if url.count("/") > 2 else "/"


def _fits(interface: Interface, play: Play) -> bool:
    return interface.binding == Binding.JSONRPC and interface.dialect is play.cell.wire_form.dialect
