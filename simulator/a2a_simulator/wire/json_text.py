"""JSON as text: compact writing, strict reading (RFC 8259)."""

import json
import re
from typing import Any, Final

from a2a_simulator.wire.readings import Defect, Reading

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_TOKEN: Final = re.compile(r'"(?:\\.|[^"\\])*"|[{\[]\s*[}\]]|[{}\[\],]|[^"{}\[\],]+', re.DOTALL)
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def dumps(value: Any) -> str:
    """Compact JSON. Characters beyond ASCII stand as themselves; members keep their order."""
    return _ENCODER.encode(value)


def indented(text: str) -> str:
    """The same JSON over several lines. Only white space is added: numbers and strings stay as they are written."""
    out: list[str] = []
    depth = 0
    for token in _TOKEN.findall(text):
        first = token[0]
        if first in "{[" and len(token) == 1:
            depth += 1
            out.append(token + "\n" + "  " * depth)
        elif first in "}]":
            depth -= 1
            out.append("\n" + "  " * depth + token)
        elif first == ",":
            out.append(",\n" + "  " * depth)
        elif (stripped := token.strip()) and first != '"':
            out.append(": " + stripped[1:].lstrip() if stripped[0] == ":" else stripped)
        else:
            out.append(stripped)
    return "".join(out)


def loads(text: bytes | str, syntax: str = "jr-envelope") -> Reading[Any]:
    """Reads JSON as strictly as RFC 8259 wants it.

    Broken grammar, NaN and repeated names are noted under the requirement `syntax`, bytes that are no plain UTF-8
    and lone surrogates under `json-utf8`. What Python can still read is read; the value is None otherwise.
    """
    defects: list[Defect] = []
    if isinstance(text, bytes | bytearray):
        text = _decoded(bytes(text), defects)
    if text.startswith("\ufeff"):
        defects.append(Defect("json-utf8", "", "the text starts with a byte order mark"))
        text = text[1:]
    value, problem = _parsed(text, syntax, defects)
    if problem is not None:
        return Reading(None, (*defects, Defect(syntax, "", problem)))
    if _SURROGATE.search(text) and not _well_formed(value):
        defects.append(Defect("json-utf8", "", "a string holds half of a surrogate pair"))
    return Reading(value, tuple(defects))


def _decoded(data: bytes, defects: list[Defect]) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        defects.append(Defect("json-utf8", "", f"byte {problem.start} is no UTF-8"))
        return data.decode("utf-8", "replace")


def _parsed(text: str, syntax: str, defects: list[Defect]) -> tuple[Any, str | None]:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) != len(items):
            names = [name for name, _ in items]
            twice = next(name for name in names if names.count(name) > 1)
            defects.append(Defect(syntax, "", f"the member `{twice}` occurs twice in one object"))
        return found

    def constant(name: str) -> float:
        defects.append(Defect(syntax, "", f"{name} is no JSON"))
        return float(name.replace("Infinity", "inf"))

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant), None
    except json.JSONDecodeError as problem:
        if not text.strip():
            return None, "no JSON: the text is empty"
        return None, f"no JSON: {problem.msg.lower()} (line {problem.lineno}, column {problem.colno})"
    except RecursionError:
        return None, "no JSON that can be read: nested too deep"
    except ValueError:  # of json, only numbers that are longer than Python takes
        return None, "no JSON that can be read: a number of thousands of digits"


def _well_formed(value: Any) -> bool:
    try:
        dumps(value).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
