"""Pinned calls against those that came."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.matching import fitting
from a2a_conformance.checks.pin_results import Mismatch
from a2a_conformance.oracle.heard import Call
from a2a_simulator.scenario.play import Expect, ExpectedCall

SLACK = 0.05
"""Seconds by which a gap may be short: clocks of two processes."""


def traffic_mismatches(expect: Expect, calls: Sequence[Call], evidence: Evidence) -> Iterator[Mismatch]:
    """What differs in the calls."""
    firsts: list[Call] = []
    for wanted in expect.calls:
        found = fitting(evidence, wanted.when, calls)
        firsts += found[:1]
        yield from _count(wanted, found)
        yield from _gaps(wanted, found)
    if expect.calls_in_order:
        for before, after in pairwise(firsts):
            if after.seq <= before.end_seq:
                yield Mismatch(
                    "the order of calls", "a call comes before the one before it was answered",
                    f"{before.operation} answered first", f"{after.operation} first", (before.seq, after.seq),
                )  # fmt: skip


def _count(wanted: ExpectedCall, found: Sequence[Call]) -> Iterator[Mismatch]:
    count = len(found)
    if count >= wanted.least and (wanted.most is None or count <= wanted.most):
        return
    times = f"{wanted.least}" if wanted.most == wanted.least else f"{wanted.least} to {wanted.most or 'any'}"
    frames = tuple(call.seq for call in found[:5])
    yield Mismatch(
        "the number of calls", f"{_name(wanted)} came {count} times", f"{times} times", f"{count} times", frames
    )


def _gaps(wanted: ExpectedCall, found: Sequence[Call]) -> Iterator[Mismatch]:
    for before, after in pairwise(found):
        gap = after.t - before.t
        if wanted.gap_least is not None and gap < wanted.gap_least - SLACK:
            yield Mismatch(
                "the time between calls", f"{_name(wanted)} came again after {gap:.2f} s",
                f"{wanted.gap_least:g} s or more", f"{gap:.2f} s", (before.seq, after.seq),
            )  # fmt: skip
        if wanted.gap_most is not None and gap > wanted.gap_most + SLACK:
            yield Mismatch(
                "the time between calls", f"{_name(wanted)} came again after {gap:.2f} s only",
                f"{wanted.gap_most:g} s or less", f"{gap:.2f} s", (before.seq, after.seq),
            )  # fmt: skip


def _name(wanted: ExpectedCall) -> str:
    return " or ".join(sorted(wanted.when.calls)) if wanted.when.calls else "a call"
