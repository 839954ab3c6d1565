"""A scenario in one cell: the play."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from a2a_simulator.scenario import play
from a2a_simulator.scenario.lowering import driving, results, script
from a2a_simulator.scenario.models.file import AgentModel, ServeModel

if TYPE_CHECKING:
    from a2a_simulator.scenario.scenario import Scenario


def lower(scenario: "Scenario", cell: play.Cell, round: int = 1) -> play.Play:
    """All that one run of the cell needs. Raises ValueError for a cell that is not the scenario's."""
    if cell not in scenario.cells((cell.wire_form,)):
        raise ValueError(f"{cell} is no cell of {scenario.id}")
    file, located, form = scenario.file, scenario.located, cell.wire_form
    drive = driving.steps(file.drive, ("drive",), cell, located)
    return play.Play(
        cell=cell,
        title=scenario.title,
        place=scenario.place,
        agents=tuple(
            play.AgentPlay(
                name=name,
                card=card_of(agent, drive, name, len(scenario.agents)),
                serve=_serve(agent.serve),
                entries=script.entries(agent.script, (*path, "script"), form, located),
            )
            for name, (path, agent) in scenario.agents.items()
        ),
        drive=drive,
        expect=results.pins(file.expect or [], ("expect",), form, located),
        about=" ".join((file.about or "").split()),
        spec=tuple(file.spec or ()),
        covers=scenario.covers,
        bugs=tuple(file.bugs or ()),
        tags=scenario.tags,
        targets=scenario.targets,
        needs=tuple(file.needs or ()),
        credentials=dict(file.credentials or {}),
        bound=play.BOUND if file.timeout is None else file.timeout,
        round=round,
        seed=f"{scenario.id} {form.name} {cell.mode} {round}",
    )


def card_of(agent: AgentModel, drive: tuple[play.DriveStep, ...], name: str, agents: int) -> Mapping[str, Any]:
    """The card patch: the author's; where every send goes unary and the author is silent, without streaming."""
    patch = dict(agent.card or {})
    capabilities = patch.get("capabilities")
    if isinstance(capabilities, dict) and "streaming" in capabilities:
        return patch
    steps = [step for step in all_steps(drive) if agents == 1 or step.to in (None, name)]
    sends = [step for step in steps if step.verb in (play.Verb.SEND, play.Verb.ANSWER)]
    unary = [step for step in sends if step.mode is play.Mode.UNARY]
    streams = any(step.mode is play.Mode.STREAM for step in sends)
    if unary and not streams and not any(step.verb is play.Verb.RESUBSCRIBE for step in steps):
        patch["capabilities"] = {**(capabilities if isinstance(capabilities, dict) else {}), "streaming": False}
    return patch


def all_steps(drive: tuple[play.DriveStep, ...]) -> Iterator[play.DriveStep]:
    """All drive steps of a play, inner ones after the step that holds them."""
    for step in drive:
        yield step
        yield from all_steps(step.meanwhile)
        for conversation in step.parallel:
            yield from all_steps(conversation)


def _serve(model: ServeModel | None) -> play.Serve:
    if model is None:
        return play.Serve()
    default = play.Serve()
    return play.Serve(
        card=model.card or default.card,
        path=model.path or default.path,
        well_known=default.well_known if model.well_known is None else tuple(model.well_known),
        online=model.online is not False,
        interval=model.interval,
        strict=bool(model.strict),
    )
