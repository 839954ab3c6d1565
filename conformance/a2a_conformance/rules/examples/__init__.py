"""Good and bad streams of every rule, as data: `fixtures/streams/rules/*.yaml`."""

from a2a_conformance.rules.examples.case import Case
from a2a_conformance.rules.examples.example import Example, examples
from a2a_conformance.rules.examples.files import BrokenExamples, cases

__all__ = ["BrokenExamples", "Case", "Example", "cases", "examples"]
