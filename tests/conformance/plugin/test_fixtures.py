"""A fake agent for tests of one's own."""

TALK = """
import httpx

def ask(agent):
    call = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {
        "messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": "Hello"}]}}}
    return httpx.post(agent.base_url, json=call, headers={"A2A-Version": "1.0"}).json()["result"]
"""


def test_an_agent_plays_a_file_beside_the_test(project):
    project.makepyfile(
        TALK
        + """
def test_pause(a2a_agent):
    a2a_agent.play("pause.a2a.yaml")
    assert ask(a2a_agent)["task"]["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    assert httpx.get(a2a_agent.card_url).json()["name"]
    assert [record.payload["operation"] for record in a2a_agent.journal if record.kind == "called"] == [
        "SendMessage", "FetchCard"]
"""
    )
    project.runpytest_inprocess("-k", "test_pause").assert_outcomes(passed=1, deselected=2)


def test_an_agent_plays_a_shipped_scenario(pytester):
    pytester.makepyfile(
        TALK
        + """
def test_message(a2a_agent):
    assert "message" in ask(a2a_agent.play("message/only", dialect="1.0"))
"""
    )
    pytester.runpytest_inprocess().assert_outcomes(passed=1)


def test_agents_made_together_are_apart(project):
    project.makepyfile(
        TALK
        + """
def test_two(make_a2a_agent):
    one, two = make_a2a_agent("pause.a2a.yaml"), make_a2a_agent("message/only", dialect="1.0")
    assert one.base_url != two.base_url
    assert "task" in ask(one) and "message" in ask(two)
"""
    )
    project.runpytest_inprocess("-k", "test_two").assert_outcomes(passed=1, deselected=2)


def test_they_serve_asyncio_and_anyio_tests_alike(pytester):
    pytester.makepyfile(
        """
import httpx, pytest

@pytest.mark.asyncio
async def test_asyncio(a2a_agent):
    async with httpx.AsyncClient() as client:
        assert (await client.get(a2a_agent.play("message/only").card_url)).status_code == 200

@pytest.mark.anyio
async def test_anyio(a2a_agent, anyio_backend_name):
    async with httpx.AsyncClient() as client:
        assert (await client.get(a2a_agent.play("message/only").card_url)).status_code == 200
"""
    )
    pytester.makeconftest("import pytest\n@pytest.fixture\ndef anyio_backend(): return 'asyncio'")
    pytester.runpytest_subprocess("-p", "asyncio").assert_outcomes(passed=2)
