"""Tells what a saved file is."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from a2a_conformance.recordings.har import Captured, read_har
from a2a_conformance.recordings.heads import Head, read_head
from a2a_conformance.recordings.items import Item, NothingUnderstood, Recording, Shape
from a2a_conformance.recordings.json_lines import read_json
from a2a_conformance.recordings.reasons import WEB_PAGE, reason_of_bytes, reason_of_json, reason_of_line
from a2a_conformance.recordings.sse_text import read_sse
from a2a_simulator import journal
from a2a_simulator.journal import Journal, UnreadableJournal

_SSE_LINE: Final = re.compile(rb"^\s*(?:data|event|id|retry)(?::|\s*$)|^:", re.MULTILINE)
_CR_LINE: Final = re.compile(rb"\r(?:(?:data|event|id|retry)(?::|\r|$)|:)")
_HAR: Final = re.compile(rb'\s*\{\s*"log"\s*:')
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")


def read_recording(data: bytes | str) -> Recording | Journal | Captured:
    """What a file holds: a stream or one answer, a journal, or the calls of a HAR file. Raises NothingUnderstood."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    notes: tuple[str, ...] = ()
    if raw[:2] in _WIDE:
        raw = raw.decode("utf-16", "replace").encode()
        notes = ("the file is UTF-16, as some shells write it; it was read as if it were UTF-8",)
    head = read_head(raw)
    begin, blank_lines = _begin(raw, head.end)
    if begin == len(raw):
        raise NothingUnderstood("", "these are HTTP headers without a body" if head.end else "the file is empty")
    first = re.split(rb"[\r\n]", raw[begin : begin + 4096], maxsplit=1)[0].decode("utf-8", "replace").strip()
    if first.startswith('{"journal"'):
        return _journal(raw[begin:], first)
    if _HAR.match(raw, begin):
        return _har(raw[begin:], first)
    try:
        recording = _recording(raw, begin, head.end, head.lines + blank_lines, head.lines, first)
    except NothingUnderstood as problem:
        raise _remarked(problem, head) from None
    recording.notes[:0] = [*notes, *head.notes, *head.remarks]
    recording.items = _guarded(recording.items, head)
    return recording


def _begin(raw: bytes, at: int) -> tuple[int, int]:
    """Where the text begins after blank lines and a byte order mark, and how many lines were passed."""
    match = re.compile(rb"(?:\xef\xbb\xbf|[ \t\r\n])*").match(raw, at)
    end = at if match is None else match.end()
    passed = raw[at:end]
    return end, len(re.findall(rb"\r\n|\r|\n", passed))


def _recording(raw: bytes, begin: int, body: int, line: int, body_line: int, first: str) -> Recording:
    wrong = reason_of_bytes(raw[begin : begin + 1024])
    if wrong:
        raise NothingUnderstood(first, wrong)
    if first[:1] in ("{", "["):
        try:
            return read_json(first, raw, begin, line)
        except NothingUnderstood as problem:
            likely = reason_of_json(first)
            if likely:
                raise NothingUnderstood(first, likely) from None
            raise problem
    is_sse = _SSE_LINE.search(raw, begin) or _CR_LINE.search(raw, begin)
    if is_sse and not WEB_PAGE.match(first) and not first.startswith(("* ", "> ", "< ")):
        recording = Recording(first, Shape.SSE)
        recording.items = read_sse(recording, raw, body, body_line)
        return recording
    raise NothingUnderstood(first, reason_of_line(first))


def _guarded(items: Any, head: Head) -> Iterator[Item]:
    try:
        yield from items
    except NothingUnderstood as problem:
        raise _remarked(problem, head) from None


def _remarked(problem: NothingUnderstood, head: Head) -> NothingUnderstood:
    return NothingUnderstood(problem.first_line, "; ".join((problem.reason, *head.remarks)))


def _journal(raw: bytes, first: str) -> Journal:
    try:
        return journal.read(line.decode("utf-8", "replace") for line in raw.split(b"\n"))
    except UnreadableJournal as problem:
        raise NothingUnderstood(first, f"the journal cannot be read: {problem}") from problem


def _har(raw: bytes, first: str) -> Captured:
    try:
        value = json.loads(raw)
    except ValueError as problem:
        raise NothingUnderstood(first, f"this begins like a HAR file, but is no JSON: {problem}") from None
    except RecursionError:
        raise NothingUnderstood(first, "this begins like a HAR file, but is nested too deep to be read") from None
    return read_har(value)
