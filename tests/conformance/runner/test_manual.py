from collections.abc import Iterator
from dataclasses import replace

import pytest

from a2a_conformance import corpus
from a2a_conformance.adapters.base import StepRequest
from a2a_conformance.outcome import Observes
from a2a_conformance.reference.adapter import reference_target
from a2a_conformance.runner.manual import CaseState, Manual
from a2a_conformance.verdict import Status
from a2a_simulator.scenario.play import Play, Verb
from a2a_simulator.server import Simulator
from heard import Heard


def play_of(id: str) -> Play:
    scenario = corpus.scenario(id)
    return scenario.lower(scenario.cells()[0])


PLAIN = play_of("lifecycle/plain")
TURNS = play_of("interrupted/input-required-answer")


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    with Simulator() as simulator:
        yield simulator


def say(card_url: str, *texts: str) -> None:
    """A person at a client: says one thing after the other, each answer in the task before."""

    target = reference_target(Observes.AGGREGATE)
    target.start()
    heard = Heard()
    task = context = None
    for number, text in enumerate(texts):
        request = StepRequest(
            "x", str(number), Verb.SEND, card_url=card_url, text=text, parts=({"text": text},), task_id=task,
            context_id=context, last=number == len(texts) - 1,
        )  # fmt: skip
        outcome = target.drive(request, heard).outcome
        assert outcome is not None
        task, context = outcome.task, outcome.context
    target.close()


def test_case_says_where_it_is_and_what_to_do(simulator: Simulator) -> None:
    manual = Manual(simulator, [TURNS])
    (case,) = manual.cases()
    assert case.name == str(TURNS.cell)
    assert case.state is CaseState.WAITING
    assert case.card_url.startswith("http://127.0.0.1:")
    assert [line.split()[0] for line in case.instructions] == ["send", "answer"]
    assert case.as_json()["do"] == list(case.instructions)
    assert manual.close() == ()


def test_case_is_judged_once_when_all_of_it_was_done(simulator: Simulator) -> None:
    manual = Manual(simulator, [PLAIN, TURNS])
    say(manual.cases()[0].card_url, "hello")
    assert [case.state for case in manual.cases()] == [CaseState.SPENT, CaseState.WAITING]
    (result,) = manual.spent()
    assert result.cell == PLAIN.cell
    assert Status.PASS in {verdict.status for verdict in result.verdicts}
    assert Status.FAIL not in {verdict.status for verdict in result.verdicts}
    assert manual.cases()[0].state is CaseState.JUDGED
    assert manual.spent() == ()
    assert manual.close() == ()


def test_turns_are_told_apart(simulator: Simulator) -> None:
    manual = Manual(simulator, [TURNS])
    (case,) = manual.cases()
    say(case.card_url, "Book me a flight to New York")
    assert manual.cases()[0].state is CaseState.CALLED
    assert manual.spent() == ()
    result = manual.judge(case.name)
    assert result is not None
    assert [told["ended"] for told in result.told] == ["clean", "skipped"]


def test_what_cannot_be_told_from_the_wire_is_left_out(simulator: Simulator) -> None:
    other = replace(PLAIN.drive[0], id="0.meanwhile.0")
    meanwhile = replace(PLAIN, drive=(replace(PLAIN.drive[0], meanwhile=(other,)),))
    listening = play_of("listener/continue")
    manual = Manual(simulator, [meanwhile, listening])
    assert manual.cases() == ()
    assert manual.left_out == {
        str(PLAIN.cell): "what the step `send` asks for cannot be told from the wire alone",
        str(listening.cell): "the target does not declare listener",
    }
