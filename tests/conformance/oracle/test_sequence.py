"""Targets that show events: their order is compared with what was sent, and their end follows from it."""

from dataclasses import replace

import pytest

from a2a_conformance.oracle.build import accept
from a2a_conformance.oracle.compare import compare
from a2a_conformance.oracle.sequence import derive
from a2a_conformance.outcome import Ended, Hello, Kind, Observes, Outcome, Surfaced, Told
from made_up_run import dry_run, play_of

HELLO = Hello("events", observes=Observes.EVENTS)
SCRIPT = """
scenario: made up
drive: [{send: Hello there}]
script:
  - reply:
      - task: working
      - artifact: {id: a, text: "One "}
      - artifact: {id: b, text: "apple"}
      - artifact: {id: a, text: "two", append: true, last: true}
      - status: completed
"""
EVENTS = (
    Surfaced("task", state="working"),
    Surfaced("artifact", artifact="a", append=False, parts=({"text": "One "},)),
    Surfaced("artifact", artifact="b", append=False, parts=({"text": "apple"},)),
    Surfaced("artifact", artifact="a", append=True, parts=({"text": "two"},)),
    Surfaced("status", state="completed"),
)


def symptoms(events: tuple[Surfaced, ...], ended: Ended = Ended.CLEAN, script: str = SCRIPT) -> list[str]:
    play = play_of(script)
    found = compare(accept(play, dry_run(play))["0"], Told("0", ended, surfaced=events), HELLO)
    return [difference.cause for difference in found]


def test_the_events_in_order_are_right() -> None:
    assert symptoms(EVENTS) == []


def test_what_a_target_leaves_out_of_an_event_is_not_compared() -> None:
    assert symptoms(tuple(replace(event, append=None, task=None) for event in EVENTS)) == []


@pytest.mark.parametrize(
    ("events", "symptom"),
    [
        ((EVENTS[0], EVENTS[2], EVENTS[1], *EVENTS[3:]), "another order"),
        ((*EVENTS[:2], *EVENTS[3:]), "artifact event is not handed on"),
        ((*EVENTS[:2], EVENTS[1], *EVENTS[2:]), "twice"),
        ((*EVENTS[:4], replace(EVENTS[4], state="failed")), "failed task is reported"),
        ((*EVENTS[:3], replace(EVENTS[3], artifact="b"), EVENTS[4]), "another artifact"),
        ((*EVENTS[:3], replace(EVENTS[3], append=False), EVENTS[4]), "append"),
        ((*EVENTS[:3], replace(EVENTS[3], parts=({"text": "zwei"},)), EVENTS[4]), "text of an artifact is wrong"),
    ],
)
def test_the_first_difference_is_told(events: tuple[Surfaced, ...], symptom: str) -> None:
    found = symptoms(events)
    assert found
    assert any(symptom in one for one in found) or symptom == "failed task is reported"


def test_the_end_follows_from_the_events() -> None:
    assert derive(Told("0", Ended.CLEAN, surfaced=EVENTS)).outcome is Kind.COMPLETED
    assert derive(Told("0", Ended.CLEAN, surfaced=EVENTS[:4])).outcome is Kind.INCOMPLETE
    assert derive(Told("0", Ended.ERROR, surfaced=EVENTS)).outcome is Kind.ERROR
    assert derive(Told("0", Ended.CLEAN, surfaced=(Surfaced("message", parts=({"text": "x"},)),))).answer == "x"
    assert derive(Told("0", Ended.CLEAN, Outcome(Kind.CANCELED))).outcome is Kind.CANCELED
    assert derive(Told("0", Ended.LEFT, surfaced=EVENTS)).outcome is Kind.COMPLETED


@pytest.mark.parametrize(
    ("states", "kind"),
    [
        (["working", "message"], Kind.MESSAGE),
        (["working", "message", "completed"], Kind.COMPLETED),
        (["working", "message", "working"], Kind.INCOMPLETE),
        (["input_required", "message"], Kind.INPUT_REQUIRED),
        (["message", "working"], Kind.MESSAGE),
    ],
)
def test_a_message_ends_a_call_that_opens_or_closes_with_it(states: list[str], kind: Kind) -> None:
    surfaced = tuple(
        Surfaced("message") if state == "message" else Surfaced("status", state=state) for state in states
    )
    assert derive(Told("0", Ended.CLEAN, surfaced=surfaced)).outcome is kind


EARLY = """
scenario: made up
drive: [{send: Hello there}]
script: [{reply: [{task: working}, {artifact: {id: a, text: One}}, {fault: close}]}]
"""


@pytest.mark.parametrize("ended", [Ended.CLEAN, Ended.ERROR])
def test_an_early_end_passes_when_it_raised_or_the_last_state_is_unfinished(ended: Ended) -> None:
    events = (Surfaced("task", state="working"), Surfaced("artifact", artifact="a", parts=({"text": "One"},)))
    assert symptoms(events, ended, EARLY) == []
    made_up = (*events, Surfaced("status", state="completed"))
    assert symptoms(made_up, Ended.CLEAN, EARLY) != []
