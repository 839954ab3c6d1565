"""The operations of A2A, under their 1.0 names in every dialect (1.0 §5.3)."""

from enum import StrEnum
from typing import Final


class Operation(StrEnum):
    """What a caller asks of an agent; the last two are plain HTTP requests of a client."""

    SEND_MESSAGE = "SendMessage"
    SEND_STREAMING_MESSAGE = "SendStreamingMessage"
    GET_TASK = "GetTask"
    LIST_TASKS = "ListTasks"
    CANCEL_TASK = "CancelTask"
    SUBSCRIBE_TO_TASK = "SubscribeToTask"
    CREATE_PUSH_CONFIG = "CreateTaskPushNotificationConfig"
    GET_PUSH_CONFIG = "GetTaskPushNotificationConfig"
    LIST_PUSH_CONFIGS = "ListTaskPushNotificationConfigs"
    DELETE_PUSH_CONFIG = "DeleteTaskPushNotificationConfig"
    GET_EXTENDED_AGENT_CARD = "GetExtendedAgentCard"
    FETCH_CARD = "FetchCard"
    FETCH_TOKEN = "FetchToken"


SENDS: Final = frozenset({Operation.SEND_MESSAGE, Operation.SEND_STREAMING_MESSAGE})
STREAMS: Final = frozenset({Operation.SEND_STREAMING_MESSAGE, Operation.SUBSCRIBE_TO_TASK})
READS: Final = frozenset(
    {Operation.GET_TASK, Operation.LIST_TASKS, Operation.SUBSCRIBE_TO_TASK, Operation.FETCH_CARD}
)
PUSH_CONFIG: Final = frozenset(
    {
        Operation.CREATE_PUSH_CONFIG,
        Operation.GET_PUSH_CONFIG,
        Operation.LIST_PUSH_CONFIGS,
        Operation.DELETE_PUSH_CONFIG,
    }
)
OUTSIDE_THE_BINDING: Final = frozenset({Operation.FETCH_CARD, Operation.FETCH_TOKEN})
"""Calls that `call: any` in a scenario leaves out."""
