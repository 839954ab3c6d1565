"""Phrases that every renderer uses alike."""

from collections.abc import Iterator
from pathlib import Path

from a2a_conformance.corpus import shown
from a2a_conformance.outcome import Observes
from a2a_conformance.report.causes import Cause
from a2a_conformance.report.escaping import visible
from a2a_conformance.report.record import BaselineFacts, Header, RunRecord
from a2a_conformance.report.totals import Totals
from a2a_simulator.scenario.play import Place

_SEEN = {
    Observes.WIRE: "wire only",
    Observes.ENDED: "wire and how calls ended",
    Observes.ANSWER: "wire and answers",
    Observes.AGGREGATE: "wire, answers and artifacts",
    Observes.EVENTS: "wire and every surfaced event",
}


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 check`, `2 checks`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def target_name(header: Header) -> str:
    """The target with its version, and a word when it is none of the user's."""
    bare = header.hello.name
    name = visible(bare if bare.endswith(")") else f"{bare} {header.hello.version}".strip())
    return f"{name} (demo, not yours)" if header.hello.demo and "not yours" not in name else name


def level_seen(header: Header) -> str:
    """What of the target could be seen."""
    return _SEEN[header.hello.observes]


def dialects(header: Header) -> str:
    """The dialects that were played, `1.0 + 0.3`."""
    return " + ".join(dict.fromkeys(form.partition("-")[0] for form in header.wire_forms))


def heading(record: RunRecord) -> str:
    """The first line of every report."""
    header = record.header
    words = [
        f"a2a-conformance {header.tool}",
        f"A2A {dialects(header)}",
        f"requirements {header.requirements}" if header.requirements else "",
        f"target: {target_name(header)}",
    ]
    return " · ".join(word for word in words if word)


def scope_line(record: RunRecord, counts: Totals) -> str:
    """What the verdict speaks of."""
    header = record.header
    explicit, implied, profile = counts.explicit, counts.implied, counts.profile
    split = f"{explicit.held} of {explicit.applied} explicit, {implied.held} of {implied.applied} implied"
    if profile.applied:
        split += f", {profile.held} of {profile.applied} of a profile"
    return f"scope: {header.role}, {', '.join(header.wire_forms)}, {level_seen(header)}; MUSTs: {split}"


def place_text(place: Place | None) -> str:
    """`file:line` as people name it: from the working directory, a shipped scenario as it lies in the project."""
    if place is None:
        return ""
    file = Path(shown(place.file))
    here = Path.cwd()
    return f"{file.relative_to(here) if file.is_relative_to(here) else file}:{place.line}"


def baseline_news(baseline: BaselineFacts | None) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """What does not fit in the baseline: a heading, the entries, what to do; nothing when all fit."""
    if baseline is None:
        return
    of = f"of {baseline.file}"
    gone, unmatched, expired = baseline.stale, baseline.unmatched, baseline.expired
    if gone:
        head = counted(len(gone), f"entry {of} no longer fails", f"entries {of} no longer fail")
        yield f"good news: {head}", gone, f"to take out: a2a-conformance baseline update --baseline {baseline.file}"
    if unmatched:
        head = counted(
            len(unmatched), f"entry {of} fits nothing that there is", f"entries {of} fit nothing that there is"
        )
        yield head, unmatched, "mend the name, or take the entry out"
    if expired:
        head = counted(len(expired), f"entry {of} is past its day", f"entries {of} are past their day")
        yield head, expired, "give it another `until`, or take it out"


def consequences_line(cause: Cause) -> str:
    """What a failure kept from being judged, in counts and names."""
    count = len(cause.consequences)
    names = list(dict.fromkeys(failure.verdict.key.check for failure in cause.consequences))
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return f"consequences: {counted(count, 'further check')} could not be judged ({', '.join(names[:5])}{more})"


def must_line(counts: Totals, joint: str = ", ") -> str:
    """How the MUSTs came out, in counts."""
    must = counts.must
    because = ", ".join(counts.not_applicable_because)
    return joint.join(
        (
            f"{must.held} of {must.applied} MUST held",
            f"{must.not_reached} not reached",
            f"{must.not_applicable} not applicable{f' ({because})' if because else ''}",
        )
    )
