"""Each rule of the catalogue's lint speaks of a row that breaks it, and of nothing else."""

from dataclasses import replace

import pytest

from a2a_conformance.catalog.lint import RULES, Speakers, lint
from a2a_conformance.catalog.requirement import Judge, LeftOut, Seen, Who
from a2a_conformance.catalog.rows import MAY, MUST, MUST_IMPLIED, OPEN, V1, asks, told
from a2a_conformance.evaluate import FAILING
from a2a_conformance.verdict import Level, Status

GOOD = told("stream-good", MUST, "3.1", "A stream is good.")
PINNED = asks("ask-good", MAY, "3.1", "You may ask.", checks=(Judge.SCENARIO,))
REFUSED = told("good-reject", MUST, "3.1", "It is refused with TaskNotFound.", error="TaskNotFound")
ROWS = (GOOD, PINNED, REFUSED)
SPEAKERS = Speakers(
    rules=frozenset({"stream-good", "good-reject"}),
    checks=frozenset({"ask-good"}),
    exact={"good-reject": "TaskNotFound"},
    failing=FAILING,
    verdicts=frozenset({("stream-good", Status.FAIL), ("ask-good", Status.INFO)}),
)


def mistakes(*rows, speakers=SPEAKERS):
    kept = {row.id: row for row in (*ROWS, *rows)}
    return [str(mistake) for mistake in lint(tuple(kept.values()), speakers)]


def test_good_rows_have_no_mistakes():
    assert mistakes() == []


BAD = {
    "neither checks nor a reason": (
        replace(GOOD, checks=(), left_out=None),
        "stream-good: has either checks or a reason for having none",
    ),
    "checks and a reason": (
        replace(PINNED, left_out=LeftOut.SERVER_ONLY),
        "ask-good: has either checks or a reason for having none",
    ),
    "no rule for it": (
        told("stream-lonely", MUST, "3.1", "It is alone."),
        "stream-lonely: says that a rule judges it, and no rule speaks of it",
    ),
    "the rule is not named": (
        replace(GOOD, checks=(Judge.SCENARIO,)),
        "stream-good: a rule speaks of it, and its row does not say so",
    ),
    "no check for it": (
        asks("ask-lonely", MUST, "3.1", "Ask alone."),
        "ask-lonely: says that checks judge it, and no scenario plans one",
    ),
    "undefined and yet a MUST": (
        told("push-open", MUST, "3.1", "It is open.", left_out=LeftOut.UNDEFINED),
        "push-open: is left out as undefined and still a MUST",
    ),
    "an error without its code": (
        told(
            "bad-reject", MUST, "3.1", "It is refused with TaskNotFound.", error="TaskNotFound", checks=(Judge.CALLS,)
        ),
        "bad-reject: demands TaskNotFound, and no rule compares its exact code",
    ),
    "another error than the one compared": (
        replace(REFUSED, text="It is refused with UnsupportedOperation.", error="UnsupportedOperation"),
        "good-reject: demands UnsupportedOperation, and no rule compares its exact code",
    ),
    "a code compared for nothing": (
        replace(REFUSED, error=""),
        "good-reject: is compared with TaskNotFound, and its row demands no error",
    ),
    "an error that does not exist": (
        told("odd-reject", MUST, "3.1", "Refused.", error="Refused", left_out=LeftOut.SERVER_ONLY),
        "odd-reject: demands Refused, which is no error of A2A",
    ),
    "an error that the text does not name": (
        replace(REFUSED, text="It is refused."),
        "good-reject: demands TaskNotFound, and its text does not name it",
    ),
    "no sentence": (replace(GOOD, text="streams are good"), "stream-good: its text is one sentence with a full stop"),
    "a long sentence": (
        replace(GOOD, text=f"A{'n' * 200}."),
        "stream-good: its text is longer than 160 characters",
    ),
    "implied for no reason": (
        told("stream-good", MUST_IMPLIED, "3.1", "It is implied."),
        "stream-good: is implied and does not say why",
    ),
    "in no dialect": (replace(GOOD, dialects=()), "stream-good: exists in no dialect or no binding"),
    "over no binding": (replace(GOOD, bindings=()), "stream-good: exists in no dialect or no binding"),
    "a level where it is not": (
        replace(GOOD, dialects=V1, level_v0_3=Level.MAY),
        "stream-good: has a level for 0.3 and does not exist there",
    ),
    "the same place twice": (replace(GOOD, also=(Seen.RESPONSE,)), "stream-good: names a place twice"),
    "an odd id": (
        replace(GOOD, id="Stream_Good", left_out=LeftOut.SERVER_ONLY, checks=()),
        "Stream_Good: an id is written in small letters, digits and hyphens",
    ),
    "an alias that hides another": (
        replace(PINNED, aliases=("stream-good",)),
        "stream-good: is the name of several rows",
    ),
    "judged though left out": (
        replace(GOOD, checks=(), left_out=LeftOut.PLANNED_WIRE),
        "stream-good: is judged, and its row says `planned: wire`",
    ),
}


@pytest.mark.parametrize(("row", "mistake"), BAD.values(), ids=BAD)
def test_a_bad_row_is_told(row, mistake):
    assert mistake in mistakes(row)


def test_two_rows_of_one_name_are_told():
    twin = replace(PINNED, who=(Who.SERVER,))
    assert [str(mistake) for mistake in lint((*ROWS, twin), SPEAKERS)] == ["ask-good: is the name of several rows"]


def test_what_has_no_row_is_told():
    spoken = replace(SPEAKERS, rules=SPEAKERS.rules | {"stream-unheard"})
    assert mistakes(speakers=spoken) == ["stream-unheard: is spoken of and has no row"]
    planned = replace(SPEAKERS, checks=SPEAKERS.checks | {"ask-unheard"})
    assert mistakes(speakers=planned) == ["ask-unheard: is spoken of and has no row"]


@pytest.mark.parametrize("force", [MAY, OPEN], ids=["allowed", "open"])
def test_what_may_be_never_fails(force):
    soft = told("stream-good", force, "3.1", "A stream may be good.")
    assert mistakes(soft) == [f"stream-good: is {force.level}, which never fails, and a check came to `fail`"]
    silent = replace(SPEAKERS, verdicts=frozenset())
    assert mistakes(soft, speakers=silent) == []
    harsh = replace(silent, failing={**FAILING, force.level: Status.WARN})
    assert f"stream-good: is {force.level}, which never fails, and a breach comes to `warn`" in mistakes(
        soft, speakers=harsh
    )


def test_each_rule_has_a_bad_row():
    told = {rule.__name__ for rule in RULES if any(rule(row, SPEAKERS) for row, _ in BAD.values())}
    soft = {"_soft_never_fails"}
    assert told | soft == {rule.__name__ for rule in RULES}
