"""Drives the client of a2a-sdk 0.3: of each pair that it yields, the update is handed on, or the Task without one."""

import sys
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3] / "conformance" / "a2a_conformance" / "kits"))

import httpx
from a2a.client import A2ACardResolver, A2AClientError, A2AClientHTTPError, A2AClientTimeoutError
from a2a.client.client import Client, ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.client.errors import A2AClientJSONRPCError
from a2a.types import (
    FilePart,
    FileWithBytes,
    Message,
    MessageSendConfiguration,
    Part,
    Role,
    Task,
    TaskArtifactUpdateEvent,
    TaskIdParams,
    TaskQueryParams,
    TaskStatusUpdateEvent,
    TextPart,
)
from a2a_worker_kit import serve

READ_TIMEOUT = 20.0
"""Seconds. The default of the HTTP library is 5, the very deadline of the suite."""
TLS = httpx.create_ssl_context()
"""Made once: it costs more than a whole run."""


class Adapter:
    """One SDK client a run, made from the agent's card as an application would."""

    def __init__(self) -> None:
        self._clients: dict[tuple[str, str, bool], tuple[Client, httpx.AsyncClient]] = {}

    async def send(
        self,
        run: str,
        card_url: str,
        text: str,
        parts: list[dict[str, Any]],
        mode: str,
        blocking: bool,
        task_id: str | None,
        context_id: str | None,
        history: int | None,
    ) -> AsyncIterator[dict[str, Any]]:
        content = [Part(root=TextPart(text=part.get("text", ""))) for part in parts or [{"text": text}]]
        message = Message(
            message_id=str(uuid.uuid4()), role=Role.user, parts=content, task_id=task_id, context_id=context_id
        )
        with _told():
            client = await self._client(run, card_url, mode != "unary")
            configuration = MessageSendConfiguration(blocking=blocking, history_length=history)
            async for event in client.send_message(message, configuration=configuration):
                yield _event(event)

    async def get(self, run: str, card_url: str, task_id: str) -> AsyncIterator[dict[str, Any]]:
        with _told():
            client = await self._client(run, card_url)
            yield _task(await client.get_task(TaskQueryParams(id=task_id)))

    async def cancel(self, run: str, card_url: str, task_id: str) -> AsyncIterator[dict[str, Any]]:
        with _told():
            client = await self._client(run, card_url)
            yield _task(await client.cancel_task(TaskIdParams(id=task_id)))

    async def resubscribe(self, run: str, card_url: str, task_id: str) -> AsyncIterator[dict[str, Any]]:
        with _told():
            client = await self._client(run, card_url)
            async for event in client.resubscribe(TaskIdParams(id=task_id)):
                yield _event(event)

    async def release(self, run: str) -> None:
        for key in [key for key in self._clients if key[0] == run]:
            _, http = self._clients.pop(key)
            await http.aclose()

    async def _client(self, run: str, card_url: str, streaming: bool = True) -> Client:
        key = (run, card_url, streaming)
        if key not in self._clients:
            base, _, path = card_url.partition("/.well-known/")
            http = httpx.AsyncClient(verify=TLS, timeout=httpx.Timeout(10.0, read=READ_TIMEOUT))
            card = await A2ACardResolver(http, base).get_agent_card(relative_card_path=f"/.well-known/{path}")
            factory = ClientFactory(ClientConfig(httpx_client=http, streaming=streaming))
            self._clients[key] = factory.create(card), http
        return self._clients[key][0]


class _told:
    """Gives an exception of the SDK the form in which errors are reported."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, problem: BaseException | None, trace: Any) -> None:
        if isinstance(problem, Exception):
            problem.a2a_error = _error(problem)  # type: ignore[attr-defined]


def _error(problem: Exception) -> dict[str, Any]:
    error: dict[str, Any] = {"message": f"{type(problem).__name__}: {problem}"}
    if isinstance(problem, A2AClientJSONRPCError):
        return error | {"kind": "protocol", "code": problem.error.code}
    if isinstance(problem, A2AClientHTTPError):
        if isinstance(problem.__cause__, httpx.RequestError):
            return error | {"kind": "transport"}
        kind = "auth" if problem.status_code in (401, 403) else "http"
        return error | {"kind": kind, "http_status": problem.status_code}
    if isinstance(problem, A2AClientTimeoutError):
        return error | {"kind": "timeout"}
    if isinstance(problem, httpx.HTTPError):
        return error | {"kind": "transport"}
    if isinstance(problem, ValueError) and "transport" in str(problem):
        return error | {"kind": "refused"}
    return error | {"kind": "protocol" if isinstance(problem, A2AClientError) else "transport"}


def _event(event: Message | tuple[Task, Any]) -> dict[str, Any]:
    if isinstance(event, Message):
        return {"event": "message", "context": event.context_id, "parts": _parts(event.parts)}
    task, update = event
    if isinstance(update, TaskStatusUpdateEvent):
        told = {"event": "status", "task": update.task_id, "context": update.context_id}
        spoken = update.status.message.parts if update.status.message else []
        return told | {"state": update.status.state.value, "parts": _parts(spoken)}
    if isinstance(update, TaskArtifactUpdateEvent):
        told = {"event": "artifact", "task": update.task_id, "context": update.context_id}
        told |= {"artifact": update.artifact.artifact_id, "append": bool(update.append)}
        return told | {"last": bool(update.last_chunk), "parts": _parts(update.artifact.parts)}
    return _task(task)


def _task(task: Task) -> dict[str, Any]:
    spoken = task.status.message.parts if task.status.message else []
    told = {"event": "task", "task": task.id, "context": task.context_id}
    return told | {"state": task.status.state.value, "parts": _parts(spoken)}


def _parts(parts: list[Part]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for part in parts:
        it = part.root
        if isinstance(it, TextPart):
            out.append({"text": it.text})
        elif isinstance(it, FilePart):
            content = {"base64": it.file.bytes} if isinstance(it.file, FileWithBytes) else {"url": it.file.uri}
            out.append({"file": {"name": it.file.name, "type": it.file.mime_type} | content})
        else:
            out.append({"data": it.data})
    return out


serve(Adapter())
