"""Our own output under our own rules: what a script breaks it must name, and what it names it must break."""

from collections.abc import Iterator

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.ids import not_continued
from a2a_conformance.checks.traffic import extra_sends
from a2a_conformance.oracle.heard import Call
from a2a_conformance.outcome import Ended
from a2a_conformance.rules.engine import SPOKEN
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.journals import judge_journal
from a2a_conformance.verdict import Basis, CheckKey, Level, Status, Verdict
from a2a_simulator.scenario.play import Play

HARNESS = "harness"
"""Name of the verdict that tells of our own faults; its status is always `error`."""

END_RULES = frozenset({"stream-early-eof", "v03-final-last", "stream-close-terminal"})
"""The rules that speak at the end of a stream."""


def own_output(evidence: Evidence) -> Iterator[Verdict]:
    """At most one verdict: the first finding on a step without `deliberate`, or a `deliberate` left silent.

    After a hang or a crash the run is ended in the middle of its replies, so their ends say nothing. A client that
    sends too often or leaves its task gets replies that were written for another place: what these break is its own.
    """
    if any(True for _ in extra_sends(evidence)) or any(True for _ in not_continued(evidence)):
        return
    play, all_calls = evidence.play, evidence.calls
    torn = any(item.ended in (Ended.HANG, Ended.CRASH) for item in evidence.told.values())
    findings = [
        finding
        for finding in judge_journal(evidence.journal)
        if not finding.note and not (torn and finding.requirement in END_RULES)
    ]
    for finding in findings:
        if not _meant(finding, all_calls):
            yield _error(
                play, f"the fake agent broke {finding.requirement} without meaning to: {finding.text}",
                (finding.frame,), finding.expected, finding.got,
            )  # fmt: skip
            return
    spoken = {(finding.frame, finding.requirement) for finding in findings}
    for call in all_calls:
        for item in call.heard if call.streamed else ():
            for requirement in item.deliberate:
                if item.whole and requirement in SPOKEN and not _spoken(call, requirement, spoken):
                    yield _error(
                        play, f"{item.step} is to break {requirement}, but no rule says that it does", (item.seq,),
                        "a finding", "none",
                    )  # fmt: skip
                    return


def _meant(finding: Finding, all_calls: tuple[Call, ...]) -> bool:
    for call in all_calls:
        for item in call.heard:
            if item.seq == finding.frame and item.deliberate:
                return True
    return False


def _spoken(call: Call, requirement: str, spoken: set[tuple[int, str]]) -> bool:
    return any((item.seq, requirement) in spoken for item in call.heard)


def _error(play: Play, text: str, frames: tuple[int, ...], expected: str, got: str) -> Verdict:
    return Verdict(
        CheckKey(HARNESS, play.cell), HARNESS, Status.ERROR, Level.MUST, Basis.QUALITY, text, expected, got, frames,
        play.place, text,
    )  # fmt: skip
