import asyncio

import httpx
import pytest

import a2a_simulator
from a2a_simulator import FakeAgent
from a2a_simulator.fake_agent import NoFakeAgent
from a2a_simulator.journal import Kind
from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.problems import ScenarioProblems
from simulator_socket import send_body

HELLO = """scenario: says hello
drive: [send: Hello]
script: [{times: any, reply: [message: "${request.text} to you"]}]
"""


def test_it_plays_a_text_a_path_a_scenario_and_a_play(tmp_path):
    file = tmp_path / "hello.a2a.yaml"
    file.write_text(HELLO)
    scenario = load_text(HELLO)
    for script in (HELLO, file, str(file), scenario, scenario.lower(scenario.cells()[0])):
        with FakeAgent(script) as agent:
            assert "Hello to you" in httpx.post(agent.base_url, json=send_body()).text


def test_it_has_a_card_and_a_journal():
    with FakeAgent(HELLO) as agent:
        assert httpx.get(agent.card_url).json()["name"] == "agent"
        httpx.post(agent.base_url, json=send_body())
        assert [r.payload["operation"] for r in agent.journal.of(Kind.CALLED)] == [
            "FetchCard",
            "SendStreamingMessage",
        ]


def test_the_dialect_can_be_chosen():
    with FakeAgent(HELLO, dialect="0.3") as agent:
        assert httpx.get(agent.card_url).json()["protocolVersion"] == "0.3.0"


def test_something_else_can_be_played_at_a_new_url():
    with FakeAgent() as agent:
        first = agent.play(HELLO).base_url
        second = agent.play(HELLO.replace("to you", "again")).base_url
        assert httpx.post(first, json=send_body()).status_code == 410
        assert "Hello again" in httpx.post(second, json=send_body()).text


def test_it_works_in_async_with_beside_the_loop_of_the_test():
    async def ask() -> str:
        async with FakeAgent(HELLO) as agent, httpx.AsyncClient() as client:
            return (await client.post(agent.base_url, json=send_body())).text

    assert "Hello to you" in asyncio.run(ask())


def test_several_agents_are_reached_by_name():
    text = """scenario: two
drive: [send: Go]
agents:
  one: {script: [reply: [message: from one]]}
  two: {script: [reply: [message: from two]]}
"""
    with FakeAgent(text) as agent:
        assert "from two" in httpx.post(agent.addresses["two"].base_url, json=send_body()).text


@pytest.mark.parametrize(
    ("script", "dialect", "text"),
    [
        ("nowhere.a2a.yaml", None, "nowhere.a2a.yaml: no such file"),
        (HELLO, "2.0", "no such dialect: 2.0 (known: 1.0, 0.3)"),
        ('dialects: "1.0"\n' + HELLO, "0.3", "cannot be played here (0.3-jsonrpc: the file names other dialects"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(script, dialect, text):
    with pytest.raises(NoFakeAgent) as told:
        FakeAgent(script, dialect=dialect)
    assert text in str(told.value)
    assert "\n" not in str(told.value)


def test_a_broken_scenario_is_told_with_its_place():
    with pytest.raises(ScenarioProblems, match=r"2:1: drvie: unknown key \(did you mean `drive`\?\)"):
        FakeAgent("scenario: x\ndrvie: [send: Hello]\nscript: [reply: [message: Hello]]\n")


def test_nothing_is_played_before_it_is_entered():
    with pytest.raises(NoFakeAgent, match="enter the agent"):
        FakeAgent(HELLO).card_url  # noqa: B018


def test_the_package_has_no_other_surprise():
    with pytest.raises(AttributeError, match="no attribute 'FakeAgents'"):
        a2a_simulator.FakeAgents  # noqa: B018
