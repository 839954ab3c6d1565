"""One call as the session sees it: what was asked, in which grammar, of which task."""

from dataclasses import dataclass
from typing import Any

from a2a_simulator.journal import Kind
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS, STREAMS, Operation
from a2a_simulator.protocol.parts import text_of
from a2a_simulator.session.commands import Note
from a2a_simulator.session.events import Called
from a2a_simulator.wire.jsonrpc import Call, read_call
from a2a_simulator.wire.wire_forms import WELL_KNOWN, Dialect


@dataclass(frozen=True, slots=True)
class Request:
    """A request, read as far as it could be understood."""

    called: Called
    read: Call
    operation: Operation | None
    dialect: Dialect

    @property
    def call(self) -> int:
        """The number of the call."""
        return self.called.call

    @property
    def agent(self) -> str:
        """The agent that was called."""
        return self.called.agent

    @property
    def message(self) -> Message | None:
        """The message of a send."""
        return self.read.message

    @property
    def task_id(self) -> str | None:
        """The task that the call names."""
        return self.read.task_id

    @property
    def context_id(self) -> str | None:
        """The context that the call names."""
        return self.read.context_id

    @property
    def text(self) -> str | None:
        """The text of the message, None when there is no message."""
        return None if self.read.message is None else text_of(self.read.message.parts)

    @property
    def sends(self) -> bool:
        """Whether it is one of the two send operations."""
        return self.operation in SENDS

    @property
    def streams(self) -> bool:
        """Whether the answer is a stream of events."""
        return self.operation in STREAMS

    @property
    def blocking(self) -> bool:
        """Whether a unary send waits until the task is settled (1.0 §3.2.2)."""
        return self._configuration.get("returnImmediately") is not True

    @property
    def history(self) -> int | None:
        """The `historyLength` of the call; None: no limit."""
        holder = self._configuration if self.sends else self.read.params
        length = holder.get("historyLength")
        return length if isinstance(length, int) and not isinstance(length, bool) and length >= 0 else None

    @property
    def _configuration(self) -> dict[str, Any]:
        configuration = self.read.params.get("configuration")
        return configuration if isinstance(configuration, dict) else {}


def read_request(called: Called, home: Dialect, cards: frozenset[str]) -> Request:
    """Reads a request. `home`: the grammar of the answer when the request shows none; `cards`: the card paths.

    A GET of a well-known path asks for a card, whether or not one is there.
    """
    read = read_call(called.method, called.path, called.headers, called.body)
    operation = read.operation
    if called.method in ("GET", "HEAD"):
        path = called.path.partition("?")[0]
        operation = Operation.FETCH_CARD if path in cards or path.endswith(WELL_KNOWN) else None
    return Request(called, read, operation, read.dialect or home)


def called_note(
    request: Request, entry: str, closest: str | None = None, late: bool = False, refused: str | None = None
) -> Note:
    """What the journal says of a call. `closest`: the entry that a call without an entry most likely meant;
    `refused`: why a served agent does not take it.
    """
    read, called = request.read, request.called
    payload: dict[str, Any] = {
        "http": called.method,
        "path": called.path,
        "headers": dict(called.headers),
        "body": called.body.decode("utf-8", "replace"),
        "json": read.json,
        "operation": None if request.operation is None else request.operation.value,
        "dialect": None if read.dialect is None else read.dialect.value,
        "params": read.params,
        "request_id": read.request_id,
        "defects": [[defect.requirement, defect.pointer, defect.text] for defect in read.defects],
        "entry": entry,
        "late": late,
    }
    if closest is not None:
        payload["closest"] = closest
    if refused is not None:
        payload["refused"] = refused
    return Note(Kind.CALLED, payload, called.agent, called.conn, called.call)
