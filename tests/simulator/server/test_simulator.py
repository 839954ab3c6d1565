import gc
import socket
import threading

import httpx
import pytest

from a2a_simulator.journal import Kind
from a2a_simulator.server import PortTaken, Simulator
from a2a_simulator.server.simulator import LINGERING
from a2a_simulator.server.slot import LARGEST_BODY
from simulator_socket import Raw, lowered, send_body

ECHO = 'script: [{times: any, reply: [task: working, artifact: {id: a, text: "${request.text}"}, status: completed]}]'


def test_card_stream_and_unary_answer_in_both_dialects(run, http):
    new = run(ECHO).addresses["agent"]
    card = http.get(new.card_url).json()
    assert card["supportedInterfaces"][0]["url"] == new.endpoint
    assert http.post(new.endpoint, json=send_body()).headers["content-type"] == "text/event-stream"
    answer = http.post(new.endpoint, json=send_body(method="SendMessage")).json()
    assert answer["result"]["task"]["status"]["state"] == "TASK_STATE_COMPLETED"
    old = run(ECHO, "0.3").addresses["agent"]
    assert http.get(old.card_url).json()["url"] == old.endpoint
    message = {"kind": "message", "messageId": "m", "role": "user", "parts": [{"kind": "text", "text": "Hi"}]}
    body = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"message": message}}
    assert httpx.post(old.endpoint, json=body).json()["result"]["status"]["state"] == "completed"


def test_each_run_has_an_origin_of_its_own_and_many_run_at_once(run, http):
    runs = [run(ECHO) for _ in range(20)]
    urls = {each.addresses["agent"].endpoint for each in runs}
    assert len(urls) == 20
    heard: dict[int, str] = {}

    def ask(number: int) -> None:
        heard[number] = http.post(runs[number].addresses["agent"].endpoint, json=send_body(f"<{number}>")).text

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, each in enumerate(runs):
        assert f"<{number}>" in heard[number]
        assert len([record for record in each.snapshot() if record.kind == "called"]) == 1


def test_the_journal_tells_the_call_whole(run, http):
    here = run(ECHO)
    http.post(here.addresses["agent"].endpoint, json=send_body("Grüße"))
    opened, called, head, *_, closed = here.snapshot()
    assert (opened.kind, called.kind, head.kind, closed.kind) == ("opened", "called", "head", "closed")
    assert called.payload["operation"] == "SendStreamingMessage"
    assert called.payload["params"]["message"]["parts"] == [{"text": "Grüße"}]
    assert called.payload["headers"]["content-type"] == "application/json"
    assert called.payload["entry"] == "script[0]"
    assert called.payload["late"] is False
    assert [record.seq for record in here.snapshot()] == list(range(1, 8))


def test_after_the_end_a_port_answers_410_and_what_comes_is_late(run, http):
    here = run(ECHO)
    assert not here.first_request
    http.post(here.addresses["agent"].endpoint, json=send_body())
    assert here.first_request
    journal = here.close()
    assert http.post(here.addresses["agent"].endpoint, json=send_body()).status_code == 410
    assert http.get(here.addresses["agent"].card_url).status_code == 410
    late = here.snapshot().records[len(journal.records) :]
    assert [(r.payload["late"], r.payload["operation"]) for r in late] == [
        (True, "SendStreamingMessage"),
        (True, "FetchCard"),
    ]


def test_what_the_target_told_is_in_the_journal_in_order(run):
    here = run(ECHO)
    here.asked("0", "send")
    here.surfaced({"event": "task", "state": "working"})
    here.listener_stopped()
    here.reported("0", {"outcome": {"outcome": "stopped"}})
    kinds = [record.kind for record in here.snapshot()]
    assert kinds == [Kind.ASKED, Kind.SURFACED, Kind.SURFACED, Kind.REPORTED]


def test_a_client_that_leaves_is_noticed_and_the_task_lives_on(run, raw):
    here = run("script: [reply: [task: working, hold: {until: left, timeout: 50s}, status: completed]]", time_scale=1)
    connection = raw(here).post(send_body(), close=False).until(b"\n\n")
    connection.socket.close()
    assert here.wait_idle(5)
    assert here._wait_for(lambda: here.session.agents["agent"].store.current.finished, 5)
    assert [record.kind for record in here.snapshot()][-2:] == [Kind.LEFT, Kind.HELD]


def test_meanwhile_begins_at_the_first_hold(run, raw):
    here = run(
        "script: [reply: [task: working, hold: {until: listener_stopped, timeout: 9s}, status: completed]]",
        time_scale=1,
    )
    assert not here.wait_meanwhile("0", 0.0)
    here.asked("0", "send")
    connection = raw(here).post(send_body(), close=False).until(b"\n\n")
    assert here.wait_meanwhile("0", 5)
    here.listener_stopped()
    connection.until(b"0\r\n\r\n")


