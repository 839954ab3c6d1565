"""Run records made up for the tests of reports: one where all is well, one where much is not."""

import json
from collections.abc import Mapping
from typing import Any

from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.report.record import BaselineFacts, End, Excuse, Footer, Header, RunRecord
from a2a_conformance.verdict import Basis, CellResult, CheckKey, Level, Status, Verdict
from a2a_simulator.scenario.play import Cell, Mode, Place
from a2a_simulator.wire.wire_forms import V0_3_JSONRPC, V1_JSONRPC, WireForm

HOSTILE = "<script>alert(1)</script> \x1b[31mred\u202e desrever\x00 ]]> &amp;"


def cell(scenario: str, form: WireForm = V1_JSONRPC) -> Cell:
    return Cell(scenario, form, Mode.AUTO)


def verdict(
    where: Cell,
    check: str,
    status: Status = Status.PASS,
    level: Level = Level.MUST,
    basis: Basis = Basis.IMPLIED,
    **more: Any,
) -> Verdict:
    return Verdict(CheckKey(check, where), check.partition("/")[0], status, level, basis, **more)


def header(*planned: Cell, demo: bool = False, **more: Any) -> Header:
    return Header(
        hello=Hello("acme-client", "2.1.0", Observes.AGGREGATE, ("1.0", "0.3"), ("jsonrpc",), demo=demo),
        tool="1.0.0",
        requirements="2026.12",
        wire_forms=("1.0-jsonrpc", "0.3-jsonrpc"),
        selection=("core",),
        planned=tuple(str(one) for one in planned),
        settings={"jobs": 2, "seed": 7, "strict": False, "suite": "core", "time_scale": 1.0},
        rerun=("a2a-conformance", "run", "--target", "a2a-target.yaml", "{key}"),
        started="2026-12-01T10:00:00Z",
        platform="Linux, Python 3.12.1",
        run="run-7",
        **more,
    )


def passing() -> RunRecord:
    """Everything held, in both dialects."""
    results = []
    for form in (V1_JSONRPC, V0_3_JSONRPC):
        for name in ("message/only", "lifecycle/opening-task", "artifacts/append", "ids/kept-on-answer"):
            where = cell(name, form)
            results.append(
                CellResult(
                    where,
                    (
                        verdict(where, "send-version-header", basis=Basis.A2A),
                        verdict(where, "state-terminal-ends"),
                        verdict(where, "sse-framing", basis=Basis.SSE),
                        verdict(where, "listener-sees-all", Status.NOT_APPLICABLE, text="no feature listener"),
                        verdict(where, "user-agent", Status.INFO, Level.MAY, Basis.HTTP, text="acme/2.1.0"),
                    ),
                    seconds=0.012,
                    facts={"title": f"The title of {name}"},
                )
            )
    planned = [result.cell for result in results]
    return RunRecord(header(*planned), tuple(results), Footer(End.FINISHED, len(results), 1.25, "conformant"))


