"""One rule on its own: whether its good stream keeps it silent, and its bad stream makes it speak."""

from collections.abc import Iterator

from a2a_conformance.rules.conversation_examples import TalkExample, talk_examples
from a2a_conformance.rules.examples import Example, examples
from a2a_simulator.wire.wire_forms import Dialect

DIALECTS = (Dialect.V1_0, Dialect.V0_3)


def _shipped(requirement: str) -> Iterator[Example | TalkExample]:
    """The examples of a requirement: of streams, and of whole conversations."""
    yield from (one for one in examples() if one.requirement == requirement)
    yield from (one for one in talk_examples() if one.requirement == requirement)


def has_streams(requirement: str) -> bool:
    """Whether streams or conversations are shipped that break it."""
    return any(True for _ in _shipped(requirement))


def wrong(requirement: str) -> Iterator[str]:
    """What does not hold of its streams, a line each with file and remedy. Raises BrokenExamples."""
    for example in _shipped(requirement):
        for dialect in DIALECTS:
            good, bad = example.good_cases.get(dialect), example.bad_cases.get(dialect)
            if bad is not None and requirement not in {found.requirement for found in bad.judged(dialect)}:
                yield f"fixtures/streams, {bad.family}, {bad.name!r} ({dialect}): no rule speaks of {requirement}"
            for finding in () if good is None else good.judged(dialect):
                if finding.requirement == requirement:
                    yield f"the good stream of {requirement} in {dialect} is taken for a bad one: {finding.text}"
    if has_streams(requirement) and not any(example.good_cases for example in _shipped(requirement)):
        yield f"{requirement} has no good stream: add one under fixtures/streams, with `of: [{requirement}]`"
