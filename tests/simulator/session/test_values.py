import re

from a2a_simulator.session.values import Timestamps, Values


def ids(values: Values) -> tuple[str, str, str]:
    return values.task_id(), values.context_id(), values.message_id()


def test_no_two_kinds_of_ids_look_alike():
    task, context, message = ids(Values("seed", "agent"))
    assert re.fullmatch(r"task-[a-z]{8}", task)
    assert re.fullmatch(r"ctx-[0-9]{8}", context)
    assert re.fullmatch(r"msg-[0-9a-f]{12}", message)


def test_ids_depend_on_seed_agent_and_counter_and_on_nothing_else():
    assert ids(Values("seed", "agent")) == ids(Values("seed", "agent"))
    others = [Values("seed", "other"), Values("other", "agent")]
    seen = {ids(Values("seed", "agent"))[0], *(ids(values)[0] for values in others)}
    assert len(seen) == 3
    values = Values("seed", "agent")
    assert len({values.task_id() for _ in range(1000)}) == 1000


def test_each_status_is_one_second_later():
    times = Timestamps()
    seen = [times.next() for _ in range(86_402)]
    assert seen[:2] == ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z"]
    assert seen[61] == "2026-01-01T00:01:01.000Z"
    assert seen[86_401] == "2026-01-02T00:00:01.000Z"


def test_jitter_lies_between_nought_and_one():
    values = Values("seed", "agent")
    assert all(0 <= values.fraction() < 1 for _ in range(100))
