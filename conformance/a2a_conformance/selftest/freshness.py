"""Whether the pins are as new as what they were taken from: digests of scenarios, judges and mutants."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from a2a_conformance import corpus
from a2a_conformance.selftest import mutants as mutants_package
from a2a_conformance.selftest.mutant import MUTANTS
from a2a_simulator.scenario.load import SUFFIX

JUDGES: Final = ("rules", "checks", "oracle", "plan.py", "evaluate.py")
"""What gives verdicts, below the package."""

Digests = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class State:
    """Digests: of each scenario by its id, of each module of mutants by its name, and one of all that judges."""

    scenarios: Digests
    mutants: Digests
    judges: str


def path() -> Path:
    """Where the digests of the committed pins are kept."""
    return Path(str(files("a2a_conformance.selftest"))) / "state.json"


def current() -> State:
    """The digests of what lies here now."""
    package = Path(str(files("a2a_conformance")))
    sources = (file for name in JUDGES for file in _python(package / name))
    modules = Path(mutants_package.__path__[0]).glob("[!_]*.py")
    return State(
        {id: _digest([file]) for id, file in corpus.paths().items()},
        {file.stem: _digest([file]) for file in sorted(modules)},
        _digest(sources),
    )


def kept() -> State:
    """The digests as they were when the pins were accepted. None yet: an empty state."""
    if not path().is_file():
        return State({}, {}, "")
    told = json.loads(path().read_text(encoding="utf-8"))
    return State(told["scenarios"], told["mutants"], told["judges"])


def accepted(now: State, scenarios: Collection[str] | None = None, mutants: Collection[str] | None = None) -> State:
    """What to keep after pins were accepted: of these scenarios, of these mutants; None: of all there are."""
    before = kept()
    mine = {MUTANTS[name].module for name in mutants or ()} if scenarios or mutants else set(now.mutants)
    seen = () if mutants is not None else now.scenarios if scenarios is None else scenarios
    return State(
        _renewed(before.scenarios, now.scenarios, seen),
        _renewed(before.mutants, now.mutants, mine),
        now.judges,
    )


def write(state: State) -> None:
    """Keeps them. Raises OSError."""
    told = {"judges": state.judges, "mutants": dict(state.mutants), "scenarios": dict(state.scenarios)}
    path().write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def stale(now: State, before: State) -> Iterator[str]:
    """What is newer than the pins, a line each: the file, and the command that takes it in."""
    command = "a2a-conformance selftest --accept"
    for id in sorted(now.scenarios.keys() | before.scenarios.keys()):
        if now.scenarios.get(id) != before.scenarios.get(id):
            what = "is newer than the pins" if id in now.scenarios else "is gone, and the pins still know it"
            again = f"{command} --scenario {id}" if id in now.scenarios else command
            yield f"fixtures/scenarios/{id}{SUFFIX} {what}: run `{again}`"
    for name in sorted(now.mutants.keys() | before.mutants.keys()):
        if now.mutants.get(name) != before.mutants.get(name):
            first = next((mutant for mutant, told in MUTANTS.items() if told.module == name), None)
            again = f"{command} --mutant {first}" if first else command
            yield f"selftest/mutants/{name}.py is newer than the pins: `{again}`, or name the one you changed"
    if now.judges != before.judges:
        yield f"{', '.join(JUDGES)}: what judges is newer than the pins: run `{command}`, or with --rule or --mutant"


def _renewed(before: Digests, now: Digests, names: Iterable[str]) -> Digests:
    taken = set(names)
    return {name: now[name] if name in taken else before[name] for name in now if name in taken or name in before}


def _python(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def _digest(paths: Iterable[Path]) -> str:
    out = hashlib.sha256()
    for file in paths:
        out.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return out.hexdigest()[:12]
