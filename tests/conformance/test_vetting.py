"""A file that says more than it can show is refused: by `lint`, and with the same lines wherever it is selected."""

import pytest

from a2a_conformance import catalog, corpus
from a2a_conformance.verdict import Status
from a2a_conformance.vetting import vet
from a2a_simulator.scenario.load import load_text
from made_up_run import judged, play_of

PLAIN = "{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}"


def lines(more: str = "", steps: str = PLAIN, drive: str = "{send: Hello there}") -> list[str]:
    text = f"scenario: made up\n{more}\ndrive: [{drive}]\nscript: [{{reply: [{steps}]}}]\n"
    return [str(problem) for problem in vet(load_text(text, "f.a2a.yaml", known_requirements=catalog.ids()))]


class TestCovers:
    @pytest.mark.parametrize(
        ("id", "needs"),
        [
            ("sse-framing", "`frame:`"),
            ("sse-keepalive", "a `comment`"),
            ("listener-order", "`listener:`"),
            ("listener-stop-wins", "`listener:`"),
            ("task-continue", "`answer`"),
            ("cancel-client-reads-state", "`cancel`"),
            ("sub-client-replace", "`resubscribe`"),
            ("art-interleave", "artifacts of more than one id"),
            ("err-client-by-reason", "an `error`"),
            ("state-interrupted-set", "a task that asks"),
            ("stream-early-eof", "a `fault`"),
        ],
    )
    def test_what_the_file_cannot_exercise_is_a_mistake(self, id: str, needs: str) -> None:
        (line,) = lines(f"covers: [state-terminal-set, {id}]\nexpect: {{outcome: completed}}")
        assert line.startswith(f"f.a2a.yaml:2:30: covers[1]: nothing in this file lets {id} be judged (needs {needs}")

    @pytest.mark.parametrize(
        ("id", "steps"),
        [
            ("sse-framing", "{task: working, frame: {newline: crlf}}, {status: completed}"),
            ("art-append", "{task: working}, {artifact: {id: a, chunks: [b, c]}}, {status: completed}"),
            ("state-failed-reports", "{task: working}, {status: failed}"),
            ("stream-early-eof", "{task: working}, {fault: close}"),
        ],
    )
    def test_what_it_exercises_is_none(self, id: str, steps: str) -> None:
        assert lines(f"covers: [{id}]", steps) == []

    def test_never_a_pass_even_where_nobody_linted(self) -> None:
        covers = ("sse-framing", "listener-order", "sub-missed-status")
        text = f"scenario: x\ncovers: [{', '.join(covers)}]\ndrive: [{{send: Hello there}}]\n"
        verdicts = judged(play_of(f"{text}script: [{{reply: [{{task: completed}}]}}]\n"))
        assert [verdicts[id].status for id in covers] == [Status.NOT_REACHED] * 3

    def test_a_requirement_on_servers_says_nothing_of_a_client(self) -> None:
        (line,) = lines("covers: [stream-task-first]")
        assert "binds a server and a gateway, no client is judged by it" in line

    def test_a_requirement_that_no_check_judges(self) -> None:
        left_out = next(row.id for row in catalog.ROWS if str(row.left_out).startswith("planned: protocol"))
        (line,) = lines(f"covers: [{left_out}]")
        assert f"{left_out} is judged by no check (planned: protocol)" in line

    def test_one_of_a_dialect_that_the_file_leaves_out(self) -> None:
        (line,) = lines('dialects: "0.3"\ncovers: [ver-send]')
        assert "ver-send exists in 1.0 only, and the file is not played there" in line


def test_a_pin_is_reported_under_what_binds_a_client() -> None:
    (line,) = lines("expect: {outcome: completed, requirement: stream-task-first}")
    assert "expect.requirement: stream-task-first binds a server" in line


@pytest.mark.parametrize("scenario", corpus.select(["all"]), ids=lambda scenario: scenario.id)
def test_the_shipped_scenarios_hold(scenario: corpus.Scenario) -> None:
    assert [str(problem) for problem in vet(scenario)] == []


class TestRehearsal:
    def script(self, entries: str, drive: str = "{send: Hello there}") -> list[str]:
        text = f"scenario: made up\ndrive: [{drive}]\nscript: [{entries}]\n"
        return [str(problem) for problem in vet(load_text(text, "f.a2a.yaml", known_requirements=catalog.ids()))]

    @pytest.mark.parametrize(
        ("entries", "path"),
        [
            ("{when: {task: known}, reply: [{task: completed}]}", "script[0]"),
            ("{reply: [{task: completed}]}, {reply: [{task: failed}]}", "script[1]"),
            ("{when: {text: Good bye}, reply: [{task: failed}]}, {reply: [{task: completed}]}", "script[0]"),
            (
                "{reply: [{task: completed}]}, {when: {call: CancelTask}, reply: [{error: InternalError}]}",
                "script[1]",
            ),
        ],
    )
    def test_an_entry_out_of_reach(self, entries: str, path: str) -> None:
        (line,) = self.script(entries)
        assert f"{path}: no call of a correct client ever gets here" in line

    @pytest.mark.parametrize(
        "entries",
        [
            "{reply: [{http: 503}]}, {reply: [{task: completed}]}",
            "{reply: [{fault: drop}]}, {reply: [{task: completed}]}",
            "{reply: [{task: completed}]}, {when: {call: GetTask}, reply: [{http: 503}]}",
            "{when: {headers: {Authorization: Bearer x}}, reply: [{task: failed}]}, {reply: [{task: completed}]}",
        ],
    )
    def test_an_entry_that_some_correct_client_reaches(self, entries: str) -> None:
        assert self.script(entries) == []

    @pytest.mark.parametrize(
        ("step", "told"),
        [
            ("{status: completed, edit: {drop: [/taskId]}}", "broke stream-update-ids without meaning to"),
            ("{status: completed, edit: {drop: [/nope]}}", "`drop` names /nope, and nothing stands there"),
            ("{status: completed, envelope: {drop: [/nope]}}", "`drop` names /nope, and nothing stands there"),
            ("{status: completed, deliberate: art-id}", "is to break art-id, but no rule says that it does"),
        ],
    )
    def test_output_that_is_not_as_said(self, step: str, told: str) -> None:
        lines = self.script(f"{{reply: [{{task: working}}, {step}]}}")
        assert [line for line in lines if "f.a2a.yaml:3:36: script[0].reply[1]" in line and told in line]

    def test_output_that_is_as_said(self) -> None:
        step = "{status: completed, edit: {drop: [/taskId]}, deliberate: stream-update-ids}"
        assert self.script(f"{{reply: [{{task: working}}, {step}]}}") == []
