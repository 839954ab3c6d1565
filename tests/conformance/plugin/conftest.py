"""pytester drops what a test imported, and a C extension survives that with the classes of its first import: what
the plugin needs is therefore imported here, before any test."""

import pytest

import a2a_conformance.adapters.python
import a2a_conformance.plugin.agent
import a2a_conformance.plugin.collect
import a2a_conformance.plugin.failures
import a2a_conformance.plugin.folding
import a2a_conformance.plugin.ledger
import a2a_conformance.reference.adapter
import a2a_conformance.report.folder
import a2a_conformance.requirement_sets
import a2a_conformance.runner.cell  # noqa: F401

CONFTEST = """
import pytest
from a2a_conformance.reference.adapter import ReferenceAdapter

@pytest.fixture
def a2a_adapter():
    return ReferenceAdapter()
"""

PAUSE = """
scenario: pauses for a seat, then books
drive:
  - send: Book a flight to New York
    expect: {outcome: input_required, reason: Which seat?}
  - answer: 12A
script:
  - reply:
      - task: submitted
      - status: {state: input_required, text: Which seat?}
  - reply:
      - task: working
      - artifact: {id: ticket, text: Seat 12A, last: true}
      - status: completed
"""


@pytest.fixture
def project(pytester):
    """A project with a client under test and one scenario of its own."""
    pytester.makeconftest(CONFTEST)
    pytester.path.joinpath("pause.a2a.yaml").write_text(PAUSE, encoding="utf-8")
    return pytester


@pytest.fixture(autouse=True)
def _quiet_loops(pytester):
    """What pytest-asyncio wants to be told, so that its warning is not taken for ours."""
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
