"""Loading: shorthand, units, strict types, suggestions, and all problems of a file in one go."""

from pathlib import Path

import pytest

from a2a_simulator.scenario.load import find, load, load_text
from a2a_simulator.scenario.models.scalars import dialect, duration, size
from a2a_simulator.scenario.problems import ScenarioProblems

HEAD = "scenario: base\ndrive:\n  - send: Hello\n"
BASE = HEAD + "script:\n  - reply:\n      - task: submitted\n      - status: completed\n"


def problems(text: str) -> list[str]:
    with pytest.raises(ScenarioProblems) as caught:
        load_text(text, "f.a2a.yaml")
    return str(caught.value).splitlines()


def script(*steps: str) -> str:
    return HEAD + "script:\n  - reply:\n" + "".join(f"      - {step}\n" for step in steps)


def test_the_id_is_the_path_below_the_root_without_suffix(tmp_path: Path) -> None:
    file = tmp_path / "family" / "stem.a2a.yaml"
    file.parent.mkdir()
    file.write_text(BASE, encoding="utf-8")
    assert load(file, tmp_path).id == "family/stem"
    assert load(file).id == "stem"
    assert load(file, tmp_path / "elsewhere").id == "stem"
    assert load(file).title == "base"


def test_files_are_found_in_folders_and_named_ones_taken_as_they_are(tmp_path: Path) -> None:
    for name in ("b.a2a.yaml", "a.a2a.yaml", "notes.yaml"):
        (tmp_path / name).write_text(BASE, encoding="utf-8")
    assert [file.name for file in find([tmp_path])] == ["a.a2a.yaml", "b.a2a.yaml"]
    assert [file.name for file in find([tmp_path / "notes.yaml"])] == ["notes.yaml"]
    with pytest.raises(FileNotFoundError, match="no such file or folder"):
        find([tmp_path / "missing"])


