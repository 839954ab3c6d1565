"""What is judged of the client's requests one by one: the readers' defects, as checks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from a2a_conformance import catalog
from a2a_conformance.catalog.requirement import Judge
from a2a_conformance.checks.check import PASSED, Check, Condition, Judgement
from a2a_conformance.checks.covers import covered
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_conformance.oracle.scopes import CALL_OF, walk
from a2a_conformance.verdict import CheckKey
from a2a_simulator.protocol.operations import PUSH_CONFIG, SENDS, Operation
from a2a_simulator.scenario.play import Play

ANY_CALL: Final = frozenset(Operation) - {Operation.FETCH_CARD, Operation.FETCH_TOKEN}
OF_A_TASK: Final = frozenset({Operation.GET_TASK, Operation.CANCEL_TASK, Operation.SUBSCRIBE_TO_TASK})


@dataclass(frozen=True, slots=True)
class Row:
    """A requirement that the readers of requests judge, and the calls that it is about."""

    requirement: str
    calls: frozenset[Operation]
    symptom: str
    """For authors of clients: what is wrong when it is broken."""
    source: str = ""
    """The requirement under which the readers note it, where that is another one that says the same."""
    only: Callable[[Call], bool] | None = None
    """Which of these calls it is about; None: all of them."""


def _inline_push(call: Call) -> bool:
    return bool((call.params.get("configuration") or {}).get("taskPushNotificationConfig"))


def _files(call: Call) -> bool:
    parts = call.message.get("parts")
    return any(isinstance(part, dict) and "raw" in part for part in (parts if isinstance(parts, list) else ()))


ROWS: Final = (
    Row("ver-send", ANY_CALL, "the client does not send its version"),
    Row("ver-format", ANY_CALL, "the version header is not of the form Major.Minor"),
    Row("ver-no-patch", ANY_CALL, "the version header is not of the form Major.Minor"),
    Row("svc-prefix", ANY_CALL, "a service parameter is not named as in the specification"),
    Row("ver-matches-interface", ANY_CALL, "the version header and the spelling of the call disagree"),
    Row("jr-envelope", ANY_CALL, "the JSON-RPC envelope is wrong"),
    Row("jr-content-type", ANY_CALL, "the media type of the request is wrong"),
    Row("v03-content-type", ANY_CALL, "the media type of the request is wrong"),
    Row("jr-method-names", ANY_CALL, "a method name is none of this dialect"),
    Row("v03-method-pattern", ANY_CALL, "a method name is none of this dialect"),
    Row("v03-jsonrpc-id", ANY_CALL, "the request id is null or a fraction"),
    Row("jr-single-endpoint", ANY_CALL, "calls do not go to the URL of the interface"),
    Row("json-camel", ANY_CALL, "members are not spelled in lowerCamelCase"),
    Row("json-required", ANY_CALL, "a required member is missing"),
    Row("json-utf8", ANY_CALL, "the request is not UTF-8"),
    Row("msg-id-required", SENDS, "a message has no messageId"),
    Row("msg-role-direction", SENDS, "a message of the client has the wrong role"),
    Row("msg-parts-nonempty", SENDS, "a message has no parts"),
    Row("json-array-min", SENDS, "a message has no parts", "msg-parts-nonempty"),
    Row("json-metadata-keys", SENDS, "metadata is no JSON object"),
    Row("json-enum", SENDS, "an enum is not spelled by its name"),
    Row("json-part-oneof", SENDS, "a part has none or several contents"),
    Row("v03-kind", SENDS, "an object lacks its kind"),
    Row("send-client-config-names", SENDS, "a member of the send configuration does not exist in this dialect"),
    Row("send-inline-push-no-taskid", SENDS, "the push configuration inside a send names a task", only=_inline_push),
    Row("json-base64", SENDS, "the bytes of a file are no base64", only=_files),
    Row("get-id-placement", OF_A_TASK, "the task id is not where it belongs"),
    Row("pushcfg-create-flat", PUSH_CONFIG, "the push configuration has another shape"),
    Row("pushcfg-url-required", PUSH_CONFIG, "the push configuration has no URL"),
    Row("pushcfg-auth-shape", PUSH_CONFIG, "the authentication of the push configuration has another shape"),
)


def request_checks(play: Play) -> Iterator[Check]:
    """The checks of the requests of a play."""
    dialect = play.cell.wire_form.dialect
    asked = {operation for step in walk(play.drive) for operation in CALL_OF.get(step.verb, ())}
    for row in ROWS:
        if not catalog.get(row.requirement).exists_in(dialect) or not row.calls & asked:
            continue
        yield _check(play, row)
    listed = {row.requirement for row in ROWS}
    for requirement in covered(play, Judge.REQUEST):
        if requirement.id not in listed | JUDGED_ELSEWHERE:
            yield _check(play, Row(requirement.id, ANY_CALL, requirement.text))


JUDGED_ELSEWHERE: Final = frozenset(
    {
        "task-no-client-new-id", "task-id-exists", "ctx-no-client-made", "ctx-opaque", "msg-client-ids-match",
        "state-input-continue", "send-client-terminal-newtask", "card-well-known", "card-select-first",
        "card-select-order", "card-select-url", "card-unknown-binding", "card-tenant-echo", "card-tenant-omit",
        "stream-cap-check", "extra-send", "send-retry-same-msgid", "err-client-retry-after", "sec-discover",
        "sec-every-request", "sec-client-401", "sec-client-no-leak", "multi-client-no-implicit-cancel",
        "send-nonblocking-followup", "unscripted-call", "unused-entry", "hist-client-explicit-zero",
        "sub-client-terminal-fallback", "ref-task-ids", "svc-http-header", "sec-location", "svc-multi-comma",
        "svc-name-case", "ext-request", "ext-client-declares-required", "ext-data-points", "json-presence",
        "v03-extensions-header",
        "card-tenant-opaque", "list-filter-fields", "list-client-token-loop", "json-ts-utc", "json-ts-z",
        "json-ts-ms",
    }
)  # fmt: skip
"""Requirements on requests that need more than one request to be judged: other modules hold their checks."""


def _check(play: Play, row: Row) -> Check:
    def concerned(call: Call) -> bool:
        if row.only is not None and not row.only(call):
            return False
        return call.operation in row.calls or (call.operation is None and row.calls == ANY_CALL and _rpc(call))

    def after(evidence: Evidence) -> bool:
        return any(concerned(call) or any(_defects(call, row)) for call in evidence.calls)

    def judge(evidence: Evidence) -> Judgement:
        for call in evidence.calls:
            for pointer, text in _defects(call, row):
                where = f" (at {pointer})" if pointer else ""
                return Judgement(False, f"{text}{where}", got=text, frames=(call.seq,), cause=row.symptom)
        return PASSED

    names = "a call" if row.calls == ANY_CALL else "a call that it is about"
    moot = (
        ()
        if row.calls & SENDS and row.only is None
        else (Condition("no such call was made", lambda evidence: bool(evidence.calls)),)
    )
    return Check(
        CheckKey(row.requirement, play.cell), row.requirement, Condition(f"{names} arrived", after), judge, moot=moot
    )


def _defects(call: Call, row: Row) -> Iterator[tuple[str, str]]:
    for requirement, pointer, text in call.payload.get("defects") or ():
        if requirement == (row.source or row.requirement):
            yield pointer, text


def _rpc(call: Call) -> bool:
    return call.payload.get("http") == "POST"
