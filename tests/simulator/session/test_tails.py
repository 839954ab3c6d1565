import re

import pytest

SCRIPT = """
script:
  - times: any
    reply:
      - task: working
      - artifact: {id: a, name: Words, chunks: [one, "two \\u2028 \\"ctx\\"", three]}
      - artifact: {id: b, parts: [text: x, {file: {name: a.bin, base64: AA==}}], last: true}
      - artifact: {id: echo, text: "${request.text}", last: true}
      - artifact: {id: data, parts: [data: {a: "${task.id}"}], last: true}
      - status: completed
"""


def without_ids(text: bytes) -> bytes:
    return re.sub(rb"task-[a-z]{8}|2026-[^\"]*", b"X", text)


@pytest.mark.parametrize("dialect", ["1.0", "0.3"])
@pytest.mark.parametrize("context", ["ctx-plain", 'ctx-"contextId":"', "ctx-世界"])
def test_what_was_encoded_before_is_told_byte_for_byte_as_if_it_were_not(desk, dialect, context):
    here, fresh = desk(SCRIPT, dialect), desk(SCRIPT, dialect)
    here.send("warm", context="ctx-other")
    here.send("warm", context="ctx-other")
    quick = here.send("Hi", context=context)
    slow = fresh.send("Hi", context=context)
    assert without_ids(here.text(quick)) == without_ids(fresh.text(slow))
    assert here.get(here.task_of(quick))["artifacts"] != []
    shown = [each["artifactId"] for each in here.get(here.task_of(quick))["artifacts"]]
    assert shown == ["a", "b", "echo", "data"]


def test_the_journal_of_the_quick_way_is_that_of_the_slow_one(desk):
    here = desk(SCRIPT)
    calls = [here.send() for _ in range(3)]
    told = [
        [
            (record.payload["step"], record.payload["entry"], len(record.payload["json"]), record.wire.length)
            for record in here.world.recorder.journal()
            if record.call == call and record.wire is not None
        ]
        for call in calls
    ]
    assert told[0] == told[1] == told[2]


def test_every_stream_of_a_task_still_gets_every_chunk(desk):
    here = desk("""
script:
  - times: any
    reply:
      - task: working
      - hold: {until: {call: SubscribeToTask}, timeout: 1s}
      - artifact: {id: a, chunks: [one, two]}
      - status: completed
""")
    here.send()
    while here.world.pass_time():
        pass
    one = here.send()
    two = here.subscribe(here.task_of(one))
    expected = ["working", "artifact one", "artifact two", "completed"]
    assert [here.kinds(one), here.kinds(two)] == [expected, expected]


def test_a_broken_stream_is_told_nothing_more(desk):
    here = desk("script: [{times: any, reply: [task: working, artifact: {id: a, chunks: [one, two]}, fault: drop]}]")
    here.send()
    call = here.send()
    assert here.kinds(call) == ["working", "artifact one", "artifact two"]
    assert here.heard(call).broken
