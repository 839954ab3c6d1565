"""Every byte of scripted responses, as a bare socket sees them."""

import zlib

import pytest

from simulator_socket import send_body

STREAM = "script: [{%s reply: [task: working, artifact: {id: a, text: one}, status: completed]}]"


def test_a_burst_is_one_chunk_and_each_frame_keeps_its_record(run, raw):
    here = run(STREAM % "")
    chunks = raw(here).post(send_body()).until_end().chunks
    assert len(chunks) == 1
    events = [record for record in here.snapshot() if record.kind == "event"]
    assert [record.wire.data for record in events] == [frame + b"\n\n" for frame in chunks[0].split(b"\n\n")[:-1]]
    assert [record.wire.offset for record in events] == [
        0,
        *(len(e.wire.data) for e in events[:1]),
        sum(len(e.wire.data) for e in events[:2]),
    ]


def test_a_wait_between_steps_makes_chunks_of_them(run, raw):
    here = run("script: [reply: [task: working, wait: 1ms, status: completed]]")
    assert len(raw(here).post(send_body()).until_end().chunks) == 2


def test_slices_are_chunks_of_their_own(run, raw):
    here = run(STREAM % "frame: {split: [1, 5], gap: 1ms},")
    chunks = raw(here).post(send_body()).until_end().chunks
    assert [len(chunk) for chunk in chunks[:2]] == [1, 4]
    assert len(chunks) == 9
    assert b"".join(chunks).count(b"\n\n") == 3


def test_a_unary_answer_has_a_length_and_keeps_the_connection(run, raw):
    here = run("script: [{times: any, reply: [task: completed]}]")
    connection = raw(here)
    connection.post(send_body(method="SendMessage"), close=False).until(b"}}}")
    assert f"content-length: {len(connection.body)}" in connection.head
    connection.post(send_body(method="SendMessage")).until_end()
    assert connection.heard.count(b"200 OK") == 2
    assert {record.conn for record in here.snapshot()} == {1}


def test_gzip_is_flushed_with_each_write(run, raw):
    here = run("script: [{transport: {encoding: gzip}, reply: [task: working, wait: 1ms, status: completed]}]")
    connection = raw(here).post(send_body()).until_end()
    assert "content-encoding: gzip" in connection.head
    unzip = zlib.decompressobj(wbits=31)
    first = unzip.decompress(connection.chunks[0])
    assert first.endswith(b"\n\n")
    assert b"WORKING" in first
    rest = b"".join(unzip.decompress(chunk) for chunk in connection.chunks[1:])
    assert b"COMPLETED" in rest
    assert unzip.eof


def test_until_close_has_neither_length_nor_chunks(run, raw):
    here = run(STREAM % "transport: {framing: until_close},")
    connection = raw(here).post(send_body(), close=False).until_end()
    assert "transfer-encoding" not in connection.head
    assert "content-length" not in connection.head
    assert connection.body.startswith(b"data: {")
    assert connection.body.endswith(b"}\n\n")


def test_http_1_0_says_so(run, raw):
    here = run(STREAM % 'transport: {version: "1.0"},')
    connection = raw(here).post(send_body(), close=False).until_end()
    assert connection.head.startswith("http/1.0 200")
    assert connection.body.startswith(b"data: {")


def test_trailers_follow_the_last_chunk(run, raw):
    here = run(STREAM % "transport: {trailers: {X-Sum: abc}},")
    connection = raw(here).post(send_body(), close=False).until_end()
    assert "trailer: x-sum" in connection.head
    assert connection.heard.endswith(b"0\r\nX-Sum: abc\r\n\r\n")


def test_headers_of_an_entry_go_with_its_response(run, raw):
    here = run(STREAM % 'headers: {Content-Type: text/event-stream; charset=utf-8, X-Text: "${request.text}"},')
    connection = raw(here).post(send_body()).until_end()
    assert "content-type: text/event-stream; charset=utf-8" in connection.head
    assert connection.head.count("content-type") == 1
    assert "x-text: hello" in connection.head


def test_text_of_a_request_cannot_begin_a_header_of_its_own(run, raw):
    here = run(STREAM % 'headers: {X-Text: "${request.text}"},')
    connection = raw(here).post(send_body("a\r\nx-evil: yes")).until_end()
    assert "x-text: a  x-evil: yes" in connection.head


