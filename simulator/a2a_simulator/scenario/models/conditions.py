"""Conditions: on texts (a match) and on calls (`when`)."""

import re
from typing import Annotated, Any

from pydantic import Field, field_validator, model_validator

from a2a_simulator.scenario.matchers import NESTED
from a2a_simulator.scenario.models.base import Listed, Model, Opt, refuse
from a2a_simulator.scenario.models.scalars import OperationWord, Words, operation_meant


class TextMatch(Model):
    """A condition on a text: plain text means equal; or contains, lacks, matches, absent."""

    short = "equals"
    short_only = True

    equals: Opt[str] = Field(None, description="Exactly this text.")
    contains: Opt[Listed[str]] = Field(None, description="Pieces that occur, in this order.")
    lacks: Opt[Listed[str]] = Field(None, description="Pieces that do not occur.")
    matches: Opt[str] = Field(None, description="A regular expression that is found in the text.")
    absent: Opt[bool] = Field(None, description="true: there is no such text.")

    @field_validator("matches")
    @classmethod
    def _pattern(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                re.compile(value)
            except re.error as error:
                refuse(f"no regular expression: {error}")
            if NESTED.search(value):
                refuse("a repeated group that repeats inside may never come to an end", "say it without nesting")
        return value

    @model_validator(mode="after")
    def _something(self) -> "TextMatch":
        if not self.model_fields_set:
            refuse("an empty condition", "one of: contains, lacks, matches, absent")
        return self


class CallMatch(Model):
    """Which calls; all conditions hold at once."""

    @classmethod
    def _remedy(cls, value: Any) -> str | None:
        meant = operation_meant(value)
        return f"write `{{call: {meant}}}`" if meant is not None else "a map such as `{call: GetTask}`"

    call: Opt[Listed[OperationWord]] = Field(None, description="Operations under their 1.0 names, or `any`.")
    task: Opt[Annotated[str, Words("task condition", ("none", "known", "unknown", "current"))]] = Field(
        None, description="The task that the call names."
    )
    context: Opt[Annotated[str, Words("context condition", ("none", "known", "unknown"))]] = Field(
        None, description="The context that the call names."
    )
    text: Opt[TextMatch] = Field(None, description="The text of the message.")
    headers: Opt[dict[str, TextMatch]] = Field(None, description="Request headers by name.")
    path: Opt[TextMatch] = Field(None, description="The path of the request.")
    params: Opt[dict[str, Any]] = Field(None, description="JSON pointer into the request in 1.0 form, and its value.")
    agent: Opt[str] = Field(None, description="The agent that is called.")

    @field_validator("params")
    @classmethod
    def _pointers(cls, value: dict[str, Any] | None) -> dict[str, Any] | None:
        for pointer in value or ():
            check_pointer(pointer)
        return value


def check_pointer(pointer: str) -> str:
    """A JSON pointer, or a refusal."""
    if pointer and not pointer.startswith("/"):
        refuse(f'"{pointer}" is no JSON pointer', f"write `/{pointer.replace('.', '/')}`")
    return pointer