def failing() -> RunRecord:
    """Failures with one cause in two dialects, a warning, a MUST not reached, an expected failure, hostile bytes."""
    append = [cell("artifacts/append", V1_JSONRPC), cell("artifacts/append", V0_3_JSONRPC)]
    paused, failed = cell("interrupted/kept-open"), cell("failures/rejected")
    hostile, fine = cell("artifacts/hostile"), cell("message/only")
    results = (
        CellResult(
            fine,
            (
                verdict(fine, "send-version-header", basis=Basis.A2A),
                verdict(fine, "user-agent", Status.INFO, Level.MAY, Basis.HTTP, text="acme/2.1.0"),
            ),
            0.011,
            facts={"title": "A message is the whole answer"},
        ),
        *(_append(where) for where in append),
        CellResult(
            paused,
            (
                verdict(
                    paused,
                    "state-input-surfaced",
                    Status.FAIL,
                    expected="input_required with the question “Which seat?”",
                    got="completed “Which seat?”",
                    frames=(5,),
                    cause="an interrupted task is told as a result",
                    place=Place("interrupted/kept-open.a2a.yaml", 8, 5),
                ),
                verdict(
                    paused,
                    "state-input-continue",
                    Status.NOT_REACHED,
                    basis=Basis.A2A,
                    text="the client never answered; see state-input-surfaced",
                    cause="an interrupted task is told as a result",
                ),
                verdict(
                    paused,
                    "sse-close-after-interrupt",
                    Status.WARN,
                    Level.SHOULD,
                    Basis.QUALITY,
                    text="the stream was left open for the whole run",
                    frames=(5,),
                ),
            ),
            0.25,
            journal=paused_journal(),
            facts={"title": "The agent asks and keeps the stream open", "bugs": ["acme/client#12"]},
            log="connecting…\nretry in 5 s",
        ),
        CellResult(
            failed,
            (
                verdict(
                    failed,
                    "state-rejected-surfaced",
                    Status.FAIL,
                    basis=Basis.A2A,
                    expected="rejected",
                    got="failed",
                    frames=(4,),
                    cause="rejected is told as failed",
                ),
            ),
            0.02,
            journal=append_journal(failed, last="rejected"),
            facts={"title": "Rejected at once"},
        ),
        CellResult(
            hostile,
            (verdict(hostile, "artifact-text", Status.FAIL, expected=HOSTILE, got=HOSTILE[::-1], frames=(4,)),),
            0.02,
            journal=append_journal(hostile, text=HOSTILE),
            facts={"title": HOSTILE, "about": HOSTILE},
            log=HOSTILE,
        ),
    )
    excused = str(CheckKey("state-rejected-surfaced", failed))
    return RunRecord(
        header(*(result.cell for result in results), excluded=(("push/token [1.0-jsonrpc]", "push comes later"),)),
        results,
        Footer(
            End.FINISHED,
            len(results),
            3.4,
            "not conformant",
            baseline=BaselineFacts(
                "a2a-baseline.yaml",
                (Excuse(excused, "acme/client#31, mended in 2.2"),),
                ("artifact-replace :: artifacts/* (line 12)",),
            ),
        ),
    )


def _append(where: Cell) -> CellResult:
    return CellResult(
        where,
        (
            verdict(
                where,
                "artifact-append/order",
                Status.FAIL,
                expected="artifact report: “Flights: LH 400, seat 12A”",
                got="artifact report: “seat 12A”",
                frames=(6, 8),
                cause="chunks replace each other instead of being appended",
                place=Place("artifacts/append.a2a.yaml", 14, 7),
                text="the second chunk replaced the first",
            ),
            verdict(where, "state-terminal-ends"),
            verdict(where, "sse-framing", basis=Basis.SSE),
        ),
        0.031,
        told=({"step": "0", "ended": "clean", "outcome": {"outcome": "completed", "answer": "seat 12A"}},),
        journal=append_journal(where),
        facts={
            "title": "Two chunks make one artifact",
            "about": "Chunks with append: true belong behind what came before.",
            "spec": ["1.0 §3.1.2", "0.3 §7.2.3"],
            "covers": ["artifact-append"],
        },
    )


