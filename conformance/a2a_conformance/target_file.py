"""`a2a-target.yaml`: the one place where a target is described, and the ways to name a target without it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from a2a_conformance.adapters.base import FEATURES, Adapter, SessionOver
from a2a_conformance.adapters.hello import (
    BINDINGS,
    DIALECTS,
    AnswerDeclaration,
    Level,
    Words,
    first_unknown,
)
from a2a_conformance.adapters.normal_form import Strict, explain_error, nearest
from a2a_simulator.scenario.models.scalars import Duration
from a2a_simulator.scenario.problems import Problem, ScenarioProblems
from a2a_simulator.scenario.yaml_text import Located, read

FILE_NAME: Final = "a2a-target.yaml"
BRANCHES: Final = ("AnswerOfFile", "literal['stdout']", "str", "list[str]")
"""What pydantic adds to the path of a value that may be of several types."""


class TargetProblem(ValueError):
    """No target can be made of what was given; `str()` has one line for each problem, with place and remedy."""


class AnswerOfFile(AnswerDeclaration):
    """How the target makes one text of artifacts; of a command also where that text is."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    source: Literal["stdout"] | None = Field(default=None, alias="from", description="stdout: what it prints.")


class TargetFile(Strict):
    """A target: how it is driven, and what it declares. What is declared is what runs; nothing is guessed."""

    kind: Literal["python", "worker", "command", "manual", "gateway"] = Field(description="How the target is driven.")
    name: str | None = Field(default=None, description="Name of the client or gateway in reports.")
    version: str | None = Field(default=None, description="Its version, in quotes.")
    command: str | list[str] | None = Field(
        default=None,
        description="worker, command: what to start; of a command with {base_url} {card_url} {text} {outcome} …",
    )
    module: str | None = Field(default=None, description="python: module:attribute, or path/file.py:attribute.")
    url: str | None = Field(default=None, description="manual, gateway: where it is, shown in reports.")
    env: dict[str, str] = Field(default={}, description="Environment variables to add.")
    dialects: Words | None = Field(default=None, description="A2A versions that it speaks: 0.3, 1.0.")
    bindings: Words | None = Field(default=None, description="Bindings that it speaks: jsonrpc.")
    observes: Level | None = Field(default=None, description="What its caller gets to see.")
    features: Words | None = Field(default=None, description="What it can do beyond sending.")
    answer: AnswerOfFile | Literal["stdout"] | None = Field(
        default=None, description="How it makes one text of artifacts; of a command also: stdout."
    )
    demo: bool | None = Field(default=None, description="true: the demo client of `init` is still in: no badge.")
    profile: Words | None = Field(default=None, description="Profiles that it is judged by beyond A2A.")
    suite: Words | None = Field(default=None, description="What runs when nothing is named: suites or globs.")
    requirements: Words | None = Field(
        default=None, description="Frozen sets of requirements that it is judged by, such as 1.0@2026.12."
    )
    baseline: str | None = Field(default=None, description="File of expected failures, relative to this one.")
    jobs: int | None = Field(default=None, ge=1, le=64, description="How many runs at a time.")
    deadline: Duration | None = Field(
        default=None, description="Silence after which an unfinished step is a hang (default 5s)."
    )


@dataclass(frozen=True, slots=True)
class Target:
    """A target that can be driven. `place` says where it was described: a file, or the option."""

    kind: str
    place: str
    folder: Path
    command: tuple[str, ...] | str = ()
    module: str = ""
    url: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    answer_from: str | None = None
    declared: Mapping[str, Any] = field(default_factory=dict)
    profile: tuple[str, ...] = ()
    suite: tuple[str, ...] = ()
    baseline: Path | None = None
    jobs: int | None = None
    deadline: float | None = None
    requirements: tuple[str, ...] = ()

    def adapter(self, trace: Callable[[str, str], None] | None = None) -> Adapter:
        """The adapter that drives it; nothing is started yet. Raises TargetProblem, AdapterError.

        `trace(direction, line)` is shown every line to and from a worker.
        """
        match self.kind:
            case "worker":
                from a2a_conformance.adapters.worker import WorkerAdapter

                return WorkerAdapter(self.command, self.folder, self.env, self.declared, trace)
            case "command":
                from a2a_conformance.adapters.command import CommandAdapter

                try:
                    return CommandAdapter(self.command, self.folder, self.env, self.declared, self.answer_from)
                except SessionOver as problem:
                    raise TargetProblem(f"{self.place}: {problem}") from problem
            case "python":
                from a2a_conformance.adapters.python import PythonAdapter
                from a2a_conformance.adapters.python_import import load_attribute

                return PythonAdapter(load_attribute(self.module, self.folder, self.place), self.declared)
            case "manual":
                raise TargetProblem(f"{self.place}: a manual target drives itself: use `a2a-conformance serve`")
        raise TargetProblem(f"{self.place}: targets of kind {self.kind} cannot be driven by this version")


def resolve_target(
    target: str | Path | None = None,
    adapter: str | None = None,
    cwd: Path | None = None,
    answer: str | None = None,
) -> Target:
    """The target of a run: a target file, an adapter text (`worker:CMD`, `command:CMD`, `python:module:attr`), or
    the target file of the working directory. `answer` is `stdout` for a command. Raises TargetProblem.
    """
    folder = (cwd or Path.cwd()).resolve()
    if target is not None and adapter is not None:
        raise TargetProblem("both a target file and an adapter are given: leave one of them out")
    if adapter is not None:
        return _of_text(adapter, folder, answer)
    if answer is not None:
        raise TargetProblem("--answer belongs to a command: give --command too")
    path = folder / (target or FILE_NAME)
    if target is None and not path.exists():
        raise TargetProblem(
            f"no target: there is no {FILE_NAME} in {folder}. Write one with `a2a-conformance init --js`, `--python`"
            " or `--shell`; or name one: --target FILE, --adapter 'worker:CMD', --adapter 'python:module:attr',"
            " --command 'CMD {base_url} {text}' --answer stdout"
        )
    return load_target(path)


