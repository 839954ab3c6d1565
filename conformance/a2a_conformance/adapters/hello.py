"""What a target declares, as JSON: read from a hello line, from attributes, from the target file."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from a2a_conformance.adapters.base import FEATURES, SessionOver
from a2a_conformance.adapters.normal_form import Strict, explain, nearest
from a2a_conformance.outcome import AnswerForm, Hello, Observes

Level = Literal["events", "aggregate", "answer", "ended", "wire"]


def _words(value: Any) -> Any:
    """A bare item where a list is expected; tuples and sets are lists to a Python author."""
    if isinstance(value, str):
        return [value]
    return list(value) if isinstance(value, (tuple, set, frozenset)) else value


def _level(value: Any) -> Any:
    return value.name.lower() if isinstance(value, Observes) else value


Words = Annotated[list[str], BeforeValidator(_words)]


class AnswerDeclaration(Strict):
    """How a target makes one text of artifacts. Declared, equality is demanded; else sentinels are looked for."""

    artifacts: Literal["all", "last", "first"] | None = Field(
        default=None, description="Which artifacts are in the text."
    )
    join: str = Field(default="", description="What stands between two artifacts.")
    status_message: bool = Field(default=False, description="Whether texts of status messages are in the answer.")
    data: bool = Field(default=False, description="Whether data parts are in the answer, as JSON.")


class Declaration(Strict):
    """What a target says of itself; a run judges it by this and by nothing else."""

    name: str = Field(default="", description="Name of the client or gateway.")
    version: str = Field(default="", description="Its version.")
    observes: Annotated[Level, BeforeValidator(_level)] = Field(
        default="wire", description="What its caller gets to see."
    )
    dialects: Words = Field(default=["1.0"], description="A2A versions that it speaks: 0.3, 1.0.")
    bindings: Words = Field(default=["jsonrpc"], description="Bindings that it speaks.")
    features: Words = Field(
        default=[], description="What it can do beyond sending: cancel, get, resubscribe, listener …"
    )
    answer: AnswerDeclaration = Field(default=AnswerDeclaration(), description="How it makes one text of artifacts.")
    demo: bool = Field(
        default=False, description="True in a kit whose function was not replaced yet: earns no badge."
    )

    def hello(self, fallback: str) -> Hello:
        """The declaration as the harness keeps it; `fallback` names a target that does not name itself."""
        answer = AnswerForm(**self.answer.model_dump())
        return Hello(
            self.name or fallback,
            self.version,
            Observes[self.observes.upper()],
            tuple(self.dialects),
            tuple(self.bindings),
            frozenset(self.features),
            answer,
            self.demo,
        )


DIALECTS = ("0.2", "0.3", "1.0")
BINDINGS = ("jsonrpc", "rest", "grpc", "eventmesh")


def read_hello(value: Mapping[str, Any], fallback: str) -> Hello:
    """The hello of a declaration. Raises SessionOver with the member that is wrong."""
    value = {name: item for name, item in value.items() if item is not None}
    if isinstance(value.get("answer"), AnswerForm):
        form = value["answer"]
        value["answer"] = {name: getattr(form, name) for name in AnswerDeclaration.model_fields}
    try:
        told = Declaration.model_validate(value)
    except ValidationError as problem:
        raise SessionOver(f"hello of {fallback}: {explain(problem, Declaration.model_fields)}") from None
    if problem_text := unknown_words(told.dialects, told.bindings, told.features):
        raise SessionOver(f"hello of {fallback}: {problem_text}")
    return told.hello(fallback)


def unknown_words(dialects: list[str], bindings: list[str], features: list[str]) -> str:
    """The first word that nobody knows, as one line with the nearest known one; empty: all are known."""
    for key, words, known in (
        ("dialects", dialects, DIALECTS),
        ("bindings", bindings, BINDINGS),
        ("features", features, tuple(sorted(FEATURES))),
    ):
        if (word := first_unknown(words, known)) is not None:
            return f"{key}: {word!r} is none of {', '.join(known)}{nearest(word, known)}"
    return ""


def first_unknown(words: list[str], known: tuple[str, ...]) -> str | None:
    """The first word that is not known."""
    return next((word for word in words if word not in known), None)
