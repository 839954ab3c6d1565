"""Two folds that share no code agree: the oracle's, over the stream, and the session's store, as GetTask shows it."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from a2a_conformance.evaluate import judge_run
from a2a_conformance.oracle.build import accept
from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.verdict import Status
from made_up_run import dry_run, ideal, play_of

TEXTS = st.sampled_from(["one ", "two", " three", "Grüße", "世界 \u2028", "a\nb", " "])
IDS = st.sampled_from(["a", "b", "c"])
PARTS = st.one_of(
    st.builds(lambda text: {"text": text}, TEXTS),
    st.builds(lambda n: {"data": {"n": n}}, st.integers(0, 3)),
    st.just({"file": {"name": "f.txt", "type": "text/plain", "text": "file"}}),
)


@st.composite
def replies(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A legal life of a task."""
    steps: list[dict[str, Any]] = [{"task": draw(st.sampled_from(["submitted", "working"]))}]
    begun: set[str] = set()
    for _ in range(draw(st.integers(0, 8))):
        if draw(st.booleans()):
            key = draw(IDS)
            append = key in begun and draw(st.booleans())
            begun.add(key)
            parts = draw(st.lists(PARTS, min_size=1, max_size=3))
            steps.append({"artifact": {"id": key, "parts": parts, "append": append}})
        else:
            steps.append({"status": {"state": "working", "text": draw(TEXTS)}})
    end = draw(st.sampled_from(["completed", "failed", "canceled", "rejected", "input_required"]))
    steps.append({"status": {"state": end, "text": "the end"}})
    return steps


def scenario(steps: list[dict[str, Any]]) -> str:
    return "\n".join(
        [
            "scenario: made up",
            "drive: [{send: Hello there}, {get: current}]",
            f"script: [{{reply: {json.dumps(steps, ensure_ascii=False)}}}]",
        ]
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(replies(), st.sampled_from(["1.0", "0.3"]))
def test_the_stream_folds_to_what_the_store_holds(steps: list[dict[str, Any]], dialect: str) -> None:
    play = play_of(scenario(steps), dialect)
    accepted = accept(play, dry_run(play))
    (streamed,), (stored,) = accepted["0"].wanted, accepted["1"].wanted
    assert streamed.kind is stored.kind
    assert streamed.known.contents() == stored.known.contents()
    assert streamed.known.reason == stored.known.reason
    assert (streamed.known.task, streamed.known.context) == (stored.known.task, stored.known.context)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(replies(), st.sampled_from(["1.0", "0.3"]))
def test_no_legal_script_makes_a_correct_client_fail(steps: list[dict[str, Any]], dialect: str) -> None:
    play = play_of(scenario(steps), dialect)
    journal = dry_run(play)
    hello = Hello("ideal", observes=Observes.AGGREGATE)
    verdicts = judge_run(play, hello, list(ideal(play, journal).values()), journal)
    wrong = [f"{v.key.check}: {v.status} {v.text}" for v in verdicts if v.status in (Status.FAIL, Status.ERROR)]
    assert wrong == []
