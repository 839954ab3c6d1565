"""Drives the client of a2a-sdk 1.3: every event that the SDK yields is handed on as it is, nothing is folded here."""

import base64
import sys
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3] / "conformance" / "a2a_conformance" / "kits"))

import httpx
from a2a.client import Client, ClientConfig, ClientFactory
from a2a.client.errors import A2AClientError, A2AClientTimeoutError, AgentCardResolutionError
from a2a.types.a2a_pb2 import (
    CancelTaskRequest,
    GetTaskRequest,
    Message,
    Role,
    SendMessageConfiguration,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    Task,
    TaskState,
)
from a2a.utils.errors import JSON_RPC_ERROR_CODE_MAP, A2AError
from a2a_worker_kit import serve
from google.protobuf.json_format import MessageToDict

READ_TIMEOUT = 20.0
"""Seconds. The default of the HTTP library is 5, the very deadline of the suite."""
TLS = httpx.create_ssl_context()
"""Made once: it costs more than a whole run."""


class Adapter:
    """One SDK client a run, made from the agent's URL as an application would."""

    def __init__(self) -> None:
        self._clients: dict[tuple[str, str, bool], Client] = {}

    async def send(
        self,
        run: str,
        base_url: str,
        card_url: str,
        text: str,
        parts: list[dict[str, Any]],
        mode: str,
        blocking: bool,
        task_id: str | None,
        context_id: str | None,
        history: int | None,
    ) -> AsyncIterator[dict[str, Any]]:
        client = await self._client(run, card_url, mode != "unary")
        message = Message(message_id=str(uuid.uuid4()), role=Role.ROLE_USER)
        for part in parts or [{"text": text}]:
            message.parts.add(text=part.get("text", ""))
        message.task_id, message.context_id = task_id or "", context_id or ""
        configuration = SendMessageConfiguration(return_immediately=not blocking)
        if history is not None:
            configuration.history_length = history
        with _told():
            async for event in client.send_message(SendMessageRequest(message=message, configuration=configuration)):
                yield _event(event)

    async def get(self, run: str, card_url: str, task_id: str) -> AsyncIterator[dict[str, Any]]:
        client = await self._client(run, card_url)
        with _told():
            yield _task(await client.get_task(GetTaskRequest(id=task_id)))

    async def cancel(self, run: str, card_url: str, task_id: str) -> AsyncIterator[dict[str, Any]]:
        client = await self._client(run, card_url)
        with _told():
            yield _task(await client.cancel_task(CancelTaskRequest(id=task_id)))

    async def resubscribe(self, run: str, card_url: str, task_id: str) -> AsyncIterator[dict[str, Any]]:
        client = await self._client(run, card_url)
        with _told():
            async for event in client.subscribe(SubscribeToTaskRequest(id=task_id)):
                yield _event(event)

    async def release(self, run: str) -> None:
        for key in [key for key in self._clients if key[0] == run]:
            await self._clients.pop(key).close()

    async def _client(self, run: str, card_url: str, streaming: bool = True) -> Client:
        key = (run, card_url, streaming)
        if key not in self._clients:
            base, _, path = card_url.partition("/.well-known/")
            http = httpx.AsyncClient(verify=TLS, timeout=httpx.Timeout(10.0, read=READ_TIMEOUT))
            factory = ClientFactory(ClientConfig(httpx_client=http, streaming=streaming))
            with _told():
                self._clients[key] = await factory.create_from_url(base, relative_card_path=f"/.well-known/{path}")
        return self._clients[key]


class _told:
    """Gives an exception of the SDK the form in which errors are reported."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, problem: BaseException | None, trace: Any) -> None:
        if isinstance(problem, Exception):
            problem.a2a_error = _error(problem)  # type: ignore[attr-defined]


def _error(problem: Exception) -> dict[str, Any]:
    error: dict[str, Any] = {"message": f"{type(problem).__name__}: {problem}"}
    cause = problem.__cause__
    if isinstance(cause, httpx.HTTPStatusError):
        status = cause.response.status_code
        return error | {"kind": "auth" if status in (401, 403) else "http", "http_status": status}
    if isinstance(problem, AgentCardResolutionError) and problem.status_code:
        return error | {"kind": "http", "http_status": problem.status_code}
    if isinstance(problem, A2AClientTimeoutError):
        return error | {"kind": "timeout"}
    if isinstance(problem, httpx.HTTPError) or isinstance(cause, httpx.RequestError):
        return error | {"kind": "transport"}
    if isinstance(problem, A2AError) and not isinstance(problem, A2AClientError):
        return error | {"kind": "protocol", "code": JSON_RPC_ERROR_CODE_MAP.get(type(problem))}
    return error | {"kind": "refused" if "transport" in str(problem).lower() else "protocol"}


def _event(event: StreamResponse) -> dict[str, Any]:
    match event.WhichOneof("payload"):
        case "task":
            return _task(event.task)
        case "message":
            it = event.message
            return {"event": "message", "context": it.context_id, "parts": _parts(it.parts)}
        case "status_update":
            it = event.status_update
            told = {"event": "status", "task": it.task_id, "context": it.context_id}
            return told | {"state": _state(it.status.state), "parts": _parts(it.status.message.parts)}
        case "artifact_update":
            it = event.artifact_update
            told = {"event": "artifact", "task": it.task_id, "context": it.context_id}
            told |= {"artifact": it.artifact.artifact_id, "append": it.append, "last": it.last_chunk}
            return told | {"parts": _parts(it.artifact.parts)}
    return {"event": "message", "parts": []}


def _task(task: Task) -> dict[str, Any]:
    told = {"event": "task", "task": task.id, "context": task.context_id, "state": _state(task.status.state)}
    return told | {"parts": _parts(task.status.message.parts)}


def _state(state: int) -> str:
    try:
        return TaskState.Name(state).removeprefix("TASK_STATE_").lower()
    except ValueError:
        return str(state)


def _parts(parts: Any) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for part in parts:
        match part.WhichOneof("content"):
            case "text":
                out.append({"text": part.text})
            case "raw":
                data = base64.b64encode(part.raw).decode("ascii")
                out.append({"file": {"name": part.filename, "type": part.media_type, "base64": data}})
            case "url":
                out.append({"file": {"name": part.filename, "type": part.media_type, "url": part.url}})
            case "data":
                out.append({"data": MessageToDict(part.data)})
    return out


serve(Adapter())
