"""One event loop of ours in one thread: where every async method of a python adapter runs."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

Result = TypeVar("Result")

CLOSE_TIMEOUT = 2.0
"""Seconds that cancelled tasks get to end before the loop is stopped over them."""


class AdapterLoop:
    """An event loop in a daemon thread. Not started until first used."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="a2a-adapter-loop", daemon=True)
        self._thread.start()

    def submit(self, coroutine: Coroutine[Any, Any, Result]) -> "Future[Result]":
        """Runs a coroutine on the loop; cancelling the future cancels the task."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def close(self) -> None:
        """Cancels what runs, lets async generators finish, stops the loop and its thread."""
        if self._loop.is_closed():
            return
        ending = asyncio.run_coroutine_threadsafe(self._cancel_all(), self._loop)
        try:
            ending.result(CLOSE_TIMEOUT * 2)
        except TimeoutError:
            ending.cancel()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSE_TIMEOUT)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    async def _cancel_all(self) -> None:
        me = asyncio.current_task()
        tasks = [task for task in asyncio.all_tasks() if task is not me]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=CLOSE_TIMEOUT)
        await self._loop.shutdown_asyncgens()
