"""Run record lines as JSON objects, both ways."""

from collections.abc import Mapping
from typing import Any, Final

from a2a_conformance.outcome import AnswerForm, Hello, Observes
from a2a_conformance.report.masking import mask_headers
from a2a_conformance.report.record import VERSION, BaselineFacts, End, Excuse, Footer, Header
from a2a_conformance.verdict import Basis, CellResult, CheckKey, Level, Status, Verdict
from a2a_simulator.scenario.play import Cell, Mode, Place
from a2a_simulator.wire.wire_forms import Binding, Dialect, WireForm

Json = dict[str, Any]

TOOL: Final = "a2a-conformance"


def hello_to_json(hello: Hello) -> Json:
    """What the target declares, every key present."""
    return {
        "name": hello.name,
        "version": hello.version,
        "observes": hello.observes.name.lower(),
        "dialects": list(hello.dialects),
        "bindings": list(hello.bindings),
        "features": sorted(hello.features),
        "answer": {
            "artifacts": hello.answer.artifacts,
            "join": hello.answer.join,
            "status_message": hello.answer.status_message,
            "data": hello.answer.data,
        },
        "demo": hello.demo,
    }


def hello_from_json(value: Mapping[str, Any]) -> Hello:
    """The reverse. Raises KeyError, TypeError or ValueError."""
    return Hello(
        name=value["name"],
        version=value.get("version", ""),
        observes=Observes[str(value["observes"]).upper()],
        dialects=tuple(value.get("dialects", ())),
        bindings=tuple(value.get("bindings", ())),
        features=frozenset(value.get("features", ())),
        answer=AnswerForm(**value.get("answer", {})),
        demo=bool(value.get("demo", False)),
    )


def header_to_json(header: Header) -> Json:
    """The first line of a record."""
    return {
        "record": VERSION,
        "tool": {"name": TOOL, "version": header.tool},
        "requirements": header.requirements,
        "target": hello_to_json(header.hello),
        "role": header.role,
        "wire_forms": list(header.wire_forms),
        "selection": list(header.selection),
        "planned": list(header.planned),
        "excluded": [list(pair) for pair in header.excluded],
        "settings": dict(header.settings),
        "rerun": list(header.rerun),
        "started": header.started,
        "platform": header.platform,
        "run": header.run,
    }


def header_from_json(value: Mapping[str, Any]) -> Header:
    """The reverse. Raises KeyError, TypeError or ValueError."""
    return Header(
        hello=hello_from_json(value["target"]),
        tool=value["tool"]["version"],
        requirements=value["requirements"],
        role=value["role"],
        wire_forms=tuple(value["wire_forms"]),
        selection=tuple(value["selection"]),
        planned=tuple(value["planned"]),
        excluded=tuple((name, reason) for name, reason in value["excluded"]),
        settings=value["settings"],
        rerun=tuple(value["rerun"]),
        started=value["started"],
        platform=value["platform"],
        run=value["run"],
    )


def verdict_to_json(verdict: Verdict) -> Json:
    """One verdict; empty texts are left out."""
    out: Json = {
        "key": str(verdict.key),
        "check": verdict.key.check,
        "requirement": verdict.requirement,
        "status": verdict.status.value,
        "level": verdict.level.value,
        "basis": verdict.basis.value,
    }
    for name in ("text", "expected", "got", "cause", "explained_by"):
        if getattr(verdict, name):
            out[name] = getattr(verdict, name)
    if verdict.frames:
        out["frames"] = list(verdict.frames)
    if verdict.place is not None:
        out["place"] = {"file": verdict.place.file, "line": verdict.place.line, "column": verdict.place.column}
    return out


def verdict_from_json(value: Mapping[str, Any], cell: Cell) -> Verdict:
    """The reverse. Raises KeyError, TypeError or ValueError."""
    place = value.get("place")
    return Verdict(
        key=CheckKey(value["check"], cell),
        requirement=value["requirement"],
        status=Status(value["status"]),
        level=Level(value["level"]),
        basis=Basis(value["basis"]),
        text=value.get("text", ""),
        expected=value.get("expected", ""),
        got=value.get("got", ""),
        frames=tuple(value.get("frames", ())),
        place=None if place is None else Place(place["file"], place["line"], place["column"]),
        cause=value.get("cause", ""),
        explained_by=value.get("explained_by", ""),
    )


def result_to_json(result: CellResult) -> Json:
    """One cell's line."""
    form = result.cell.wire_form
    return {
        "cell": {
            "scenario": result.cell.scenario,
            "dialect": form.dialect.value,
            "binding": form.binding.value,
            "mode": result.cell.mode.value,
        },
        "seconds": round(result.seconds, 6),
        "facts": dict(result.facts),
        "verdicts": [verdict_to_json(verdict) for verdict in result.verdicts],
        "told": [dict(told) for told in result.told],
        "journal": [dict(mask_headers(record)) for record in result.journal],
        "log": result.log,
    }


def result_from_json(value: Mapping[str, Any]) -> CellResult:
    """The reverse. Raises KeyError, TypeError or ValueError."""
    named = value["cell"]
    form = WireForm(Dialect(named["dialect"]), Binding(named["binding"]))
    cell = Cell(named["scenario"], form, Mode(named["mode"]))
    return CellResult(
        cell=cell,
        verdicts=tuple(verdict_from_json(verdict, cell) for verdict in value["verdicts"]),
        seconds=float(value["seconds"]),
        told=tuple(value["told"]),
        journal=tuple(value["journal"]),
        log=value["log"],
        facts=value["facts"],
    )


def footer_to_json(footer: Footer) -> Json:
    """The last line of a record."""
    baseline = footer.baseline
    return {
        "end": footer.end.value,
        "cells": footer.cells,
        "seconds": round(footer.seconds, 3),
        "verdict": footer.verdict,
        "signal": footer.signal,
        "note": footer.note,
        "baseline": None
        if baseline is None
        else {
            "file": baseline.file,
            "excused": [
                {"key": excuse.key, "reason": excuse.reason, "entry": excuse.entry, "flaky": excuse.flaky}
                for excuse in baseline.excused
            ],
            "stale": list(baseline.stale),
            "unmatched": list(baseline.unmatched),
            "expired": list(baseline.expired),
            "text": baseline.text,
        },
        "flaky": list(footer.flaky),
    }


def footer_from_json(value: Mapping[str, Any]) -> Footer:
    """The reverse. Raises KeyError, TypeError or ValueError."""
    told = value["baseline"]
    return Footer(
        end=End(value["end"]),
        cells=int(value["cells"]),
        seconds=float(value["seconds"]),
        verdict=value["verdict"],
        signal=value["signal"],
        note=value["note"],
        baseline=None
        if told is None
        else BaselineFacts(
            told["file"],
            tuple(
                Excuse(one["key"], one["reason"], one.get("entry", ""), one.get("flaky", False))
                for one in told["excused"]
            ),
            tuple(told["stale"]),
            tuple(told.get("unmatched", ())),
            tuple(told.get("expired", ())),
            told.get("text", ""),
        ),
        flaky=tuple(value["flaky"]),
    )
