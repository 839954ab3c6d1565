"""Unknown keys: which one was meant, or where it belongs."""

from typing import Any, Final, get_args

from a2a_simulator.scenario.models.base import KEY_ALIASES, Model
from a2a_simulator.scenario.models.conditions import CallMatch
from a2a_simulator.scenario.models.driving import Drive
from a2a_simulator.scenario.models.file import EntryModel, ScenarioFile, ServeModel
from a2a_simulator.scenario.models.results import ExpectBlock
from a2a_simulator.scenario.models.steps import VERBS, Step
from a2a_simulator.scenario.problems import Path
from a2a_simulator.scenario.suggestions import closest

BELOW: Final[dict[type[Model], tuple[tuple[type[Model], str], ...]]] = {
    ScenarioFile: (
        (EntryModel, "an entry of `script`"),
        (Drive, "a step of `drive`"),
        (ExpectBlock, "`expect`"),
        (ServeModel, "`serve`"),
        (Step, "a step of `reply`"),
    ),
    EntryModel: ((Step, "a step of `reply`"), (CallMatch, "`when`"), (ServeModel, "`serve` at the top")),
    Drive: ((ExpectBlock, "`expect`"), (EntryModel, "an entry of `script`"), (Step, "a step of `reply`")),
    Step: ((EntryModel, "the entry, beside `reply`"), (Drive, "a step of `drive`")),
    ExpectBlock: ((Drive, "a step of `drive`"),),
}
"""Where a key may stand instead, by where it stands; the first that knows it is told."""


def keys_at(path: Path) -> tuple[str, ...]:
    """The keys that the map around a key knows."""
    model = model_at(ScenarioFile, path[:-1])
    return model.keys() if model is not None else ()


def meant(path: Path) -> str | None:
    """The key of the same map that was meant, or None."""
    key, keys = str(path[-1]), keys_at(path)
    alias = KEY_ALIASES.get(key)
    return alias if alias in keys else closest(key, keys)


def belongs(key: str, model: type[Model] | None, value: Any) -> str | None:
    """Where a key goes that its map does not know, as a remedy."""
    if model is None:
        return None
    if model is Step and isinstance(value, dict):
        verb = next((verb for verb in VERBS if verb in value), None)
        inner = model_at(Step, (verb,)) if verb is not None else None
        inner_keys = inner.keys() if inner is not None else ()
        if inner is not None and key in inner_keys:
            return _inside(str(verb), inner, value[verb], key)
    known = ((below.keys(), where) for below, where in BELOW.get(model, ()))
    place = next((where for keys, where in known if key in keys), None)
    return f"`{key}` belongs into {place}" if place is not None else None


def _inside(verb: str, model: type[Model], value: Any, key: str) -> str:
    if isinstance(value, dict) or model.short is None:
        return f"put it inside: `{verb}: {{…, {key}: …}}`"
    short = (
        (model.model_fields[model.short].alias or model.short) if model.short in model.model_fields else model.short
    )
    return f"write `{verb}: {{{short}: {value}, {key}: …}}`"


def model_at(model: type[Model], path: Path) -> type[Model] | None:
    """The model that reads the value at a path."""
    here: Any = model
    for part in path:
        if isinstance(part, int):
            continue
        if here is None:
            return None
        named = {field.alias or name: field for name, field in here.model_fields.items()}
        if part in named:
            here = _inner(named[part].annotation)
    return here if isinstance(here, type) and issubclass(here, Model) else None


def _inner(annotation: Any) -> type[Model] | None:
    """The model inside an annotation, however wrapped."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation
    for one in get_args(annotation):
        found = _inner(one)
        if found is not None:
            return found
    return None
