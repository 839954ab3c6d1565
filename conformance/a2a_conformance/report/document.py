"""`report.json`: the record in full, with its totals and causes, in the published schema `report.schema.json`."""

import json
from typing import Any, Final

from a2a_conformance.report.causes import Cause, causes
from a2a_conformance.report.codec import footer_to_json, header_to_json, result_to_json
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.rerun import rerun
from a2a_conformance.report.totals import Family, Tally, Totals, totals, worst
from a2a_conformance.report.words import level_seen
from a2a_conformance.verdict import Status

VERSION: Final = 1
"""Version of `report.json`; within it keys are only ever added."""


def report_json(record: RunRecord) -> str:
    """The document as text, keys in a fixed order, so that two runs can be compared line by line."""
    return json.dumps(document(record), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def document(record: RunRecord) -> dict[str, Any]:
    """The document as JSON values. Journals stay in `run.ndjson`."""
    counts = totals(record)
    header = header_to_json(record.header)
    del header["record"]
    return {
        "report": VERSION,
        "verdict": counts.verdict.value,
        "incomplete": list(counts.incomplete),
        "scope": {
            "role": record.header.role,
            "wire_forms": list(record.header.wire_forms),
            "seen": level_seen(record.header),
            "requirements": record.header.requirements,
        },
        "header": header,
        "footer": None if record.footer is None else footer_to_json(record.footer),
        "totals": _totals(counts),
        "families": [_family(family) for family in counts.families],
        "causes": [_cause(record, cause) for cause in causes(record)],
        "cells": [_cell(record, place) for place in range(len(record.results))],
    }


def _totals(counts: Totals) -> dict[str, Any]:
    return {
        "cells": counts.cells,
        "checks": {status.value: counts.checks.get(status, 0) for status in Status},
        "must": _tally(counts.must),
        "must_explicit": _tally(counts.explicit),
        "must_implied": _tally(counts.implied),
        "must_profile": _tally(counts.profile),
        "should": _tally(counts.should),
        "unexpected": counts.unexpected,
        "excused": counts.excused,
    }


def _tally(tally: Tally) -> dict[str, int]:
    return {
        "applied": tally.applied,
        "held": tally.held,
        "broken": tally.broken,
        "not_reached": tally.not_reached,
        "not_applicable": tally.not_applicable,
        "error": tally.error,
    }


def _family(family: Family) -> dict[str, Any]:
    return {
        "name": family.name,
        "cells": family.cells,
        "applied": family.applied,
        "clean": family.clean,
        "worst": {status.value: number for status, number in family.worst.items()},
    }


def _cause(record: RunRecord, cause: Cause) -> dict[str, Any]:
    return {
        "symptom": cause.symptom,
        "status": cause.lead.verdict.status.value,
        "expected": cause.expected,
        "requirements": list(cause.requirements),
        "keys": [str(failure.verdict.key) for failure in cause.failures],
        "consequences": [str(failure.verdict.key) for failure in cause.consequences],
        "rerun": rerun(record.header, cause.lead.verdict.key),
    }


def _cell(record: RunRecord, place: int) -> dict[str, Any]:
    result = record.results[place]
    baseline = record.footer.baseline if record.footer else None
    out = result_to_json(result)
    del out["journal"], out["log"]
    out["worst"] = worst(result).value
    for verdict, line in zip(result.verdicts, out["verdicts"], strict=True):
        reason = baseline.reason(verdict.key) if baseline else None
        if reason is not None:
            line["excused"] = reason
    return out