def load_target(path: Path) -> Target:
    """The target that a file describes. Raises TargetProblem with every problem of the file, each in one line."""
    try:
        data = path.read_bytes()
    except IsADirectoryError:
        return load_target(path / FILE_NAME)
    except OSError as problem:
        reason = "no such file" if isinstance(problem, FileNotFoundError) else str(problem.strerror).lower()
        raise TargetProblem(f"{path}: {reason}; `a2a-conformance init` writes a target file") from None
    shown = _shown(path)
    try:
        located = read(data, shown)
    except ScenarioProblems as problems:
        raise TargetProblem(str(problems)) from None
    if not isinstance(located.value, dict):
        raise TargetProblem(f"{shown}:1:1: a target file is a map of keys such as `kind: worker`")
    try:
        told = TargetFile.model_validate(located.value)
    except ValidationError as problem:
        raise TargetProblem(str(ScenarioProblems(_problems(problem, located)))) from None
    if found := list(_wrong(told, located)):
        raise TargetProblem(str(ScenarioProblems(found)))
    return _target(told, path.resolve().parent, shown)


def _problems(problem: ValidationError, located: Located) -> Iterator[Problem]:
    seen: set[tuple[Any, ...]] = set()
    for error in problem.errors(include_url=False):
        path = tuple(error["loc"])
        path = tuple(part for part in path if part not in BRANCHES)
        if path[:1] in (("command",), ("answer",)) and path[:1] in seen:
            continue
        seen |= {path, path[:1]}
        nested: type[BaseModel] = AnswerOfFile if len(path) > 1 and path[0] == "answer" else TargetFile
        unknown = error["type"] == "extra_forbidden"
        parent = path[:-1] if unknown else path
        text = explain_error(error | {"loc": path}, _names(nested), located=True)
        yield Problem(located.place(path, key=unknown), ".".join(map(str, parent)), text)


def _names(model: type[BaseModel]) -> list[str]:
    return [info.alias or name for name, info in model.model_fields.items()]


def _wrong(told: TargetFile, located: Located) -> Iterator[Problem]:
    needs = {"worker": "command", "command": "command", "python": "module"}.get(told.kind)
    if needs and not getattr(told, needs):
        example = {"worker": "`node my-worker.mjs`", "command": "`./ask {base_url} {text}`"}
        hint = f"as in {example.get(told.kind, '`my_tests.adapter:Adapter`')}"
        yield located.problem(("kind",), f"a target of kind {told.kind} needs the key {needs!r}", hint)
    for key, words, known in (
        ("dialects", told.dialects, DIALECTS),
        ("bindings", told.bindings, BINDINGS),
        ("features", told.features, tuple(sorted(FEATURES))),
    ):
        if (word := first_unknown(words or [], known)) is not None:
            at = (key, (words or []).index(word))
            yield located.problem(at, f"{word!r} is none of {', '.join(known)}{nearest(word, known)}")
    if told.answer == "stdout" and told.kind != "command":
        yield located.problem(("answer",), f"only a command answers on stdout, a {told.kind} does not")


def _target(told: TargetFile, folder: Path, place: str) -> Target:
    keys = ("name", "version", "dialects", "bindings", "observes", "features", "demo")
    declared = {key: value for key in keys if (value := getattr(told, key)) is not None}
    answer_from = None
    if told.answer == "stdout":
        answer_from = "stdout"
    elif isinstance(told.answer, AnswerOfFile):
        answer_from = told.answer.source
        declared["answer"] = told.answer.model_dump(exclude={"source"})
    return Target(
        told.kind,
        place,
        folder,
        tuple(told.command) if isinstance(told.command, list) else told.command or (),
        told.module or "",
        told.url,
        told.env,
        answer_from,
        declared,
        tuple(told.profile or ()),
        tuple(told.suite or ()),
        None if told.baseline is None else folder / told.baseline,
        told.jobs,
        told.deadline,
        tuple(told.requirements or ()),
    )


def _of_text(text: str, folder: Path, answer: str | None) -> Target:
    kind, colon, rest = text.partition(":")
    if not colon or not rest.strip():
        raise TargetProblem(
            f"the adapter {text!r} is none: write 'worker:CMD', 'command:CMD' or 'python:module:attr'"
        )
    if kind not in ("worker", "command", "python"):
        known = ("worker", "command", "python")
        raise TargetProblem(f"the adapter kind {kind!r} is none of {', '.join(known)}{nearest(kind, known)}")
    if answer is not None and (kind, answer) != ("command", "stdout"):
        raise TargetProblem(f"--answer {answer} does not fit a {kind}: it is `stdout`, and of a command only")
    if kind == "python":
        _demand_attribute(rest, f"--adapter {text}")
        return Target(kind, f"--adapter {text}", folder, module=rest)
    return Target(kind, f"--adapter {text}", folder, command=rest, answer_from=answer)


def _demand_attribute(text: str, place: str) -> None:
    """A Python target is named by `module:attribute`. Raises TargetProblem."""
    name, _, attribute = text.rpartition(":")
    if not name or not attribute:
        raise TargetProblem(f"{place}: {text!r} names no attribute: write it as `module:attribute`")


def _shown(path: Path) -> str:
    try:
        return str(path.resolve().relative_to(Path.cwd().resolve()))
    except ValueError:
        return str(path)


def schema() -> dict[str, Any]:
    """JSON schema of the target file, for editors."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **TargetFile.model_json_schema(by_alias=True),
        "title": "a2a-target.yaml",
    }
