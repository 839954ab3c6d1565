"""What authors get wrong most often is told in one line: where it stands, and the line as it should be."""

import pytest

from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.problems import ScenarioProblems

LINES = (
    "scenario: x",
    "drive:",
    "  - send: Hello",
    "script:",
    "  - reply:",
    "      - task: working",
    "      - status: completed",
)
FILE = "\n".join(LINES) + "\n"


def told(text: str) -> str:
    """The one message for a text."""
    with pytest.raises(ScenarioProblems) as problems:
        load_text(text, "f", known_requirements={"art-append", "art-id"})
    (line,) = str(problems.value).splitlines()
    return line


def with_line(number: int, *lines: str) -> str:
    """The file with a line, counted from 1, replaced."""
    return "\n".join((*LINES[: number - 1], *lines, *LINES[number:])) + "\n"


@pytest.mark.parametrize(
    ("number", "lines", "place", "says", "remedy"),
    [
        (7, ["     - status: completed"], "7:6", "wrong indentation: 5 blanks", "6 blanks, as line 6"),
        (7, ["        - status: completed"], "7:9", "wrong indentation: 8 blanks", "6 blanks, as line 6"),
        (4, [" script:"], "4:2", "wrong indentation: 1 blanks", "0 blanks, as line 2"),
        (3, [LINES[2], "   mode: stream"], "4:4", "wrong indentation: 3 blanks", "4 blanks, as line 3"),
        (3, [LINES[2], "     mode: stream"], "4:6", "deeper than line 3", "4 blanks, as in line 3"),
        (5, [LINES[4], "     times: any"], "7:7", "deeper than line 6", "in one column"),
        (7, ["      - status: {state: completed, text: Hi"], "7:17", "the `{` that opens here", "close it with `}`"),
        (3, [LINES[2], "    accept: [a, b"], "4:13", "the `[` that opens here is not closed", "close it with `]`"),
        (7, ["      -\tstatus: completed"], "7:8", "a tab", "put a blank after `-`"),
        (7, ["\t- status: completed"], "7:1", "a tab", "indent with spaces"),
        (7, ["      -\u00a0status: completed"], "7:8", "a non-breaking blank (U+00A0)", "write an ordinary blank"),
        (7, ["    \u00a0 - status: completed"], "7:5", "a non-breaking blank (U+00A0)", "write ordinary blanks"),
        (3, ["  - send: It is: so"], "3:16", "text with `: ` in it", "in quotes"),
    ],
)
def test_text_that_is_no_yaml(number: int, lines: list[str], place: str, says: str, remedy: str) -> None:
    line = told(with_line(number, *lines))
    assert line.startswith(f"f:{place}: ")
    assert says in line
    assert remedy in line.rpartition(" (")[2] or remedy in line


@pytest.mark.parametrize(
    ("number", "lines", "says"),
    [
        (3, ["  - send: #hello"], "has no value (`#` begins a comment: quote it, '#hello')"),
        (7, ["      - status: completed", "        deliberate: true"], "the id of a requirement, not true"),
        (5, ["  - pace: 20ms", "    reply:"], "write `pace: {each: 20ms}`"),
        (5, ["  - pace: seen", "    reply:"], "write `pace: {until: seen}`"),
        (5, ["  - frame: crlf", "    reply:"], "write `frame: {newline: crlf}`"),
        (5, ["  - frame: every_byte", "    reply:"], "write `frame: {split: every_byte}`"),
        (5, ["  - when: GetTask", "    reply:"], "write `{call: GetTask}`"),
        (5, ["  - repyl:"], "script[0].repyl: unknown key (did you mean `reply`?)"),
        (7, ["      - repeat: 3"], "write `repeat: {times: 3, steps: […]}`"),
        (7, ["      - artifact: {id: a, chunks: Hi}"], "write `chunks: [Hi]`, or `text: Hi`"),
        (7, ["      - error: -32001"], "write `error: TaskNotFound`, or `error: {code: -32001}`"),
        (7, ["      - error: -32099"], "write `error: {code: -32099}`"),
        (7, ["      - http: '500'"], 'expected a status code, not "500" (write 500)'),
        (7, ["      - hold: {until: cancel}"], "did you mean `{call: CancelTask}`?"),
        (7, ["      - hold: {until: sen}"], "did you mean `seen`?"),
        (7, ["      - hold: seen"], "write `hold: {until: seen}`"),
        (7, ["      - hold: tasks/get"], "write `hold: {until: {call: GetTask}}`"),
        (7, ["      - status: completed", "        text: Hi"], "write `status: {state: completed, text: …}`"),
        (7, ["      - status: {state: completed}", "        text: Hi"], "put it inside: `status: {…, text: …}`"),
        (7, ["      - status: completed", "        edit: /a"], "write `{drop: [/a]}`, or `{set: {/a: …}}`"),
        (7, ['      - status: "a\\nb\\u001b[31m"'], r'"a\nb\x1b[31m" is no state'),
        (3, ["  - parallel: 3"], "write `parallel: {times: 3, steps: […]}`"),
        (3, [LINES[2], "    listener: 3"], "`listener: {}` listens"),
        (2, ["drvie:"], "drvie: unknown key (did you mean `drive`?)"),
        (4, ["scrpt:"], "scrpt: unknown key (did you mean `script`?)"),
    ],
)
def test_a_value_of_another_shape_is_told_as_it_should_be(number: int, lines: list[str], says: str) -> None:
    assert says in told(with_line(number, *lines))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("bugs: [1234]", "1234 names no report (write owner/repo#12)"),
        ("covers: art-append, art-id", "write [art-append, art-id]"),
        ("covers: [true]", "expected the id of a requirement, not true"),
        ("expect: {calls: [{call: GetTask, gap: 1s}]}", "write `gap: {min: 1s}`"),
        ("frame: {newline: crlf}", "`frame` belongs into an entry of `script`"),
        ("reply: [{task: working}]", "`reply` belongs into an entry of `script`"),
        ("listener: {}", "`listener` belongs into a step of `drive`"),
        ("deliberate: art-id", "`deliberate` belongs into a step of `reply`"),
        ("interval: 1s", "`interval` belongs into `serve`"),
        ('"a\\nb": 1', r"f:8:1: a\nb: unknown key"),
    ],
)
def test_a_key_of_the_head_is_told_where_it_belongs(line: str, says: str) -> None:
    assert says in told(f"{FILE}{line}\n")


def test_the_file_without_a_mistake_has_none() -> None:
    assert load_text(FILE).title == "x"
