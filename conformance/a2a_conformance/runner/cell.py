"""One cell: its run is opened, the target is driven through it, and what was told and seen is judged."""

import json
import time
import traceback
from collections.abc import Mapping
from typing import Any

from a2a_conformance.adapters.base import LOG_LIMIT, Adapter, AdapterError, SessionOver
from a2a_conformance.adapters.normal_form import write_told
from a2a_conformance.evaluate import judge_run
from a2a_conformance.outcome import Ended, Hello, Observes, Told
from a2a_conformance.runner.conversation import Conversation, Driving
from a2a_conformance.runner.features import missing_features, steps_of
from a2a_conformance.runner.ports import OpenRun, Simulator
from a2a_conformance.runner.settings import Settings
from a2a_conformance.runner.watch import Watch
from a2a_conformance.verdict import Basis, CellResult, CheckKey, Level, Status, Verdict
from a2a_simulator.journal import Journal, to_json
from a2a_simulator.scenario.play import Play

RUN_CHECK = "run"
"""Name of the verdict that a cell gets instead of checks when it could not be run: status `error`."""


def run_cell(
    simulator: Simulator, adapter: Adapter, play: Play, settings: Settings | None = None, name: str = "r1"
) -> CellResult:
    """Runs and judges one cell; `name` is the run's id in journal and worker lines.

    What the adapter cannot do becomes a result with status `error`. Raises SessionOver when no other cell can run.
    """
    settings = settings or Settings()
    began = time.monotonic()
    hello = adapter.hello()
    if missing_features(play, hello):
        told = tuple(
            Told(step.id, Ended.SKIPPED, note="the target does not declare it") for step in steps_of(play.drive)
        )
        return _judged(play, hello, told, Journal(()), began, "")
    run = simulator.open(
        play,
        run=name,
        time_scale=settings.time_scale,
        wait_cap=settings.wait_cap,
        sees_events=hello.observes is Observes.EVENTS,
    )
    driving = Driving(run, name, play, adapter, hello, settings, Watch(run, play, settings))
    try:
        Conversation(driving).drive(play.drive)
    except AdapterError as problem:
        driving.problems.append(problem)
    journal = _ended(driving, run)
    over = next((problem for problem in driving.problems if isinstance(problem, SessionOver)), None)
    if over is not None:
        raise over
    text = str(driving.problems[0]) if driving.problems else _unreached(driving)
    if text:
        return failed(play, text, began, tuple(driving.told), journal, _log(driving))
    return _judged(play, hello, tuple(driving.told), journal, began, _log(driving))


def _ended(driving: Driving, run: OpenRun) -> Journal:
    try:
        driving.adapter.release(driving.name)
    except AdapterError as problem:
        driving.problems.append(problem)
    run.wait_idle(driving.settings.release)
    return run.close()


def _unreached(driving: Driving) -> str:
    """A hang or a crash before any request is nobody's verdict: the target was never met."""
    if driving.run.first_request:
        return ""
    for told in driving.told:
        if told.ended in (Ended.HANG, Ended.CRASH):
            return (
                f"the target {'hung' if told.ended is Ended.HANG else 'died'} before its first request: {told.note}"
            )
    return ""


def _judged(play: Play, hello: Hello, told: tuple[Told, ...], journal: Journal, began: float, log: str) -> CellResult:
    try:
        verdicts = judge_run(play, hello, told, journal)
    except Exception as problem:
        frame = traceback.extract_tb(problem.__traceback__)[-1]
        text = (
            f"this program failed in judging: {type(problem).__name__}: {problem} ({frame.filename}:{frame.lineno})"
        )
        return failed(play, text, began, told, journal, log)
    return _result(play, verdicts, began, told, journal, log)


def failed(
    play: Play,
    text: str,
    began: float | None = None,
    told: tuple[Told, ...] = (),
    journal: Journal | None = None,
    log: str = "",
) -> CellResult:
    """The result of a cell that could not be run: one verdict, status `error`, with what happened in one line."""
    key = CheckKey(RUN_CHECK, play.cell)
    verdict = Verdict(key, RUN_CHECK, Status.ERROR, Level.MUST, Basis.QUALITY, text, place=play.place, cause=text)
    started = time.monotonic() if began is None else began
    return _result(play, (verdict,), started, told, journal or Journal(()), log)


def _result(
    play: Play, verdicts: tuple[Verdict, ...], began: float, told: tuple[Told, ...], journal: Journal, log: str
) -> CellResult:
    return CellResult(
        play.cell,
        verdicts,
        time.monotonic() - began,
        tuple(write_told(one) for one in told),
        tuple(to_json(record) for record in journal),
        log,
        facts_of(play),
    )


def facts_of(play: Play) -> Mapping[str, Any]:
    """What reports show of the scenario."""
    facts = {"title": play.title, "about": play.about, "spec": play.spec, "covers": play.covers, "bugs": play.bugs}
    kept: Mapping[str, Any] = json.loads(json.dumps({name: value for name, value in facts.items() if value}))
    return kept


def _log(driving: Driving) -> str:
    return "\n".join(driving.log)[-LOG_LIMIT:]
