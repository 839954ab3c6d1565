"""`adapter check`: one scenario through a target, the lines exchanged, what works and what is missing in words."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from a2a_conformance import corpus
from a2a_conformance.adapters.base import FEATURES
from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.runner.cell import RUN_CHECK, run_cell
from a2a_conformance.runner.features import missing_features
from a2a_conformance.runner.settings import Settings
from a2a_conformance.target_file import Target
from a2a_conformance.verdict import CellResult, Status
from a2a_simulator.scenario.play import Play
from a2a_simulator.server import Simulator

SCENARIO: Final = "lifecycle/plain"
SHOWN: Final = 1000
"""Characters of a line that are shown."""

SEES: Final = {
    Observes.WIRE: "wire: only what crosses the wire is judged",
    Observes.ENDED: "ended: the wire, and whether calls ended well or not",
    Observes.ANSWER: "answer: one text and a state",
    Observes.AGGREGATE: "aggregate: state and artifacts by id",
    Observes.EVENTS: "events: every event that the client hands out",
}


@dataclass(slots=True)
class Checked:
    """What came of it. `ok`: the target was reached and told what it declares to tell."""

    ok: bool = True
    works: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def fail(self, text: str) -> None:
        """Something without which no run makes sense."""
        self.ok = False
        self.missing.append(text)


def check(target: Target, say: Callable[[str, str], None], settings: Settings | None = None) -> Checked:
    """Starts the target, plays one scenario to it and tells each step by `say(heading, text)`.

    Raises TargetProblem and AdapterError for a target that cannot be started.
    """
    adapter = target.adapter(lambda direction, line: say(direction, _short(line)))
    try:
        adapter.start()
        hello = adapter.hello()
        say("target", f"{hello.name} {hello.version}".strip() + f" ({target.kind}, described by {target.place})")
        say("judged at", SEES[hello.observes])
        say("declares", _declares(hello))
        play = _play(hello)
        if play is None:
            return Checked(False, missing=[f"no scenario fits the dialects {', '.join(hello.dialects)}"])
        say("asks", f"{play.cell}: send “{play.drive[0].parts[0].text}”")  # type: ignore[union-attr]
        with Simulator() as simulator:
            result = run_cell(simulator, adapter, play, settings)
    finally:
        adapter.close()
    for line in result.log.splitlines():
        say("log", _short(line))
    for call in _calls(result):
        say("called", call)
    for told in result.told:
        say("told", _short(json.dumps(told, ensure_ascii=False)))
    checked = Checked()
    _reached(result, hello, checked)
    _complete(result, hello, checked)
    return checked


def _play(hello: Hello) -> Play | None:
    scenario = corpus.scenario(SCENARIO)
    for cell in scenario.cells():
        if cell.wire_form.dialect in hello.dialects and cell.wire_form.binding in hello.bindings:
            return scenario.lower(cell)
    return None


def _declares(hello: Hello) -> str:
    features = ", ".join(sorted(hello.features)) or "none"
    return f"dialects {', '.join(hello.dialects)} · bindings {', '.join(hello.bindings)} · features {features}"


def _calls(result: CellResult) -> Iterator[str]:
    for record in result.journal:
        if record["kind"] == "called":
            payload = record["payload"]
            what = " ".join(str(payload.get(key)) for key in ("operation", "dialect") if payload.get(key))
            yield f"{payload['http']} {payload['path']}" + (f" {what}" if what else "")


def _reached(result: CellResult, hello: Hello, checked: Checked) -> None:
    """Whether the target started, called, and told what it declares."""
    checked.works.append("it starts and declares itself")
    harness = next((verdict for verdict in result.verdicts if verdict.key.check == RUN_CHECK), None)
    if harness is not None:
        checked.fail(harness.text)
        return
    if not any(record["kind"] == "called" for record in result.journal):
        checked.fail("no request reached the fake agent: use the card_url or base_url of the request")
        return
    checked.works.append("its requests reach the fake agent")
    ended = str(result.told[0]["ended"]) if result.told else ""
    if ended in ("hang", "crash"):
        checked.fail(f"its step ended in a {ended}: {result.told[0].get('note', '')}".rstrip(": "))
    elif hello.observes is Observes.EVENTS and not result.told[0].get("surfaced"):
        checked.fail("it declares `events` and surfaced none: send an event line for each that the client hands out")
    elif Observes.ANSWER <= hello.observes < Observes.EVENTS and "outcome" not in result.told[0]:
        checked.fail(f"it declares `{hello.observes.name.lower()}` and told no outcome")
    else:
        checked.works.append("its step ends, and tells what it declares")
    failed = [verdict for verdict in result.verdicts if verdict.status in (Status.FAIL, Status.ERROR)]
    passed = sum(verdict.status is Status.PASS for verdict in result.verdicts)
    checked.works.append(f"{passed} checks of {SCENARIO} passed, {len(failed)} failed")
    checked.missing += [f"failed: {verdict.key.check}: {verdict.text}" for verdict in failed]


def _complete(result: CellResult, hello: Hello, checked: Checked) -> None:
    """What could be declared or told in addition, and what it would bring."""
    told: dict[str, Any] = dict(result.told[0]) if result.told else {}
    surfaced = told.get("surfaced", ())
    ids = told.get("task") or any(event.get("task") for event in surfaced)
    if checked.ok and not ids and "session" not in hello.features:
        checked.missing.append(
            "no task id was told: what takes several turns is not judged. Tell `task` and `context`, or declare the"
            " feature `session` if the client keeps them itself"
        )
    if checked.ok and told.get("outcome") == "unknown":
        checked.missing.append("the outcome is `unknown`: tell the state, else success and failure look the same")
    lacking = sorted((FEATURES & _needed()) - hello.features)
    if lacking:
        checked.missing.append(f"not declared, so not judged: {', '.join(lacking)}")
    if not hello.version:
        checked.missing.append("no version is declared: reports cannot say what they are about")
    if hello.demo:
        checked.missing.append("the demo client is still in: replace it and delete `demo`; until then no badge")


def _needed() -> frozenset[str]:
    nothing = Hello("")
    plays = (scenario.lower(scenario.cells()[0]) for scenario in corpus.select(["core"]) if scenario.cells())
    return frozenset().union(*(missing_features(play, nothing) for play in plays))


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
