"""Runs that never happened: a scenario played dry to an ideal caller, then its outcome or its traffic changed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from a2a_conformance import catalog
from a2a_conformance.adapters.base import FEATURES
from a2a_conformance.evaluate import judge_run
from a2a_conformance.oracle.build import accept
from a2a_conformance.oracle.scopes import walk
from a2a_conformance.outcome import AnswerForm, Ended, Hello, Kind, Observes, Outcome, Told, ToldError
from a2a_conformance.pins import outcome_of
from a2a_conformance.verdict import Verdict
from a2a_simulator.journal import Journal, Record
from a2a_simulator.journal import Kind as RecordKind
from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.play import Play
from a2a_simulator.session.dry_run import dry_run

EVERYTHING = FEATURES - {"list", "push"}


def play_of(text: str, dialect: str = "1.0", mode: str = "auto") -> Play:
    """The play of a scenario in this dialect."""
    scenario = load_text(text, "made/up.a2a.yaml", "made/up", catalog.ids())
    for cell in scenario.cells():
        if cell.wire_form.dialect == dialect and cell.mode == mode:
            return scenario.lower(cell)
    raise LookupError(f"no cell {dialect} {mode}")


def ideal(play: Play, journal: Journal, nth: int = 0) -> dict[str, Told]:
    """What a correct client tells of each step; `nth` chooses where several ends are right."""
    out = {}
    for step, accepted in accept(play, journal).items():
        if accepted.wanted:
            want = accepted.wanted[min(nth, len(accepted.wanted) - 1)]
            outcome = outcome_of(want)
            if want.kind is Kind.ERROR and want.error is not None:
                error = ToldError(None, want.error.code, want.error.http, want.error.reason, want.error.message)
                outcome = replace(outcome, error=error)
            ended = Ended.ERROR if want.kind is Kind.ERROR else Ended.CLEAN
            out[step] = Told(step, ended, outcome)
        else:
            out[step] = Told(step, Ended.SKIPPED, note="not asked")
    return out


def judged(
    play: Play,
    journal: Journal | None = None,
    *,
    observes: Observes = Observes.AGGREGATE,
    form: AnswerForm | None = None,
    features: frozenset[str] = EVERYTHING,
    told: Mapping[str, Told | Outcome] | None = None,
    **outcome: Any,
) -> dict[str, Verdict]:
    """The verdicts by check name. `outcome` changes what is told of the last step; `told` is by step id."""
    journal = dry_run(play) if journal is None else journal
    steps = ideal(play, journal)
    for step, one in (told or {}).items():
        steps[step] = one if isinstance(one, Told) else Told(step, Ended.CLEAN, one)
    if outcome:
        last = play.drive[-1].id
        before = steps[last].outcome or Outcome(Kind.UNKNOWN)
        steps[last] = Told(last, Ended.CLEAN, replace(before, **outcome))
    order = [step.id for step in walk(play.drive) if step.id in steps]
    hello = Hello(
        "made up", observes=observes, features=features, answer=form or AnswerForm("all"), dialects=("1.0", "0.3")
    )
    return {v.key.check: v for v in judge_run(play, hello, [steps[step] for step in order], journal)}


def changed(journal: Journal, change: Callable[[Record], Record | None]) -> Journal:
    """The journal with each record changed, or left out when `change` gives None."""
    return Journal(tuple(new for record in journal if (new := change(record)) is not None))


def with_call(journal: Journal, change: Callable[[dict[str, Any]], Mapping[str, Any]], nth: int = 0) -> Journal:
    """The journal with the payload of the n-th call of the binding changed."""
    calls = [r.seq for r in journal.of(RecordKind.CALLED) if r.payload.get("operation") != "FetchCard"]
    return changed(journal, lambda r: replace(r, payload=change(dict(r.payload))) if r.seq == calls[nth] else r)


def call_again(journal: Journal, nth: int = 0, late: bool = False, **payload: Any) -> Journal:
    """The journal with the n-th call of the binding (and its answer) repeated right after it."""
    calls = [r for r in journal.of(RecordKind.CALLED) if r.payload.get("operation") != "FetchCard"]
    original = calls[nth]
    mine = [r for r in journal if r.call == original.call and r.agent == original.agent]
    top = max(r.call or 0 for r in journal) + 1
    again = [replace(r, call=top) for r in mine]
    again[0] = replace(again[0], payload={**again[0].payload, "late": late, **payload})
    out: list[Record] = []
    for record in journal:
        out.append(record)
        if record.seq == mine[-1].seq:
            out += again
    return Journal(tuple(replace(r, seq=i) for i, r in enumerate(out, 1)))
