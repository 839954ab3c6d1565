"""An agent on a2a-sdk 1.3 that does what a message says: in 1.0, and in 0.3 by the compatibility layer of the SDK."""

import asyncio
import sys

import uvicorn
from a2a.helpers import new_data_part, new_task_from_user_message, new_text_message, new_text_part, new_url_part
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, Message, Part, Role
from starlette.applications import Starlette

PORT = int(sys.argv[1])


def spoken(teller: TaskUpdater, text: str) -> Message:
    return teller.new_agent_message([new_text_part(text)])


class Agent(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        wish = context.get_user_input()
        if wish == "message":
            await event_queue.enqueue_event(
                new_text_message("Nothing to do.", context_id=context.context_id, role=Role.ROLE_AGENT)
            )
            return
        task = context.current_task
        if task is None:
            task = new_task_from_user_message(context.message)
            await event_queue.enqueue_event(task)
        teller = TaskUpdater(event_queue, task.id, task.context_id)
        await teller.start_work(spoken(teller, "Looking."))
        await DOES[wish](teller)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        teller = TaskUpdater(event_queue, context.task_id, context.context_id)
        await teller.cancel(spoken(teller, "Given up."))


async def artifacts(teller: TaskUpdater) -> None:
    for number, text in enumerate(("FAKE-001 ", "08:00, ", "FAKE-002 20:00")):
        await teller.add_artifact(
            [new_text_part(text)], "flights", "Flights", append=number > 0, last_chunk=number == 2
        )
    parts: list[Part] = [new_data_part({"FAKE-001": {"economy": 310}}), new_url_part("https://example.com/map.png")]
    await teller.add_artifact(parts, "fares", last_chunk=True)
    await teller.complete(spoken(teller, "Two flights."))


async def interleaved(teller: TaskUpdater) -> None:
    await teller.add_artifact([new_text_part("1 May: ")], "weather")
    await teller.add_artifact([new_text_part("FAKE-001")], "flights")
    await teller.add_artifact([new_text_part("sunny")], "weather", append=True, last_chunk=True)
    await teller.add_artifact([new_text_part(" 08:00")], "flights", append=True, last_chunk=True)
    await teller.complete()


async def failed(teller: TaskUpdater) -> None:
    await teller.failed(spoken(teller, "The timetable is gone."))


async def rejected(teller: TaskUpdater) -> None:
    await teller.reject(spoken(teller, "Not to the moon."))


async def question(teller: TaskUpdater) -> None:
    await teller.requires_input(spoken(teller, "Which day?"))


async def patient(teller: TaskUpdater) -> None:
    await teller.add_artifact([new_text_part("So far: ")], "flights")
    await asyncio.sleep(60)


async def slow(teller: TaskUpdater) -> None:
    await teller.add_artifact([new_text_part("One ")], "report")
    await asyncio.sleep(1)
    await teller.add_artifact([new_text_part("two")], "report", append=True, last_chunk=True)
    await teller.complete()


async def crash(teller: TaskUpdater) -> None:
    raise RuntimeError("boom")


DOES = {
    "artifacts": artifacts,
    "interleaved": interleaved,
    "failed": failed,
    "rejected": rejected,
    "question": question,
    "canceled": patient,
    "subscribed": slow,
    "crash": crash,
}
CARD = AgentCard(
    name="Flights",
    description="Finds flights.",
    version="1.0.0",
    capabilities=AgentCapabilities(streaming=True),
    default_input_modes=["text/plain"],
    default_output_modes=["text/plain"],
    skills=[AgentSkill(id="flights", name="Flights", description="Finds flights.", tags=["flights"])],
    supported_interfaces=[
        AgentInterface(url=f"http://127.0.0.1:{PORT}/", protocol_binding="JSONRPC", protocol_version=version)
        for version in ("1.0", "0.3")
    ],
)

if __name__ == "__main__":
    handler = DefaultRequestHandler(agent_executor=Agent(), task_store=InMemoryTaskStore(), agent_card=CARD)
    routes = create_agent_card_routes(CARD) + create_jsonrpc_routes(handler, "/", enable_v0_3_compat=True)
    uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=PORT, log_level="warning")
