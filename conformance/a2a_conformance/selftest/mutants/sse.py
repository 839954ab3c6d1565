"""Faults in reading server-sent events. Each has the parser that somebody wrote in ten minutes."""

import codecs
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from typing import ClassVar

from a2a_conformance.reference.stream import SseReader
from a2a_conformance.selftest.mutant import BugClass, mutant

Texts = AsyncGenerator[str, None]


class OwnParser(SseReader):
    """A hand-written parser that is right but for what a subclass changes."""

    line_ends: ClassVar[re.Pattern[str]] = re.compile("\r\n|\n|\r")
    bom: ClassVar[str] = "\ufeff"

    async def data(self, chunks: AsyncIterator[bytes]) -> Texts:
        buffer = ""
        started = False
        self.lines: list[str] = []
        async for text in self.texts(chunks):
            buffer += text
            if not started and buffer:
                buffer = buffer.removeprefix(self.bom) if self.bom else buffer
                started = True
            while (end := self.line_ends.search(buffer)) and not (end.group() == "\r" and end.end() == len(buffer)):
                line, buffer = buffer[: end.start()], buffer[end.end() :]
                for told in self.line(line):
                    yield told
        for told in self.line(buffer.removesuffix("\r")) if buffer.endswith("\r") else []:
            yield told
        for told in self.rest():
            yield told

    async def texts(self, chunks: AsyncIterator[bytes]) -> Texts:
        """The body as text, piece by piece."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        async for chunk in chunks:
            yield decoder.decode(chunk)

    def line(self, line: str) -> list[str]:
        """Takes one line; gives the data of the event that it ends."""
        if line:
            name, _, value = line.partition(":")
            self.field(name, value.removeprefix(" "))
            return []
        return self.dispatched()

    def field(self, name: str, value: str) -> None:
        """Takes one field; a comment has no name."""
        if name == "data":
            self.lines.append(value)

    def dispatched(self) -> list[str]:
        """The event that a blank line ends, if it has data."""
        lines, self.lines = self.lines, []
        return ["\n".join(lines)] if lines else []

    def rest(self) -> list[str]:
        """What to make of an event that the end of the body cut off."""
        return []


@mutant("sse-lf-only", BugClass.SSE, "assistant-ui/assistant-ui#4819", "a2aproject/a2a-js#714")
class LfOnly(OwnParser):
    """Events are split at LF LF only; with CRLF none ever ends."""

    line_ends = re.compile("\n")


@mutant("sse-no-bare-cr", BugClass.SSE, "a2aproject/a2a-js#714")
class NoBareCr(OwnParser):
    """CR alone is not taken for the end of a line."""

    line_ends = re.compile("\r?\n")


@mutant("sse-unicode-line-ends", BugClass.SSE)
class UnicodeLineEnds(OwnParser):
    """U+2028, U+0085 and their like end a line, as `str.splitlines` has it."""

    line_ends = re.compile("\r\n|[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")


@mutant("sse-comment-is-data", BugClass.SSE, "a2aproject/a2a-python#540", "a2aproject/a2a-go#99")
class CommentIsData(OwnParser):
    """A comment line is taken for JSON."""

    def field(self, name: str, value: str) -> None:
        super().field(name or "data", value)


@mutant("sse-space-needed", BugClass.SSE, "a2aproject/a2a-go#162")
class SpaceNeeded(OwnParser):
    """A `data:` without a space after the colon is not seen."""

    def line(self, line: str) -> list[str]:
        return [] if re.match("data:[^ ]", line) else super().line(line)


@mutant("sse-line-is-event", BugClass.SSE, "a2aproject/a2a-go#99")
class LineIsEvent(OwnParser):
    """Each `data:` line is taken for an event of its own."""

    def line(self, line: str) -> list[str]:
        return [*super().line(line), *self.dispatched()]


@mutant("sse-decodes-each-chunk", BugClass.SSE, "praxis-proxy/praxis#739", "graniet/llm#90")
class DecodesEachChunk(OwnParser):
    """Each piece of the body is decoded by itself; a character cut in two is lost."""

    async def texts(self, chunks: AsyncIterator[bytes]) -> Texts:
        async for chunk in chunks:
            yield chunk.decode("utf-8", "replace")


@mutant("sse-chunk-is-event", BugClass.SSE)
class ChunkIsEvent(OwnParser):
    """Each piece of the body is taken for whole events; one that spans two pieces is lost."""

    async def data(self, chunks: AsyncIterator[bytes]) -> Texts:
        async for chunk in chunks:
            for told in re.findall("data: ?(.*)", chunk.decode("utf-8", "replace")):
                try:
                    json.loads(told)
                except ValueError:
                    continue
                yield told


@mutant("sse-bom-kept", BugClass.SSE)
class BomKept(OwnParser):
    """A byte order mark at the start becomes part of the first field name."""

    bom = ""


@mutant("sse-only-unnamed", BugClass.SSE)
class OnlyUnnamed(OwnParser):
    """Events with an `event:` or `id:` field are not seen."""

    named = False

    def field(self, name: str, value: str) -> None:
        self.named = self.named or name in ("event", "id")
        super().field(name, value)

    def dispatched(self) -> list[str]:
        told = super().dispatched()
        named, self.named = self.named, False
        return [] if named else told


@mutant("sse-small-buffer", BugClass.SSE, "a2aproject/a2a-go#149", "cloudwego/hertz#1441")
class SmallBuffer(OwnParser):
    """A line of more than 64 KiB ends the stream without a word."""

    def field(self, name: str, value: str) -> None:
        super().field(name, value if len(value) <= 65536 else "")

    def dispatched(self) -> list[str]:
        return [told for told in super().dispatched() if told]


@mutant(
    "sse-buffers-all",
    BugClass.SSE,
    "neuroglia-io/a2a-net#16",
    "mastra-ai/mastra#8411",
    races=("cancel/running", "cancel/race", "cancel/given-up"),
)
class BuffersAll(SseReader):
    """The whole body is read before the first event is handed on."""

    async def data(self, chunks: AsyncIterator[bytes]) -> Texts:
        held = [told async for told in super().data(chunks)]
        for told in held:
            yield told
