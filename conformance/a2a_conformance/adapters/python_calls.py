"""How a python adapter's methods are called, and what may come back from them."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from a2a_conformance.adapters.base import AdapterError, StepRequest, Stop
from a2a_conformance.adapters.normal_form import NotNormal, read_error, read_event, read_outcome, short
from a2a_conformance.outcome import ErrorKind, Kind, Outcome, Surfaced, ToldError

Method = Callable[..., Any]
Hook = Callable[[Surfaced | Mapping[str, Any]], Stop | None]
"""What a method gets as `listener`: to be told each update, answers None (go on) or a Stop."""

Answer = Surfaced | Outcome
OTHER_LOOP = ("attached to a different loop", "bound to a different event loop", "different event loop")


def arguments(method: Method, request: StepRequest, hook: Hook | None) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Positional and keyword arguments for a method: those of the request that its signature accepts.

    Raises AdapterError for a parameter without default that the suite does not give.
    """
    given: dict[str, Any] = {field.name: getattr(request, field.name) for field in fields(request)}
    given["verb"], given["mode"] = request.verb.value, request.mode.value
    given["listener"] = hook
    parameters = inspect.signature(method).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return (), given
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for parameter in parameters:
        if parameter.kind is parameter.VAR_POSITIONAL:
            continue
        if parameter.name not in given:
            if parameter.default is parameter.empty:
                raise AdapterError(
                    f"{_name(method)}() asks for {parameter.name!r}, which the suite does not give",
                    f"take any of {', '.join(sorted(given))}, or give it a default",
                )
        elif parameter.kind is parameter.POSITIONAL_ONLY:
            positional.append(given[parameter.name])
        else:
            keywords[parameter.name] = given[parameter.name]
    return tuple(positional), keywords


def accepts(method: Method | None, name: str) -> bool:
    """Whether a method has a parameter of that name."""
    return method is not None and name in inspect.signature(method).parameters


def is_async(method: Method) -> bool:
    """Whether calling it gives a coroutine or an async generator."""
    return inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method)


def read_answer(method: Method, value: Any) -> Answer | None:
    """One value that a method returned or yielded: an event, an outcome, or None. Raises AdapterError."""
    match value:
        case None | Surfaced() | Outcome():
            return value
        case str():
            return Outcome(Kind.UNKNOWN, answer=value)
        case Mapping():
            try:
                return read_event(value) if "event" in value else read_outcome(value)
            except NotNormal as problem:
                raise AdapterError(f"{_name(method)}() gave {short(dict(value))}", str(problem)) from None
    raise AdapterError(
        f"{_name(method)}() gave {short(value)}, a {type(value).__name__}",
        "give an outcome mapping, a text, None, or (observes: events) an iterator of event mappings",
    )


def as_iterator(value: Any) -> Iterator[Any] | AsyncIterator[Any] | Awaitable[Any] | None:
    """The value as something to go on with, or None when it is an answer itself."""
    if isinstance(value, (AsyncIterator, Awaitable)):
        return value
    if hasattr(value, "__aiter__"):
        asynchronous: AsyncIterator[Any] = value.__aiter__()
        return asynchronous
    if isinstance(value, (str, Mapping, Surfaced, Outcome)) or not hasattr(value, "__iter__"):
        return None
    plain: Iterator[Any] = iter(value)
    return plain


def raised(method: Method, problem: BaseException) -> Outcome:
    """What it means that a method raised: the client told its caller of an error.

    The layer is told only where it is sure: by `a2a_error` (a mapping in the normal form) on the exception, or by
    the builtin exceptions of time-outs and connections. Raises AdapterError when the adapter is at fault.
    """
    if isinstance(problem, AdapterError):
        raise problem
    text = str(problem) or type(problem).__name__
    if isinstance(problem, RuntimeError) and any(words in text for words in OTHER_LOOP):
        raise AdapterError(
            f"{_name(method)}() used an object that belongs to another event loop ({text.splitlines()[0][:120]})",
            "async methods run on the suite's own loop: make the client in the method or in `async def start(self)`",
        ) from problem
    told = getattr(problem, "a2a_error", None)
    if isinstance(told, Mapping):
        try:
            return Outcome(Kind.ERROR, error=read_error(told))
        except NotNormal as wrong:
            raise AdapterError(f"a2a_error of {type(problem).__name__}: {wrong}") from problem
    kind = None
    if isinstance(problem, TimeoutError):
        kind = ErrorKind.TIMEOUT
    elif isinstance(problem, ConnectionError):
        kind = ErrorKind.TRANSPORT
    return Outcome(Kind.ERROR, error=ToldError(kind, message=text))


def _name(method: Method) -> str:
    return str(getattr(method, "__qualname__", method))
