"""The page and the calls by which a target that drives itself finds its cases (`serve`)."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from a2a_conformance.report.codec import verdict_to_json
from a2a_conformance.report.escaping import visible
from a2a_conformance.runner.manual import Case, Manual
from a2a_conformance.runner.ports import OpenRun, Simulator
from a2a_conformance.verdict import CellResult
from a2a_simulator.scenario.play import Play
from a2a_simulator.server import Simulator as HostSimulator


class OpenToBrowsers:
    """A simulator whose agents answer pages of any origin, at the pace of real time divided by `speed`."""

    def __init__(self, simulator: HostSimulator, speed: float = 1.0) -> None:
        self._simulator = simulator
        self._speed = speed

    def open(
        self, play: Play, *, run: str, time_scale: float, wait_cap: float | None, sees_events: bool = False
    ) -> OpenRun:
        """A run whose ports allow every origin."""
        slots = {agent.name: self._simulator.slot(cors=True) for agent in play.agents if agent.serve.online}
        scale = time_scale / self._speed
        opened: OpenRun = self._simulator.open(
            play, run=run, time_scale=scale, wait_cap=wait_cap, sees_events=sees_events, slots=slots
        )
        return opened


class Cases:
    """Answers `GET /cases` (page or JSON, as `Accept` says) and `POST /cases/{n}/judge`; numbers count from 1.

    `judged` is told of each result as it comes.
    """

    def __init__(self, simulator: Simulator, manual: Manual, judged: Callable[[CellResult], None]) -> None:
        self.simulator = simulator
        self._manual = manual
        self._told = judged
        self._results: dict[str, CellResult] = {}
        self.app = Starlette(
            routes=[
                Route("/", lambda _: RedirectResponse("/cases")),
                Route("/cases", self._list),
                Route("/cases/{number:int}/judge", self._judge, methods=["POST"]),
            ],
            middleware=[Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])],
        )

    async def look(self) -> None:
        """Judges what is spent."""
        for result in await asyncio.to_thread(self._manual.spent):
            self._keep(result)

    def close(self) -> None:
        """Judges all that was called."""
        for result in self._manual.close():
            self._keep(result)

    def _keep(self, result: CellResult) -> None:
        self._results[str(result.cell)] = result
        self._told(result)

    async def _list(self, request: Request) -> Response:
        cases = await asyncio.to_thread(self._manual.cases)
        if "text/html" not in request.headers.get("accept", ""):
            return JSONResponse([self._row(number, case) for number, case in enumerate(cases, 1)])
        rows = [(number, case, self._findings(case)) for number, case in enumerate(cases, 1)]
        return HTMLResponse(_page(rows=rows, left_out=self._manual.left_out))

    async def _judge(self, request: Request) -> Response:
        cases = await asyncio.to_thread(self._manual.cases)
        number = request.path_params["number"]
        if not 1 <= number <= len(cases):
            return JSONResponse({"problem": f"there is no case {number}, the last is {len(cases)}"}, 404)
        case = cases[number - 1]
        result = await asyncio.to_thread(self._manual.judge, case.name)
        if result is not None:
            self._keep(result)
        if "text/html" in request.headers.get("accept", ""):
            return RedirectResponse(f"/cases#case-{number}", 303)
        return JSONResponse(self._row(number, case))

    def _row(self, number: int, case: Case) -> Mapping[str, Any]:
        result = self._results.get(case.name)
        verdicts = None if result is None else [verdict_to_json(verdict) for verdict in result.verdicts]
        return {"number": number, **case.as_json(), "verdicts": verdicts}

    def _findings(self, case: Case) -> list[str] | None:
        result = self._results.get(case.name)
        if result is None:
            return None
        bad = ("fail", "warn", "not_reached", "error")
        return [
            visible(f"{verdict.status.replace('_', ' ')}: {verdict.key.check}: {verdict.text or verdict.got}")
            for verdict in result.verdicts
            if verdict.status in bad
        ]


def _page(**values: Any) -> str:
    environment = Environment(
        loader=PackageLoader("a2a_conformance.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("cases.html.j2").render(**values)
