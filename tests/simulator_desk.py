"""The caller's side of a session in tests: calls in, what was said out; time passes only when a test says so."""

from typing import Any

from a2a_simulator.journal import Kind, Record
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.parts import Text
from a2a_simulator.scenario.play import Play
from a2a_simulator.session.session import Session
from a2a_simulator.session.virtual import Heard, World, virtual_addresses
from a2a_simulator.wire import jsonrpc
from a2a_simulator.wire.json_text import dumps
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect

V1 = model_of(Dialect.V1_0)


class Desk:
    """One session and what was said to each call."""

    def __init__(self, play: Play, dialect: str = "1.0", **options: Any) -> None:
        self.dialect = Dialect(dialect)
        self.session = Session(play, virtual_addresses(play.agents), **options)
        self.world = World(self.session, "test")
        self.agent = play.agents[0].name

    def send(
        self,
        text: str = "Hello",
        *,
        unary: bool = False,
        task: str | None = None,
        context: str | None = None,
        message_id: str = "m-1",
        blocking: bool = True,
        history: int | None = None,
        headers: dict[str, str] | None = None,
        path: str = "/",
        dialect: str | None = None,
    ) -> int:
        message = Message(message_id, Role.USER, (Text(text),), context, task)
        configuration: dict[str, Any] = {} if blocking else {"returnImmediately": True}
        if history is not None:
            configuration["historyLength"] = history
        params = {"message": V1.encode_message(message), "configuration": configuration}
        operation = Operation.SEND_MESSAGE if unary else Operation.SEND_STREAMING_MESSAGE
        return self.call(operation, params, headers or {}, path, dialect)

    def get(self, task: str, history: int | None = None) -> Any:
        params = {"id": task} if history is None else {"id": task, "historyLength": history}
        return self.answer(self.call(Operation.GET_TASK, params))

    def cancel(self, task: str) -> Any:
        return self.answer(self.call(Operation.CANCEL_TASK, {"id": task}))

    def subscribe(self, task: str) -> int:
        return self.call(Operation.SUBSCRIBE_TO_TASK, {"id": task})

    def call(
        self,
        operation: Operation,
        params: dict[str, Any],
        headers: dict[str, str] | None = None,
        path: str = "/",
        dialect: str | None = None,
    ) -> int:
        spoken = Dialect(dialect) if dialect else self.dialect
        body = dumps(jsonrpc.request(operation, params, 7, spoken)).encode()
        version = {"a2a-version": "1.0"} if spoken is Dialect.V1_0 else {}
        all_headers = {"content-type": "application/json", **version, **(headers or {})}
        return self.world.call(self.agent, "POST", path, all_headers, body)

    def heard(self, call: int) -> Heard:
        return self.world.heard[call]

    def results(self, call: int) -> list[Any]:
        """What stood under `result` (or `error`) of each event."""
        return [body.get("result", body.get("error")) for body in self.heard(call).bodies]

    def answer(self, call: int) -> Any:
        """The one answer of a unary call."""
        (result,) = self.results(call)
        return result

    def kinds(self, call: int) -> list[str]:
        """A word for each event of a stream: the state, or `artifact text`."""
        return [word(result) for result in self.results(call)]

    def records(self, *kinds: Kind) -> list[Record]:
        return list(self.world.recorder.journal().of(*kinds))

    def text(self, call: int) -> bytes:
        """All body bytes of a call."""
        return b"".join(r.wire.data for r in self.world.recorder.journal() if r.call == call and r.wire is not None)

    def task_of(self, call: int) -> str:
        first = self.results(call)[0]
        found = first.get("task", first)
        return str(found["id"])


def word(result: Any) -> str:
    if "code" in result:
        return f"error {result['code']}"
    if len(result) == 1:
        (result,) = result.values()
    if "artifact" in result:
        return "artifact " + "".join(part.get("text", "?") for part in result["artifact"]["parts"])
    if "status" in result:
        return str(result["status"]["state"]).removeprefix("TASK_STATE_").lower().replace("-", "_")
    return "message " + "".join(part.get("text", "?") for part in result["parts"])
