import json

import httpx
import pytest

from a2a_simulator.scenario.load import load_text
from a2a_simulator.server.control import Control
from a2a_simulator.server.serving import NotServed, Serving
from simulator_socket import send_body

PAUSED = """
scenario: pauses
drive: [send: Hello]
script: [reply: [task: working, hold: {until: listener_stopped, timeout: 30s}, status: completed]]
"""
HELLO = "scenario: says hello\ndrive: [send: Hello]\nscript: [reply: [message: Hello]]\n"


@pytest.fixture
def serving(simulator):
    return Serving(simulator)


@pytest.fixture
def control(simulator, serving):
    control = Control(serving, token="secret")
    port = simulator.app(control.app)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"Authorization": "Bearer secret"}) as client:
        yield client


def endpoint(case):
    return case["agents"]["agent"]["base_url"]


def test_every_call_needs_the_token(control):
    assert httpx.get(str(control.base_url) + "/cases").status_code == 401
    assert control.get("/cases", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert control.get("/cases").status_code == 200


def test_cases_tell_card_and_whether_they_were_called(control, serving):
    served = serving.add(load_text(HELLO, "hello.a2a.yaml"))
    (case,) = control.get("/cases").json()
    assert (case["case"], case["title"], case["dialects"], case["called"]) == (
        "hello",
        "says hello",
        ["1.0", "0.3"],
        False,
    )
    card = httpx.get(case["agents"]["agent"]["card_url"]).json()
    assert card["url"] == served.run.addresses["agent"].endpoint
    assert {each["protocolVersion"] for each in card["supportedInterfaces"]} == {"1.0", "0.3"}
    assert control.get("/cases").json()[0]["called"] is True


@pytest.mark.parametrize(
    ("lines", "name", "description"),
    [
        ("", "says hello", "says hello"),
        ("about: Greets whoever calls.\n", "says hello", "Greets whoever calls."),
        ("card: {name: Greeter}\n", "Greeter", "says hello"),
    ],
)
def test_a_card_says_what_is_played_unless_the_file_says_otherwise(control, lines, name, description):
    case = control.post("/play", content=HELLO + lines).json()
    card = httpx.get(case["agents"]["agent"]["card_url"]).json()
    assert (card["name"], card["description"]) == (name, description)


def test_a_posted_scenario_is_played_once_and_its_journal_can_be_read(control):
    case = control.post("/play", content=HELLO).json()
    assert "Hello" in httpx.post(endpoint(case), json=send_body()).text
    assert "no reply left" in httpx.post(endpoint(case), json=send_body()).text
    version, *lines = [json.loads(line) for line in control.get("/journal").text.splitlines()]
    assert version == {"journal": 1}
    assert [line["payload"]["entry"] for line in lines if line["kind"] == "called"] == ["script[0]", "unscripted"]
    assert control.get("/journal", params={"since": lines[-2]["seq"]}).text.count("\n") == 2


def test_posted_cases_have_names_that_fit_a_url_and_since_counts_in_one_of_them(control):
    names = [control.post("/play", content=HELLO).json()["case"] for _ in range(3)]
    assert names == ["posted", "posted-2", "posted-3"]
    assert control.get("/journal?since=1").status_code == 400
    assert control.get("/journal?since=1&case=posted-2").status_code == 200


def test_reset_begins_anew_at_the_same_address(control):
    case = control.post("/play", content=HELLO).json()
    httpx.post(endpoint(case), json=send_body())
    (again,) = control.post("/reset").json()
    assert endpoint(again) == endpoint(case)
    assert "Hello" in httpx.post(endpoint(case), json=send_body()).text


def test_release_lets_a_hold_go(control):
    case = control.post("/play", content=PAUSED).json()
    with httpx.stream("POST", endpoint(case), json=send_body()) as stream:
        pieces = stream.iter_text()
        assert "WORKING" in next(pieces)
        assert control.post("/release").status_code == 204
        assert "COMPLETED" in "".join(pieces)


def test_fault_breaks_what_is_open(control):
    case = control.post("/play", content=PAUSED).json()
    with httpx.stream("POST", endpoint(case), json=send_body()) as stream:
        pieces = stream.iter_text()
        next(pieces)
        assert control.post("/fault", params={"kind": "drop", "case": case["case"]}).status_code == 204
        with pytest.raises(httpx.RemoteProtocolError):
            next(pieces)


def test_findings_and_report_come_from_whoever_can_judge(control, serving):
    serving.add(load_text(HELLO, "hello.a2a.yaml"))
    refused = control.get("/findings")
    assert refused.status_code == 404
    assert refused.text.count("\n") == 1
    assert "comes with the package a2a-conformance" in refused.text
    serving.hooks = {"findings": lambda served: [served.name]}
    assert control.get("/findings").json() == {"hello": ["hello"]}


@pytest.mark.parametrize(
    ("method", "path", "content", "status", "text"),
    [
        ("POST", "/play", "nope: 1", 400, "nope: unknown key"),
        (
            "POST",
            "/play",
            "scenario: x\ndrive: [send: a]\nscript: [reply: [message: a]]\nserve: {tls: server}\n",
            400,
            "TLS (line 4)",
        ),
        ("POST", "/fault?kind=explode", "", 400, "kind must be one of close, drop"),
        ("GET", "/journal?since=x", "", 400, "seq"),
        ("GET", "/journal?case=x", "", 404, "no case is called x"),
    ],
)
def test_what_makes_no_sense_is_told_in_plain_text(control, method, path, content, status, text):
    answer = control.request(method, path, content=content)
    assert answer.status_code == status
    assert text in answer.text


def test_served_agents_allow_every_origin(simulator, serving):
    case = serving.add(load_text(HELLO, "hello.a2a.yaml")).told()
    preflight = httpx.options(
        endpoint(case),
        headers={
            "Origin": "http://page.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type,a2a-version,authorization",
        },
    )
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == "http://page.example"
    assert preflight.headers["access-control-allow-credentials"] == "true"
    assert preflight.headers["access-control-allow-headers"] == "content-type,a2a-version,authorization"
    assert "POST" in preflight.headers["access-control-allow-methods"]
    answer = httpx.post(endpoint(case), json=send_body(), headers={"Origin": "http://page.example"})
    assert answer.headers["access-control-allow-origin"] == "http://page.example"
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert httpx.post(endpoint(case), json=send_body()).headers["access-control-allow-origin"] == "*"


def test_a_run_of_a_test_has_no_cors(run):
    here = run("script: [reply: [message: Hello]]")
    answer = httpx.post(here.addresses["agent"].endpoint, json=send_body(), headers={"Origin": "http://page.example"})
    assert "access-control-allow-origin" not in answer.headers


def test_a_file_of_another_dialect_is_refused_with_the_reason(simulator):
    from a2a_simulator.wire.wire_forms import Dialect

    serving = Serving(simulator, dialect=Dialect.V0_3)
    with pytest.raises(NotServed, match="the file names other dialects"):
        serving.add(load_text('dialects: "1.0"\n' + HELLO, "hello.a2a.yaml"))
