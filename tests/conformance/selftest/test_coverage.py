"""Coverage: which requirements are proven to be judged, and how many have to be."""

import pytest

from a2a_conformance.catalog.requirement import Judge, LeftOut
from a2a_conformance.catalog.rows import MAY, MUST, asks, told
from a2a_conformance.rules.conversation_examples import talks
from a2a_conformance.rules.examples import cases
from a2a_conformance.selftest.coverage import GROUPS, Group, Proof, coverage, proof
from a2a_conformance.selftest.tellers import tellers
from a2a_simulator.wire.wire_forms import Binding

SENT = asks("sent", MUST, "3.1", "It is sent.")
SHOWN = told("shown", MUST, "3.1", "It is shown.")
LEFT = told("left", MUST, "3.1", "It is left.", left_out=LeftOut.SERVER_ONLY)
PROOF = Proof(mutants={"sent": ("never-sends",), "left": ("any",)}, streams={"shown": ("shape: hidden",)})


def test_a_row_counts_when_a_mutant_or_a_stream_breaks_it():
    assert PROOF.holds(SENT)
    assert PROOF.holds(SHOWN)
    assert PROOF.missing(SENT) == ""


def test_a_row_that_is_left_out_does_not_count_whoever_breaks_it():
    assert not PROOF.holds(LEFT)
    assert PROOF.missing(LEFT) == "server only"


def test_a_row_that_nothing_breaks_says_so():
    assert Proof({}, {}).missing(SENT) == "judged by request, and no mutant breaks it"
    assert Proof({}, {}).missing(SHOWN) == "judged by stream, and no mutant and no stream breaks it"


def test_a_group_tells_its_share_and_whether_it_is_enough():
    (told_of,) = coverage(PROOF, [Group("all", (SENT, SHOWN, LEFT), 0.7)])
    assert (told_of.covered, told_of.reached) == (2, False)
    assert [(row.id, reason) for row, reason in told_of.uncovered] == [("left", "server only")]
    assert coverage(PROOF, [Group("all", (SENT, SHOWN, LEFT), 0.6)])[0].reached


def test_a_permission_counts_when_a_mutant_fails_in_its_scenario():
    permitted = told("allowed", MAY, "3.1", "It is allowed.", checks=(Judge.SCENARIO,))
    assert Proof({"allowed": ("does-not-cope",)}, {}).holds(permitted)


def test_the_proof_is_that_of_pins_streams_and_conversations():
    found = proof()
    assert set(found.mutants["art-append"]) <= set(tellers())
    assert {id for case in cases() for id in case.requirements} <= set(found.streams)
    assert {id for talk in talks() for id in talk.requirements} <= set(found.streams)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.title.split()[0])
def test_groups_hold_what_json_rpc_knows(group):
    assert len(group.rows) > 40
    assert all(Binding.JSONRPC in row.bindings for row in group.rows)
    assert len({row.id for row in group.rows}) == len(group.rows)


def test_each_group_is_told_by_its_direction():
    for group in GROUPS:
        arrow = group.title.split()[0]
        assert all(arrow in row.directions for row in group.rows)


@pytest.mark.parametrize("told_of", coverage(proof()), ids=lambda told_of: told_of.group.title.split()[0])
def test_enough_is_proven(told_of):
    missing = "\n".join(f"{row.id}: {reason}" for row, reason in told_of.uncovered)
    assert told_of.reached, f"{told_of.share:.1%} of {told_of.group.title}; these do not count:\n{missing}"
