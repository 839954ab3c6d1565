"""What the control address of a served agent says of the calls that reached it: `/findings` and `/report`."""

from collections import Counter
from typing import Any

from a2a_conformance.catalog import Requirement, get, ids
from a2a_conformance.requirement_sets import newest
from a2a_conformance.verdict import Level
from a2a_simulator.journal import Journal, Kind
from a2a_simulator.server.serving import Served
from a2a_simulator.wire.wire_forms import Dialect


def findings(served: Served) -> list[dict[str, Any]]:
    """What was wrong with the calls so far, in their order; each names requirement, level, place and frame."""
    return _findings(served.run.snapshot())


def report(served: Served) -> dict[str, Any]:
    """How many calls came and what was wrong with them, by requirement. Only the wire is judged."""
    journal = served.run.snapshot()
    found = _findings(journal)
    calls = [record.payload["operation"] for record in journal.of(Kind.CALLED)]
    broken = [one for one in found if one["level"] == Level.MUST]
    return {
        "calls": Counter(operation or "unknown" for operation in calls),
        "findings": Counter(one["requirement"] for one in found),
        "must_broken": len({one["requirement"] for one in broken}),
        "seen": "the calls on the wire, not what the client told its caller",
    }


def _findings(journal: Journal) -> list[dict[str, Any]]:
    known = ids()
    found = []
    for record in journal.of(Kind.CALLED):
        for requirement, pointer, text in record.payload["defects"]:
            row = get(requirement) if requirement in known else None
            told = {"frame": record.seq, "agent": record.agent, "operation": record.payload["operation"]}
            told |= {"requirement": requirement, "level": _level(row, record.payload["dialect"])}
            found.append(told | {"at": pointer, "text": text, "asks": row.text if row else ""})
    return found


def _level(row: Requirement | None, dialect: str | None) -> str:
    """How strongly it binds by the newest sets, in the dialect of the call where that is known."""
    if row is None:
        return Level.INFO.value
    return newest().level_of(row, Dialect(dialect) if dialect in row.dialects else row.dialects[0]).value