def test_all_problems_of_a_file_come_at_once_in_order_of_place() -> None:
    found = problems(script("status: wurking", "wait: 20", "artifact: {id: 1, text: x, lastChunk: true}", "tsk: x"))
    assert [line.split(": ", 2)[1] for line in found] == [
        "script[0].reply[0].status",
        "script[0].reply[1].wait",
        "script[0].reply[2].artifact.id",
        "script[0].reply[2].artifact.lastChunk",
        "script[0].reply[3].tsk",
    ]


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("status: TASK_STATE_INPUT_REQUIRED", "did you mean `input_required`?"),
        ("status: inputRequired", "did you mean `input_required`?"),
        ("status: Completed", "did you mean `completed`?"),
        ("status: cancelled", "did you mean `canceled`?"),
        ("status: done", "did you mean `completed`?"),
        ("status: pondering", "one of: submitted, working"),
        ("status: 5", "expected a state, not 5"),
        ("end: 5", "expected an end, not 5"),
        ("status:", "has no value"),
        ("fault: hang", "did you mean `stall`?"),
        ("error: TaskNotfound", "did you mean `TaskNotFound`?"),
        ("wait: 1.5", "write `1.5ms` or `1.5s`"),
        ("wait: '20'", "write `20ms` or `20s`"),
        ("wait: soon", "a number and a unit"),
        ("sleep: 20ms", "did you mean `wait`?"),
        ("artifact: {id: a, filler: 64}", "write `64B` or `64KiB`"),
        ("artifact: {id: a, filler: 64GiB}", "a number and a unit: B, KiB or MiB"),
        ("artifact: {id: a}", "exactly one of text, parts, chunks and filler"),
        ("artifact: {id: a, text: x, filler: 1KiB}", "exactly one of text, parts, chunks and filler"),
        ("artifact: {id: a, chunks: [x], append: true}", "`chunks` sets append and last itself"),
        ("artifact: hello", "expected a map"),
        ("message: {context: c}", "`text` or `parts` is missing"),
        ("message: {text: x, parts: []}", "exclude each other"),
        ("message: {parts: [{text: x, data: 1}]}", "exactly one of text, data, filler and file"),
        ("message: {parts: [{file: {name: x}}]}", "exactly one of text, base64, size and url"),
        ("message: {parts: [{file: {base64: '%%'}}]}", "is no base64"),
        ("{status: {state: working, unknown_state: X}}", "exactly one of state and unknown_state"),
        ("{status: working, cut: {at: middel}}", "did you mean `middle`?"),
        ("{status: working, edit: {set: {a.b: 1}}}", "write `/a/b`"),
        ("{status: working, edit: {}}", "changes nothing"),
        ("{comment: x, frame: {newline: lf}}", "`frame` cannot stand beside `comment`"),
        ("{deliberate: x}", "the step has no verb"),
        ("hold: {until: {task: current}}", "says not which call it waits for"),
        ("hold: {until: stopped}", "did you mean `listener_stopped`?"),
        ("hold: 5s", "hold: {until: …}"),
        ("http: 700", "700 is too large (at most 599)"),
        ("{artifact: {id: a, chunks: [x]}, cut: reset}", "`cut` cannot stand beside `chunks`"),
        ("repeat: {times: 0, steps: [{status: working}]}", "a number from 1 to 100000"),
        ("repeat: {times: 2, steps: []}", "an empty list"),
        ("raw: {text: a, base64: YQ==}", "exactly one of text and base64"),
    ],
)
def test_a_wrong_step_says_what_to_write(step: str, says: str) -> None:
    found = problems(script(step))
    assert len(found) == 1
    assert says in found[0]
    assert found[0].startswith("f.a2a.yaml:6:")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dialects: [1]", 'write "1.0"'),
        ("dialects: v0.3", 'write "0.3"'),
        ("bindings: http+json", "did you mean `rest`?"),
        ("modes: blocking", "did you mean `unary`?"),
        ("targets: clients", "did you mean `client`?"),
        ("bugs: some issue", "write owner/repo#12"),
        ("timeout: 10", "write `10ms` or `10s`"),
        ("serve: {path: agents}", "write /agents"),
        ("serve: {card: '1'}", "one of: of_dialect, 1.0, 0.3, 0.2, dual"),
        ("credentials: {bearer: 5}", 'write "5"'),
        ("card: text", "expected a map"),
        ("titel: x", "unknown key"),
        ("titel:", "unknown key"),
        ("about: x\nserve: {path: /a, and more}", "text with a comma inside { } needs quotes"),
        ("expect: {outcom: failed}", "did you mean `outcome`?"),
        ("expect: {outcome: success}", "did you mean `completed`?"),
        ("expect: {calls: [{times: -1}]}", "expected a number of calls"),
        ("expect: {calls: [{times: {min: 3, max: 2}}]}", "min is larger than max"),
        ("expect: {calls: [{times: {least: 3}}]}", "only min and max"),
        ("expect: {text: {matches: '('}}", "no regular expression"),
        ("expect: {text: {matches: '^(a+)+$'}}", "may never come to an end"),
        ("expect: {text: {}}", "an empty condition"),
        ("expect: {text: {equals: x}}", "`equals` is no key here"),
        ("expect: {any_of: []}", "an empty list"),
        ("agents: {}", "beside `agents`"),
    ],
)
def test_a_wrong_key_says_what_to_write(line: str, says: str) -> None:
    found = problems(BASE + line + "\n")
    assert len(found) == 1
    assert says in found[0]


def test_a_file_without_script_says_so() -> None:
    assert problems(HEAD) == [
        "f.a2a.yaml:1:1: `script` is missing (write what the agent does, or `agents` if there are several)"
    ]


def test_a_file_that_is_no_map_says_so() -> None:
    assert problems("- a\n- b\n") == ["f.a2a.yaml:1:1: expected a map, not a list"]


@pytest.mark.parametrize(("text", "seconds"), [("20ms", 0.02), ("1.5s", 1.5), ("2m", 120.0), ("5us", 5e-6)])
def test_durations_are_seconds(text: str, seconds: float) -> None:
    assert duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize(("text", "count"), [("10B", 10), ("64KiB", 65536), ("1MiB", 1048576)])
def test_sizes_are_bytes(text: str, count: int) -> None:
    assert size(text) == count


def test_dialects_may_stand_without_quotes() -> None:
    assert [dialect(one) for one in (1.0, 0.3, "0.2")] == ["1.0", "0.3", "0.2"]


def test_a_bare_item_will_do_where_a_list_is_expected() -> None:
    extra = "dialects: 0.3\nspec: 0.3 §7\ncovers: x\nexpect: {outcome: completed}\n"
    file = load_text(BASE + extra, "f.a2a.yaml").file
    assert (file.dialects, file.spec, file.covers) == (["0.3"], ["0.3 §7"], ["x"])
    assert file.expect is not None
    assert file.expect[0].outcome == ["completed"]
