"""Pins, lowered."""

from a2a_simulator.scenario import play
from a2a_simulator.scenario.lowering.content import match, when
from a2a_simulator.scenario.models.results import (
    Alternative,
    ExpectArtifact,
    ExpectBlock,
    ExpectCall,
    ExpectError,
    Result,
)
from a2a_simulator.scenario.narrowing import exists
from a2a_simulator.scenario.problems import Path
from a2a_simulator.scenario.yaml_text import Located
from a2a_simulator.wire.wire_forms import WireForm


def pins(
    models: list[ExpectBlock], path: Path, form: WireForm, located: Located, n: int | None = None
) -> tuple[play.Expect, ...]:
    """The blocks of `expect` that count in a wire form. `path` is the list's; a bare block stands at it itself."""
    return tuple(
        _expect(model, (*path, index), located, n) for index, model in enumerate(models) if exists(model, form)
    )


def _expect(model: Result, path: Path, located: Located, n: int | None) -> play.Expect:
    any_of: tuple[play.Expect, ...] = ()
    requirement = None
    if isinstance(model, ExpectBlock):
        requirement = model.requirement
        any_of = tuple(
            _expect(one, (*path, "any_of", index), located, n) for index, one in enumerate(model.any_of or ())
        )
    return play.Expect(
        place=located.place(path),
        outcome=tuple(model.outcome or ()),
        text=match(model.text, n),
        artifacts={id: _artifact(one, n) for id, one in (model.artifacts or {}).items()},
        reason=match(model.reason, n),
        error=_error(model.error, n),
        calls=tuple(_call(one, n) for one in model.calls or ()),
        calls_in_order=bool(model.calls_in_order),
        listener_updates=None if model.listener is None else model.listener.updates,
        any_of=any_of,
        rate=(model.rate or "pass") if isinstance(model, Alternative) else "pass",
        requirement=requirement,
    )


def _artifact(model: ExpectArtifact | None, n: int | None) -> play.ExpectedArtifact:
    if model is None:
        return play.ExpectedArtifact(absent=True)
    return play.ExpectedArtifact(
        text=match(model.text, n),
        data=None if model.data is None else tuple(model.data),
        files=None if model.files is None else tuple(model.files),
    )


def _error(model: ExpectError | None, n: int | None) -> play.ExpectedError | None:
    if model is None:
        return None
    return play.ExpectedError(model.name, model.code, model.http, match(model.message, n))


def _call(model: ExpectCall, n: int | None) -> play.ExpectedCall:
    least, most = model.times if model.times is not None else (1, 1)
    gap = model.gap
    return play.ExpectedCall(
        when(model, None, n), least, most, None if gap is None else gap.min, None if gap is None else gap.max
    )
