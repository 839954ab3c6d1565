"""How a failed check reads in pytest's output."""

from typing import TYPE_CHECKING

from a2a_conformance.corpus import shown
from a2a_conformance.report.escaping import plain_lines, visible
from a2a_conformance.report.frames import around, frames
from a2a_conformance.report.totals import failing, warning
from a2a_conformance.verdict import CellResult, Status, Verdict

if TYPE_CHECKING:
    from a2a_conformance.plugin.collect import ScenarioItem


def fails(verdict: Verdict, strict: bool) -> bool:
    """Whether this makes its item fail."""
    return verdict.status is Status.ERROR or failing(verdict) or (strict and warning(verdict))


def failure_text(item: "ScenarioItem", result: CellResult, verdict: Verdict) -> str:
    """`file:line: check (level, basis): …`, the frames around it, and the command that runs just this again."""
    place = verdict.place or item.scenario.place
    symptom = f": {verdict.cause}" if verdict.cause else ""
    head = f"{shown(place.file)}:{place.line}: {verdict.key.check} ({verdict.level}, {verdict.basis}){symptom}"
    lines = [visible(head)]
    at = f" / at frame {', '.join(map(str, verdict.frames[:4]))}" if verdict.frames else ""
    if verdict.expected or verdict.got:
        lines += [f"  expected {plain_lines(verdict.expected) or '—'}", f"  got      {plain_lines(verdict.got)}{at}"]
    else:
        lines.append(f"  {plain_lines(verdict.text)}{at}")
    hit = set(verdict.frames)
    for frame in around(frames(result.journal), verdict.frames):
        mark = "▶" if frame.seq in hit else " "
        lines.append(f"  {mark} {frame.seq:>4} {frame.t:8.3f} {frame.lane:<6} {frame.way} {visible(frame.line)}")
    lines.append(f"  again: {item.rerun}")
    return "\n".join(lines)


def unmet(result: CellResult) -> str | None:
    """What the target printed or raised when it failed without a single request; None when it did call."""
    if not result.journal or any(record["kind"] == "called" for record in result.journal):
        return None
    ends = [told for told in result.told if told.get("ended") in ("error", "crash", "hang")]
    if not ends:
        return None
    error = ends[0].get("error") or {}
    said = error.get("message", f"it ended in a {ends[0]['ended']}")
    lines = ["the client sent nothing: " + plain_lines(str(said))]
    return "\n".join([*lines, *(f"  {visible(line)}" for line in result.log.splitlines()[-20:])])
