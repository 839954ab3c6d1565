"""Serving until a signal comes: what is printed, what is watched, how it ends."""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files as package_files
from pathlib import Path
from typing import IO, Any, Final

from a2a_simulator.cli.lines import line, shown
from a2a_simulator.journal import Record
from a2a_simulator.scenario.load import find, load, load_text
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.server.control import Control
from a2a_simulator.server.host import PortTaken
from a2a_simulator.server.serving import Hook, NotServed, Served, Serving
from a2a_simulator.server.simulator import Simulator
from a2a_simulator.wire.wire_forms import Dialect

LOOK_EVERY: Final = 0.3
"""Seconds between two looks at the files."""
EXIT_USAGE: Final = 2


@dataclass(frozen=True, slots=True)
class Settings:
    """What was given on the command line."""

    files: tuple[Path, ...] = ()
    port: int = 9000
    host: str = "127.0.0.1"
    dialect: str | None = None
    speed: float = 1.0
    control_port: int = 0
    token: str | None = None
    as_json: bool = False


@dataclass(slots=True)
class Printer:
    """Prints whole lines, from any thread. When nobody reads any more, serving goes on without a word."""

    out: IO[str]
    quiet: bool = False
    several: Callable[[], bool] = lambda: False
    """Whether more than one scenario is served."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, text: str) -> None:
        """Prints a line."""
        with self._lock:
            try:
                self.out.write(text + "\n")
                self.out.flush()
            except BrokenPipeError:
                self.out = open(os.devnull, "w")  # noqa: SIM115 - lives as long as the process

    def frames(self, served: Served, records: list[Record]) -> None:
        """Prints a line for each record that tells something."""
        if self.quiet:
            return
        for record in records:
            text = line(record)
            if text is not None:
                self.say(f"{self._who(served, record)}{text}")

    def preflight(self, path: str, origin: str) -> None:
        """Prints that a browser asked whether a page may call."""
        if not self.quiet:
            self.say(f"> OPTIONS {shown(path)} preflight of {shown(origin) or 'no origin'}: allowed")

    def _who(self, served: Served, record: Record) -> str:
        """Which agent speaks, when there are several."""
        names = [served.name] if self.several() else []
        names += [record.agent] if len(served.run.addresses) > 1 and record.agent else []
        return shown("/".join(names)) + " " if names else ""


def serve(settings: Settings, out: IO[str] | None = None) -> int:
    """Serves until SIGINT or SIGTERM and gives the exit code: 130, 143, or 2 when nothing could be served."""
    printer = Printer(out or sys.stdout, quiet=settings.as_json)
    try:
        scenarios = _scenarios(settings.files)
    except ScenarioProblems as problems:
        return _refuse(str(problems))
    except OSError as problem:
        return _refuse(
            f"{problem.filename or ''}: {problem.strerror}".lstrip(": ") if problem.strerror else str(problem)
        )
    with _signals() as stop, Simulator(settings.host) as simulator:
        dialect = None if settings.dialect is None else Dialect(settings.dialect)
        serving = Serving(simulator, settings.speed, dialect=dialect, watcher=printer.frames, hooks=_judges())
        printer.several = lambda: len(serving.served) > 1
        serving.preflighted = printer.preflight
        control = Control(serving, settings.token)
        try:
            port = settings.port
            for file, scenario in scenarios:
                served = serving.add(scenario, port, str(file or ""))
                port += len(served.run.addresses) if port else 0
            address = simulator.app(control.app, settings.control_port)
        except (PortTaken, NotServed) as problem:
            return _refuse(str(problem))
        _announce(printer, serving, f"http://127.0.0.1:{address}", control.token, settings.as_json)
        return _watch(serving, stop, printer)


def _judges() -> dict[str, Hook]:
    """What installed packages have to say of served calls, by the name under the control address."""
    return {entry.name: _loaded(entry) for entry in entry_points(group="a2a_simulator.judges")}


def _loaded(entry: EntryPoint) -> Hook:
    def judge(served: Served) -> Any:
        return entry.load()(served)

    return judge


def _scenarios(paths: tuple[Path, ...]) -> list[tuple[Path | None, Scenario]]:
    if not paths:
        text = package_files("a2a_simulator.cli").joinpath("demo.a2a.yaml").read_text("utf-8")
        return [(None, load_text(text, "demo.a2a.yaml"))]
    found = find(paths)
    if not found:
        raise FileNotFoundError(f"no *.a2a.yaml in {', '.join(map(str, paths))}")
    return [(file, load(file)) for file in found]


def _announce(printer: Printer, serving: Serving, control: str, token: str, as_json: bool) -> None:
    if as_json:
        cases = [served.told() for served in serving.served.values()]
        printer.say(json.dumps({"ready": True, "cases": cases, "control": {"url": control, "token": token}}))
        return
    for served in serving.served.values():
        for address in served.run.addresses.values():
            printer.say(f"card: {address.card_url}")
    for served in serving.served.values():
        dialects = " + ".join(served.dialects)
        printer.say(f"plays: {shown(served.scenario.title)} ({served.file or 'demo'}) in {dialects}")
    printer.say(f"control: {control}  Authorization: Bearer {token}")
    printer.say("Ctrl-C ends it")


def _watch(serving: Serving, stop: "Stop", printer: Printer) -> int:
    stamps = {served.name: _stamp(served.file) for served in serving.served.values()}
    while not stop.event.wait(LOOK_EVERY):
        for served in list(serving.served.values()):
            stamp = _stamp(served.file)
            if stamp is None or stamp == stamps.setdefault(served.name, stamp):
                continue
            stamps[served.name] = stamp
            _reload(serving, served, printer)
    return 128 + stop.signal


def _reload(serving: Serving, served: Served, printer: Printer) -> None:
    try:
        serving.change(served, load(served.file))
    except (ScenarioProblems, NotServed, OSError) as problem:
        print(f"{problem}\nnot taken over: the version before is still played", file=sys.stderr, flush=True)
    else:
        printer.say(f"read again: {served.file}")


def _stamp(file: str) -> tuple[int, int] | None:
    if not file:
        return None
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _refuse(text: str) -> int:
    print(text, file=sys.stderr)
    return EXIT_USAGE


@dataclass(slots=True)
class Stop:
    """That a signal came, and which."""

    event: threading.Event = field(default_factory=threading.Event)
    signal: int = signal.SIGINT


@contextmanager
def _signals() -> Iterator[Stop]:
    stop = Stop()

    def came(number: int, frame: object) -> None:
        stop.signal = number
        stop.event.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.signal(number, came) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
