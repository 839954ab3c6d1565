from a2a_simulator.journal import Kind
from a2a_simulator.session.events import Asked, Released, Stopped, Surfaced


def held(desk):
    return [(record.payload["until"], record.payload["by"]) for record in desk.records(Kind.HELD)]


def test_after_reply_answers_from_the_state_before_and_then_goes_on(desk):
    here = desk("script: [reply: [task: working, hold: {until: {call: GetTask}}, status: completed]]")
    call = here.send()
    task = here.task_of(call)
    assert here.get(task)["status"]["state"] == "TASK_STATE_WORKING"
    assert here.kinds(call) == ["working", "completed"]
    assert held(here) == [("call GetTask", "event")]


def test_before_reply_plays_on_before_the_call_is_answered(desk):
    here = desk("""
script: [reply: [task: working, hold: {until: {call: CancelTask}, release: before_reply}, status: completed]]
""")
    call = here.send()
    assert here.cancel(here.task_of(call))["code"] == -32002
    assert here.kinds(call) == ["working", "completed"]


def test_a_call_that_came_early_is_not_lost(desk):
    here = desk("script: [reply: [task: working, wait: 1s, hold: {until: {call: GetTask}}, status: completed]]")
    call = here.send()
    here.get(here.task_of(call))
    here.world.pass_time()
    assert here.kinds(call) == ["working", "completed"]


def test_a_call_releases_one_hold_only(desk):
    here = desk("""
script:
  - reply:
      - task: working
      - hold: {until: {call: GetTask}}
      - status: working
      - hold: {until: {call: GetTask}}
      - status: completed
""")
    call = here.send()
    here.get(here.task_of(call))
    assert here.kinds(call) == ["working", "working"]
    here.get(here.task_of(call))
    assert here.kinds(call)[-1] == "completed"


def test_a_call_for_another_task_releases_nothing(desk):
    here = desk("script: [{times: any, reply: [task: working, hold: {until: {call: GetTask}}, status: completed]}]")
    one, other = here.send(), here.send()
    here.get(here.task_of(other))
    assert here.kinds(one) == ["working"]
    assert here.kinds(other) == ["working", "completed"]


def test_a_hold_that_times_out_lets_the_script_go_on_and_says_so(desk):
    here = desk("script: [reply: [task: working, hold: {until: listener_stopped, timeout: 3s}, status: completed]]")
    call = here.send()
    here.world.pass_time()
    assert here.world.now == 3.0
    assert here.kinds(call)[-1] == "completed"
    assert held(here) == [("listener_stopped", "timeout")]


def test_a_stop_of_the_listener_lets_go(desk):
    here = desk("script: [reply: [task: working, hold: {until: listener_stopped}, status: completed]]")
    call = here.send()
    here.world.feed(Stopped())
    assert here.kinds(call)[-1] == "completed"


def test_left_lets_go_when_the_target_closes_the_stream(desk):
    here = desk("script: [reply: [task: working, hold: {until: left}, status: completed]]")
    call = here.send()
    task = here.task_of(call)
    here.world.leave(call)
    assert here.get(task)["status"]["state"] == "TASK_STATE_COMPLETED"
    assert here.kinds(call) == ["working"]


def test_answered_lets_go_when_the_reply_was_sent(desk):
    here = desk("script: [reply: [task: working, hold: {until: answered}, status: completed]]")
    call = here.send(unary=True)
    task = here.answer(call)["task"]
    assert task["status"]["state"] == "TASK_STATE_WORKING"
    assert here.get(task["id"])["status"]["state"] == "TASK_STATE_COMPLETED"


PACED = "script: [{pace: {until: seen, timeout: 2s}, reply: [task: working, status: working, status: completed]}]"


def test_seen_releases_each_event_when_the_one_before_came_out(desk):
    here = desk(PACED, sees_events=True)
    call = here.send()
    assert here.kinds(call) == ["working"]
    here.world.feed(Surfaced({"event": "task", "state": "working"}))
    assert here.kinds(call) == ["working", "working"]
    here.world.feed(Surfaced({"event": "task", "state": "working"}))
    assert len(here.kinds(call)) == 2, "another event than the one before releases nothing"
    here.world.feed(Surfaced({"event": "status", "state": "working"}))
    assert here.kinds(call)[-1] == "completed"


def test_seen_passes_at_once_where_nobody_tells_what_came_out(desk):
    here = desk(PACED, sees_events=False)
    assert len(here.kinds(here.send())) == 3
    assert held(here) == [("seen", "unseen"), ("seen", "unseen")]


def test_a_step_is_ready_for_its_meanwhile_at_the_first_hold(desk):
    here = desk("script: [reply: [task: working, wait: 1s, hold: {until: {call: GetTask}}, status: completed]]")
    here.world.feed(Asked("0", "send"))
    here.send()
    assert "0" not in here.session.reached
    here.world.pass_time()
    assert "0" in here.session.reached


def test_without_a_hold_it_is_ready_after_the_first_event(desk):
    here = desk("script: [reply: [task: working, wait: 1s, status: completed]]")
    here.world.feed(Asked("0", "send"))
    here.send()
    assert "0" in here.session.reached


def test_a_run_in_which_only_the_target_could_go_on_is_idle(desk):
    here = desk("script: [reply: [task: working, hold: {until: {call: GetTask}}, status: completed]]")
    here.send()
    assert here.session.idle


def test_a_hold_can_be_released_by_hand(desk):
    here = desk("script: [reply: [task: working, hold: {until: {call: GetTask}}, status: completed]]")
    call = here.send()
    here.world.feed(Released())
    assert here.kinds(call)[-1] == "completed"
    assert held(here) == [("call GetTask", "hand")]
