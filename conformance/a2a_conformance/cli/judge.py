"""`judge`: a recorded stream against the rules, without a run."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from a2a_conformance.cli.exits import Exit, HarnessProblem, Problem

if TYPE_CHECKING:
    from a2a_conformance.judge import Judgement
    from a2a_conformance.rules.findings import Finding

_WORDS = {"pass": "clean", "warn": "clean with warnings", "fail": "not clean"}


@click.command("judge")
@click.argument("file", metavar="FILE|-")
@click.option("--dialect", type=click.Choice(["auto", "0.3", "1.0"]), default="auto", show_default=True)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--strict", is_flag=True, help="A broken SHOULD ends with 1 too.")
@click.pass_context
def command(ctx: click.Context, file: str, dialect: str, form: str, strict: bool) -> None:
    """Judge a recorded stream: SSE text (`curl -N … > stream.sse`), JSON Lines of events, or a journal.

    With --format json one object per finding, and a last line with the verdict.
    Exit code 0: clean; 1: a MUST is broken; 2: nothing in it is an event of A2A.
    """
    from a2a_conformance.judge import NothingUnderstood, judge_text

    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    name = "standard input" if file == "-" else file
    try:
        judgement = judge_text(data, dialect)
    except NothingUnderstood as problem:
        raise Problem(f"{name}: {problem}") from problem
    lines = _json(judgement) if form == "json" else _text(judgement, name)
    click.echo("\n".join(lines))
    broken = judgement.verdict == "fail" or (strict and judgement.verdict == "warn")
    ctx.exit(Exit.FAILED if broken else Exit.OK)


def _text(judgement: "Judgement", name: str) -> list[str]:
    from a2a_conformance.report.escaping import visible

    lines = [f"note: {visible(note)}" for note in judgement.notes]
    for finding in judgement.findings:
        row = _row(finding)
        at = f"frame {finding.frame}" if finding.frame else "the end"
        lines.append(visible(f"{at}: {finding.requirement} ({row['level']}, {row['basis']}): {finding.text}"))
        if finding.expected or finding.got:
            lines.append(visible(f"  expected {finding.expected or '—'}, got {finding.got or '—'}"))
    spoken = judgement.dialect or "each call's own dialect"
    broken = sum(1 for finding in judgement.findings if not finding.note)
    counts = f"{judgement.events} events, {broken} {'finding' if broken == 1 else 'findings'}"
    return [*lines, f"{_WORDS[judgement.verdict]}: {visible(name)}, judged as {spoken}, {counts}"]


def _json(judgement: "Judgement") -> list[str]:
    last = {
        "verdict": judgement.verdict.value,
        "events": judgement.events,
        "findings": sum(1 for finding in judgement.findings if not finding.note),
        "dialect": judgement.dialect,
        "notes": list(judgement.notes),
    }
    return [json.dumps(value, ensure_ascii=False) for value in (*map(_row, judgement.findings), last)]


def _row(finding: "Finding") -> dict[str, Any]:
    from a2a_conformance import catalog

    try:
        basis = catalog.get(finding.requirement).basis.value
    except KeyError as problem:
        raise HarnessProblem(f"a rule speaks of {finding.requirement}, which is in no catalogue") from problem
    return {
        "requirement": finding.requirement,
        "level": "INFO" if finding.note else finding.level.value,
        "basis": basis,
        "frame": finding.frame,
        "text": finding.text,
        "expected": finding.expected,
        "got": finding.got,
        "pointer": finding.pointer,
        "note": finding.note,
    }
