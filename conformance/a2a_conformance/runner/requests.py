"""A drive step as a request to the adapter."""

import base64
from typing import Any

from a2a_conformance.adapters.base import StepRequest
from a2a_conformance.outcome import NormalPart
from a2a_conformance.runner.features import mode_of
from a2a_conformance.runner.ids import Ids
from a2a_conformance.runner.ports import OpenRun
from a2a_simulator.protocol.parts import Data, File, Part, Text, text_of
from a2a_simulator.scenario.play import DriveStep, Play, Verb

ON_A_TASK = frozenset({Verb.ANSWER, Verb.RESUBSCRIBE, Verb.GET, Verb.CANCEL})
"""Verbs whose request names a task."""


def request_for(
    play: Play, run: OpenRun, name: str, step: DriveStep, ids: Ids, *, conversation: str, deadline: float, last: bool
) -> StepRequest:
    """The request for one step, with the ids that the target told so far."""
    address = run.addresses[step.to or play.agents[0].name]
    task, context = _ids(step, ids)
    several = len(play.agents) > 1
    return StepRequest(
        run=name,
        step=step.id,
        verb=step.verb,
        scenario=play.cell.scenario,
        card_url=address.card_url,
        base_url=address.base_url,
        text=text_of(step.parts),
        parts=tuple(normal_part(part) for part in step.parts),
        task_id=task,
        context_id=context,
        mode=mode_of(step, play),
        blocking=step.blocking,
        history=step.history,
        accept=step.accept,
        headers=step.headers,
        credentials=play.credentials,
        metadata=step.metadata,
        refers=tuple(ids.of(name)[0] or name for name in step.refers),
        extensions=step.extensions,
        agents={agent: at.card_url for agent, at in run.addresses.items()} if several else {},
        listener=step.listener is not None,
        interactive=step.listener is not None,
        deadline=deadline,
        last=last,
        conversation=conversation,
    )


def _ids(step: DriveStep, ids: Ids) -> tuple[str | None, str | None]:
    if step.verb in ON_A_TASK:
        return ids.of("current" if step.verb is Verb.ANSWER else step.task)
    if step.verb is Verb.SEND and step.context == "same":
        return None, ids.of("current")[1]
    return None, None


def normal_part(part: Part) -> NormalPart:
    """A part in the normal form."""
    out: dict[str, Any]
    match part:
        case Text():
            out = {"text": part.text}
        case Data():
            out = {"data": part.value}
        case File():
            file: dict[str, Any] = {"name": part.name, "type": part.media_type, "url": part.url}
            if part.content is not None:
                file["base64"] = base64.b64encode(part.content).decode("ascii")
            out = {"file": {key: value for key, value in file.items() if value is not None}}
    if part.metadata is not None:
        out["metadata"] = dict(part.metadata)
    if not isinstance(part, File) and part.media_type is not None:
        out["media_type"] = part.media_type
    return out
