"""Lowering: what one run plays, with all sugar expanded."""

import pytest

from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.parts import Data, File, Text
from a2a_simulator.protocol.states import State, UnknownState
from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.lowering.content import filler
from a2a_simulator.scenario.matchers import Match
from a2a_simulator.scenario.play import (
    ArtifactStep,
    Cell,
    Cut,
    Edit,
    EndStep,
    ErrorStep,
    FaultStep,
    HoldStep,
    HttpStep,
    Listener,
    MessageStep,
    Mode,
    Play,
    RawStep,
    StatusStep,
    Step,
    StopAt,
    TaskStep,
    WaitStep,
)
from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.wire_forms import V0_3_JSONRPC, V1_JSONRPC, WireForm

DONE = "[{task: working}, {status: completed}]"


def play(
    reply: str = DONE, drive: str = "- send: a", more: str = "", entry: str = "", form: WireForm = V1_JSONRPC,
    mode: Mode = Mode.AUTO, round: int = 1,
) -> Play:  # fmt: skip
    text = f"scenario: base\ndrive:\n  {drive}\nscript:\n  - reply: {reply}\n{entry}{more}"
    scenario = load_text(text, "f.yaml", "x/y")
    return scenario.lower(Cell("x/y", form, mode), round)


def steps(reply: str, form: WireForm = V1_JSONRPC, entry: str = "", more: str = "") -> tuple[Step, ...]:
    return play(reply, form=form, entry=entry, more=more).agents[0].entries[0].steps


def only(reply: str) -> Step:
    return steps(reply)[-1]


def test_a_scalar_says_the_same_as_its_map() -> None:
    short = steps("[{task: working}, {status: completed}, {end: close}]")
    long = steps("[{task: {state: working}}, {status: {state: completed}}, {end: close}]")
    assert [type(step) for step in short] == [TaskStep, StatusStep, EndStep]
    assert [getattr(step, "state", None) for step in short] == [getattr(step, "state", None) for step in long]


def test_every_step_knows_its_place_and_path() -> None:
    step = steps("[{task: working}, {status: completed}]")[1]
    assert (str(step.place), step.path) == ("f.yaml:5:30", "script[0].reply[1]")


def test_chunks_are_single_updates() -> None:
    reply = "[{task: working}, {artifact: {id: a, name: N, chunks: [x, y, z]}}, {status: completed}]"
    found = [one for one in steps(reply) if isinstance(one, ArtifactStep)]
    assert [(one.parts, one.append, one.last, one.name) for one in found] == [
        ((Text("x"),), False, False, "N"),
        ((Text("y"),), True, False, None),
        ((Text("z"),), True, True, None),
    ]


def test_a_single_chunk_starts_and_ends() -> None:
    step = steps("[{task: working}, {artifact: {id: a, chunks: [x]}}, {status: completed}]")[1]
    assert isinstance(step, ArtifactStep)
    assert (step.append, step.last) == (False, True)


def test_repeat_is_unrolled_and_counts_and_the_inner_one_wins() -> None:
    inner = "{repeat: {times: 2, steps: [{artifact: {id: a, text: '<${n}>'}}]}}"
    status = "{status: {state: working, text: '${n}'}}"
    outer = f"[{{task: working}}, {{repeat: {{times: 2, steps: [{status}, {inner}]}}}}, {{status: completed}}]"
    found = [one.parts[0] for one in steps(outer)[1:-1] if isinstance(one, ArtifactStep | StatusStep)]
    assert found == [Text("1"), Text("<1>"), Text("<2>"), Text("2"), Text("<1>"), Text("<2>")]


def test_other_placeholders_stay_for_the_play() -> None:
    step = only("[{message: '${task.id} and $${n}'}]")
    assert isinstance(step, MessageStep)
    assert step.parts == (Text("${task.id} and $${n}"),)


def test_drive_texts_are_final() -> None:
    assert play(drive="- send: costs $${n}").drive[0].parts == (Text("costs ${n}"),)


