"""Which wire forms the steps of a file leave, and what is understood without being played."""

import pytest

from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.narrowing import LOWERING
from a2a_simulator.scenario.play import Mode
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario

DONE = "[{task: working}, {status: completed}]"


def scenario(reply: str = DONE, drive: str = "- send: a", more: str = "", entry: str = "") -> Scenario:
    return load_text(f"scenario: base\ndrive:\n  {drive}\nscript:\n  - reply: {reply}\n{entry}{more}", "f", "x/y")


def ruled_out(one: Scenario) -> set[str]:
    return {form.name for ruling in one.ruled for form in ruling.forms if form.dialect in ("0.3", "1.0")}


GRPC = {"0.3-grpc", "1.0-grpc"}
REST = {"0.3-rest", "1.0-rest"}
OLD = {f"0.3-{binding}" for binding in ("jsonrpc", "rest", "grpc", "eventmesh")}


@pytest.mark.parametrize(
    ("one", "forms"),
    [
        (scenario(), set()),
        (scenario("[{task: working}, {artifact: {id: a, chunks: [x]}}, {fault: reset}]"), set()),
        (scenario("[{comment: x}, {message: y}]"), GRPC),
        (scenario("[{raw: x}]"), GRPC),
        (scenario("[{http: 500}]"), GRPC),
        (scenario("[{task: working}, {status: completed, edit: {drop: [/status]}}]"), GRPC),
        (scenario("[{task: working}, {status: completed, frame: {bom: true}}]"), GRPC),
        (scenario("[{task: working}, {status: completed, envelope: {drop: [/id]}}]"), GRPC | REST),
        (scenario("[{task: working}, {fault: half_close}]"), GRPC),
        (scenario("[{message: {parts: [{data: [1]}]}}]"), OLD),
        (scenario("[{message: {parts: [{data: {a: 1}}]}}]"), set()),
        (scenario(drive="- send: {parts: [{data: 7}]}"), OLD),
        (scenario(entry="    frame: {newline: cr}\n"), GRPC),
        (scenario(entry="    transport: {encoding: gzip}\n"), GRPC),
        (scenario(entry="    when: {path: /x}\n"), GRPC),
        (scenario(more="serve: {card: '1.0'}\n"), OLD),
        (scenario("[{comment: x, bindings: rest}, {message: x}]"), set()),
        (
            scenario(
                "[{task: working}, {status: {state: working, parts: [{data: 7}]}, dialects: '1.0'}, {status: failed}]"
            ),
            set(),
        ),
    ],
)
def test_a_step_rules_out_the_forms_in_which_it_cannot_exist(one: Scenario, forms: set[str]) -> None:
    assert {form for form in ruled_out(one) if "eventmesh" not in form} == {f for f in forms if "eventmesh" not in f}


def test_a_file_runs_in_every_form_that_is_played_and_lists_the_others() -> None:
    one = scenario()
    assert [cell.suffix for cell in one.cells()] == ["1.0-jsonrpc", "0.3-jsonrpc"]
    assert {str(it) for it in one.excluded} == {
        f"{form}: {form} is not played by this version" for form in ("1.0-rest", "0.3-rest", "1.0-grpc", "0.3-grpc")
    }


def test_what_a_file_names_only_narrows() -> None:
    assert [cell.suffix for cell in scenario(more="dialects: '0.3'\n").cells()] == ["0.3-jsonrpc"]
    assert scenario(more="bindings: rest\n").cells() == ()
    assert [cell.suffix for cell in scenario("[{message: {parts: [{data: 1}]}}]").cells()] == ["1.0-jsonrpc"]


def test_a_reason_names_the_line() -> None:
    one = scenario("[{message: {parts: [{data: 1}]}}]")
    reason = next(str(it) for it in one.excluded if it.wire_form.name == "0.3-jsonrpc")
    assert reason == (
        "0.3-jsonrpc: a data part that is no map does not exist there (line 5, script[0].reply[0].message.parts[0])"
    )


def test_a_named_form_that_a_step_rules_out_is_a_problem_with_the_line() -> None:
    with pytest.raises(ScenarioProblems) as caught:
        scenario("[{comment: x}, {message: y}]", more="bindings: [jsonrpc, grpc]\n")
    assert str(caught.value) == (
        "f:6:21: bindings[1]: grpc is ruled out: `comment` in line 5 does not exist there "
        "(leave grpc out; steps narrow a file by themselves)"
    )


def test_modes_make_a_cell_each_and_show_in_its_name() -> None:
    cells = scenario(more="modes: [stream, unary]\ndialects: '1.0'\n").cells()
    assert [(cell.mode, str(cell)) for cell in cells] == [
        (Mode.STREAM, "x/y [1.0-jsonrpc-stream]"),
        (Mode.UNARY, "x/y [1.0-jsonrpc-unary]"),
    ]


@pytest.mark.parametrize(
    ("one", "what"),
    [
        (scenario(more="serve: {tls: server}\n"), "TLS (line 6)"),
        (scenario(more="serve: {signature: valid}\n"), "card signatures (line 6)"),
        (scenario(more="serve: {push: scripted}\n"), "push notifications (line 6)"),
        (scenario(more="extended_card: {name: x}\n"), "extended cards (line 6)"),
        (scenario(drive="- fetch_card: extended"), "extended cards (line 3)"),
        (scenario(drive="- list: {}"), "ListTasks (line 3)"),
        (scenario(drive="- {send: a, push: {token: x}}"), "push notifications (line 3)"),
        (scenario(more="expect: {push: [{token: x}]}\n"), "push notifications (line 6)"),
        (scenario("[{task: working}, {push: {token: x}}, {status: completed}]"), "push notifications (line 5)"),
        (scenario(entry="    when: {call: [ListTasks, SendMessage]}\n"), "ListTasks (line 6)"),
    ],
)
def test_later_work_is_understood_and_said_in_one_line(one: Scenario, what: str) -> None:
    assert one.cells() == ()
    assert one.later[0].reason == f"{what}: not played by this version"
    assert any(what in it.reason for it in one.excluded)


def test_eventmesh_and_0_2_run_only_when_named_and_not_yet() -> None:
    assert scenario(more="bindings: eventmesh\n").cells() == ()
    assert scenario(more="dialects: '0.2'\n").cells() == ()


def test_the_lowering_table_has_a_column_for_each_form() -> None:
    assert {len(row) for row in LOWERING} == {5}
