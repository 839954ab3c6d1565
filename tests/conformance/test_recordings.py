import base64
import gzip
import json
import tracemalloc

import pytest

from a2a_conformance.judge import NothingUnderstood, judge_text
from a2a_conformance.verdict import Status
from a2a_simulator.protocol.states import State
from a2a_simulator.wire.json_text import dumps
from made_up_streams import V03, V1, answer, chunk, encoded, error, status, task

DONE = status(State.COMPLETED)


def sse(*events, dialect=V1):
    return "".join(f"data: {dumps(answer(encoded(event, dialect)))}\n\n" for event in events)


def told(judgement):
    return [(finding.requirement, finding.frame) for finding in judgement.findings if not finding.note]


def entry(body, method="SendStreamingMessage", start="10:00:00", took=500, mime="text/event-stream", coded=False):
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"id": "task-a"}}
    if method.startswith("Send"):
        said = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Hi"}]}
        asked["params"] = {"message": said}
    text = {"text": base64.b64encode(body.encode()).decode(), "encoding": "base64"} if coded else {"text": body}
    return {
        "startedDateTime": f"2026-01-01T{start}.000Z",
        "time": took,
        "request": {
            "method": "POST",
            "url": "http://127.0.0.1:9000/rpc",
            "headers": [
                {"name": "A2A-Version", "value": "1.0"},
                {"name": "Content-Type", "value": "application/json"},
            ],
            "postData": {"mimeType": "application/json", "text": json.dumps(asked)},
        },
        "response": {"status": 200, "headers": [], "content": {"mimeType": mime, **text}},
    }


def har(*entries):
    page = {"request": {"method": "GET", "url": "http://127.0.0.1/", "headers": []}, "response": {"content": {}}}
    return json.dumps({"log": {"version": "1.2", "entries": [page, *entries]}})


@pytest.mark.parametrize("coded", [False, True], ids=["text", "base64"])
def test_a_har_file_is_judged_call_by_call_and_names_entry_event_and_byte(coded):
    first = sse(task(), DONE)
    judgement = judge_text(har(entry(first, coded=coded), entry(first + sse(chunk()), start="10:01:00", coded=coded)))
    assert [name for name, _ in told(judgement)] == ["stream-nothing-after-terminal"]
    place = judgement.places[judgement.findings[-1].frame]
    assert place.startswith("entry 3 (SendStreamingMessage http://127.0.0.1:9000/rpc), event 3 at byte ")
    assert place.endswith(str(len(first.encode())))


@pytest.mark.parametrize(
    ("url", "shown"),
    [("https://me:hush@agent.example:8/rpc?key=hush#hush", "https://agent.example:8/rpc"), ("https://[hush", "?")],
)
def test_findings_in_a_har_file_tell_no_secret_of_an_address(url, shown):
    told_twice = entry(sse(task(), DONE, DONE))
    told_twice["request"]["url"] = url
    judgement = judge_text(har(told_twice))
    assert judgement.places[judgement.findings[-1].frame].startswith(
        f"entry 2 (SendStreamingMessage {shown}), event 3"
    )


def test_calls_of_a_har_file_that_overlap_are_judged_apart():
    running = entry(sse(task(), chunk(), DONE), took=5000)
    again = entry(sse(task(), DONE), "SubscribeToTask", start="10:00:01")
    assert judge_text(har(running, again)).verdict is Status.PASS


def test_an_answer_of_a_har_file_that_is_no_stream_is_judged_as_one():
    polled = entry(dumps(answer({"task": encoded(task(), V1)["task"]})), "GetTask", mime="application/json")
    assert told(judge_text(har(polled)))[0][0] == "get-returns-task"


def test_a_stream_of_a_har_file_that_breaks_off_ends_too_early():
    assert [name for name, _ in told(judge_text(har(entry(sse(task(), DONE)[:-9]))))] == ["stream-early-eof"]


@pytest.mark.parametrize(
    ("was", "broken", "requirement"),
    [
        ('"jsonrpc":', '"id": 1, "jsonrpc":', "jr-envelope"),
        ('"jsonrpc":', 'NaN, "jsonrpc":', "jr-envelope"),
        ("task-", "task-\\ud800", "json-utf8"),
    ],
    ids=["a name twice", "no JSON", "half a character"],
)
def test_an_event_of_a_har_file_that_is_no_sound_json_is_told(was, broken, requirement):
    body = sse(task(), DONE)
    at = body.rindex("data:")
    body = body[:at] + body[at:].replace(was, broken, 1)
    assert requirement in [name for name, _ in told(judge_text(har(entry(body))))]


def test_bytes_of_a_har_file_that_are_no_utf8_are_told():
    first, last = sse(task()).encode(), sse(DONE).encode().replace(b"task-", b"t\xc0\xaf")
    stream = entry("")
    stream["response"]["content"] |= {"text": base64.b64encode(first + last).decode(), "encoding": "base64"}
    assert "json-utf8" in [name for name, _ in told(judge_text(har(stream)))]


def test_the_media_type_of_a_stream_may_be_written_in_capitals():
    stream = har(entry(sse(task(), DONE), mime="Text/Event-Stream; charset=UTF-8"))
    assert told(judge_text(stream)) == []
    assert judge_text("HTTP/1.1 200 OK\nContent-Type: Text/Event-Stream\n\n" + sse(task(), DONE)).findings == ()


def test_a_stream_of_a_har_file_under_another_media_type_is_told():
    stream = har(entry(sse(task(), DONE), mime="text/plain"))
    assert "stream-open" in [name for name, _ in told(judge_text(stream))]


