"""What answers a call: an entry of the script, a refusal, or (neither) the truth of the store."""

from collections.abc import Callable

from a2a_simulator.scenario.play import Entry
from a2a_simulator.session import refusal
from a2a_simulator.session.agent import Agent
from a2a_simulator.session.matching import Book
from a2a_simulator.session.refusal import Reason
from a2a_simulator.session.request import Request

Picked = tuple[Entry, int]
"""An entry, and how often it was used with this time."""


def choose(agent: Agent, request: Request, book: Book, served: bool) -> tuple[Picked | None, Reason | None]:
    """The entry that answers a call, or why it is refused; neither: the store answers.

    `served`: to anybody, for ever. Then a send that names a task which cannot take it is refused, as a real agent
    would, unless an entry is meant for just that.
    """
    reason = refusal.reason(agent, request)
    if reason is not None:
        return None, reason
    entries = agent.entries(request.dialect)
    if not served:
        return book.pick(entries, request, agent.store), None
    if request.read.dialect is not None and request.read.dialect not in agent.dialects:
        speaks = " + ".join(agent.dialects)
        text = f"a call in {request.read.dialect}, this agent speaks {speaks}"
        return None, Reason(text, error="MethodNotFound", told=True)
    misfit = _misfit(agent, request)
    if misfit is None:
        return book.pick(entries, request, agent.store), None
    reason, meant = misfit
    picked = book.pick(tuple(filter(meant, entries)), request, agent.store)
    return picked, None if picked else reason


def _misfit(agent: Agent, request: Request) -> tuple[Reason, Callable[[Entry], bool]] | None:
    """Why a send does not fit the task that it names, and which entries are meant for that."""
    if not request.sends or request.task_id is None:
        return None
    task = agent.store.get(request.task_id)
    if task is None:
        reason = Reason(f"there is no task {request.task_id}", error="TaskNotFound", told=True)
        return reason, lambda entry: entry.when.task == "unknown"
    if request.context_id not in (None, task.context_id):
        text = f"the task {task.id} belongs to another context"
        return Reason(text, error="InvalidParams", told=True), lambda entry: entry.when.context is not None
    if task.finished:
        reason = Reason(f"the task {task.id} is finished", error="UnsupportedOperation", told=True)
        return reason, _for_a_finished_task
    return None


def _for_a_finished_task(entry: Entry) -> bool:
    """An entry for the next call to its task is meant for that call; one for any number of calls is a catch-all."""
    return entry.when.task in ("known", "current") and entry.times is not None
