"""Our own output under our own rules: what a script breaks it must name, and what it names it must break."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from a2a_conformance.checks import traits
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_conformance.outcome import Ended
from a2a_conformance.rules.engine import SPOKEN
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.journals import judge_journal
from a2a_conformance.verdict import Basis, CheckKey, Level, Status, Verdict
from a2a_simulator.scenario.play import Play
from a2a_simulator.session.dry_run import dry_run

HARNESS = "harness"
"""Name of the verdict that tells of our own faults; its status is always `error`."""

CLOSES = frozenset({"stream-close-terminal", "stream-msg-close", "sub-close-terminal"})
"""The rules that speak of streams which stay open; a script says so itself, by `end: open`."""
TIMED = CLOSES | {"cancel-streams-see", "multi-broadcast"}
"""Those that go by time: on a busy machine they are ours only if an ideal caller sees it in virtual time."""
LENIENT = frozenset(
    {
        "ctx-mismatch-reject", "ctx-reject-not-replace", "send-terminal-reject", "send-unknown-task",
        "stream-cap-gate", "sub-cap-gate", "sub-terminal-reject", "task-id-unknown", "task-server-id",
    }
)  # fmt: skip
"""What an agent has to refuse and we answer all the same: the mistake is the client's, told by its own check."""
CUT_SHORT = frozenset({"send-blocking-default", "send-blocking-latest"})
"""The rules that miss the rest of an answer; a script that stops early says so itself, by its fault."""
END_RULES = CLOSES | {"stream-early-eof", "v03-final-last"}
"""The rules that speak at the end of a stream."""


def own_output(evidence: Evidence, blameless: bool = True) -> Iterator[Verdict]:
    """At most one verdict: the first finding on a step without `deliberate`, or a `deliberate` left silent.

    `blameless`: no check failed and no hold ran out. A client that fails gets replies that were written for another
    place: it sends too often or late, leaves its task, is told its own ids. So it is ours only if an ideal caller
    sees it too.
    """
    torn = any(item.ended in (Ended.HANG, Ended.CRASH) for item in evidence.told.values())
    seen: set[str] | None = None
    for requirement, verdict in faults(evidence, torn):
        if not blameless or requirement in TIMED:
            if seen is None:
                seen = {other for other, _ in faults(replace(evidence, journal=dry_run(evidence.play)))}
            if requirement not in seen:
                continue
        yield verdict
        return


def faults(evidence: Evidence, torn: bool = False) -> Iterator[tuple[str, Verdict]]:
    """Our faults in order, by requirement. `torn`: the run ended inside its replies, so their ends say nothing."""
    play, journal, all_calls = evidence.play, evidence.journal, evidence.calls
    silenced = LENIENT | (CUT_SHORT if traits.CUT_SHORT.in_script(play) else frozenset())
    silenced |= END_RULES if torn else frozenset()
    findings = [
        finding for finding in judge_journal(journal) if not finding.note and finding.requirement not in silenced
    ]
    echoed = {defect[0] for call in all_calls for defect in call.payload.get("defects") or ()}
    for finding in findings:
        if finding.requirement not in echoed and not _meant(finding, all_calls):
            yield (
                finding.requirement,
                _error(
                    play, f"the fake agent broke {finding.requirement} without meaning to: {finding.text}",
                    (finding.frame,), finding.expected, finding.got,
                ),
            )  # fmt: skip
    spoken = {(finding.frame, finding.requirement) for finding in findings}
    for call in all_calls:
        for item in call.heard if call.streamed else ():
            for requirement in item.deliberate:
                if item.whole and requirement in SPOKEN and not _spoken(call, requirement, spoken):
                    text = f"{item.step} is to break {requirement}, but no rule says that it does"
                    yield requirement, _error(play, text, (item.seq,), "a finding", "none")


def _meant(finding: Finding, all_calls: Sequence[Call]) -> bool:
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