def append_journal(where: Cell, text: str = "seat 12A", last: str = "completed") -> tuple[Mapping[str, Any], ...]:
    """A stream of a task, two chunks, and its end, as a journal."""
    one = where.wire_form is V1_JSONRPC
    method = "SendStreamingMessage" if one else "message/stream"
    message = {"messageId": "msg-1", "role": "ROLE_USER" if one else "user", "parts": [{"text": "Book a flight"}]}
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"message": message}}
    call = {
        "http": "POST",
        "path": "/",
        "headers": {
            "host": "127.0.0.1:40117",
            "content-type": "application/json",
            "accept": "text/event-stream",
            **({"A2A-Version": "1.0"} if one else {}),
        },
        "body": json.dumps(body),
        "json": body,
        "operation": "SendStreamingMessage",
        "dialect": str(where.wire_form.dialect),
        "params": {"message": message},
        "request_id": 1,
        "entry": "script[0]",
    }
    rows: list[tuple[float, str, dict[str, Any], str]] = [
        (0.0002, "asked", {"step": "0", "verb": "send"}, ""),
        (0.0041, "called", {"http": "GET", "path": "/.well-known/agent-card.json", "operation": "FetchCard"}, ""),
        (0.0112, "called", call, ""),
        (0.0121, "head", {"status": 200, "headers": {"content-type": "text/event-stream"}}, ""),
        _event(0.0122, one, "task", "submitted", step=0),
        _event(0.0123, one, "artifact", "Flights: LH 400, ", step=1),
        (0.0623, "comment", {"text": "heartbeat"}, ": heartbeat\n\n"),
        _event(0.0624, one, "artifact", text, append=True, step=2),
        _event(0.1131, one, "status", last, step=3),
        (0.1132, "closed", {"clean": True}, ""),
        (0.1202, "reported", {"step": "0", "outcome": {"outcome": last, "answer": text}}, ""),
    ]
    return _numbered(rows)


def paused_journal() -> tuple[Mapping[str, Any], ...]:
    """A stream that pauses for input and stays open until the client leaves."""
    return _numbered(
        [
            (0.0003, "asked", {"step": "0", "verb": "send"}, ""),
            (
                0.0101,
                "called",
                {"http": "POST", "path": "/", "operation": "SendStreamingMessage", "dialect": "1.0"},
                "",
            ),
            (0.0109, "head", {"status": 200, "headers": {"content-type": "text/event-stream"}}, ""),
            _event(0.0110, True, "status", "working", step=0),
            _event(0.0310, True, "status", "input_required", step=1),
            (5.0012, "left", {}, ""),
            (5.0050, "reported", {"step": "0", "outcome": {"outcome": "completed", "answer": "Which seat?"}}, ""),
        ]
    )


def _event(
    t: float, one: bool, kind: str, what: str, append: bool = False, step: int = 0
) -> tuple[float, str, dict[str, Any], str]:
    state = "TASK_STATE_" + what.upper() if one else what.replace("_", "-")
    ids = {"taskId": "task-kvmwd", "contextId": "ctx-417"}
    if kind == "task":
        value: dict[str, Any] = {"task": {"id": "task-kvmwd", "contextId": "ctx-417", "status": {"state": state}}}
    elif kind == "status":
        value = {"statusUpdate": {**ids, "status": {"state": state}}}
    else:
        artifact = {"artifactId": "report", "parts": [{"text": what}]}
        value = {"artifactUpdate": {**ids, "artifact": artifact, "append": append, "lastChunk": append}}
    if not one:
        names = {"task": "task", "statusUpdate": "status-update", "artifactUpdate": "artifact-update"}
        ((wrapper, inner),) = value.items()
        value = {**inner, "kind": names[wrapper]}
    body = {"jsonrpc": "2.0", "id": 1, "result": value}
    payload = {"json": body, "step": f"script[0].reply[{step}]", "deliberate": [], "entry": "script[0]"}
    return t, "event", payload, f"data: {json.dumps(body, ensure_ascii=False)}\n\n"


def _numbered(rows: list[tuple[float, str, dict[str, Any], str]]) -> tuple[Mapping[str, Any], ...]:
    records = []
    offset = 0
    for seq, (t, kind, payload, wire) in enumerate(rows, 1):
        record: dict[str, Any] = {"seq": seq, "t": t, "kind": kind, "run": "r1", "side": "back", "agent": "agent"}
        record |= {"conn": 1, "call": 1, "payload": payload}
        if wire:
            record["wire"] = {"offset": offset, "length": len(wire.encode()), "text": wire}
            offset += len(wire.encode())
        records.append(record)
    return tuple(records)
