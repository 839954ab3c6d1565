"""`ctrf.json`: the Common Test Report Format, one test a check."""

import json
from collections import Counter
from typing import Any, Final

from a2a_conformance.report.causes import Failure, failures
from a2a_conformance.report.codec import TOOL
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.rerun import rerun
from a2a_conformance.report.totals import failing
from a2a_conformance.verdict import CellResult, Status, Verdict

_STATUSES: Final = {
    Status.PASS: "passed",
    Status.INFO: "passed",
    Status.WARN: "passed",
    Status.FAIL: "failed",
    Status.ERROR: "failed",
    Status.NOT_REACHED: "skipped",
    Status.NOT_APPLICABLE: "skipped",
}


def ctrf(record: RunRecord) -> str:
    """The document as text."""
    known = {str(failure.verdict.key): failure for failure in failures(record)}
    tests = [
        _test(record, result, verdict, known.get(str(verdict.key)))
        for result in record.results
        for verdict in result.verdicts
    ]
    count = Counter(test["status"] for test in tests)
    document = {
        "reportFormat": "CTRF",
        "specVersion": "0.0.0",
        "results": {
            "tool": {"name": TOOL, "version": record.header.tool},
            "summary": {
                "tests": len(tests),
                **{status: count[status] for status in ("passed", "failed", "skipped", "pending", "other")},
                "start": 0,
                "stop": round((record.footer.seconds if record.footer else 0.0) * 1000),
            },
            "tests": tests,
            "environment": {"testEnvironment": record.header.platform},
        },
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _test(record: RunRecord, result: CellResult, verdict: Verdict, failure: Failure | None) -> dict[str, Any]:
    excused = failure is not None and failure.excuse is not None
    status = "failed" if failing(verdict) else _STATUSES[verdict.status]
    status = "skipped" if excused or verdict.explained_by else status
    out: dict[str, Any] = {
        "name": str(verdict.key),
        "status": status,
        "rawStatus": verdict.status.value,
        "duration": round(result.seconds * 1000 / max(1, len(result.verdicts)), 3),
        "suite": [*result.cell.scenario.split("/"), result.cell.suffix],
        "tags": [verdict.level.value, verdict.basis.value, verdict.requirement],
    }
    if failure is not None:
        out["message"] = verdict.text or f"expected {verdict.expected}, got {verdict.got}"
        out["extra"] = {
            "cause": verdict.cause,
            "frames": list(verdict.frames),
            "rerun": rerun(record.header, verdict.key),
            **({"excused": failure.excuse} if excused else {}),
        }
    if verdict.place is not None:
        out["filePath"] = verdict.place.file
        out["line"] = verdict.place.line
    return out
