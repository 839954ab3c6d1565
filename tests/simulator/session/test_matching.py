from a2a_simulator.journal import Kind


def entries(desk):
    return [record.payload["entry"] for record in desk.records(Kind.CALLED)]


def test_entries_of_one_operation_are_used_one_after_the_other(desk):
    here = desk(
        "script: [{reply: [message: one]}, {times: 2, reply: [message: two]}, {times: any, reply: [message: x]}]"
    )
    assert [here.kinds(here.send())[0] for _ in range(5)] == [
        "message one",
        "message two",
        "message two",
        "message x",
        "message x",
    ]


def test_an_entry_for_another_operation_does_not_disturb(desk):
    here = desk("""
script:
  - when: {call: GetTask}
    reply: [task: {state: working, id: task-a}]
  - reply: [task: completed]
""")
    task = here.task_of(here.send())
    assert here.get("task-zzz")["id"] == "task-a"
    assert here.get(task)["status"]["state"] == "TASK_STATE_COMPLETED"
    assert entries(here) == ["script[1]", "script[0]", "built-in"]


def test_all_conditions_must_hold(desk):
    here = desk("""
script:
  - when: {text: {contains: [New York, 1 May]}, headers: {Authorization: Bearer x}, params: {/message/messageId: m-1}}
    reply: [message: both]
  - times: any
    reply: [message: else]
""")
    text = "To New York on 1 May"
    assert here.kinds(here.send(text)) == ["message else"]
    assert here.kinds(here.send("On 1 May to New York", headers={"authorization": "Bearer x"})) == ["message else"]
    assert here.kinds(here.send(text, headers={"authorization": "Bearer x"}, message_id="m-2")) == ["message else"]
    assert here.kinds(here.send(text, headers={"authorization": "Bearer x"})) == ["message both"]


def test_task_and_context_tell_what_a_call_names(desk):
    here = desk("""
script:
  - when: {task: unknown}
    reply: [message: unknown]
  - when: {task: current}
    reply: [message: current]
  - when: {context: known, task: none}
    reply: [message: same context]
  - when: {context: unknown}
    reply: [message: other context]
  - when: {task: none}
    reply: [task: working, status: input_required]
""")
    first = here.send()
    task = here.results(first)[0]["task"]
    assert here.kinds(here.send(task="task-x")) == ["message unknown"]
    assert here.kinds(here.send(task=task["id"])) == ["message current"]
    assert here.kinds(here.send(context=task["contextId"])) == ["message same context"]
    assert here.kinds(here.send(context="ctx-x")) == ["message other context"]


def test_any_leaves_card_fetches_out(desk):
    here = desk("script: [{when: {call: any}, times: any, reply: [error: Unauthenticated]}]")
    assert here.heard(here.world.call("agent", "GET", "/.well-known/agent-card.json", {})).status == 200
    assert here.heard(here.send()).status == 401


def test_a_card_fetch_can_be_scripted(desk):
    here = desk("script: [{when: {call: FetchCard}, reply: [http: 503]}, {reply: [message: Hello]}]")
    get = ("agent", "GET", "/.well-known/agent-card.json", {})
    assert [here.heard(here.world.call(*get)).status for _ in range(2)] == [503, 200]


SERVED = """
script:
  - reply: [task: working, status: {state: input_required, text: Day?}]
  - reply: [task: working, status: completed]
"""


def test_served_each_new_task_begins_the_script_anew(desk):
    here = desk(SERVED, per_task=True)
    for _ in range(3):
        question = here.send(message_id=f"m-{_}")
        assert here.kinds(question) == ["working", "input_required"]
        assert here.kinds(here.send("1 May", task=here.task_of(question), message_id=f"a-{_}"))[-1] == "completed"


def test_served_tasks_at_once_do_not_disturb_each_other(desk):
    here = desk(SERVED, per_task=True)
    one, two = here.send(message_id="m-1"), here.send(message_id="m-2")
    assert here.kinds(here.send(task=here.task_of(two), message_id="m-3"))[-1] == "completed"
    assert here.kinds(here.send(task=here.task_of(one), message_id="m-4"))[-1] == "completed"


def test_served_a_retry_of_the_same_message_goes_on_in_the_script(desk):
    here = desk("script: [{reply: [http: 503]}, {reply: [message: Hello]}]", per_task=True)
    assert here.heard(here.send(message_id="m-1")).status == 503
    assert here.kinds(here.send(message_id="m-1")) == ["message Hello"]


def test_served_scripts_are_changed_without_losing_tasks(desk, play):
    here = desk("script: [{times: any, reply: [message: before]}]", per_task=True)
    assert here.kinds(here.send(message_id="m-1")) == ["message before"]
    here.session.change(play("script: [{times: any, reply: [message: after]}]"))
    assert here.kinds(here.send(message_id="m-2")) == ["message after"]


def test_both_dialects_are_served_from_their_own_script(desk, play):
    text = 'script: [{dialects: "1.0", reply: [message: new]}, {dialects: "0.3", reply: [message: old]}]'
    here = desk(text, per_task=True, others=(play(text, "0.3"),))
    assert here.kinds(here.send()) == ["message new"]
    assert here.kinds(here.send(dialect="0.3")) == ["message old"]
