"""The file: comments that say where it comes from, drive, script."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import yaml

from a2a_conformance.importing.draft import Reply, Step, ending, ids_of
from a2a_conformance.importing.talk import Talk, Told
from a2a_conformance.importing.words import escaped, part_words
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect

_ASKED: Final = {
    Operation.GET_TASK: "get",
    Operation.CANCEL_TASK: "cancel",
    Operation.SUBSCRIBE_TO_TASK: "resubscribe",
}
_WORTH: Final = 0.05
"""Seconds below which a pause is no `wait`."""
_TEXT: Final = "Hello"
"""What is sent where nobody recorded the request."""


def write(talk: Talk, replies: Sequence[Reply], title: str, comments: Sequence[str]) -> str:
    """The text of the scenario."""
    lines = [f"# {_one_line(comment)}".rstrip() for comment in comments]
    lines += [f"scenario: {_flow(title)}", f'dialects: "{talk.dialect}"', "drive:"]
    drive = list(_drive(talk))
    lines += [line for step in drive for line in _block(step, "  ")]
    lines.append("script:")
    for reply, steps in entries(replies):
        lines += _entry(reply, steps)
    return "\n".join(lines) + "\n"


def _drive(talk: Talk) -> Iterator[dict[str, Any]]:
    modes = {told.streamed for told in talk.calls if told.operation in SENDS}
    before: Told | None = None
    for told in talk.calls:
        if told.inside is not None:
            continue
        step = _asked(told, before, mixed=len(modes) > 1)
        inside = [_asked(other, told, mixed=False) for other in talk.calls if other.inside is told]
        if inside:
            step["meanwhile"] = inside
        before = told if told.operation in SENDS else before
        yield step


def _asked(told: Told, before: Told | None, mixed: bool) -> dict[str, Any]:
    if told.operation not in SENDS:
        return {_ASKED[told.operation]: "current" if before is not None else "unknown"}
    verb = "answer" if told.message.get("taskId") and before is not None else "send"
    step: dict[str, Any] = {verb: _said(told)}
    if told.operation is Operation.SEND_MESSAGE:
        step["mode"] = "unary"
    elif mixed:
        step["mode"] = "stream"
    configuration = told.params.get("configuration")
    if isinstance(configuration, Mapping) and configuration.get("returnImmediately") is True:
        step["blocking"] = False
    if verb == "send" and before is not None and told.message.get("contextId"):
        step["context"] = "same"
    return step


def _said(told: Told) -> Any:
    message = model_of(Dialect.V1_0).read_message(told.message).value if told.message else None
    if message is None or not message.parts:
        return _TEXT
    parts = [part_words(part) for part in message.parts]
    return parts[0]["text"] if len(parts) == 1 and parts[0].keys() == {"text"} else {"parts": parts}


def entries(replies: Sequence[Reply]) -> Iterator[tuple[Reply, list[tuple[Step | None, dict[str, Any]]]]]:
    """The entries in order of the file, and what stands in their replies: steps, and what is put between them."""
    written = [reply for reply in replies if not reply.built_in]
    for reply in sorted(written, key=lambda reply: reply.told.inside is not None):
        yield reply, list(_steps(reply, [other for other in replies if other.told.inside is reply.told]))


def _steps(reply: Reply, inside: Sequence[Reply]) -> Iterator[tuple[Step | None, dict[str, Any]]]:
    told = reply.told
    ids = ids_of(reply)
    before = told.t if told.inside is None else None
    for number, step in enumerate(reply.steps):
        for other in inside:
            if other.told.after == number:
                yield None, _hold(other)
                if reply.canceled and other.told.operation is Operation.CANCEL_TASK:
                    return
        if told.streamed:
            yield from ((None, wait) for wait in _wait(before, step.heard.t))
        before = step.heard.t
        yield step, step.told(ids, spread=told.streamed and step.heard.raw.count(b"\ndata:") > 0)
    yield from ((None, _hold(other)) for other in inside if other.told.after >= len(reply.steps))
    yield from ((None, last) for last in ending(reply))


def _entry(reply: Reply, steps: Sequence[tuple[Step | None, dict[str, Any]]]) -> Iterator[str]:
    told = reply.told
    first = "  - "
    if told.operation not in SENDS:
        yield f"{first}when: {{call: {told.operation.value}}}"
        first = "    "
    yield f"{first}reply:"
    if told.status != 200 and not told.streamed:
        yield f"      - http: {_flow({'status': told.status, 'json': escaped(reply.steps[0].heard.json)})}"
        return
    for _, step in steps:
        yield from _block(step, "      ")


def _hold(other: Reply) -> dict[str, Any]:
    release = {} if other.built_in else {"release": "after_reply"}
    return {"hold": {"until": {"call": other.told.operation.value}, **release}}


def _wait(before: float | None, now: float | None) -> list[dict[str, Any]]:
    if before is None or now is None or now - before < _WORTH:
        return []
    gap = now - before
    return [{"wait": f"{round(gap, 1):g}s" if gap >= 1 else f"{round(gap * 100) * 10}ms"}]


def _block(step: Mapping[str, Any], indent: str) -> Iterator[str]:
    """A step: its verb on the first line, modifiers below."""
    lead = "- "
    for key, value in step.items():
        if key == "meanwhile":
            yield f"{indent}{lead}{key}:"
            for inner in value:
                yield from _block(inner, indent + "    ")
        else:
            yield f"{indent}{lead}{key}: {_flow(value)}"
        lead = "  "


class _Dumper(yaml.SafeDumper):
    """Writes text of several lines on one, with escapes, and never an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        """Always."""
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style='"' if "\n" in value else None)


_Dumper.add_representer(str, _text)


def _flow(value: Any) -> str:
    """YAML on one line."""
    text = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, allow_unicode=True, width=float("inf"), sort_keys=False
    )  # fmt: skip
    return str(text).removesuffix("\n...\n").removesuffix("\n")


def _one_line(text: str) -> str:
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
