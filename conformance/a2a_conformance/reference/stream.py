"""Server-sent events as a client reads them: bytes in, the data of each dispatched event out."""

from collections.abc import AsyncGenerator, AsyncIterator

from a2a_conformance.reference.errors import Unreadable
from a2a_simulator.wire.sse import SseEvent, SseOversize, SseParser


class SseReader:
    """Reads one response body. An event that the end of the body cuts off is dropped, as WHATWG says."""

    async def data(self, chunks: AsyncIterator[bytes]) -> AsyncGenerator[str, None]:
        """The data of each event, as soon as its last byte is there. Raises Unreadable rather than leave one out."""
        parser = SseParser()
        async for chunk in chunks:
            for frame in parser.feed(chunk):
                if isinstance(frame, SseEvent) and frame.dispatched:
                    yield frame.data
                elif isinstance(frame, SseOversize):
                    raise Unreadable(f"an event is larger than {frame.limit} bytes")
