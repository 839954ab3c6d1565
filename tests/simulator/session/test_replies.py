from a2a_simulator.journal import Kind

LIFE = """
script:
  - reply:
      - task: submitted
      - artifact: {id: a, text: "one "}
      - artifact: {id: a, text: two, append: true, last: true}
      - status: {state: completed, text: Done}
"""


def test_a_stream_gets_each_event_of_the_task_and_its_proper_end(desk):
    here = desk(LIFE)
    call = here.send()
    assert here.kinds(call) == ["submitted", "artifact one ", "artifact two", "completed"]
    assert here.heard(call).over
    assert not here.heard(call).broken


def test_a_unary_call_gets_the_same_life_folded(desk):
    here = desk(LIFE)
    task = here.answer(here.send(unary=True))["task"]
    assert task["status"]["state"] == "TASK_STATE_COMPLETED"
    assert [part["text"] for part in task["artifacts"][0]["parts"]] == ["one ", "two"]


def test_0_3_is_spelled_as_0_3_with_final_on_the_last_event(desk):
    here = desk(LIFE, "0.3")
    results = here.results(here.send())
    assert [result["kind"] for result in results] == ["task", "artifact-update", "artifact-update", "status-update"]
    assert results[-1]["final"] is True
    assert results[-1]["status"]["state"] == "completed"


def test_a_question_at_the_end_of_its_reply_is_final_in_0_3(desk):
    here = desk("script: [reply: [task: working, status: {state: input_required, text: Where?}]]", "0.3")
    assert here.results(here.send())[-1]["final"] is True


def test_a_pause_before_more_events_is_not_final_in_0_3(desk):
    here = desk("script: [reply: [task: working, status: auth_required, status: working, status: completed]]", "0.3")
    assert [result.get("final") for result in here.results(here.send())] == [None, False, False, True]


def test_the_opening_task_holds_the_message_of_the_caller(desk):
    here = desk(LIFE)
    (first, *_) = here.results(here.send("Grüße"))
    (message,) = first["task"]["history"]
    assert message["parts"] == [{"text": "Grüße"}]
    assert message["taskId"] == first["task"]["id"]


def test_history_is_cut_to_history_length(desk):
    here = desk(LIFE)
    (first, *_) = here.results(here.send(history=0))
    assert "history" not in first["task"]


def test_the_context_of_a_call_is_kept(desk):
    here = desk(LIFE)
    (first, *_) = here.results(here.send(context="ctx-mine"))
    assert first["task"]["contextId"] == "ctx-mine"


def test_an_answer_that_names_the_task_goes_on_with_it(desk):
    here = desk("""
drive: [send: To Oslo, answer: 1 May]
script:
  - reply: [task: submitted, artifact: {id: booking, text: "To: Oslo. "}, status: {state: input_required, text: Day?}]
  - reply: [task: working, artifact: {id: booking, text: "1 May.", append: true, last: true}, status: completed]
""")
    question = here.send()
    task = here.task_of(question)
    answer = here.send("1 May", task=task)
    assert here.task_of(answer) == task
    assert [part["text"] for part in here.get(task)["artifacts"][0]["parts"]] == ["To: Oslo. ", "1 May."]


def test_an_answer_without_the_task_id_opens_a_new_task(desk):
    here = desk("script: [{reply: [task: working, status: input_required]}, {reply: [task: completed]}]")
    assert here.task_of(here.send()) != here.task_of(here.send())


def test_a_burst_is_in_the_store_before_anybody_else_is_answered(desk):
    here = desk(LIFE)
    call = here.send()
    assert here.get(here.task_of(call))["status"]["state"] == "TASK_STATE_COMPLETED"


def test_a_wait_holds_back_what_follows(desk):
    here = desk("script: [reply: [task: working, wait: 2s, status: completed]]")
    call = here.send()
    assert here.kinds(call) == ["working"]
    assert not here.session.idle
    assert here.world.pass_time()
    assert here.kinds(call) == ["working", "completed"]
    assert here.world.now == 2.0


def test_pace_lies_between_events_and_not_before_the_first(desk):
    here = desk("script: [{pace: {each: 20ms}, reply: [task: working, status: working, status: completed]}]")
    call = here.send()
    seen = [len(here.kinds(call))]
    while here.world.pass_time():
        seen.append(len(here.kinds(call)))
    assert seen == [1, 2, 3]


def test_a_unary_reply_leaves_at_the_question_and_the_task_goes_on(desk):
    here = desk("script: [reply: [task: working, status: auth_required, wait: 1s, status: completed]]")
    task = here.answer(here.send(unary=True))["task"]
    assert task["status"]["state"] == "TASK_STATE_AUTH_REQUIRED"
    here.world.pass_time()
    assert here.get(task["id"])["status"]["state"] == "TASK_STATE_COMPLETED"


