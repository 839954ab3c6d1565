from a2a_conformance.rules.journals import judge_journal
from a2a_simulator.journal import Journal, Kind, Record, Wire
from a2a_simulator.protocol.states import State
from made_up_streams import V1, answer, chunk, encoded, error, message, status, task


class Made:
    """A journal told call by call."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.calls = 0

    def add(self, kind, call=None, wire=None, **payload):
        self.records.append(Record(len(self.records) + 1, 0.0, kind, payload, call=call, wire=wire))
        return len(self.records)

    def call(self, operation, stream=True, dialect="1.0", **params):
        self.calls += 1
        self.add(Kind.CALLED, self.calls, operation=operation, dialect=dialect, request_id=1, params=params)
        media = "text/event-stream; charset=utf-8" if stream else "application/json"
        self.add(Kind.HEAD, self.calls, status=200, headers={"Content-Type": media})
        return self.calls

    def event(self, call, event):
        return self.add(Kind.EVENT, call, json=event if isinstance(event, dict) else answer(encoded(event, V1)))

    def found(self):
        findings = judge_journal(Journal(tuple(self.records)))
        return [(finding.requirement, finding.frame) for finding in findings if not finding.note]


DONE = status(State.COMPLETED)


def test_a_finding_names_the_record():
    made = Made()
    call = made.call("SendStreamingMessage")
    made.event(call, task())
    made.event(call, DONE)
    late = made.event(call, chunk())
    made.add(Kind.CLOSED, call, clean=True)
    assert made.found() == [("stream-nothing-after-terminal", late)]


def test_streams_that_run_at_the_same_time_are_judged_apart():
    made = Made()
    first, second = made.call("SendStreamingMessage"), made.call("SendStreamingMessage")
    for event in (task(), DONE):
        made.event(first, event)
        made.event(second, message() if isinstance(event, type(task())) else message("again"))
    assert [name for name, _ in made.found()] == ["stream-msg-exactly-one"]


def test_only_our_own_end_is_judged():
    made = Made()
    for end in (Kind.LEFT, Kind.FAULT):
        call = made.call("SendStreamingMessage")
        made.event(call, task())
        made.add(end, call)
    assert made.found() == []
    call = made.call("SendStreamingMessage")
    last = made.event(call, task())
    made.add(Kind.CLOSED, call, clean=True)
    assert made.found() == [("stream-early-eof", last)]


def test_a_cut_event_never_arrived():
    made = Made()
    call = made.call("SendStreamingMessage")
    made.event(call, task())
    made.add(Kind.EVENT, call, json=answer(encoded(chunk(append=True), V1)), cut=True)
    made.add(Kind.FAULT, call, fault="reset")
    assert made.found() == []


def test_a_body_is_judged_by_its_operation():
    made = Made()
    call = made.call("GetTask", stream=False, id="task-a")
    wrong = made.event(call, task())
    assert made.found() == [("get-returns-task", wrong)]


def test_a_streaming_call_may_be_answered_by_one_body():
    made = Made()
    call = made.call("SendStreamingMessage", stream=False)
    wrong = made.event(call, error(-5))
    made.add(Kind.CLOSED, call, clean=True)
    assert made.found() == [("err-range", wrong)]


def test_a_later_stream_may_append_to_what_an_earlier_one_began():
    made = Made()
    call = made.call("SendStreamingMessage")
    made.event(call, task())
    made.event(call, chunk("report"))
    made.add(Kind.FAULT, call)
    again = made.call("SendStreamingMessage", message={"taskId": "task-a"})
    made.event(again, task())
    made.event(again, chunk("report", append=True))
    made.event(again, DONE)
    made.add(Kind.CLOSED, again, clean=True)
    assert made.found() == []


def test_a_subscription_is_known_by_its_call():
    made = Made()
    call = made.call("SubscribeToTask", id="task-a")
    first = made.event(call, status())
    assert made.found() == [("sub-task-first", first)]


def test_calls_that_were_not_understood_are_passed_over():
    made = Made()
    call = made.call(None, dialect=None)
    made.event(call, DONE)
    made.add(Kind.EVENT, None, json={})
    assert made.found() == []


def test_the_name_of_an_error_event_is_read_from_its_bytes():
    made = Made()
    call = made.call("SendStreamingMessage")
    made.event(call, task())
    made.add(Kind.EVENT, call, Wire(0, b'event: error\ndata: {"code":1}\n\n'), json={"code": 1})
    made.add(Kind.CLOSED, call, clean=True)
    assert "stream-early-eof" not in [name for name, _ in made.found()]


def test_a_refusal_by_http_is_no_stream():
    made = Made()
    made.add(Kind.CALLED, 1, operation="SendStreamingMessage", dialect="1.0", request_id=1, params={})
    made.add(Kind.HEAD, 1, status=404, headers={})
    made.add(Kind.CLOSED, 1, clean=True)
    assert made.found() == []
