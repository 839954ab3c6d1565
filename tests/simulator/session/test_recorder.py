from a2a_simulator.journal import Kind
from a2a_simulator.server.spill import Spill
from a2a_simulator.session.commands import Head, Source, Write
from a2a_simulator.session.recorder import BATCH, BYTES_IN_MEMORY, KEPT_IN_MEMORY, Recorder


def events(recorder: Recorder, count: int) -> None:
    recorder.head(Head(1, "agent", 200, ()))
    for number in range(count):
        text = f'{{"n":{number}}}'
        recorder.write(Write(1, "agent", Kind.EVENT, (text.encode(),), text, Source("s", "e", ("d",))))


def test_each_frame_keeps_its_bytes_its_offset_and_its_source():
    now = iter(range(10))
    recorder = Recorder("r", lambda: next(now))
    events(recorder, 3)
    head, one, two, three = recorder.journal()
    assert (head.kind, head.payload["status"], head.t) == (Kind.HEAD, 200, 0)
    assert one.payload == {"json": {"n": 0}, "step": "s", "deliberate": ["d"], "entry": "e"}
    assert [record.wire.offset for record in (one, two, three)] == [0, 7, 14]
    assert [record.seq for record in (head, one, two, three)] == [1, 2, 3, 4]


def test_a_long_journal_keeps_a_bounded_number_of_records_in_memory_and_loses_none():
    count = KEPT_IN_MEMORY + 3 * BATCH
    spill = Spill()
    recorder = Recorder("r", lambda: 0.0, spill)
    events(recorder, count)
    assert len(recorder._raw) <= KEPT_IN_MEMORY + BATCH
    journal = recorder.journal()
    assert [record.seq for record in journal] == list(range(1, count + 2))
    assert journal.records[5].payload["json"] == {"n": 4}
    spill.close()


def test_without_a_place_for_them_the_oldest_are_forgotten():
    recorder = Recorder("r", lambda: 0.0)
    events(recorder, KEPT_IN_MEMORY + 2 * BATCH)
    journal = recorder.journal()
    assert len(journal.records) <= KEPT_IN_MEMORY + BATCH
    assert journal.records[-1].payload["json"] == {"n": KEPT_IN_MEMORY + 2 * BATCH - 1}


def test_large_events_are_bounded_by_their_bytes():
    spill = Spill()
    recorder = Recorder("r", lambda: 0.0, spill)
    recorder.head(Head(1, "agent", 200, ()))
    large = b"x" * (1024 * 1024)
    for _ in range(BYTES_IN_MEMORY // len(large) + 10):
        recorder.write(Write(1, "agent", Kind.COMMENT, (large,), None))
    assert sum(len(raw[-1] or b"") for raw in recorder._raw) < BYTES_IN_MEMORY
    assert [record.seq for record in recorder.records()] == list(range(1, len(recorder) + 1))
    spill.close()


def test_what_is_new_can_be_asked_for():
    recorder = Recorder("r", lambda: 0.0)
    events(recorder, 5)
    assert [record.seq for record in recorder.since(4)] == [5, 6]
    assert recorder.since(6) == []
