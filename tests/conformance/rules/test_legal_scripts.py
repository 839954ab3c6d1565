"""Any legal script is judged silent; broken in one place, exactly the right rule speaks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from a2a_conformance.rules.engine import judge_stream
from a2a_conformance.rules.observed import observe
from a2a_simulator.protocol.states import TERMINAL, State
from made_up_streams import V03, V1, answer, chunk, encoded, message, status, task

DIALECTS = st.sampled_from([V1, V03])
NAMES = st.sampled_from(["a", "b", "c"])
TEXTS = st.text(max_size=8)


@st.composite
def updates(draw):
    """Status updates and chunks in any legal order."""
    begun: dict[str, bool] = {}
    made = []
    for _ in range(draw(st.integers(0, 12))):
        if draw(st.booleans()):
            made.append(status(draw(st.sampled_from([State.SUBMITTED, State.WORKING])), draw(TEXTS) or None))
            continue
        name, last = draw(NAMES), draw(st.booleans())
        append = begun.get(name) is False and draw(st.booleans())
        made.append(chunk(name, draw(TEXTS), append=append, last=last))
        begun[name] = last
    return made


@st.composite
def scripts(draw):
    """A whole task stream, from its Task to a terminal state."""
    last = status(draw(st.sampled_from(sorted(TERMINAL))), draw(TEXTS) or None)
    return [task(draw(st.sampled_from([State.SUBMITTED, State.WORKING]))), *draw(updates()), last]


def spoken(events, dialect, **how):
    frames = [observe(number, answer(encoded(event, dialect)), dialect) for number, event in enumerate(events, 1)]
    found = judge_stream(frames, dialect, rpc_id=1, **how)
    return [(finding.requirement, finding.frame) for finding in found if not finding.note]


@given(scripts(), DIALECTS)
@settings(max_examples=60, deadline=None)
def test_a_legal_script_is_silent(script, dialect):
    assert spoken(script, dialect) == []
    assert spoken(script, dialect, subscribe=True) == []


@given(scripts(), DIALECTS, st.data())
@settings(max_examples=60, deadline=None)
def test_a_foreign_id_is_one_finding(script, dialect, data):
    at = data.draw(st.integers(1, len(script) - 1))
    script.insert(at, status(task="task-z"))
    assert spoken(script, dialect) == [("stream-single-task", at + 1)]


@given(scripts(), DIALECTS, st.data())
@settings(max_examples=60, deadline=None)
def test_a_message_midway_is_one_finding(script, dialect, data):
    at = data.draw(st.integers(1, len(script) - 1))
    script.insert(at, message())
    assert spoken(script, dialect) == [("stream-no-message-midway", at + 1)]


@given(scripts(), DIALECTS)
@settings(max_examples=60, deadline=None)
def test_a_script_without_its_end_is_one_finding(script, dialect):
    assert spoken(script[:-1], dialect) == [("stream-early-eof", len(script) - 1)]


@given(scripts(), updates(), DIALECTS)
@settings(max_examples=60, deadline=None)
def test_each_event_after_the_end_is_one_finding(script, late, dialect):
    expected = [("stream-nothing-after-terminal", len(script) + number) for number in range(1, len(late) + 1)]
    assert spoken([*script, *late], dialect) == expected


@given(scripts(), DIALECTS, st.data())
@settings(max_examples=60, deadline=None)
def test_a_chunk_of_nothing_is_one_finding(script, dialect, data):
    at = data.draw(st.integers(1, len(script) - 1))
    script.insert(at, chunk("never begun", append=True))
    assert spoken(script, dialect) == [("art-append-unknown", at + 1)]
