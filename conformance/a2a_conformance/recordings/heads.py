"""The HTTP heads before a body, as `curl -i` saves them."""

import re
from dataclasses import dataclass
from typing import Final

_HEAD: Final = re.compile(rb"HTTP/\d[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n")
_NEWLINE: Final = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands before the body. `end` and `lines`: how much of the file it takes."""

    end: int = 0
    lines: int = 0
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What is odd about the last one."""


def read_head(raw: bytes) -> Head:
    """All heads at the beginning of a file; of several (100 Continue, a proxy, a redirect) the last one counts."""
    end, last = 0, b""
    while match := _HEAD.match(raw, end):
        end, last = match.end(), match[0]
    if not end:
        return Head()
    status, *headers = last.decode("latin-1").splitlines()
    code = [*status.split(), "", ""][1]
    fields = dict(line.lower().split(":", 1) for line in headers if ":" in line)
    passed = "the file begins with HTTP headers, which were passed over"
    remarks = remarks_on(code, fields.get("content-type", "").strip())
    if "chunked" in fields.get("transfer-encoding", "") and _is_chunk_size(raw, end):
        remarks = (*remarks, "the sizes of HTTP chunks stand between the events: save it without `--raw`")
    return Head(end, len(_NEWLINE.findall(raw[:end])), (passed,), remarks)


def remarks_on(status: str, media_type: str, stream: bool = True) -> tuple[str, ...]:
    """What is odd about the status and the content type of a response that should be a stream."""
    remarks = [f"the HTTP status is {status}, not 200"] if status != "200" else []
    if stream and not media_type.lower().startswith("text/event-stream"):
        told = f"the content type is {media_type}" if media_type else "there is no content type"
        remarks.append(f"{told}; a stream has text/event-stream")
    return tuple(remarks)


def _is_chunk_size(raw: bytes, at: int) -> bool:
    return re.compile(rb"[0-9a-fA-F]{1,8}\r?\n").match(raw, at) is not None