def test_a_unary_call_that_does_not_wait_is_answered_at_the_first_event(desk):
    here = desk("script: [reply: [task: submitted, status: working, status: completed]]")
    task = here.answer(here.send(unary=True, blocking=False))["task"]
    assert task["status"]["state"] == "TASK_STATE_SUBMITTED"
    assert here.get(task["id"])["status"]["state"] == "TASK_STATE_COMPLETED"


def test_a_unary_reply_that_never_settles_leaves_at_the_end_of_the_list(desk):
    here = desk("script: [reply: [task: working, artifact: {id: a, text: half}, fault: close]]")
    assert here.answer(here.send(unary=True))["task"]["status"]["state"] == "TASK_STATE_WORKING"


def test_a_message_is_the_whole_answer(desk):
    here = desk("script: [reply: [message: Hello to you]]")
    assert here.kinds(here.send()) == ["message Hello to you"]
    unary = desk("script: [reply: [message: Hello to you]]")
    message = unary.answer(unary.send(unary=True))["message"]
    assert message["role"] == "ROLE_AGENT"
    assert message["contextId"].startswith("ctx-")


def test_placeholders_are_filled_in_when_played(desk):
    text = "${request.text} ${message.id} ${request.id} ${agent} ${use} $${x}"
    here = desk(f'script: [{{times: any, reply: [message: "{text}"]}}]')
    here.send("Hi")
    assert here.kinds(here.send("Hi", message_id="m-9")) == ["message Hi m-9 7 agent 2 ${x}"]


def test_end_open_leaves_the_stream_open_and_the_run_idle(desk):
    here = desk("script: [reply: [task: working, status: input_required, end: open]]")
    call = here.send()
    assert here.kinds(call) == ["working", "input_required"]
    assert not here.heard(call).over
    assert here.session.idle


def test_the_store_takes_nothing_after_a_terminal_state(desk):
    here = desk("""
script:
  - reply:
      - task: working
      - status: completed
      - artifact: {id: late, text: too late}
        deliberate: stream-nothing-after-terminal
""")
    call = here.send()
    assert here.kinds(call)[-1] == "artifact too late"
    assert "artifacts" not in here.get(here.task_of(call))
    assert here.records(Kind.EVENT)[2].payload["deliberate"] == ["stream-nothing-after-terminal"]


def test_an_error_ends_the_stream_with_its_code(desk):
    here = desk("script: [reply: [task: working, error: {name: InternalError, message: Disk full}]]")
    call = here.send()
    assert here.kinds(call) == ["working", "error -32603"]
    assert here.heard(call).over


def test_an_error_before_any_event_is_a_plain_response(desk):
    here = desk("script: [reply: [error: UnsupportedOperation]]")
    call = here.send()
    assert here.kinds(call) == ["error -32004"]
    (head,) = here.records(Kind.HEAD)
    assert head.payload["headers"]["content-type"] == "application/json"


def test_an_error_that_json_rpc_cannot_tell_is_an_http_status(desk):
    here = desk("script: [reply: [error: {name: Unauthenticated}]]")
    call = here.send()
    (head,) = here.records(Kind.HEAD)
    assert head.payload["status"] == 401
    assert head.payload["headers"]["www-authenticate"].startswith("Bearer")
    assert here.results(call) == []


def test_an_http_step_is_the_whole_response(desk):
    here = desk('script: [reply: [http: {status: 503, headers: {Retry-After: "1"}, body: later}]]')
    call = here.send()
    assert here.heard(call).status == 503
    assert here.text(call) == b"later"


def test_replies_of_parallel_tasks_do_not_mix(desk):
    here = desk("""
script:
  - times: any
    pace: {each: 1ms}
    reply: [task: submitted, artifact: {id: echo, text: "${request.text}"}, status: completed]
""")
    calls = [here.send(f"Question {number}") for number in range(5)]
    while here.world.pass_time():
        pass
    assert [here.kinds(call)[1] for call in calls] == [f"artifact Question {number}" for number in range(5)]
    assert len({here.task_of(call) for call in calls}) == 5


def test_a_slow_reader_pauses_a_burst_larger_than_the_buffer(play):
    from a2a_simulator.session.commands import Close, Flush
    from a2a_simulator.session.events import Called, Left
    from a2a_simulator.session.session import Session
    from a2a_simulator.session.virtual import virtual_addresses

    large = play("script: [reply: [task: working, artifact: {id: a, parts: [{filler: 300KiB}]}, status: completed]]")
    session = Session(large, virtual_addresses(large.agents))
    body = (
        b'{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","parts":[]}}}'
    )
    commands = session.feed(Called(1, "agent", "POST", "/", {}, body))
    assert isinstance(commands[-1], Flush)
    assert not session.idle
    commands = session.feed(Left(1))
    assert session.idle
    assert not any(isinstance(command, Close) for command in commands)
