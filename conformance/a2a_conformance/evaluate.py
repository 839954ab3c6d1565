"""One verdict for each planned check of a run, and the judgement of our own output."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from a2a_conformance import catalog
from a2a_conformance.catalog.requirement import LevelOf, Requirement
from a2a_conformance.checks.branches import excused, legal_silence
from a2a_conformance.checks.check import Check, Judgement
from a2a_conformance.checks.claims import claim
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.named_events import missed_names
from a2a_conformance.checks.open_ends import waits_for_ever
from a2a_conformance.checks.own_output import own_output
from a2a_conformance.checks.pinned import is_pin
from a2a_conformance.outcome import Ended, Hello, Told
from a2a_conformance.plan import plan
from a2a_conformance.verdict import Level, Status, Verdict
from a2a_simulator.journal import Journal, Kind
from a2a_simulator.scenario.play import Play

FAILING = {Level.MUST: Status.FAIL, Level.SHOULD: Status.WARN, Level.MAY: Status.INFO, Level.INFO: Status.INFO}
"""What a broken requirement comes to (design §7)."""


NOT_SHOWN = "the target shows"
"""How the reason begins for which a check of another level is not applicable."""
NOT_DECLARED = "the target does not declare"
"""How it begins where a feature is missing."""


def judge_run(
    play: Play, hello: Hello, told: Sequence[Told], journal: Journal, level_of: LevelOf = Requirement.level_in
) -> tuple[Verdict, ...]:
    """One verdict for each check that `plan` has for this run, in its order, each at the level that `level_of` says.

    A verdict of the check `harness` with status `error` is added when our own output was not what it had to be.
    """
    checks = plan(play, hello)
    bare = Evidence.of(play, hello, told, journal)
    evidence = replace(bare, claims=claim(bare, checks))
    levels = {
        check.name: level_of(catalog.get(check.requirement), check.key.cell.wire_form.dialect) for check in checks
    }
    first = {check.name: _first(check, levels[check.name], evidence) for check in checks}
    verdicts = tuple(_final(check, first) for check in checks)
    if _left_at_a_fault(evidence, verdicts):
        verdicts = tuple(map(_excused_by_it, checks, verdicts))
    late = any(record.payload.get("by") == "timeout" for record in journal.of(Kind.HELD))
    blameless = not late and all(verdict.status not in (Status.FAIL, Status.WARN) for verdict in verdicts)
    return (*verdicts, *own_output(evidence, blameless))


def _left_at_a_fault(evidence: Evidence, verdicts: Sequence[Verdict]) -> bool:
    """Whether a client without fault heard what is wrong on purpose: it may leave there, or stay to the end."""
    heard = any(item.deliberate for call in evidence.calls for item in call.heard)
    return heard and not any(verdict.status in (Status.FAIL, Status.WARN) for verdict in verdicts)


def _excused_by_it(check: Check, verdict: Verdict) -> Verdict:
    if not check.claims or verdict.status is not Status.NOT_REACHED:
        return verdict
    text = "the client left at what is wrong on purpose, as it may"
    return replace(verdict, status=Status.NOT_APPLICABLE, text=text)


def _first(check: Check, level: Level, evidence: Evidence) -> tuple[Verdict, str]:
    """The verdict, and the requirement that hides it."""
    if reason := _cannot_show(check, evidence):
        return _verdict(check, level, Status.NOT_APPLICABLE, reason), ""
    if (check.claims or is_pin(check)) and (reason := waits_for_ever(evidence)):
        return _verdict(check, level, Status.NOT_APPLICABLE, reason), ""
    if check.claims and (reason := missed_names(evidence)):
        return _verdict(check, level, Status.NOT_APPLICABLE, reason), ""
    if not check.after.holds(evidence):
        moot = next((condition for condition in check.moot if condition.holds(evidence)), None)
        if moot is not None:
            return _verdict(check, level, Status.NOT_APPLICABLE, moot.text), ""
        if reason := legal_silence(evidence) or excused(evidence):
            return _verdict(check, level, Status.NOT_APPLICABLE, reason), ""
        return _verdict(check, level, Status.NOT_REACHED, f"never reached: {check.after.text}"), ""
    judgement = check.judge(evidence)
    if judgement.blinded:
        return _told(check, level, judgement, Status.NOT_REACHED), judgement.blinded
    return _told(check, level, judgement, _status(level, judgement)), ""


def _cannot_show(check: Check, evidence: Evidence) -> str:
    hello = evidence.hello
    if check.level > hello.observes:
        return f"{NOT_SHOWN} `{hello.observes.name.lower()}`, this needs `{check.level.name.lower()}`"
    missing = check.features - hello.features
    if missing:
        return f"{NOT_DECLARED} {', '.join(sorted(missing))}"
    skipped = [item for item in evidence.told.values() if item.ended is Ended.SKIPPED]
    if evidence.told and len(skipped) == len(evidence.told):
        return skipped[0].note or "no step of this scenario was asked for"
    return ""


def _status(level: Level, judgement: Judgement) -> Status:
    worst = FAILING[level]
    if judgement.status is not None:
        return Status.INFO if worst is Status.INFO and judgement.status is not Status.PASS else judgement.status
    return Status.PASS if judgement.ok else worst


def _told(check: Check, level: Level, judgement: Judgement, status: Status) -> Verdict:
    return replace(
        _verdict(check, level, status, judgement.text),
        expected=judgement.expected,
        got=judgement.got,
        frames=judgement.frames,
        place=judgement.place or check.place,
        cause=judgement.cause if status in (Status.FAIL, Status.WARN, Status.INFO) else "",
    )


def _verdict(check: Check, level: Level, status: Status, text: str) -> Verdict:
    basis = catalog.get(check.requirement).basis
    return Verdict(check.key, check.requirement, status, level, basis, text, place=check.place)


def _final(check: Check, first: Mapping[str, tuple[Verdict, str]]) -> Verdict:
    """Explains what was not reached by what failed; what only a SHOULD hides is not applicable."""
    verdict, hidden_by = first[check.name]
    if verdict.status is not Status.NOT_REACHED:
        return verdict
    broken = [found for found, _ in first.values() if found.status in FAILING.values()]
    reason = next((found for found in broken if found.requirement == hidden_by and found.text), None)
    if reason is not None and reason.status is not Status.FAIL:
        return replace(verdict, status=Status.NOT_APPLICABLE, text=f"hidden by {reason.key.check}: {reason.text}")
    reason = reason or next((found for found in broken if found.status is Status.FAIL), None)
    if reason is None:
        return verdict
    text = f"{verdict.text}; explained by {reason.key.check}"
    return replace(verdict, text=text, explained_by=reason.key.check)