def test_a_journal_of_a_stream_in_which_nothing_came_is_judged():
    request = {"operation": "SendStreamingMessage", "dialect": "1.0", "params": {}, "request_id": 1}
    head = {"status": 200, "headers": {"content-type": "Text/Event-Stream"}}
    told_of = [("called", request), ("head", head), ("closed", {"clean": True})]
    lines = [
        {"seq": seq, "t": 0.0, "kind": kind, "run": "r", "side": "front", "agent": "a", "call": 1, "payload": payload}
        for seq, (kind, payload) in enumerate(told_of, 1)
    ]
    text = "\n".join(json.dumps(line) for line in [{"journal": 1}, *lines])
    assert [finding.requirement for finding in judge_text(text).findings] == ["stream-early-eof"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (har(), "none a call of A2A"),
        (har(entry("")), "without the contents"),
        ('{"log": {"entries": []}}', "HAR file without entries"),
        ('{"log": {"entries": [', "begins like a HAR file"),
        ('{"log": null}', "HAR file without entries"),
        ('{"log": [1]}', "HAR file without entries"),
        ('{"log": ' + "[" * 100_000, "nested too deep"),
    ],
)
def test_a_har_file_without_answers_says_what_is_missing(text, reason):
    with pytest.raises(NothingUnderstood, match=reason):
        judge_text(text)


def test_a_journal_that_is_nested_too_deep_is_told_with_its_line():
    with pytest.raises(NothingUnderstood, match="line 2: nested too deep"):
        judge_text('{"journal": 1}\n' + "[" * 100_000)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("{}", "an empty JSON object"), ('{"a": ' + "9" * 5000 + "}", "a number of thousands of digits")],
)
def test_json_that_says_nothing_is_told_as_what_it_is(text, reason):
    with pytest.raises(NothingUnderstood, match=reason):
        judge_text(text)


def test_bytes_that_are_no_utf_8_are_found_in_every_form():
    good = sse(task(), chunk(text="größer"), DONE).encode()
    bad = good.replace("ß".encode(), b"\xdf")
    assert told(judge_text(good)) == []
    assert told(judge_text(bad)) == [("json-utf8", 2)]
    lines = bad.replace(b"data: ", b"")
    assert told(judge_text(lines)) == [("json-utf8", 2)]


def test_one_json_object_is_the_answer_to_a_call():
    bare = encoded(task(), V1)["task"]
    for value in (answer(bare), answer(encoded(task(), V1)), bare, answer(encoded(task(), V03))):
        judgement = judge_text(dumps(value))
        assert told(judgement) == []
        assert any("not as a stream" in note for note in judgement.notes)


def test_frames_have_line_and_byte():
    text = ": ping\n\n" + sse(task(), DONE)
    judgement = judge_text(text)
    assert judgement.lines == {1: 3, 2: 5}
    assert judgement.offsets == {1: 8, 2: text.index("data: ", 10)}
    lines = text[8:].replace("data: ", "")
    assert judge_text(lines).offsets == {1: 0, 2: lines.index("\n") + 2}


def test_utf_16_is_read_and_told():
    judgement = judge_text(sse(task(), DONE).encode("utf-16"))
    assert judgement.verdict is Status.PASS
    assert "UTF-16" in judgement.notes[0]


def test_sizes_of_http_chunks_are_remarked_on():
    head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
    text = sse(task(), DONE)
    judgement = judge_text(f"{head}{len(text):x}\r\n{text}\r\n0\r\n\r\n")
    assert judgement.verdict is Status.PASS
    assert any("chunks" in note for note in judgement.notes)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (gzip.compress(sse(task()).encode()), "compressed .gzip."),
        (b"\x89\x0b\x80\xff\xfe\xfd\xfc", "no text"),
        ("{'jsonrpc': '2.0', 'result': None}", "Python prints"),
        ("b'data: {}\\n\\n'\n", "literals"),
        ("Task(id='t', status=None)", "repr"),
        ('{\\"jsonrpc\\": 1}', "escaped"),
        ('{"name": "Flights", "skills": [], "capabilities": {}}', "agent card"),
        ('{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {}}', "this is the request"),
        ('{"detail": "Not Found"}', "error of an HTTP server"),
        ("scenario: an answer", "this is a scenario"),
        ("2026-01-01 10:00:00,000 INFO data: {}", "a log"),
        ("curl: (7) Failed to connect", "error message of curl"),
        ("  % Total    % Received", "progress meter"),
        ('event: message\n{"jsonrpc": "2.0"}\n\n', "without `data:`"),
        ("Traceback (most recent call last):", "error message of a program"),
        ("```sse\nhello\n```", "Markdown"),
        (base64.b64encode(b"data: {}\n\n" * 9), "base64"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_the_likely_reason_is_told(text, reason):
    with pytest.raises(NothingUnderstood, match=reason):
        judge_text(text)


def test_an_error_alone_is_told_and_judged():
    judgement = judge_text(dumps(error(-32601, "Method not found")))
    assert "there is no event, only an error: -32601 Method not found" in judgement.notes


def test_a_large_recording_is_not_kept_in_memory():
    text = sse(task(), *[chunk(append=number > 0, text="x" * 400) for number in range(8000)], DONE).encode()
    tracemalloc.start()
    try:
        judgement = judge_text(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (judgement.events, judgement.verdict) == (8002, Status.PASS)
    assert peak < len(text)
