"""The control address beside served agents: how a test in another language plays, watches and breaks the fake."""

import secrets
from collections.abc import Awaitable, Callable
from io import StringIO

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from a2a_simulator.journal import Record, write
from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.server.host import PortTaken
from a2a_simulator.server.serving import NotServed, Served, Serving

FAULTS = ("close", "drop", "reset", "half_close", "stall", "bad_chunk", "short_chunk")
LARGEST_SCRIPT = 1024 * 1024

Handler = Callable[[Request], Awaitable[Response]]


class Refused(Exception):
    """A control call makes no sense; carries status and one line."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Control:
    """Answers control calls about one Serving. Every call needs `Authorization: Bearer <token>`."""

    def __init__(self, serving: Serving, token: str | None = None) -> None:
        self.serving = serving
        self.token = token or secrets.token_urlsafe(16)
        self.app = Starlette(
            routes=[
                Route("/cases", self._guarded(self._cases), methods=["GET"]),
                Route("/journal", self._guarded(self._journal), methods=["GET"]),
                Route("/findings", self._guarded(self._judged), methods=["GET"]),
                Route("/report", self._guarded(self._judged), methods=["GET"]),
                Route("/play", self._guarded(self._play), methods=["POST"]),
                Route("/reset", self._guarded(self._reset), methods=["POST"]),
                Route("/release", self._guarded(self._release), methods=["POST"]),
                Route("/fault", self._guarded(self._fault), methods=["POST"]),
            ]
        )

    def _guarded(self, handler: Handler) -> Handler:
        async def guarded(request: Request) -> Response:
            given = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
            if not secrets.compare_digest(given.encode(), self.token.encode()):
                return _line(
                    401, "the control address wants Authorization: Bearer TOKEN; the token is printed at start"
                )
            try:
                return await handler(request)
            except Refused as refused:
                return _line(refused.status, str(refused))

        return guarded

    async def _cases(self, request: Request) -> Response:
        return JSONResponse([served.told() for served in self.serving.served.values()])

    async def _journal(self, request: Request) -> Response:
        since = request.query_params.get("since", "0")
        if not since.isdigit():
            raise Refused(400, "since must be the seq of a record")
        chosen = self._chosen(request)
        if int(since) and len(chosen) > 1:
            raise Refused(400, "since counts the records of one case: name it with ?case=")
        records: list[Record] = []
        for served in chosen:
            journal = await run_in_threadpool(served.run.snapshot)
            records += [record for record in journal if record.seq > int(since)]
        out = StringIO()
        write(records, out)
        return Response(out.getvalue().encode("utf-8", "backslashreplace"), media_type="application/x-ndjson")

    async def _judged(self, request: Request) -> Response:
        name = request.url.path.strip("/")
        hook = self.serving.hooks.get(name)
        if hook is None:
            raise Refused(404, f"nobody judges here: /{name} comes with the package a2a-conformance")
        chosen = self._chosen(request)
        return JSONResponse({served.name: await run_in_threadpool(hook, served) for served in chosen})

    async def _play(self, request: Request) -> Response:
        text = await request.body()
        if len(text) > LARGEST_SCRIPT:
            raise Refused(413, f"a scenario may have at most {LARGEST_SCRIPT} bytes")
        per_task = request.query_params.get("per_task", "false") == "true"
        file = request.query_params.get("file", "posted.a2a.yaml")
        try:
            scenario = load_text(text, file)
            served = await run_in_threadpool(self.serving.add, scenario, per_task=per_task, file=file)
        except (ScenarioProblems, NotServed, PortTaken) as problem:
            raise Refused(400, str(problem)) from problem
        return JSONResponse(served.told(), 201)

    async def _reset(self, request: Request) -> Response:
        for served in self._chosen(request):
            await run_in_threadpool(self.serving.reset, served)
        return await self._cases(request)

    async def _release(self, request: Request) -> Response:
        for served in self._chosen(request):
            served.run.release()
        return Response(status_code=204)

    async def _fault(self, request: Request) -> Response:
        kind = request.query_params.get("kind", "reset")
        if kind not in FAULTS:
            raise Refused(400, f"kind must be one of {', '.join(FAULTS)}")
        for served in self._chosen(request):
            served.run.strike(kind)
        return Response(status_code=204)

    def _chosen(self, request: Request) -> list[Served]:
        """The case named by `?case=`, or all of them."""
        name = request.query_params.get("case")
        if name is None:
            return list(self.serving.served.values())
        if name not in self.serving.served:
            known = ", ".join(self.serving.served) or "none"
            raise Refused(404, f"no case is called {name} (served: {known})")
        return [self.serving.served[name]]


def _line(status: int, text: str) -> Response:
    return PlainTextResponse(text.rstrip("\n") + "\n", status)
