"""Drive steps, lowered: modes decided, `parallel` expanded."""

from a2a_simulator.protocol.states import State
from a2a_simulator.scenario import play
from a2a_simulator.scenario.lowering.content import parts
from a2a_simulator.scenario.lowering.results import pins
from a2a_simulator.scenario.models.driving import Drive, ListenerValue, StopAtValue
from a2a_simulator.scenario.placeholders import count, count_json
from a2a_simulator.scenario.play import Verb
from a2a_simulator.scenario.problems import Path
from a2a_simulator.scenario.yaml_text import Located

_TASK_VERBS = ("resubscribe", "get", "cancel", "get_push", "list_push", "delete_push", "abort")


def steps(
    models: list[Drive], path: Path, cell: play.Cell, located: Located, prefix: str = "", n: int | None = None
) -> tuple[play.DriveStep, ...]:
    """Drive steps in a cell; `prefix` begins their ids."""
    return tuple(
        _step(model, (*path, index), cell, located, f"{prefix}{index}", n) for index, model in enumerate(models)
    )


def _step(model: Drive, path: Path, cell: play.Cell, located: Located, id: str, n: int | None) -> play.DriveStep:
    verb = Verb(model.verb)
    content = model.send or model.answer
    metadata = content.metadata if content is not None else None
    if model.list_ is not None:
        metadata = model.list_.model_dump(exclude_none=True)
    parallel: tuple[tuple[play.DriveStep, ...], ...] = ()
    if model.parallel is not None:
        parallel = tuple(
            steps(
                model.parallel.steps, (*path, "parallel", "steps"), cell, located, f"{id}.parallel.{turn}.", turn + 1
            )
            for turn in range(model.parallel.times)
        )
    return play.DriveStep(
        id=id,
        place=located.place(path),
        verb=verb,
        parts=() if content is None else parts(content.text, content.parts, n, final=True),
        metadata=count_json(metadata, n),
        task=_task(model),
        mode=_mode(model, verb, cell),
        blocking=model.blocking is not False,
        context=model.context or "auto",
        name=None if model.as_ is None else count(model.as_, n),
        to=model.to,
        accept=tuple(model.accept or ()),
        history=model.history,
        refers=tuple(count(one, n) for one in model.refers or ()),
        headers={name: count(text, n) for name, text in (model.headers or {}).items()},
        extensions=tuple(model.extensions or ()),
        push=model.push if model.push is not None else model.set_push,
        listener=_listener(model.listener),
        after=tuple(model.after or ()),
        meanwhile=steps(model.meanwhile or [], (*path, "meanwhile"), cell, located, f"{id}.meanwhile.", n),
        parallel=parallel,
        expect=pins([model.expect], (*path, "expect"), cell.wire_form, located, n) if model.expect else (),
        extended=model.fetch_card == "extended",
    )


def _task(model: Drive) -> str:
    named = next((getattr(model, verb) for verb in _TASK_VERBS if getattr(model, verb) is not None), None)
    return named if named is not None else "current"


def _mode(model: Drive, verb: Verb, cell: play.Cell) -> play.Mode:
    if verb not in (Verb.SEND, Verb.ANSWER):
        return play.Mode.AUTO
    return play.Mode(model.mode) if model.mode is not None else cell.mode


def _listener(model: ListenerValue | None) -> play.Listener | None:
    if model is None:
        return None
    if model.stop_at is None or model.return_ is None:
        return play.Listener()
    kind, at = _stop(model.stop_at)
    return play.Listener(kind, at, model.return_.word is not None, model.return_.response)


def _stop(model: StopAtValue) -> tuple[play.StopAt, int | State]:
    if model.status is not None:
        return play.StopAt.STATUS, State(model.status)
    kind = play.StopAt(next(iter(model.model_fields_set)))
    return kind, int(getattr(model, kind.value))
