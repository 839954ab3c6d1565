"""A journal whose lines were tampered with is judged, or refused in one line; it never breaks the judge."""

import contextlib
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from a2a_conformance.judge import NothingUnderstood, judge_text
from a2a_conformance.rules.conversation_examples import talks

CASES = [(talk, dialect) for talk in talks() for dialect in talk.dialects]
JUNK = st.sampled_from(["null", "[]", "{}", '""', "7", "-1.5", "true", "[1]", '{"a": 1}', '"task-a"'])


def places(value):
    """All places inside a JSON value: the container and the key."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


@given(st.sampled_from(CASES), st.data())
@settings(max_examples=300, deadline=None)
def test_junk_in_a_journal_does_not_break_the_judge(case, data):
    talk, dialect = case
    lines = [json.loads(line) for line in talk.text(dialect).splitlines()]
    payload = data.draw(st.sampled_from(lines[1:]))["payload"]
    for _ in range(data.draw(st.integers(1, 3))):
        found = list(places(payload))
        if not found:
            break
        holder, key = data.draw(st.sampled_from(found))
        if isinstance(holder, dict) and data.draw(st.booleans()):
            del holder[key]
        else:
            holder[key] = json.loads(data.draw(JUNK))
    with contextlib.suppress(NothingUnderstood):
        judge_text("\n".join(json.dumps(line) for line in lines))


@given(st.sampled_from(["seq", "t", "run", "side", "agent", "call", "conn", "payload", "kind"]))
def test_a_record_of_other_types_is_refused_with_its_line(name):
    lines = [json.loads(line) for line in CASES[0][0].text(CASES[0][1]).splitlines()]
    lines[2][name] = [1]
    with contextlib.suppress(NothingUnderstood):
        judge_text("\n".join(json.dumps(line) for line in lines))
        raise AssertionError("it was judged")
