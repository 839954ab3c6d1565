"""Entries and steps, lowered: `repeat` unrolled, `chunks` split, what does not exist in the cell left out."""

import json
from collections.abc import Iterator
from typing import Any

from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.states import AnyState, State, UnknownState
from a2a_simulator.scenario import play
from a2a_simulator.scenario.lowering.content import filler, parts, when
from a2a_simulator.scenario.models.events import ArtifactValue, HttpValue, StatusValue, TaskValue
from a2a_simulator.scenario.models.file import EntryModel
from a2a_simulator.scenario.models.framing import Edit as EditModel
from a2a_simulator.scenario.models.framing import Frame
from a2a_simulator.scenario.models.framing import Pace as PaceModel
from a2a_simulator.scenario.models.framing import Transport as TransportModel
from a2a_simulator.scenario.models.steps import HoldValue, RawValue, Step
from a2a_simulator.scenario.narrowing import exists
from a2a_simulator.scenario.placeholders import count, count_json, literal
from a2a_simulator.scenario.problems import Path, path_text
from a2a_simulator.scenario.yaml_text import Located
from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.wire_forms import WireForm

_SPLIT_GAP = 0.002


def entries(models: list[EntryModel], path: Path, form: WireForm, located: Located) -> tuple[play.Entry, ...]:
    """The entries of one agent that exist in a wire form."""
    return tuple(
        _Entry(model, (*path, index), form, located).lowered()
        for index, model in enumerate(models)
        if exists(model, form)
    )


class _Entry:
    """Lowers one entry."""

    def __init__(self, model: EntryModel, path: Path, form: WireForm, located: Located) -> None:
        self.model, self.path, self.form, self.located = model, path, form, located

    def lowered(self) -> play.Entry:
        model = self.model
        return play.Entry(
            place=self.located.place(self.path),
            path=path_text(self.path),
            when=when(model.when),
            times=model.times if "times" in model.model_fields_set else 1,
            steps=tuple(self.steps(model.reply, (*self.path, "reply"), None)),
            pace=_pace(model.pace),
            headers=dict(model.headers or {}),
            transport=_transport(model.transport),
        )

    def steps(self, models: list[Step], path: Path, n: int | None) -> Iterator[play.Step]:
        for index, model in enumerate(models):
            if not exists(model, self.form):
                continue
            here: Path = (*path, index)
            if model.repeat is not None:
                for turn in range(1, model.repeat.times + 1):
                    yield from self.steps(model.repeat.steps, (*here, "repeat", "steps"), turn)
            else:
                yield from self.step(model, here, n)

    def step(self, model: Step, path: Path, n: int | None) -> Iterator[play.Step]:
        base: dict[str, Any] = {
            "place": self.located.place(path),
            "path": path_text(path),
            "deliberate": tuple(model.deliberate or ()),
        }
        if model.artifact is not None:
            yield from _artifacts(model.artifact, n, self.modifiers(model, n), base)
        elif model.task is not None:
            yield _task(model.task, n, self.modifiers(model, n), base)
        elif model.status is not None:
            yield _status(model.status, n, self.modifiers(model, n), base)
        elif model.message is not None:
            value = model.message
            yield play.MessageStep(
                parts=parts(value.text, value.parts, n),
                context=None if value.context is None else count(value.context, n),
                metadata=count_json(value.metadata, n),
                mods=self.modifiers(model, n),
                **base,
            )
        elif model.error is not None:
            error = model.error
            yield play.ErrorStep(
                name=error.name,
                code=error.code,
                message=None if error.message is None else count(error.message, n),
                data=count_json(error.data, n),
                retry_after=error.retry_after,
                form=error.form or "auto",
                mods=self.modifiers(model, n),
                **base,
            )
        else:
            yield _wire_step(model, n, base)

    def modifiers(self, model: Step, n: int | None) -> play.Modifiers:
        cut = None
        if model.cut is not None:
            at = model.cut.at
            cut = play.Cut(model.cut.fault or "reset", "middle" if at is None else at)
        return play.Modifiers(
            frame=framing(self.model.frame, model.frame),
            cut=cut,
            edit=_edit(model.edit, n),
            envelope=_edit(model.envelope, n),
        )


def framing(entry: Frame | None, step: Frame | None) -> Framing:
    """The framing of a step: the entry's, overridden key by key."""
    told: dict[str, Any] = {}
    for frame in (entry, step):
        if frame is not None:
            told |= {name: getattr(frame, name) for name in frame.model_fields_set}
    split = told.get("split")
    return Framing(
        newline=told.get("newline", "lf"),
        bom=told.get("bom", False),
        space=told.get("space", True),
        multi_line=told.get("data") == "multi_line",
        event=told.get("event"),
        id=told.get("id"),
        retry=told.get("retry"),
        fields=dict(told.get("fields", {})),
        comment=told.get("comment"),
        blank_line=told.get("blank_line", True),
        split=split,
        gap=told.get("gap", _SPLIT_GAP if split is not None else 0.0),
    )


