"""`judge`: a recorded stream against the rules, without a run."""

import json
import sys
from dataclasses import replace
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
@click.option(
    "--requirements",
    "words",
    multiple=True,
    metavar="SET",
    help="Judge by this frozen set, such as 1.0@2026.12.  [default: the newest]",
)
@click.option("--strict", is_flag=True, help="A broken SHOULD ends with 1 too.")
@click.pass_context
def command(ctx: click.Context, file: str, dialect: str, form: str, words: tuple[str, ...], strict: bool) -> None:
    """Judge a recording: SSE text (`curl -N … > stream.sse`), JSON Lines, an answer, a HAR file, a journal, a run.

    With --format json one object per finding, and a last line with the verdict; of a run record so for each run.
    Exit code 0: clean; 1: a MUST is broken; 2: nothing in it is an event of A2A.
    """
    from a2a_conformance.judge import NothingUnderstood, by_sets, judge_text
    from a2a_conformance.requirement_sets import UnknownSet, choose

    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        sets = choose(words)
    except UnknownSet as problem:
        raise Problem(str(problem)) from problem
    name = "standard input" if file == "-" else file
    try:
        if data.startswith(b'{"record"'):
            judgements = _runs(data, name)
        else:
            judgements = [(name, judge_text(data, dialect))]
    except NothingUnderstood as problem:
        raise Problem(f"{name}: {problem}") from problem
    judgements = [(told, by_sets(judgement, sets)) for told, judgement in judgements]
    for told, judgement in judgements:
        click.echo("\n".join(_json(judgement, told) if form == "json" else _text(judgement, told)))
    verdicts = {judgement.verdict.value for _, judgement in judgements}
    ctx.exit(Exit.FAILED if "fail" in verdicts or (strict and "warn" in verdicts) else Exit.OK)


def _runs(data: bytes, name: str) -> "list[tuple[str, Judgement]]":
    """The journals of a run record, each with the name of its run. Raises Problem when it keeps none."""
    from a2a_conformance.judge import NothingUnderstood, judge_journal
    from a2a_conformance.report.reader import read_as_far
    from a2a_simulator.journal import Journal, UnreadableJournal, from_json

    record = read_as_far(data.decode("utf-8", "replace").split("\n"), name)
    notes = tuple(str(problem) for problem in record.problems)
    found = []
    for result in record.results:
        try:
            judgement = judge_journal(Journal(tuple(from_json(line) for line in result.journal)))
        except NothingUnderstood:
            continue
        except UnreadableJournal as problem:
            raise Problem(f"{name}: the journal of {result.cell}: {problem}") from problem
        found.append((str(result.cell), replace(judgement, lines={}, notes=(*judgement.notes, *notes))))
        notes = ()
    if not found and notes:
        raise Problem(f"{name}: no journal can be read in this record of a run ({notes[0]})")
    if not found:
        raise Problem(
            f"{name}: this is the record of a run, and it keeps no journal to judge: of runs without a failure they "
            "are left out; run it again with `--journals all`"
        )
    return found


def _text(judgement: "Judgement", name: str) -> list[str]:
    from a2a_conformance.report.escaping import visible
    from a2a_conformance.report.words import counted

    lines = [f"note: {visible(note)}" for note in judgement.notes]
    for finding in judgement.findings:
        row = _row(finding, judgement)
        at = f"frame {finding.frame}" if finding.frame else "the end"
        at += f" (line {row['line']})" if row["line"] else ""
        at = row["place"] or at
        lines.append(visible(f"{at}: {finding.requirement} ({row['level']}, {row['basis']}): {finding.text}"))
        duty = f"a duty of the {' and the '.join(row['who'])}"
        told = f"; expected {finding.expected or '—'}, got {finding.got or '—'}"
        lines.append(visible(f"  {duty}{told if finding.expected or finding.got else ''}"))
    spoken = judgement.dialect or "each call's own dialect"
    broken = sum(1 for finding in judgement.findings if not finding.note)
    counts = f"{counted(judgement.events, 'event')}, {counted(broken, 'finding')}"
    return [*lines, f"{_WORDS[judgement.verdict]}: {visible(name)}, judged as {spoken}, {counts}"]


def _json(judgement: "Judgement", name: str) -> list[str]:
    last = {
        "name": name,
        "verdict": judgement.verdict.value,
        "events": judgement.events,
        "findings": sum(1 for finding in judgement.findings if not finding.note),
        "dialect": judgement.dialect,
        "notes": list(judgement.notes),
    }
    rows = [_row(finding, judgement) for finding in judgement.findings]
    return [json.dumps(value, ensure_ascii=False) for value in (*rows, last)]


def _row(finding: "Finding", judgement: "Judgement") -> dict[str, Any]:
    from a2a_conformance import catalog
    from a2a_conformance.catalog.requirement import Who

    try:
        row = catalog.get(finding.requirement)
    except KeyError as problem:
        raise HarnessProblem(f"a rule speaks of {finding.requirement}, which is in no catalogue") from problem
    return {
        "requirement": finding.requirement,
        "level": "INFO" if finding.note else finding.level.value,
        "basis": row.basis.value,
        "who": ["agent" if who is Who.SERVER else who.value for who in row.who],
        "frame": finding.frame,
        "line": judgement.lines.get(finding.frame),
        "offset": judgement.offsets.get(finding.frame),
        "place": judgement.places.get(finding.frame, ""),
        "text": finding.text,
        "expected": finding.expected,
        "got": finding.got,
        "pointer": finding.pointer,
        "note": finding.note,
    }
