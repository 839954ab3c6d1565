from a2a_conformance import catalog
from a2a_conformance.catalog.advice import ADVICE, advise
from a2a_conformance.catalog.advice_reactions import ADVICE as REACTIONS
from a2a_conformance.catalog.advice_requests import ADVICE as REQUESTS
from a2a_conformance.catalog.requirement import Seen, Who
from a2a_conformance.verdict import Level


def test_advice_is_of_requirements_that_there_are():
    assert not set(ADVICE) - catalog.ids()
    assert not set(REQUESTS) & set(REACTIONS)


def test_every_duty_of_clients_that_is_judged_has_its_own_advice():
    without = [
        row.id
        for row in catalog.ROWS
        if row.left_out is None
        and Who.CLIENT in row.who
        and row.seen in (Seen.REQUEST, Seen.REACTION)
        and row.level in (Level.MUST, Level.SHOULD)
        and row.id not in ADVICE
    ]
    assert without == []


def test_advice_says_more_than_the_requirement():
    assert not [id for id, text in ADVICE.items() if text == catalog.get(id).text]


def test_what_binds_agents_says_what_a_client_should_make_of_it():
    assert "binds the agent" in advise(catalog.get("stream-task-first"))
