"""Which checks a run has, known before it runs: a pure function of what is played and what the target declares."""

from collections.abc import Iterator
from dataclasses import replace

from a2a_conformance import catalog
from a2a_conformance.catalog import Requirement
from a2a_conformance.checks.cached_cards import cached_card_checks
from a2a_conformance.checks.cards import card_checks
from a2a_conformance.checks.check import Check
from a2a_conformance.checks.credentials import credential_checks
from a2a_conformance.checks.exercised import lacking
from a2a_conformance.checks.fallback import fallback_checks
from a2a_conformance.checks.ids import id_checks
from a2a_conformance.checks.lifelines import lifeline_checks
from a2a_conformance.checks.listening import listener_checks
from a2a_conformance.checks.listing import listing_checks
from a2a_conformance.checks.made_for import made_for_checks
from a2a_conformance.checks.pinned import is_pin, pin_checks
from a2a_conformance.checks.refusals import refusal_checks
from a2a_conformance.checks.requests import request_checks
from a2a_conformance.checks.results import result_checks
from a2a_conformance.checks.traffic import traffic_checks
from a2a_conformance.checks.wishes import wish_checks
from a2a_conformance.outcome import Hello
from a2a_simulator.scenario.play import Play


def plan(play: Play, hello: Hello) -> tuple[Check, ...]:
    """The checks of a cell, each key once.

    All checks of the situation are there; those that the target cannot show get the verdict `not_applicable`. What is
    told in another way than it was written has no other checks than the original: how it is told is not its subject.
    """
    if play.original is not None:
        known = {check.name for check in plan(play.original, hello)}
        return tuple(check for check in plan(replace(play, original=None), hello) if check.name in known)
    out: dict[str, Check] = {}
    for check in _families(play, hello):
        if catalog.get(check.requirement).exists_in(play.cell.wire_form.dialect):
            out.setdefault(check.name, check)
    named = {check.requirement for check in out.values()}
    out |= {check.name: check for check in made_for_checks(play, named)}
    return tuple(out.values())


def unexercised(play: Play, requirement: Requirement) -> str:
    """What a file lacks to put a requirement of its `covers` to the test; empty: some check judges it."""
    for check in _families(replace(play, covers=()), Hello("any target")):
        if check.requirement == requirement.id and not is_pin(check):
            return ""
    return lacking(play, requirement)


def _families(play: Play, hello: Hello) -> Iterator[Check]:
    yield from request_checks(play)
    yield from wish_checks(play)
    yield from listing_checks(play)
    yield from id_checks(play)
    yield from card_checks(play, hello)
    yield from cached_card_checks(play)
    yield from fallback_checks(play, hello)
    yield from credential_checks(play)
    yield from traffic_checks(play)
    yield from refusal_checks(play)
    yield from lifeline_checks(play)
    yield from result_checks(play)
    yield from listener_checks(play)
    yield from pin_checks(play)
