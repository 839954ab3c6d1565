"""An agent on a2a-sdk 0.3 that does what the text of a message says."""

import asyncio
import sys

import uvicorn
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.apps import A2AStarletteApplication
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentSkill,
    DataPart,
    FilePart,
    FileWithUri,
    Message,
    Part,
    TextPart,
)
from a2a.utils import new_agent_text_message, new_task

PORT = int(sys.argv[1])


def spoken(teller: TaskUpdater, text: str) -> Message:
    return teller.new_agent_message([written(text)])


def written(text: str) -> Part:
    return Part(root=TextPart(text=text))


class Agent(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        wish = context.get_user_input()
        if wish == "message":
            await event_queue.enqueue_event(new_agent_text_message("Nothing to do.", context.context_id))
            return
        task = context.current_task
        if task is None:
            task = new_task(context.message)
            await event_queue.enqueue_event(task)
        teller = TaskUpdater(event_queue, task.id, task.context_id)
        await teller.start_work(spoken(teller, "Looking."))
        await DOES[wish](teller)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        teller = TaskUpdater(event_queue, context.task_id, context.context_id)
        await teller.cancel(spoken(teller, "Given up."))


async def artifacts(teller: TaskUpdater) -> None:
    for number, text in enumerate(("FAKE-001 ", "08:00, ", "FAKE-002 20:00")):
        await teller.add_artifact([written(text)], "flights", "Flights", append=number > 0, last_chunk=number == 2)
    fares = Part(root=DataPart(data={"FAKE-001": {"economy": 310}}))
    picture = Part(root=FilePart(file=FileWithUri(uri="https://example.com/map.png", mime_type="image/png")))
    await teller.add_artifact([fares, picture], "fares", last_chunk=True)
    await teller.complete(spoken(teller, "Two flights."))


async def interleaved(teller: TaskUpdater) -> None:
    await teller.add_artifact([written("1 May: ")], "weather")
    await teller.add_artifact([written("FAKE-001")], "flights")
    await teller.add_artifact([written("sunny")], "weather", append=True, last_chunk=True)
    await teller.add_artifact([written(" 08:00")], "flights", append=True, last_chunk=True)
    await teller.complete()


async def failed(teller: TaskUpdater) -> None:
    await teller.failed(spoken(teller, "The timetable is gone."))


async def rejected(teller: TaskUpdater) -> None:
    await teller.reject(spoken(teller, "Not to the moon."))


async def question(teller: TaskUpdater) -> None:
    await teller.requires_input(spoken(teller, "Which day?"), final=True)


async def patient(teller: TaskUpdater) -> None:
    await teller.add_artifact([written("So far: ")], "flights")
    await asyncio.sleep(60)


async def slow(teller: TaskUpdater) -> None:
    await teller.add_artifact([written("One ")], "report")
    await asyncio.sleep(1)
    await teller.add_artifact([written("two")], "report", append=True, last_chunk=True)
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
    url=f"http://127.0.0.1:{PORT}/",
    capabilities=AgentCapabilities(streaming=True),
    default_input_modes=["text/plain"],
    default_output_modes=["text/plain"],
    skills=[AgentSkill(id="flights", name="Flights", description="Finds flights.", tags=["flights"])],
)

if __name__ == "__main__":
    handler = DefaultRequestHandler(agent_executor=Agent(), task_store=InMemoryTaskStore())
    app = A2AStarletteApplication(agent_card=CARD, http_handler=handler).build()
    uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="warning")
