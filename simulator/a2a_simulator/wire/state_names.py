"""How task states and roles are spelled, and which other spellings are understood (1.0 §4.1.3, 0.3 §6.3)."""

import re
from collections.abc import Mapping
from typing import Any, Final

from a2a_simulator.protocol.messages import Role
from a2a_simulator.protocol.states import AnyState, State, UnknownState
from a2a_simulator.wire.members import Notes
from a2a_simulator.wire.wire_forms import Dialect

PREFIX: Final = "TASK_STATE_"

V1_STATES: Final[Mapping[State, str]] = {
    State.UNSPECIFIED: "TASK_STATE_UNSPECIFIED",
    State.SUBMITTED: "TASK_STATE_SUBMITTED",
    State.WORKING: "TASK_STATE_WORKING",
    State.INPUT_REQUIRED: "TASK_STATE_INPUT_REQUIRED",
    State.AUTH_REQUIRED: "TASK_STATE_AUTH_REQUIRED",
    State.COMPLETED: "TASK_STATE_COMPLETED",
    State.FAILED: "TASK_STATE_FAILED",
    State.CANCELED: "TASK_STATE_CANCELED",
    State.REJECTED: "TASK_STATE_REJECTED",
}
V0_3_STATES: Final[Mapping[State, str]] = {
    State.UNSPECIFIED: "unknown",
    State.SUBMITTED: "submitted",
    State.WORKING: "working",
    State.INPUT_REQUIRED: "input-required",
    State.AUTH_REQUIRED: "auth-required",
    State.COMPLETED: "completed",
    State.FAILED: "failed",
    State.CANCELED: "canceled",
    State.REJECTED: "rejected",
}
STATES: Final = {Dialect.V1_0: V1_STATES, Dialect.V0_3: V0_3_STATES, Dialect.V0_2: V0_3_STATES}

NUMBERS: Final = (
    State.UNSPECIFIED,
    State.SUBMITTED,
    State.WORKING,
    State.COMPLETED,
    State.FAILED,
    State.CANCELED,
    State.INPUT_REQUIRED,
    State.REJECTED,
    State.AUTH_REQUIRED,
)
"""The states in the order of their protobuf numbers."""

V1_ROLES: Final[Mapping[Role, str]] = {Role.USER: "ROLE_USER", Role.AGENT: "ROLE_AGENT"}
V0_3_ROLES: Final[Mapping[Role, str]] = {Role.USER: "user", Role.AGENT: "agent"}

_RIGHT: Final = {dialect: {name: state for state, name in names.items()} for dialect, names in STATES.items()}
_UNDERSTOOD: Final[Mapping[str, State]] = {
    **{name: state for names in (V1_STATES, V0_3_STATES) for state, name in names.items()},
    **{state.value: state for state in State},
    **{state.value.upper(): state for state in State},
    "TASK_STATE_CANCELLED": State.CANCELED,
    "cancelled": State.CANCELED,
    "CANCELLED": State.CANCELED,
}
_ROLES_UNDERSTOOD: Final[Mapping[object, Role]] = {
    **{name: role for names in (V1_ROLES, V0_3_ROLES) for role, name in names.items()},
    1: Role.USER,
    2: Role.AGENT,
}
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*", re.ASCII)


def spell_state(state: AnyState, dialect: Dialect) -> str:
    """The name of a state on the wire. A state that A2A does not know is spelled as the dialect would spell it."""
    if isinstance(state, State):
        return STATES[dialect][state]
    name = state.name.removeprefix(PREFIX)
    if _WORD.fullmatch(name) is None:
        return state.name
    if dialect is Dialect.V1_0:
        return PREFIX + name.replace("-", "_").upper()
    return name.replace("_", "-").lower()


def read_state(value: Any, dialect: Dialect, pointer: str, notes: Notes) -> AnyState:
    """The state behind a JSON value; every spelling in use is understood, a wrong one noted."""
    state = _RIGHT[dialect].get(value) if isinstance(value, str) else None
    if state is not None:
        if state is State.UNSPECIFIED:
            notes.add("state-status-required", pointer, f"`{value}` is no state that a task can be in")
        return state
    if value is None:
        notes.add("state-status-required", pointer, "`state` is missing")
        return State.UNSPECIFIED
    if isinstance(value, str):
        return _misspelled(value, dialect, pointer, notes)
    if isinstance(value, int) and not isinstance(value, bool):
        notes.add("json-enum", pointer, f"a state is written as its name, not as the number {value}")
        return NUMBERS[value] if 0 <= value < len(NUMBERS) else UnknownState(str(value))
    notes.add("state-values", pointer, "`state` must be a string")
    return State.UNSPECIFIED


def _misspelled(value: str, dialect: Dialect, pointer: str, notes: Notes) -> AnyState:
    state = _UNDERSTOOD.get(value)
    if state is State.CANCELED:
        notes.add("state-canceled-spelling", pointer, f"`{value}` must be spelled `{STATES[dialect][state]}`")
        return state
    if state is not None:
        notes.add("state-values", pointer, f"`{value}` must be spelled `{STATES[dialect][state]}`")
        return state
    notes.add("state-values", pointer, f"A2A knows no state `{value}`")
    name = value.removeprefix(PREFIX)
    return UnknownState(name.replace("-", "_").upper() if _WORD.fullmatch(name) else value)


def read_role(value: Any, roles: Mapping[Role, str], sender: Role | None, pointer: str, notes: Notes) -> Role:
    """The role of a message; without one it is what it must be (the agent, if either may have written it)."""
    role = _ROLES_UNDERSTOOD.get(value) if isinstance(value, str | int) else None
    pointer = f"{pointer}/role"
    if role is None:
        wrong = "missing" if value is None else "no role that A2A knows"
        notes.add("msg-role-direction", pointer, f"`role` is {wrong}")
        return sender or Role.AGENT
    if roles[role] != value:
        notes.add("json-enum", pointer, f"`{value}` must be spelled `{roles[role]}`")
    if sender is not None and role is not sender:
        notes.add("msg-role-direction", pointer, f"a message of the {sender} has the role `{value}`")
    return role
