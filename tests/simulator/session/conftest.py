"""A session to talk to without clock and socket."""

from collections.abc import Callable

import pytest

from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.play import Play
from a2a_simulator.wire.wire_forms import PLAYABLE
from simulator_desk import Desk


def lowered(text: str, dialect: str = "1.0") -> Play:
    drive = "" if "drive:" in text else "drive: [send: Hello]\n"
    scenario = load_text(f"scenario: a test\n{drive}{text}")
    form = next(form for form in PLAYABLE if form.dialect == dialect)
    return scenario.lower(scenario.cells([form])[0])


@pytest.fixture
def play() -> Callable[..., Play]:
    """Lowers a script; `scenario` and `drive` are added."""
    return lowered


@pytest.fixture
def desk() -> Callable[..., Desk]:
    """Opens a session on a script and gives the caller's side of it."""

    def opened(text: str, dialect: str = "1.0", **options: object) -> Desk:
        return Desk(lowered(text, dialect), dialect, **options)

    return opened
