"""All mutants, known once their families are imported: every module of `mutants` is one."""

import importlib
import pkgutil

from a2a_conformance.selftest import mutants
from a2a_conformance.selftest.mutant import MUTANTS, Mutant

for _info in sorted(pkgutil.iter_modules(mutants.__path__), key=lambda info: info.name):
    importlib.import_module(f"{mutants.__name__}.{_info.name}")


def all_mutants() -> tuple[Mutant, ...]:
    """Every mutant, in the order of their bug classes and names."""
    return tuple(sorted(MUTANTS.values(), key=lambda mutant: (mutant.bug_class.name, mutant.name)))