def test_parts_of_every_kind() -> None:
    found = only(
        "[{message: {parts: [{text: t, media_type: text/plain, metadata: {k: 1}}, {data: {a: [1]}}, {filler: 20B}, "
        "{file: {name: n, type: image/png, base64: AP8=}}, {file: {text: é}}, {file: {size: 10B}}, {file: {url: 'http://x'}}]}}]"
    )
    assert isinstance(found, MessageStep)
    assert found.parts == (
        Text("t", {"k": 1}, "text/plain"),
        Data({"a": [1]}),
        Text("0000000 0000001 0000"),
        File(b"\x00\xff", None, "n", "image/png"),
        File("é".encode()),
        File(b"0000000 00"),
        File(None, "http://x"),
    )


@pytest.mark.parametrize("size", [0, 1, 8, 9, 65_536])
def test_filler_has_its_size_and_no_piece_twice(size: int) -> None:
    text = filler(size)
    assert len(text.encode("ascii")) == size
    words = text.split()[:-1]
    assert len(set(words)) == len(words)


def test_steps_and_entries_of_other_dialects_are_gone() -> None:
    reply = "[{message: new, dialects: '1.0'}, {message: old, dialects: '0.3'}]"
    assert [one.parts for one in steps(reply, V1_JSONRPC) if isinstance(one, MessageStep)] == [(Text("new"),)]
    assert [one.parts for one in steps(reply, V0_3_JSONRPC) if isinstance(one, MessageStep)] == [(Text("old"),)]
    more = "  - dialects: '0.3'\n    reply: [{message: b}]\n"
    assert [len(play(form=form, entry=more).agents[0].entries) for form in (V1_JSONRPC, V0_3_JSONRPC)] == [1, 2]


def test_expect_blocks_of_other_dialects_are_gone() -> None:
    more = "expect:\n  - {outcome: completed}\n  - {dialects: '0.3', outcome: [failed, error]}\n"
    assert [one.outcome for one in play(more=more).expect] == [("completed",)]
    assert [one.outcome for one in play(more=more, form=V0_3_JSONRPC).expect] == [("completed",), ("failed", "error")]


def test_the_framing_of_a_step_overrides_that_of_its_entry_key_by_key() -> None:
    entry = "    frame: {newline: crlf, id: '7', data: multi_line}\n"
    plain, own = steps("[{task: working}, {status: completed, frame: {newline: cr, split: every_byte}}]", entry=entry)
    assert isinstance(plain, TaskStep)
    assert isinstance(own, StatusStep)
    assert plain.mods.frame == Framing(newline="crlf", id="7", multi_line=True)
    assert own.mods.frame == Framing(newline="cr", id="7", multi_line=True, split="every_byte", gap=0.002)


def test_modifiers() -> None:
    step = only(
        "[{task: working}, {status: completed, cut: {at: 5, fault: close}, edit: {set: {/a: 1}, drop: [/b]}, "
        "envelope: {drop: [/id]}, deliberate: [x, y]}]"
    )
    assert isinstance(step, StatusStep)
    assert step.mods.cut == Cut("close", 5)
    assert step.mods.edit == Edit({"/a": 1}, ("/b",))
    assert step.mods.envelope == Edit({}, ("/id",))
    assert step.deliberate == ("x", "y")


def test_wire_steps() -> None:
    found = steps(
        "[{wait: {for: 1s, scales: false, jitter: true}}, {raw: {base64: JHt0YXNrLmlkfQ==}}, {error: {code: -1, "
        "message: m, retry_after: 2s, form: event}}, {fault: stall}]"
    )
    wait, raw, error, fault = found
    assert isinstance(wait, WaitStep)
    assert (wait.seconds, wait.scales, wait.jitter) == (1.0, False, True)
    assert isinstance(raw, RawStep)
    assert raw.data == b"$${task.id}"
    assert isinstance(error, ErrorStep)
    assert (error.name, error.code, error.message, error.retry_after, error.form) == (None, -1, "m", 2.0, "event")
    assert isinstance(fault, FaultStep)
    assert fault.kind == "stall"


