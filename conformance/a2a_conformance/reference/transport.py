"""HTTP with errors as types: one POST for a call, one GET for a card."""

import functools
import json
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx

from a2a_conformance.reference.calls import Call
from a2a_conformance.reference.errors import AgentError, AuthError, Broken, ClientError, HttpError, Quiet, Unreachable

QUIET = 30.0
"""Seconds without a byte after which a call is given up; a stream that goes on may last for ever."""


@functools.cache
def tls() -> ssl.SSLContext:
    """The one TLS context of this process: loading the trust store costs more than all the rest of a client."""
    return ssl.create_default_context()


def http_client(quiet: float = QUIET) -> httpx.AsyncClient:
    """An HTTP client for one A2A client. Close it with `aclose()`."""
    timeout = httpx.Timeout(quiet, connect=5.0)
    return httpx.AsyncClient(verify=tls(), timeout=timeout, trust_env=False, follow_redirects=False)


@contextmanager
def translated() -> Iterator[None]:
    """Turns what httpx raises into Quiet, Unreachable and Broken."""
    try:
        yield
    except httpx.TimeoutException as problem:
        raise Quiet(f"nothing came in time ({type(problem).__name__})") from problem
    except httpx.ConnectError as problem:
        raise Unreachable(f"{type(problem).__name__}: {problem}") from problem
    except httpx.HTTPError as problem:
        raise Broken(f"{type(problem).__name__}: {problem}") from problem


class Transport:
    """Sends the requests of one client."""

    verb = "POST"

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def fetch(self, url: str, headers: Mapping[str, str]) -> bytes:
        """GETs a document. Raises ClientError."""
        with translated():
            response = await self.http.get(url, headers={"Accept": "application/json", **headers})
        if not response.is_success:
            raise self.refusal(response, response.content)
        return response.content

    @asynccontextmanager
    async def post(self, call: Call) -> AsyncIterator[httpx.Response]:
        """POSTs a call and gives the response as soon as its head is there, status checked. Raises ClientError."""
        with translated():
            async with self.http.stream(self.verb, call.url, content=call.body, headers=call.headers) as response:
                if not response.is_success:
                    raise self.refusal(response, await response.aread())
                yield response

    def refusal(self, response: httpx.Response, body: bytes) -> ClientError:
        """The error behind a status that is no success: the agent's own, if the body tells one."""
        status = response.status_code
        told = _error_object(body)
        if isinstance(told.get("code"), int) and told["code"] < 0:
            return AgentError(told["code"], str(told.get("message", "")), told.get("data"), status)
        text = str(told.get("message") or body[:200].decode("utf-8", "replace")) or response.reason_phrase
        kind = AuthError if status in (401, 403) else HttpError
        return kind(status, f"HTTP {status}: {text}", response.headers)


def _error_object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    error = value.get("error") if isinstance(value, dict) else None
    return error if isinstance(error, dict) else {}
