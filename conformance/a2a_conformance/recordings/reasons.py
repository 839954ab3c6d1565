"""Why a file is no recording: the likely reasons, and what to save instead."""

import re
from typing import Final

WEB_PAGE: Final = re.compile(r"<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)
_TABLE: Final = "this looks like the table of a browser's network tab: save the response body instead"
_MAGIC: Final = (
    (b"\x1f\x8b", "this is compressed (gzip)"),
    (b"\x28\xb5\x2f\xfd", "this is compressed (zstd)"),
    (b"BZh", "this is compressed (bzip2)"),
    (b"PK\x03\x04", "this is a ZIP archive: give one of the files in it"),
    (b"\xd4\xc3\xb2\xa1", "this is a capture of packets: follow the stream in it and save the body of the response"),
    (b"\x0a\x0d\x0d\x0a", "this is a capture of packets: follow the stream in it and save the body of the response"),
)
_LINES: Final = (
    (WEB_PAGE, "this is a web page, not a stream"),
    (re.compile(r"HTTP/\d(?:\.\d)? \d{3}"), "these are HTTP headers without a body: save the body of the response"),
    (re.compile(r"[*<>] "), "this is the log of `curl -v`: save the output of `curl -N` without -v"),
    (re.compile(r"curl: \("), "this is an error message of curl: the call failed"),
    (re.compile(r"% Total"), "this is the progress meter of curl: save its standard output"),
    (re.compile(r"(?:POST|GET|PUT|DELETE|curl)\s"), "this is the request: save the response"),
    (re.compile(r"(?:b|rb|br)?['\"]+(?:data|event|id|:)"),
     "these are literals of a program (`b'data: …'`): save the bytes themselves"),
    (re.compile(r"(?:Traceback \(most recent|\w*(?:Error|Exception)\b)"), "this is an error message of a program"),
    (re.compile(r"[A-Z]\w+\("), "this is how a program prints its objects (a repr): save the body of the response"),
    (re.compile(r"(?:# )?(?:yaml-language-server|scenario:)"), "this is a scenario: `lint` and `run` take it"),
    (re.compile(r"```"), "this is Markdown: save what stands between the fences"),
    (re.compile(r"\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d|(?:DEBUG|INFO|WARNING|ERROR)\b"),
     "this is a log: its lines begin with something else than the stream had; save the body of the response"),
    (re.compile(r"[^\t]*\t"), _TABLE),
    (re.compile(r"(?:Type|Id|Data)\s+(?:Type|Data|Time)"), _TABLE),
    (re.compile(r"[A-Za-z][A-Za-z0-9-]*: ?\S"), "these look like headers: save the body of the response"),
    (re.compile(r"[A-Za-z0-9+/]{60,}={0,2}$"), "this looks like base64: decode it first"),
)  # fmt: skip
_PYTHON: Final = re.compile(r"'\w+'\s*:|:\s*(?:None|True|False)\b")


def reason_of_bytes(raw: bytes) -> str:
    """What the first bytes tell; empty if they could be text."""
    for magic, reason in _MAGIC:
        if raw.startswith(magic):
            return f"{reason}: save it decoded (`curl --compressed`)" if "compressed" in reason else reason
    if b"\0" in raw[:1024] or raw[:256].decode("utf-8", "replace").count("\ufffd") > 3:
        return "this is no text: if it was compressed, save it decoded (`curl --compressed`)"
    return ""


def reason_of_line(line: str) -> str:
    """What the first line tells of a file that is neither SSE nor JSON."""
    for pattern, reason in _LINES:
        if pattern.match(line):
            return reason
    return "this is neither SSE nor JSON Lines nor a journal"


def reason_of_json(first_line: str) -> str:
    """Why something that begins like JSON is none; empty if there is no telling."""
    if _PYTHON.search(first_line):
        return "this is how Python prints its objects (quotes ', None, True): write it with json.dumps"
    if first_line.startswith('{\\"'):
        return "its quotes are escaped: this was taken out of another JSON text"
    return ""


def reason_of_object(value: object) -> str:
    """Why a JSON object is no answer of an agent; empty if there is no telling."""
    if not isinstance(value, dict):
        return ""
    if "method" in value and "params" in value:
        return "this is the request: save the response"
    if "skills" in value or {"name", "capabilities"} <= value.keys() or "supportedInterfaces" in value:
        return "this is an agent card, not a stream"
    if "log" in value:
        return "this looks like a HAR file without entries"
    if not value:
        return "this is an empty JSON object"
    if "detail" in value or {"error", "status"} <= value.keys() or value.keys() <= {"error", "message", "code"}:
        return "this is an error of an HTTP server, not an answer of A2A"
    return ""