def test_an_http_body_of_json_names_its_type() -> None:
    step = only("[{http: {status: 429, headers: {Retry-After: '1'}, json: {é: 1}}}]")
    assert isinstance(step, HttpStep)
    assert (step.status, step.body) == (429, '{"é":1}'.encode())
    assert step.headers == {"Retry-After": "1", "Content-Type": "application/json"}
    bare = only("[{http: 404}]")
    assert isinstance(bare, HttpStep)
    assert (bare.status, bare.headers, bare.body) == (404, {}, b"")


def test_holds() -> None:
    word, call = steps(
        "[{task: working}, {hold: {until: seen}}, {hold: {until: {call: GetTask, task: known}, timeout: 1s, "
        "release: before_reply}}, {status: completed}]"
    )[1:3]
    assert isinstance(word, HoldStep)
    assert isinstance(call, HoldStep)
    assert (word.until, word.when, word.timeout, word.before_reply) == ("seen", None, 5.0, False)
    assert call.when is not None
    assert (call.until, call.when.calls, call.when.task) == ("call", frozenset({Operation.GET_TASK}), "known")
    assert (call.timeout, call.before_reply) == (1.0, True)


def test_an_unknown_state_keeps_its_name() -> None:
    step = steps("[{task: working}, {status: {unknown_state: PONDERING}}, {status: completed}]")[1]
    assert isinstance(step, StatusStep)
    assert step.state == UnknownState("PONDERING")


def test_task_current_has_no_state() -> None:
    step = only("[{task: working}, {status: completed}, {task: current, dialects: '1.0'}]")
    assert isinstance(step, TaskStep)
    assert step.state is None


@pytest.mark.parametrize(
    ("entry", "calls"),
    [
        ("", SENDS),
        ("    when: {text: x}\n", SENDS),
        ("    when: {call: GetTask}\n", frozenset({Operation.GET_TASK})),
        ("    when: {call: any}\n", None),
    ],
)
def test_which_calls_an_entry_answers(entry: str, calls: frozenset[Operation] | None) -> None:
    more = "  - reply: [{message: the send}]\n"
    assert play("[{http: 404}]", entry=entry + more).agents[0].entries[0].when.calls == calls


def test_an_entry_answers_once_unless_it_says_more() -> None:
    for entry, times in (("", 1), ("    times: 3\n", 3), ("    times: any\n", None)):
        assert play(entry=entry).agents[0].entries[0].times == times


def test_conditions_are_matches() -> None:
    when = (
        play(entry="    when: {text: {contains: [a, b], lacks: c}, headers: {X: {absent: true}}}\n")
        .agents[0]
        .entries[0]
        .when
    )
    assert when.text == Match(contains=("a", "b"), lacks=("c",))
    assert when.headers == {"X": Match(absent=True)}


def test_a_pinned_call_is_any_operation_once_unless_it_says_more() -> None:
    pinned = play(more="expect: {calls: [{text: x}, {call: GetTask, times: 0}, {times: {min: 1}, gap: {min: 1s}}]}\n")
    calls = pinned.expect[0].calls
    assert [(one.when.calls, one.least, one.most) for one in calls] == [
        (None, 1, 1),
        (frozenset({Operation.GET_TASK}), 0, 0),
        (None, 1, None),
    ]
    assert calls[2].gap_least == 1.0


def test_a_mode_beside_send_wins_over_that_of_the_cell() -> None:
    more = "  - send: b\n    mode: stream\n"
    text = f"scenario: b\nmodes: [unary]\ndrive:\n  - send: a\n{more}script:\n  - times: any\n    reply: {DONE}\n"
    drive = load_text(text, id="x/y").lower(Cell("x/y", V1_JSONRPC, Mode.UNARY)).drive
    assert [step.mode for step in drive] == [Mode.UNARY, Mode.STREAM]


@pytest.mark.parametrize(
    ("drive", "more", "card"),
    [
        ("- {send: a, mode: unary}", "", {"capabilities": {"streaming": False}}),
        ("- {send: a, mode: unary}", "card: {name: N}\n", {"name": "N", "capabilities": {"streaming": False}}),
        (
            "- {send: a, mode: unary}",
            "card: {capabilities: {streaming: true}}\n",
            {"capabilities": {"streaming": True}},
        ),
        ("- {send: a, mode: stream}", "", {}),
        ("- send: a", "", {}),
    ],
)
def test_where_every_send_is_unary_the_card_offers_no_streaming(drive: str, more: str, card: object) -> None:
    assert play(drive=drive, more=more).agents[0].card == card


