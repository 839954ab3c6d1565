"""Which checks tell which mutants apart, read from the pins alone: nothing is run."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from a2a_conformance.selftest import pins
from a2a_conformance.verdict import Status

WORST_FIRST: Final = (Status.FAIL, Status.WARN, Status.INFO)


@cache
def tellers() -> Mapping[str, Mapping[str, Status]]:
    """Mutant → the checks that tell it apart somewhere → the worst that each comes to. Raises OSError."""
    told = json.loads(pins.path().read_text(encoding="utf-8"))
    return {mutant: _worst(name for names, _ in groups for name in names) for mutant, groups in told.items()}


@cache
def unreached() -> Mapping[str, frozenset[str]]:
    """Mutant → the checks that it keeps from being reached somewhere. Raises OSError."""
    told = json.loads(pins.path().read_text(encoding="utf-8"))
    ending = f" = {Status.NOT_REACHED}"
    return {
        mutant: frozenset(name.removesuffix(ending) for names, _ in groups for name in names if name.endswith(ending))
        for mutant, groups in told.items()
    }


def _worst(names: Iterable[str]) -> dict[str, Status]:
    told = {(check, word) for check, _, word in (name.rpartition(" = ") for name in names)}
    checks = sorted({check for check, _ in told})
    worst = {check: next((one for one in WORST_FIRST if (check, one.value) in told), None) for check in checks}
    return {check: status for check, status in worst.items() if status is not None}
