"""What a call gets when no entry of the script answers it: the truth of the store (scenario format §5.1)."""

from dataclasses import replace

from a2a_simulator.protocol.events import StatusUpdate
from a2a_simulator.protocol.operations import PUSH_CONFIG, Operation
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import TaskStatus
from a2a_simulator.session.agent import Agent
from a2a_simulator.session.exchange import Exchange
from a2a_simulator.session.request import Request
from a2a_simulator.session.substitution import fill_value
from a2a_simulator.session.task_list import task_list
from a2a_simulator.wire.cards import card_for
from a2a_simulator.wire.wire_forms import Binding, Dialect, WireForm

NO_REPLY_LEFT = "the script has no reply left"


def answer(agent: Agent, exchange: Exchange) -> str | None:
    """Answers a call. Returns the id of a task that was canceled by it: what is left of its reply must not happen."""
    request = exchange.request
    match request.operation:
        case Operation.FETCH_CARD:
            exchange.card(card_of(agent))
        case Operation.SEND_MESSAGE | Operation.SEND_STREAMING_MESSAGE:
            exchange.error("InternalError", message=NO_REPLY_LEFT)
        case Operation.GET_TASK:
            _get(agent, exchange)
        case Operation.SUBSCRIBE_TO_TASK:
            _subscribe(agent, exchange)
        case Operation.CANCEL_TASK:
            return _cancel(agent, exchange)
        case Operation.LIST_TASKS if request.dialect is Dialect.V1_0:
            exchange.document(task_list(agent.store, request.read.params))
        case Operation.GET_EXTENDED_AGENT_CARD:
            exchange.error("ExtendedAgentCardNotConfigured")
        case operation if operation in PUSH_CONFIG:
            exchange.error("PushNotificationNotSupported")
        case None:
            _not_understood(exchange)
        case _:
            exchange.error("UnsupportedOperation")
    return None


def card_of(agent: Agent) -> dict[str, object]:
    """The card of an agent as its clients see it."""
    address = agent.address
    names = {
        "base_url": address.base_url,
        "card_url": address.card_url,
        "other_url": address.other_url,
        "agent": agent.name,
    }
    play = replace(agent.play, card=fill_value(agent.play.card, names))
    return card_for(play, WireForm(agent.home, Binding.JSONRPC), address.endpoint)


def _get(agent: Agent, exchange: Exchange) -> None:
    task = agent.store.get(exchange.request.task_id)
    if task is None:
        exchange.error("TaskNotFound")
    else:
        exchange.answer(task.snapshot(exchange.request.history))


def _subscribe(agent: Agent, exchange: Exchange) -> None:
    request = exchange.request
    task = agent.store.get(request.task_id)
    if task is None:
        exchange.error("TaskNotFound")
    elif not task.finished:
        exchange.subscriber = True
        exchange.event(task.snapshot(request.history))
        agent.attach(task.id, exchange)
    elif request.dialect is Dialect.V1_0:
        exchange.error("UnsupportedOperation", message="the task is in a terminal state")
    else:
        exchange.event(task.snapshot(request.history))
        exchange.close()


def _cancel(agent: Agent, exchange: Exchange) -> str | None:
    task = agent.store.get(exchange.request.task_id)
    if task is None:
        exchange.error("TaskNotFound")
        return None
    if task.finished:
        exchange.error("TaskNotCancelable")
        return None
    status = TaskStatus(State.CANCELED, None, agent.timestamps.next())
    task.set_status(status)
    agent.tell(task.id, StatusUpdate(task.id, task.context_id, status, final=True))
    agent.end_streams(task.id)
    exchange.answer(replace(task.snapshot(exchange.request.history), status=status))
    return task.id


def _not_understood(exchange: Exchange) -> None:
    request: Request = exchange.request
    if request.called.method != "POST":
        exchange.http(405, {"allow": "POST", "content-type": "text/plain"}, b"calls come by POST\n")
        return
    exchange.error(request.read.refused or "MethodNotFound")
