import json

import pytest

from a2a_simulator.journal import Kind
from a2a_simulator.session.events import Struck


@pytest.mark.parametrize("kind", ["drop", "reset", "half_close", "bad_chunk", "short_chunk"])
def test_a_fault_breaks_the_connection_and_nothing_more_is_said(desk, kind):
    here = desk(f"script: [reply: [task: working, fault: {kind}, status: completed]]")
    call = here.send()
    assert here.kinds(call) == ["working"]
    assert here.heard(call).broken
    (fault,) = here.records(Kind.FAULT)
    assert fault.payload == {"fault": kind, "step": "script[0].reply[1]"}
    assert here.get(here.task_of(call))["status"]["state"] == "TASK_STATE_COMPLETED"


def test_close_is_a_proper_end_only_too_early(desk):
    here = desk("script: [reply: [task: working, fault: close, status: completed]]")
    call = here.send()
    assert here.heard(call).over
    assert not here.heard(call).broken
    assert here.records(Kind.CLOSED)[0].payload == {"clean": True}


def test_stall_keeps_the_connection_and_says_nothing(desk):
    here = desk("script: [reply: [task: working, fault: stall, status: completed]]")
    call = here.send()
    assert here.kinds(call) == ["working"]
    assert not here.heard(call).over


def test_a_fault_before_any_byte_breaks_the_response_itself(desk):
    here = desk("script: [reply: [fault: reset]]")
    call = here.send()
    assert here.heard(call).status is None
    assert here.heard(call).broken


@pytest.mark.parametrize(
    ("at", "kept"), [("middle", 0.5), ("before_blank_line", None), (7, 7)], ids=["middle", "blank line", "a byte"]
)
def test_a_cut_breaks_inside_the_event_which_has_happened(desk, at, kept):
    here = desk(f"""
script:
  - reply:
      - task: working
      - artifact: {{id: a, text: half}}
        cut: {{at: {at}, fault: reset}}
      - status: completed
""")
    call = here.send()
    whole, cut = here.records(Kind.EVENT)
    assert cut.payload["cut"] is True
    assert cut.payload["json"]["result"]["artifactUpdate"]["artifact"]["artifactId"] == "a"
    full = len(f"data: {json.dumps(cut.payload['json'], separators=(',', ':'))}\n\n")
    expected = {"middle": full // 2, "before_blank_line": full - 1}.get(at, at)
    assert cut.wire.length == expected
    assert cut.wire.offset == whole.wire.length
    assert here.heard(call).broken
    assert here.get(here.task_of(call))["artifacts"][0]["parts"] == [{"text": "half"}]


def test_a_cut_of_the_deciding_event_cuts_the_unary_body(desk):
    here = desk("script: [reply: [task: working, {status: completed, cut: drop}]]")
    call = here.send(unary=True)
    (record,) = here.records(Kind.EVENT)
    assert record.payload["cut"] is True
    assert record.wire.length < len(json.dumps(record.payload["json"], separators=(",", ":")))
    assert here.heard(call).broken


def test_an_edit_changes_the_event_and_not_the_store(desk):
    here = desk("""
script:
  - reply:
      - task: working
      - artifact: {id: a, text: Hello, last: true}
        edit: {set: {/x-vendor: {a: 1}, /artifact/parts/0/text: "${task.id}"}, drop: [/contextId]}
        envelope: {set: {/x-trace: abc}, drop: [/jsonrpc]}
      - status: completed
""")
    call = here.send()
    body = here.heard(call).bodies[1]
    assert body["x-trace"] == "abc"
    assert "jsonrpc" not in body
    update = body["result"]["artifactUpdate"]
    assert update["x-vendor"] == {"a": 1}
    assert "contextId" not in update
    assert update["artifact"]["parts"][0]["text"] == here.task_of(call)
    assert here.get(here.task_of(call))["artifacts"][0]["parts"][0]["text"] == "Hello"


def test_only_the_stream_of_the_script_is_edited(desk):
    here = desk("""
script:
  - reply:
      - task: working
      - hold: {until: {call: SubscribeToTask}}
      - status: completed
        edit: {set: {/x: 1}}
""")
    one = here.send()
    two = here.subscribe(here.task_of(one))
    assert here.results(one)[-1]["statusUpdate"]["x"] == 1
    assert "x" not in here.results(two)[-1]["statusUpdate"]


def test_frames_comments_and_raw_bytes_are_written_as_they_are(desk):
    here = desk("""
script:
  - frame: {newline: crlf, bom: true}
    reply:
      - comment: connected
      - task: working
      - raw: {base64: "/w=="}
        deliberate: json-utf8
      - fault: close
""")
    text = here.text(here.send())
    assert text.startswith(b"\xef\xbb\xbf: connected\r\n\r\ndata: {")
    assert text.endswith(b"\r\n\r\n\xff")


def test_strokes_from_outside_break_what_is_open(desk):
    here = desk("script: [{times: any, reply: [task: working, hold: {until: listener_stopped}, status: completed]}]")
    calls = [here.send(), here.send()]
    here.world.feed(Struck("drop"))
    assert all(here.heard(call).broken for call in calls)
    assert here.get(here.task_of(calls[0]))["status"]["state"] == "TASK_STATE_WORKING"


def test_silence_is_filled_with_heartbeats(desk):
    here = desk("serve: {interval: 1s}\nscript: [reply: [task: working, wait: 2500ms, status: completed]]")
    call = here.send()
    while here.world.pass_time():
        pass
    assert here.text(call).count(b": \n\n") == 2
    assert here.kinds(call) == ["working", "completed"]


def test_heartbeats_are_framed_as_the_events_of_their_entry(desk):
    script = "[{frame: {newline: crlf}, reply: [task: working, wait: 1500ms, status: completed]}]"
    here = desk(f"serve: {{interval: 1s}}\nscript: {script}")
    call = here.send()
    while here.world.pass_time():
        pass
    assert here.text(call).count(b": \r\n\r\n") == 1
