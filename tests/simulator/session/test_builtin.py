import pytest

from a2a_simulator.journal import Kind
from a2a_simulator.protocol.operations import Operation

RUNNING = """
script: [reply: [task: working, artifact: {id: a, text: one}, hold: {until: listener_stopped}, status: completed]]
"""


def test_an_unknown_task_is_not_found(desk):
    assert desk(RUNNING).get("task-nobody")["code"] == -32001


def test_get_task_tells_the_store_with_history_cut(desk):
    here = desk(RUNNING)
    task = here.task_of(here.send())
    assert here.get(task)["artifacts"][0]["parts"] == [{"text": "one"}]
    assert len(here.get(task)["history"]) == 1
    assert "history" not in here.get(task, history=0)


def test_cancel_ends_the_streams_and_drops_the_rest_of_the_reply(desk):
    here = desk(RUNNING)
    call = here.send()
    task = here.task_of(call)
    assert here.cancel(task)["status"]["state"] == "TASK_STATE_CANCELED"
    assert here.kinds(call) == ["working", "artifact one", "canceled"]
    assert here.heard(call).over
    assert here.session.idle
    assert not here.world.pass_time()
    assert here.get(task)["status"]["state"] == "TASK_STATE_CANCELED"


def test_cancel_answers_the_unary_call_that_waits(desk):
    here = desk("script: [reply: [task: working, hold: {until: listener_stopped}, status: completed]]")
    call = here.send(unary=True)
    task = here.session.agents["agent"].store.current
    here.cancel(task.id)
    assert here.answer(call)["task"]["status"]["state"] == "TASK_STATE_CANCELED"


def test_a_finished_task_cannot_be_canceled(desk):
    here = desk("script: [reply: [task: completed]]")
    assert here.cancel(here.task_of(here.send()))["code"] == -32002


def test_a_subscriber_gets_the_task_as_it_stands_and_then_all_that_follows(desk):
    here = desk("script: [reply: [task: working, hold: {until: {call: SubscribeToTask}}, status: completed]]")
    first = here.send()
    second = here.subscribe(here.task_of(first))
    assert here.kinds(first) == here.kinds(second) == ["working", "completed"]
    assert here.heard(second).over


def test_all_streams_of_a_task_get_the_same_events_in_the_same_order(desk):
    here = desk("""
script:
  - reply:
      - task: working
      - hold: {until: listener_stopped}
      - artifact: {id: a, text: x}
      - status: completed
""")
    calls = [here.send()]
    calls += [here.subscribe(here.task_of(calls[0])) for _ in range(2)]
    while here.world.pass_time():
        pass
    assert [here.kinds(call) for call in calls] == [["working", "artifact x", "completed"]] * 3


def test_subscribing_to_a_finished_task_is_refused_in_1_0(desk):
    here = desk("script: [reply: [task: completed]]")
    assert here.kinds(here.subscribe(here.task_of(here.send()))) == ["error -32004"]


def test_subscribing_to_a_finished_task_tells_it_once_in_0_3(desk):
    here = desk("script: [reply: [task: completed]]", "0.3")
    call = here.subscribe(here.task_of(here.send()))
    assert here.kinds(call) == ["completed"]
    assert here.heard(call).over


def test_the_task_lives_on_when_its_caller_was_cut_off(desk):
    here = desk("script: [reply: [task: working, fault: drop, wait: 1s, status: completed]]")
    call = here.send()
    assert here.heard(call).broken
    other = here.subscribe(here.task_of(call))
    here.world.pass_time()
    assert here.kinds(other) == ["working", "completed"]
    assert here.kinds(call) == ["working"]


def test_a_send_beyond_the_script_is_told_so_and_journaled_with_the_closest_entry(desk):
    here = desk("script: [reply: [message: Hello]]")
    here.send()
    error = here.answer(here.send())
    assert (error["code"], error["message"]) == (-32603, "the script has no reply left")
    called = here.records(Kind.CALLED)[-1].payload
    assert (called["entry"], called["closest"]) == ("unscripted", "script[0]")


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (Operation.CREATE_PUSH_CONFIG, -32003),
        (Operation.LIST_PUSH_CONFIGS, -32003),
        (Operation.GET_EXTENDED_AGENT_CARD, -32007),
    ],
)
def test_what_the_card_does_not_offer_is_refused_by_name(desk, operation, code):
    here = desk(RUNNING)
    assert here.answer(here.call(operation, {"taskId": "t", "url": "http://127.0.0.1/"}))["code"] == code


def test_the_card_is_served_where_serve_says(desk):
    here = desk("serve: {well_known: agent.json}\nscript: [reply: [message: Hello]]")
    assert here.heard(here.world.call("agent", "GET", "/.well-known/agent.json", {})).status == 200
    assert here.heard(here.world.call("agent", "GET", "/.well-known/agent-card.json", {})).status != 200


def test_a_card_speaks_of_its_own_address(desk):
    here = desk('card: {description: "at ${base_url}"}\nscript: [reply: [message: Hello]]')
    card = here.heard(here.world.call("agent", "GET", "/.well-known/agent-card.json", {})).bodies[0]
    assert card["description"] == "at http://127.0.0.1:9000"
    assert card["supportedInterfaces"][0]["url"] == "http://127.0.0.1:9000/"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"[]", -32600),
        (b'{"jsonrpc":"2.0","id":1}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"Dance"}', -32601),
    ],
)
def test_what_cannot_be_understood_gets_the_error_of_json_rpc(desk, body, code):
    here = desk(RUNNING)
    assert here.answer(here.world.call("agent", "POST", "/", {}, body))["code"] == code


def test_a_lenient_agent_answers_a_call_without_version_and_notes_the_defect(desk):
    here = desk("script: [reply: [message: Hello]]")
    call = here.send(headers={"a2a-version": ""})
    assert here.kinds(call) == ["message Hello"]
    assert [defect[0] for defect in here.records(Kind.CALLED)[0].payload["defects"]] == ["ver-send"]


def test_a_strict_agent_refuses_it(desk):
    here = desk("serve: {strict: true}\nscript: [reply: [message: Hello]]")
    assert here.answer(here.send(headers={"a2a-version": ""}))["code"] == -32009


def test_an_answer_is_spelled_in_the_grammar_of_its_call(desk):
    here = desk("script: [reply: [task: completed]]")
    assert here.results(here.send(dialect="0.3"))[0]["kind"] == "task"