def test_a_scripted_length_is_not_mended(run, raw):
    here = run('script: [reply: [http: {status: 200, headers: {Content-Length: "99"}, body: short}]]')
    connection = raw(here).post(send_body(), close=False).until_end()
    assert connection.head.count("content-length") == 1
    assert "content-length: 99" in connection.head
    assert connection.body == b"short"


FAULT = "script: [reply: [task: working, wait: 1ms, fault: %s, status: completed]]"


@pytest.mark.parametrize("kind", ["drop", "half_close"])
def test_a_dropped_stream_ends_without_its_last_chunk(run, raw, kind):
    connection = raw(run(FAULT % kind)).post(send_body(), close=False).until_end()
    assert connection.body.endswith(b"}\n\n\r\n")
    assert not connection.reset


def test_a_reset_is_a_reset(run, raw):
    connection = raw(run(FAULT % "reset")).post(send_body(), close=False).until_end()
    assert connection.reset


def test_a_bad_chunk_has_no_size(run, raw):
    connection = raw(run(FAULT % "bad_chunk")).post(send_body(), close=False).until_end()
    with pytest.raises(ValueError, match="zz"):
        connection.chunks  # noqa: B018


def test_a_short_chunk_promises_more_than_it_brings(run, raw):
    connection = raw(run(FAULT % "short_chunk")).post(send_body(), close=False).until_end()
    assert connection.body.rpartition(b"40\r\n")[2] == b'data: {"jsonrp'


def test_a_proper_end_too_early_is_a_proper_end(run, raw):
    connection = raw(run(FAULT % "close")).post(send_body(), close=False).until(b"0\r\n\r\n")
    assert len(connection.chunks) == 1


def test_a_stalled_stream_stays_silent_until_the_run_ends(run, raw):
    here = run(FAULT % "stall")
    connection = raw(here).post(send_body(), close=False).until(b"\n\n\r\n")
    here.close()
    assert connection.until_end().body.count(b"data: ") == 1


def test_a_fault_before_any_byte_leaves_no_response(run, raw):
    connection = raw(run("script: [reply: [fault: drop]]")).post(send_body(), close=False).until_end()
    assert connection.heard == b""


def test_a_cut_answer_has_less_than_its_length(run, raw):
    here = run("script: [reply: [{task: completed, cut: drop}]]")
    connection = raw(here).post(send_body(method="SendMessage"), close=False).until_end()
    length = int(connection.head.partition("content-length: ")[2].partition("\r\n")[0])
    assert len(connection.body) == length // 2


def test_a_slow_reader_gets_everything_and_memory_stays_bounded(run, raw):
    here = run("""
script:
  - reply:
      - task: working
      - repeat: {times: 400, steps: [artifact: {id: "a${n}", parts: [filler: 64KiB], last: true}]}
      - status: completed
""")
    connection = raw(here)
    connection.post(send_body()).until(b"data: ")
    assert not here.idle(), "the reply waits for its reader"
    connection.until_end()
    assert connection.body.count(b"data: ") == 402
    assert here.wait_idle(5)


def test_head_asks_for_the_card_without_its_body(run, raw):
    connection = raw(run("script: [reply: [message: Hello]]"))
    connection.socket.sendall(b"HEAD /.well-known/agent-card.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    connection.until_end()
    assert connection.head.startswith("http/1.1 200")
    assert connection.body == b""


def test_junk_instead_of_http_does_no_harm(run, raw):
    here = run("script: [reply: [message: Hello]]")
    junk = raw(here)
    junk.socket.sendall(b"\x16\x03\x01 hello\r\n\r\n")
    assert junk.until_end().heard.startswith(b"HTTP/1.1 400")
    assert b"Hello" in raw(here).post(send_body()).until_end().body


def test_pipelined_calls_are_answered_in_order(run, raw):
    here = run('script: [{times: any, reply: [message: "${request.text}"]}]')
    connection = raw(here)
    connection.post(send_body("one", "SendMessage"), close=False)
    connection.post(send_body("two", "SendMessage")).until_end()
    assert connection.heard.index(b'"one"') < connection.heard.index(b'"two"')


def test_a_body_that_never_comes_holds_nothing_up(run, raw):
    here = run("script: [reply: [message: Hello]]")
    half = raw(here)
    half.socket.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
    half.socket.close()
    assert b"Hello" in raw(here).post(send_body()).until_end().body
