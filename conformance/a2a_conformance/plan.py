"""Which checks a run has, known before it runs: a pure function of what is played and what the target declares."""

from collections.abc import Iterator

from a2a_conformance import catalog
from a2a_conformance.checks.cards import card_checks
from a2a_conformance.checks.check import Check
from a2a_conformance.checks.credentials import credential_checks
from a2a_conformance.checks.ids import id_checks
from a2a_conformance.checks.listening import listener_checks
from a2a_conformance.checks.made_for import made_for_checks
from a2a_conformance.checks.pinned import pin_checks
from a2a_conformance.checks.requests import request_checks
from a2a_conformance.checks.results import result_checks
from a2a_conformance.checks.traffic import traffic_checks
from a2a_conformance.outcome import Hello
from a2a_simulator.scenario.play import Play


def plan(play: Play, hello: Hello) -> tuple[Check, ...]:
    """The checks of a cell, each key once.

    All checks of the situation are there; those that the target cannot show get the verdict `not_applicable`.
    """
    out: dict[str, Check] = {}
    for check in _families(play, hello):
        if catalog.get(check.requirement).exists_in(play.cell.wire_form.dialect):
            out.setdefault(check.name, check)
    named = {check.requirement for check in out.values()}
    out |= {check.name: check for check in made_for_checks(play, named)}
    return tuple(out.values())


def _families(play: Play, hello: Hello) -> Iterator[Check]:
    yield from request_checks(play)
    yield from id_checks(play)
    yield from card_checks(play, hello)
    yield from credential_checks(play)
    yield from traffic_checks(play)
    yield from result_checks(play)
    yield from listener_checks(play)
    yield from pin_checks(play)