def test_scripted_waits_are_capped_and_timeouts_are_not(simulator, raw):
    hold = "hold: {until: listener_stopped, timeout: 50s}"
    text = f"script: [reply: [task: working, wait: 60m, {hold}, status: completed]]"
    here = simulator.open(lowered(text), wait_cap=0.0)
    connection = raw(here).post(send_body(), close=False).until(b"\n\n")
    assert here.wait_idle(5), "the wait is over, only the target can go on"
    here.listener_stopped()
    connection.until(b"COMPLETED")
    here.close()


def test_an_agent_that_is_not_online_refuses_connections(run):
    here = run("serve: {online: false}\nscript: [reply: [message: Hello]]")
    with pytest.raises(httpx.ConnectError):
        httpx.get(here.addresses["agent"].card_url)


def test_calls_to_the_second_origin_are_journaled(run, http):
    here = run('card: {documentationUrl: "${other_url}/docs"}\nscript: [reply: [message: Hello]]')
    other = http.get(here.addresses["agent"].card_url).json()["documentationUrl"]
    assert http.get(other).status_code == 404
    assert here.snapshot().of(Kind.CALLED)[-1].agent == "other_url"


def test_several_agents_share_the_journal_and_nothing_else(simulator, http):
    text = """
drive: [send: Go]
agents:
  one: {script: [reply: [message: from one]]}
  two: {script: [reply: [message: from two]]}
"""
    here = simulator.open(lowered(text))
    heard = {name: http.post(address.endpoint, json=send_body()).text for name, address in here.addresses.items()}
    assert all(f"from {name}" in text for name, text in heard.items())
    assert {record.agent for record in here.close()} == {"one", "two"}


def test_a_request_that_is_too_large_is_refused(run):
    here = run(ECHO)
    answer = httpx.post(here.addresses["agent"].endpoint, content=b"x" * (LARGEST_BODY + 1), timeout=30)
    assert answer.status_code == 413
    assert not here.first_request


def test_a_path_outside_the_base_path_is_not_found(run, http):
    here = run("serve: {path: /agents/hello}\nscript: [reply: [message: Hello]]")
    address = here.addresses["agent"]
    assert address.card_url.endswith("/agents/hello/.well-known/agent-card.json")
    assert http.get(address.card_url).status_code == 200
    origin = address.base_url.removesuffix("/agents/hello")
    assert http.post(origin + "/elsewhere", json=send_body()).status_code == 404
    assert "Hello" in http.post(address.endpoint, json=send_body()).text


def test_a_slot_is_lent_to_one_run_after_the_other(simulator, http):
    slot = simulator.slot()
    assert http.get(slot.origin).status_code == 410
    for text in ("one", "two"):
        here = simulator.open(lowered(f"script: [reply: [message: {text}]]"), slots={"agent": slot})
        assert here.addresses["agent"].base_url == slot.origin
        assert text in http.post(slot.origin, json=send_body()).text
        here.close()


def test_a_taken_port_is_told_in_one_line():
    with Simulator() as simulator, socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=f"port {port} on 127.0.0.1 cannot be used: it is taken"):
            simulator.slot(port)
        with pytest.raises(PortTaken, match="0 to 65535"):
            simulator.slot(70_000)


def test_an_address_that_is_none_is_told_in_one_line():
    with Simulator("no.such.host.invalid") as simulator:
        with pytest.raises(PortTaken, match="no such address; choose an address of this machine"):
            simulator.slot()


def test_a_simulator_has_to_be_entered():
    with pytest.raises(RuntimeError, match="with Simulator"):
        Simulator().open(lowered(ECHO))


def test_ports_of_old_runs_are_given_back():
    play = lowered(ECHO)
    with Simulator() as own:
        first = own.open(play)
        first.close()
        for _ in range(LINGERING + 1):
            own.open(play).close()
        with pytest.raises(httpx.ConnectError):
            httpx.get(first.addresses["agent"].card_url)


def test_nothing_is_left_behind_even_when_streams_hang():
    threads = set(threading.enumerate())
    with Simulator() as simulator:
        here = simulator.open(lowered("script: [reply: [task: working, status: input_required, end: open]]"))
        address = here.addresses["agent"]
        hanging = [Raw(int(address.base_url.rsplit(":", 1)[1])) for _ in range(3)]
        hanging[0].post(send_body(), close=False).until(b"INPUT_REQUIRED")
        hanging[1].socket.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n")
    assert [each.until_end().heard.endswith(b"0\r\n\r\n") for each in hanging] == [False, False, False]
    assert set(threading.enumerate()) <= threads
    with pytest.raises(httpx.ConnectError):
        httpx.get(address.card_url)
    for each in hanging:
        each.socket.close()


def test_a_connection_that_is_just_coming_in_does_not_outlive_the_end(capfd):
    for _ in range(20):
        with Simulator() as simulator:
            here = simulator.open(lowered("script: [reply: [message: Hello]]"))
            coming = Raw(int(here.addresses["agent"].base_url.rsplit(":", 1)[1])).post(send_body(), close=False)
        coming.until_end()
        coming.socket.close()
    gc.collect()
    assert capfd.readouterr().err == ""
