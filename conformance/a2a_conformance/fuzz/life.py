"""The life of one task, made up: a legal reply step by step."""

from typing import Any

from a2a_conformance.fuzz import tables
from a2a_conformance.fuzz.choices import Choices, chance, pick, weighted

Step = dict[str, Any]

_MOST = 7
"""Updates of one reply, at most."""


class Life:
    """What of a task was told so far, so that the next step may follow it; it may go on over several replies."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._open: dict[str, bool] = {}
        """Artifact → whether it takes another chunk."""

    def first(self) -> Step:
        """The opening Task of a new task."""
        state = pick(self._choices, tables.STARTS)
        task: dict[str, Any] = {"state": state}
        if chance(self._choices, 15):
            task["text"] = pick(self._choices, tables.SENTENCES)
        if chance(self._choices, 15):
            task["history"] = pick(self._choices, ("none", "all"))
        if chance(self._choices, 8):
            name = pick(self._choices, tables.NAMES)
            task["artifacts"] = {name: self._text()}
            self._open[name] = False
        return self._dressed("task", task if len(task) > 1 else state)

    def goes_on(self) -> Step:
        """The first step of a reply to an answer."""
        return self._dressed("task", pick(self._choices, ("working", "submitted")))

    def updates(self, most: int = _MOST) -> list[Step]:
        """Any number of updates."""
        return [self._update() for _ in range(self._choices.below(most + 1))]

    def end(self) -> Step:
        """The terminal status."""
        state = weighted(self._choices, tables.ENDS)
        if not chance(self._choices, 40):
            return self._dressed("status", state)
        return self._dressed("status", {"state": state, **self._said()})

    def pause(self) -> Step:
        """The status that asks the caller something."""
        return self._dressed("status", {"state": "input_required", **self._said()})

    def whole(self) -> list[Step]:
        """A reply from the opening Task to the end."""
        return [self.first(), *self.updates(), self.end()]

    def at_once(self) -> Step:
        """A Task that is finished as it arrives."""
        task: dict[str, Any] = {"state": weighted(self._choices, tables.ENDS)}
        names = tables.NAMES[: self._choices.below(3)]
        if names:
            task["artifacts"] = {name: self._text() for name in names}
        if chance(self._choices, 40):
            task["text"] = pick(self._choices, tables.SENTENCES)
        return self._dressed("task", task)

    def message(self) -> Step:
        """A direct Message."""
        if chance(self._choices, 40):
            return self._dressed("message", {"parts": self._parts()})
        return self._dressed("message", self._text())

    def _update(self) -> Step:
        kind = weighted(self._choices, tables.UPDATES)
        match kind:
            case "status":
                said = self._said() if chance(self._choices, 60) else {}
                return self._dressed("status", {"state": "working", **said} if said else "working")
            case "comment":
                return {"comment": pick(self._choices, ("", "ping", "still here"))}
            case "wait":
                return {"wait": pick(self._choices, ("1ms", "5ms"))}
        return self._artifact(kind)

    def _artifact(self, kind: str) -> Step:
        growing = sorted(name for name, more in self._open.items() if more)
        append = kind == "chunk" and bool(growing)
        if append:
            name = pick(self._choices, growing)
        elif kind == "again" and self._open:
            name = pick(self._choices, sorted(self._open))
        else:
            fresh = [name for name in tables.NAMES if name not in self._open]
            name = pick(self._choices, fresh or sorted(self._open))
        artifact: dict[str, Any] = {"id": name}
        if kind == "chunks":
            artifact["chunks"] = [self._text() for _ in range(2 + self._choices.below(3))]
            self._open[name] = False
            return {"artifact": artifact}
        artifact |= {"parts": self._parts()} if chance(self._choices, 25) else {"text": self._text()}
        if append:
            artifact["append"] = True
        elif chance(self._choices, 15):
            artifact["name"] = pick(self._choices, tables.SENTENCES)
        last = chance(self._choices, 40)
        if last:
            artifact["last"] = True
        self._open[name] = not last
        return self._dressed("artifact", artifact)

    def _said(self) -> dict[str, Any]:
        return {"text": pick(self._choices, tables.SENTENCES)}

    def _text(self) -> str:
        return pick(self._choices, tables.TEXTS)

    def _parts(self) -> list[dict[str, Any]]:
        return [self._part() for _ in range(1 + self._choices.below(3))]

    def _part(self) -> dict[str, Any]:
        match weighted(self._choices, tables.PARTS):
            case "data":
                return {"data": pick(self._choices, tables.DATA)}
            case "file":
                return {"file": dict(pick(self._choices, tables.FILES))}
        return {"text": self._text()}

    def _dressed(self, verb: str, value: Any) -> Step:
        """The step, now and then with members that change nothing, or framed in another legal way."""
        step = {verb: value}
        if chance(self._choices, 10):
            step["edit"] = dict(pick(self._choices, tables.EDITS[verb]))
        if chance(self._choices, 6):
            step["frame"] = dict(pick(self._choices, tables.FRAMES))
        return step