def test_a_resubscription_keeps_streaming_in_the_card() -> None:
    assert play(drive="- {send: a, mode: unary}\n  - resubscribe: current").agents[0].card == {}


def test_parallel_is_expanded_and_counts() -> None:
    drive = "- parallel: {times: 3, steps: [{send: 'Q${n}', as: 't${n}', expect: {text: 'A${n}'}}]}"
    step = play(drive=drive, entry="    times: any\n").drive[0]
    inner = [conversation[0] for conversation in step.parallel]
    assert [one.id for one in inner] == ["0.parallel.0.0", "0.parallel.1.0", "0.parallel.2.0"]
    assert [one.parts for one in inner] == [(Text("Q1"),), (Text("Q2"),), (Text("Q3"),)]
    assert [one.name for one in inner] == ["t1", "t2", "t3"]
    assert [one.expect[0].text for one in inner] == [Match("A1"), Match("A2"), Match("A3")]


def test_meanwhile_steps_have_ids_below_their_step() -> None:
    step = play(drive="- {send: a, meanwhile: [{cancel: current}, {get: current}]}").drive[0]
    assert [(one.id, one.verb.value, one.task) for one in step.meanwhile] == [
        ("0.meanwhile.0", "cancel", "current"),
        ("0.meanwhile.1", "get", "current"),
    ]


@pytest.mark.parametrize(
    ("written", "listener"),
    [
        ("{}", Listener()),
        ("{stop_at: {status: working}, return: current_artifacts}", Listener(StopAt.STATUS, State.WORKING, True)),
        ("{stop_at: {chunk: 2}, return: {response: r}}", Listener(StopAt.CHUNK, 2, False, "r")),
        ("{stop_at: {update: 1}, return: {response: null}}", Listener(StopAt.UPDATE, 1, False, None)),
        ("{stop_at: {artifacts: 3}, return: {response: ''}}", Listener(StopAt.ARTIFACTS, 3, False, "")),
    ],
)
def test_listeners(written: str, listener: Listener) -> None:
    assert play(drive=f"- {{send: a, listener: {written}}}").drive[0].listener == listener


def test_a_seed_is_a_function_of_scenario_form_mode_and_round() -> None:
    seeds = {
        play().seed,
        play(round=2).seed,
        play(form=V0_3_JSONRPC).seed,
        play(more="modes: stream\n", mode=Mode.STREAM).seed,
    }
    assert len(seeds) == 4
    assert play().seed == play().seed


def test_defaults_of_a_play() -> None:
    found = play()
    assert (found.bound, found.targets, found.title, found.expect) == (60.0, ("client", "gateway"), "base", ())
    assert found.agent("agent") is found.agents[0]


def test_several_agents_have_their_own_scripts() -> None:
    text = (
        "scenario: b\ndrive: [{send: a}]\nagents:\n  one: {card: {name: One}, script: [{reply: [{message: 1st}]}]}\n"
        "  two: {serve: {path: /two}, script: [{reply: [{message: 2nd}]}]}\n"
    )
    found = load_text(text, id="x/y").lower(Cell("x/y", V1_JSONRPC))
    assert found.targets == ("host",)
    assert [(agent.name, agent.serve.path, agent.entries[0].path) for agent in found.agents] == [
        ("one", "/", "agents.one.script[0]"),
        ("two", "/two", "agents.two.script[0]"),
    ]


def test_a_cell_of_another_scenario_is_refused() -> None:
    scenario = load_text(f"scenario: b\ndrive: [{{send: a}}]\nscript: [{{reply: {DONE}}}]\n", id="x/y")
    with pytest.raises(ValueError, match="is no cell of x/y"):
        scenario.lower(Cell("x/y", V1_JSONRPC, Mode.UNARY))
