"""What a call of the reference client can raise. Each error tells itself in the normal form of outcomes."""

from collections.abc import Mapping
from typing import Any, ClassVar

from a2a_conformance.outcome import ErrorKind, ToldError
from a2a_simulator.protocol.tasks import Task


class ClientError(Exception):
    """A call did not come to a result. `task` is what was known of its task when it broke."""

    kind: ClassVar[ErrorKind] = ErrorKind.PROTOCOL
    code: int | None = None
    http_status: int | None = None
    reason: str | None = None

    def __init__(self, message: str, task: Task | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.task = task

    def told(self) -> ToldError:
        """The error in the normal form."""
        return ToldError(self.kind, self.code, self.http_status, self.reason, self.message)

    @property
    def a2a_error(self) -> dict[str, Any]:
        """The same as a mapping, for a caller that sees only the exception; what is not known is left out."""
        names = ("kind", "code", "http_status", "reason", "message")
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class AgentError(ClientError):
    """The agent answered with a JSON-RPC error; `reason` is that of its ErrorInfo (1.0 §9.5), if it sent one."""

    def __init__(self, code: int, message: str, data: Any = None, http_status: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data
        self.http_status = http_status
        self.reason = _reason(data)


class HttpError(ClientError):
    """The agent answered with an HTTP status that is no success; `retry_after` in seconds, where it was told."""

    kind = ErrorKind.HTTP

    def __init__(self, status: int, message: str, headers: Mapping[str, str]) -> None:
        super().__init__(message)
        self.http_status = status
        self.headers = headers

    @property
    def retry_after(self) -> float | None:
        """Seconds to wait before asking again; None when the agent named none (or a date)."""
        value = self.headers.get("retry-after", "")
        return float(value) if value.isdigit() else None


class AuthError(HttpError):
    """401 or 403: the credentials are missing, wrong, or not enough."""

    kind = ErrorKind.AUTH


class Broken(ClientError):
    """The connection could not be made, or broke before the answer was whole."""

    kind = ErrorKind.TRANSPORT


class Unreachable(Broken):
    """The connection could not be made, so nothing was sent."""


class Quiet(ClientError):
    """Nothing arrived for longer than the client waits."""

    kind = ErrorKind.TIMEOUT


class Unreadable(ClientError):
    """The answer is not what the protocol says an answer is."""


class NoUsableInterface(ClientError):
    """The card offers no interface that this client speaks; nothing was called."""

    kind = ErrorKind.REFUSED


class Incomplete(ClientError):
    """The stream ended while the task was still at work, and the task could not be followed to its end."""

    kind = ErrorKind.TRANSPORT


def _reason(data: Any) -> str | None:
    for detail in data if isinstance(data, list) else []:
        if isinstance(detail, dict) and isinstance(detail.get("reason"), str):
            return str(detail["reason"])
    return None
