"""Dialects and bindings that a file names although its steps rule them out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from a2a_simulator.scenario.problems import Problem

if TYPE_CHECKING:
    from a2a_simulator.scenario.scenario import Scenario


def check(scenario: "Scenario") -> Iterator[Problem]:
    """A named dialect or binding of which nothing is left, and a file of which nothing is left."""
    left = [form for form in scenario.named_forms if not any(form in one.forms for one in scenario.ruled)]
    for key, kept in (("dialects", {form.dialect for form in left}), ("bindings", {form.binding for form in left})):
        for index, word in enumerate(getattr(scenario.file, key) or ()):
            if word not in kept:
                form = next(form for form in scenario.named_forms if word in (form.dialect, form.binding))
                ruled = next(one for one in scenario.ruled if form in one.forms)
                yield scenario.located.problem(
                    (key, index),
                    f"{word} is ruled out: {ruled.what} in line {ruled.place.line} does not exist there",
                    f"leave {word} out; steps narrow a file by themselves",
                )
    if not left and scenario.file.dialects is None and scenario.file.bindings is None:
        told = ", ".join(dict.fromkeys(f"{one.what} in line {one.place.line}" for one in scenario.ruled))
        yield scenario.located.problem((), f"the steps leave no wire form: {told}")
