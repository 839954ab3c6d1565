"""What only the catalogue and the oracle can say of a scenario file: `covers` and pins that mean nothing, or lie."""

from collections.abc import Iterator

from a2a_conformance import catalog
from a2a_conformance.catalog.requirement import LeftOut, Requirement, Who
from a2a_conformance.checks.beats import send_entries
from a2a_conformance.checks.covers import of_clients
from a2a_conformance.checks.open_ends import leaves_open
from a2a_conformance.oracle.scopes import walk
from a2a_conformance.pins import check_pins
from a2a_conformance.plan import unexercised
from a2a_conformance.rehearsal import rehearse
from a2a_simulator.scenario.lint.names import requirements_of
from a2a_simulator.scenario.play import FaultStep, Play, Verb
from a2a_simulator.scenario.problems import Path, Problem, ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario


def vetted(scenario: Scenario) -> Scenario:
    """The scenario itself. Raises ScenarioProblems with all that `vet` finds."""
    problems = vet(scenario)
    if problems:
        raise ScenarioProblems(problems)
    return scenario


def vet(scenario: Scenario) -> tuple[Problem, ...]:
    """The mistakes that a loaded file still has, in all cells together, each once, in order of the file.

    A file that is no client's is left alone: nothing of it is judged by a client's checks.
    """
    if "client" not in scenario.targets:
        return ()
    plays = [scenario.lower(cell) for cell in scenario.cells()]
    found = [*_unjudgeable(scenario), *_unexercised(scenario, plays)]
    for play in plays:
        found += [*check_pins(play), *rehearse(play)]
    return ScenarioProblems(dict.fromkeys(found)).problems


def hints(scenario: Scenario) -> tuple[Problem, ...]:
    """What is no mistake and may still not be what the author wants: a task that is left open for good."""
    if "client" not in scenario.targets:
        return ()
    plays = [scenario.lower(cell) for cell in scenario.cells()]
    return tuple(dict.fromkeys(problem for play in plays for problem in _left_open(play)))


def _left_open(play: Play) -> Iterator[Problem]:
    steps = [step for step in walk(play.drive) if step.verb in (Verb.SEND, Verb.ANSWER)]
    if not any(leaves_open(play, step) for step in steps):
        return
    for entry in send_entries(play):
        broken = next((step for step in reversed(entry.steps) if isinstance(step, FaultStep)), None)
        if broken is not None and broken is entry.steps[-1]:
            text = (
                f"after `fault: {broken.kind}` the task stays open for good, a client may wait for its end for ever"
            )
            remedy = "add `- hold: {until: {call: [GetTask, SubscribeToTask]}, timeout: 1s}` and how the task ends"
            yield Problem(broken.place, broken.path, text, remedy)


def _unjudgeable(scenario: Scenario) -> Iterator[Problem]:
    """Requirements that are named as a client's and never judged of one."""
    for path, id in requirements_of(scenario):
        reason = _not_a_clients(catalog.get(id)) if id in catalog.ids() else ""
        if reason and not _left_to_gateways(scenario, path, id):
            hint = "name what the client has to keep; `deliberate` names what the agent breaks"
            yield scenario.located.problem(path, f"{id} {reason}", hint)


def _not_a_clients(row: Requirement) -> str:
    if row.left_out is not None and row.left_out is not LeftOut.SERVER_ONLY:
        return f"is judged by no check ({row.left_out})"
    if not of_clients(row) or row.left_out is LeftOut.SERVER_ONLY:
        return f"binds a {' and a '.join(who for who in row.who if who is not Who.CLIENT)}, no client is judged by it"
    return ""


def _left_to_gateways(scenario: Scenario, path: Path, id: str) -> bool:
    return path[0] == "covers" and Who.GATEWAY in catalog.get(id).who and scenario.file.targets == ["gateway"]


def _unexercised(scenario: Scenario, plays: list[Play]) -> Iterator[Problem]:
    """What `covers` names and no cell of the file can put to the test."""
    for index, id in enumerate(scenario.covers):
        if id not in catalog.ids() or _not_a_clients(catalog.get(id)):
            continue
        row = catalog.get(id)
        there = [play for play in plays if row.exists_in(play.cell.wire_form.dialect)]
        if plays and not there:
            dialects = " and ".join(row.dialects)
            text = f"{id} exists in {dialects} only, and the file is not played there"
            yield scenario.located.problem(("covers", index), text, "leave it out, or name that dialect")
        needs = [unexercised(play, row) for play in there]
        if needs and all(needs):
            text = f"nothing in this file lets {id} be judged"
            yield scenario.located.problem(("covers", index), text, f"needs {needs[0]}")
