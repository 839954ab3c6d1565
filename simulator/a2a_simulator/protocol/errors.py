"""The errors of A2A and what each is called in every binding (1.0.1 §5.4, §9.5)."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """One error: its name, JSON-RPC code (None: told by HTTP alone), HTTP status, gRPC status, reason, 0.3 text."""

    name: str
    code: int | None
    http: int
    grpc: str
    reason: str
    text: str


ERRORS: Final[tuple[ErrorRow, ...]] = (
    ErrorRow("TaskNotFound", -32001, 404, "NOT_FOUND", "TASK_NOT_FOUND", "Task not found"),
    ErrorRow(
        "TaskNotCancelable",
        -32002,
        400,
        "FAILED_PRECONDITION",
        "TASK_NOT_CANCELABLE",
        "Task cannot be canceled",
    ),
    ErrorRow(
        "PushNotificationNotSupported",
        -32003,
        400,
        "FAILED_PRECONDITION",
        "PUSH_NOTIFICATION_NOT_SUPPORTED",
        "Push Notification is not supported",
    ),
    ErrorRow(
        "UnsupportedOperation",
        -32004,
        400,
        "FAILED_PRECONDITION",
        "UNSUPPORTED_OPERATION",
        "This operation is not supported",
    ),
    ErrorRow(
        "ContentTypeNotSupported",
        -32005,
        400,
        "INVALID_ARGUMENT",
        "CONTENT_TYPE_NOT_SUPPORTED",
        "Incompatible content types",
    ),
    ErrorRow("InvalidAgentResponse", -32006, 500, "INTERNAL", "INVALID_AGENT_RESPONSE", "Invalid agent response"),
    ErrorRow(
        "ExtendedAgentCardNotConfigured",
        -32007,
        400,
        "FAILED_PRECONDITION",
        "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
        "Authenticated Extended Card is not configured",
    ),
    ErrorRow(
        "ExtensionSupportRequired",
        -32008,
        400,
        "FAILED_PRECONDITION",
        "EXTENSION_SUPPORT_REQUIRED",
        "A required extension was not declared",
    ),
    ErrorRow(
        "VersionNotSupported",
        -32009,
        400,
        "FAILED_PRECONDITION",
        "VERSION_NOT_SUPPORTED",
        "This protocol version is not supported",
    ),
    ErrorRow("ParseError", -32700, 400, "INVALID_ARGUMENT", "JSON_PARSE", "Invalid JSON payload"),
    ErrorRow(
        "InvalidRequest",
        -32600,
        400,
        "INVALID_ARGUMENT",
        "INVALID_REQUEST",
        "Request payload validation error",
    ),
    ErrorRow("MethodNotFound", -32601, 404, "UNIMPLEMENTED", "METHOD_NOT_FOUND", "Method not found"),
    ErrorRow("InvalidParams", -32602, 400, "INVALID_ARGUMENT", "INVALID_PARAMS", "Invalid parameters"),
    ErrorRow("InternalError", -32603, 500, "INTERNAL", "INTERNAL", "Internal error"),
    ErrorRow("Unauthenticated", None, 401, "UNAUTHENTICATED", "UNAUTHENTICATED", "Unauthenticated"),
    ErrorRow("Forbidden", None, 403, "PERMISSION_DENIED", "FORBIDDEN", "Forbidden"),
    ErrorRow("RateLimited", None, 429, "RESOURCE_EXHAUSTED", "RATE_LIMITED", "Too many requests"),
    ErrorRow("Unavailable", None, 503, "UNAVAILABLE", "UNAVAILABLE", "Service unavailable"),
)

BY_NAME: Final = {row.name: row for row in ERRORS}
BY_CODE: Final = {row.code: row for row in ERRORS if row.code is not None}
BY_HTTP_ONLY: Final = {row.http: row for row in ERRORS if row.code is None}
