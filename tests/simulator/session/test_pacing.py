"""A run makes silence short; what fills it keeps its share."""

import pytest

from a2a_simulator.journal import Kind
from a2a_simulator.session.commands import Clock, Wait
from a2a_simulator.session.dry_run import dry_run
from a2a_simulator.session.pacing import LEAST_BEAT, Pace

CAPPED = Pace(cap=0.05)


@pytest.mark.parametrize(
    ("pace", "wait", "seconds"),
    [
        (CAPPED, Wait(1, 1.0), 0.05),
        (CAPPED, Wait(1, 0.01), 0.01),
        (CAPPED, Wait(1, 1.0, scales=False), 1.0),
        (CAPPED, Wait(1, 1.0, clock=Clock.TIMEOUT), 1.0),
        (Pace(), Wait(1, 0.2, clock=Clock.BEAT, of=1.0), 0.2),
        (CAPPED, Wait(1, 0.2, clock=Clock.BEAT, of=1.0), 0.01),
        (CAPPED, Wait(1, 0.2, clock=Clock.BEAT, of=0.04), 0.2),
        (CAPPED, Wait(1, 0.2, clock=Clock.BEAT, of=0.0), 0.2),
        (CAPPED, Wait(1, 0.2, clock=Clock.BEAT, of=600.0), LEAST_BEAT),
        (Pace(scale=2.0, cap=0.05), Wait(1, 0.2, clock=Clock.BEAT, of=1.0), 0.01),
    ],
)
def test_how_long_a_wait_really_takes(pace: Pace, wait: Wait, seconds: float) -> None:
    assert pace.seconds(wait) == pytest.approx(seconds)


@pytest.mark.parametrize("pace", [Pace(), CAPPED])
@pytest.mark.parametrize(("interval", "beats"), [("300ms", 3), ("2s", 0)])
def test_a_run_has_as_many_heartbeats_as_its_file_says(play, pace: Pace, interval: str, beats: int) -> None:
    script = "script: [reply: [task: working, wait: 1s, status: completed]]"
    text = f"serve: {{interval: {interval}}}\ndrive: [send: Hello]\n{script}"
    assert len(dry_run(play(text), pace=pace).of(Kind.COMMENT)) == beats
