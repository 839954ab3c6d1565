"""What is judged of ListTasks, wherever a client looks for a task with it: filters, times, and page tokens."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from a2a_conformance.checks.build import Breach, call_check, none, some
from a2a_conformance.checks.check import Check
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_conformance.oracle.scopes import walk
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.scenario.play import Play, Verb

FILTERS: Final = frozenset(
    {
        "tenant", "contextId", "status", "statusTimestampAfter", "pageSize", "pageToken", "historyLength",
        "includeArtifacts",
    }
)  # fmt: skip
"""The members of a ListTasks request (1.0 §3.1.4)."""
LOOKING: Final = frozenset({Verb.GET, Verb.RESUBSCRIBE})
"""Steps at which a client may list tasks of its own accord."""
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?P<fraction>\.\d+)?(?P<zone>Z|[+-]\d\d:?\d\d)?", re.ASCII)


def listing_checks(play: Play) -> Iterator[Check]:
    """The checks of ListTasks in a play whose client has a reason to look at a task."""
    if not any(step.verb in LOOKING for step in walk(play.drive)):
        return
    rows: tuple[tuple[str, str, Callable[[Evidence], Iterator[Breach]]], ...] = (
        ("list-filter-fields", "a filter of ListTasks has a name that does not exist", _unknown_filters),
        ("list-client-token-loop", "a page is asked for by a token that the agent did not give", _made_up_tokens),
        ("json-ts-utc", "a time in a request is no ISO 8601 time", _no_times),
        ("json-ts-z", "a time in a request does not end in Z", _no_z),
        ("json-ts-ms", "a time in a request has no milliseconds", _no_fraction),
    )
    listed, timed = some("tasks were listed", _lists), some("tasks were listed by time", _dated)
    for requirement, symptom, breaches in rows:
        times = requirement.startswith("json-ts-")
        missing = none("no tasks were listed by time", _dated) if times else none("no tasks were listed", _lists)
        yield call_check(
            play, requirement, symptom, timed if times else listed, breaches,
            facet="request" if times else "", moot=(missing,),
        )  # fmt: skip


def _lists(evidence: Evidence) -> Iterator[Call]:
    return iter(evidence.of_operation(Operation.LIST_TASKS))


def _asked(call: Call) -> dict[str, Any]:
    body = call.payload.get("json")
    params = body.get("params") if isinstance(body, dict) else None
    return params if isinstance(params, dict) else {}


def _timed(evidence: Evidence) -> Iterator[tuple[Call, object]]:
    for call in _lists(evidence):
        if (time := _asked(call).get("statusTimestampAfter")) is not None:
            yield call, time


def _dated(evidence: Evidence) -> Iterator[Call]:
    return (call for call, _ in _timed(evidence))


def _unknown_filters(evidence: Evidence) -> Iterator[Breach]:
    for call in _lists(evidence):
        for name in sorted(set(_asked(call)) - FILTERS):
            yield Breach(f"ListTasks has no filter {name}", (call.seq,), ", ".join(sorted(FILTERS)), name)


def _made_up_tokens(evidence: Evidence) -> Iterator[Breach]:
    given: set[str] = set()
    for call in _lists(evidence):
        token = _asked(call).get("pageToken")
        if token is not None and token not in given:
            right = " or ".join(sorted(given)) or "no token"
            yield Breach(f"the token {token!r} was never given", (call.seq,), right, str(token))
        for item in call.heard:
            result = item.json.get("result") if isinstance(item.json, dict) else None
            following = result.get("nextPageToken") if isinstance(result, dict) else None
            if following:
                given.add(str(following))


def _no_times(evidence: Evidence) -> Iterator[Breach]:
    for call, time in _timed(evidence):
        if not isinstance(time, str) or TIME.fullmatch(time) is None:
            yield Breach(f"statusTimestampAfter is {time!r}", (call.seq,), "2026-01-01T00:00:00.000Z", str(time))


def _no_z(evidence: Evidence) -> Iterator[Breach]:
    for call, time in _timed(evidence):
        found = TIME.fullmatch(time) if isinstance(time, str) else None
        if found is not None and found["zone"] != "Z":
            yield Breach(f"statusTimestampAfter is {time}", (call.seq,), "a time that ends in Z", str(time))


def _no_fraction(evidence: Evidence) -> Iterator[Breach]:
    for call, time in _timed(evidence):
        found = TIME.fullmatch(time) if isinstance(time, str) else None
        if found is not None and len(found["fraction"] or "") != len(".000"):
            yield Breach(f"statusTimestampAfter is {time}", (call.seq,), "three digits behind the seconds", str(time))