def _artifacts(
    value: ArtifactValue, n: int | None, mods: play.Modifiers, base: dict[str, Any]
) -> Iterator[play.ArtifactStep]:
    id = count(value.id, n)
    if value.chunks is None:
        content = parts(value.text, value.parts, n) if value.filler is None else (Text(filler(value.filler)),)
        yield play.ArtifactStep(
            id=id,
            parts=content,
            append=bool(value.append),
            last=bool(value.last),
            name=value.name,
            description=value.description,
            metadata=count_json(value.metadata, n),
            mods=mods,
            **base,
        )
        return
    for index, chunk in enumerate(value.chunks):
        first = index == 0
        yield play.ArtifactStep(
            id=id,
            parts=(Text(count(chunk, n)),),
            append=not first,
            last=index == len(value.chunks) - 1,
            name=value.name if first else None,
            description=value.description if first else None,
            metadata=count_json(value.metadata, n) if first else None,
            mods=mods,
            **base,
        )


def _task(value: TaskValue, n: int | None, mods: play.Modifiers, base: dict[str, Any]) -> play.TaskStep:
    return play.TaskStep(
        state=None if value.state == "current" else State(value.state),
        parts=parts(value.text, value.parts, n),
        artifacts={count(id, n): count(text, n) for id, text in (value.artifacts or {}).items()},
        history=value.history or "auto",
        id=None if value.id is None else count(value.id, n),
        context=None if value.context is None else count(value.context, n),
        metadata=count_json(value.metadata, n),
        mods=mods,
        **base,
    )


def _status(value: StatusValue, n: int | None, mods: play.Modifiers, base: dict[str, Any]) -> play.StatusStep:
    state: AnyState = UnknownState(value.unknown_state) if value.unknown_state else State(str(value.state))
    return play.StatusStep(
        state=state,
        parts=parts(value.text, value.parts, n),
        final=value.final,
        timestamp=value.timestamp,
        metadata=count_json(value.metadata, n),
        mods=mods,
        **base,
    )


def _wire_step(model: Step, n: int | None, base: dict[str, Any]) -> play.Step:
    if model.http is not None:
        return play.HttpStep(status=model.http.status, **_http(model.http, n), **base)
    if model.comment is not None:
        return play.CommentStep(text=count(model.comment, n), **base)
    if model.raw is not None:
        return play.RawStep(data=_raw(model.raw, n), **base)
    if model.wait is not None:
        wait = model.wait
        return play.WaitStep(seconds=wait.for_, scales=wait.scales is not False, jitter=bool(wait.jitter), **base)
    if model.hold is not None:
        return _hold(model.hold, n, base)
    if model.push is not None:
        push = model.push
        return play.PushStep(
            event=push.event or "last", token=push.token, auth=push.auth or "right", times=push.times or 1, **base
        )
    if model.fault is not None:
        return play.FaultStep(kind=model.fault, **base)
    return play.EndStep(open=model.end == "open", **base)


def _http(value: HttpValue, n: int | None) -> dict[str, Any]:
    headers = {name: count(text, n) for name, text in (value.headers or {}).items()}
    if "json_" not in value.model_fields_set:
        return {"headers": headers, "body": count(value.body or "", n).encode("utf-8")}
    if not any(name.lower() == "content-type" for name in headers):
        headers["Content-Type"] = "application/json"
    body = json.dumps(count_json(value.json_, n), ensure_ascii=False, separators=(",", ":"))
    return {"headers": headers, "body": body.encode("utf-8")}


def _raw(value: RawValue, n: int | None) -> bytes:
    if value.base64 is not None:
        return literal(value.base64)
    return count(value.text or "", n).encode("utf-8")


def _hold(value: HoldValue, n: int | None, base: dict[str, Any]) -> play.HoldStep:
    word = value.until.word
    return play.HoldStep(
        until=word or "call",
        when=None if word is not None else when(value.until, None, n),
        timeout=5.0 if value.timeout is None else value.timeout,
        before_reply=value.release == "before_reply",
        **base,
    )


def _edit(model: EditModel | None, n: int | None) -> play.Edit | None:
    if model is None:
        return None
    return play.Edit(count_json(model.set_ or {}, n), tuple(model.drop or ()))


def _pace(model: PaceModel | None) -> play.Pace | None:
    if model is None:
        return None
    timeout = 5.0 if model.timeout is None else model.timeout
    return play.Pace(model.each or 0.0, model.until == "seen", timeout)


def _transport(model: TransportModel | None) -> play.Transport:
    if model is None:
        return play.Transport()
    return play.Transport(
        model.encoding, model.framing or "chunked", model.version or "1.1", dict(model.trailers or {})
    )
