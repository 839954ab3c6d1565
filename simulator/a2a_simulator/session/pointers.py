"""JSON pointers (RFC 6901), as far as `edit`, `envelope` and `when.params` need them."""

from typing import Any, Final

from a2a_simulator.scenario.play import Edit


class Missing:
    """What a pointer finds where nothing is."""


MISSING: Final = Missing()


def get(value: Any, pointer: str) -> Any:
    """What stands at the pointer, or MISSING."""
    for token in _tokens(pointer):
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and token.isdigit() and int(token) < len(value):
            value = value[int(token)]
        else:
            return MISSING
    return value


def edited(value: Any, edit: Edit) -> Any:
    """A copy of the value with the pointers of `edit` set and dropped."""
    copy = _copy(value)
    for pointer, new in edit.set.items():
        copy = _set(copy, _tokens(pointer), new)
    for pointer in edit.drop:
        _drop(copy, _tokens(pointer))
    return copy


def _tokens(pointer: str) -> list[str]:
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_copy(item) for item in value]
    return value


def _set(value: Any, tokens: list[str], new: Any) -> Any:
    if not tokens:
        return new
    token, *rest = tokens
    if isinstance(value, list):
        if token.isdigit() and int(token) < len(value):
            value[int(token)] = _set(value[int(token)], rest, new)
        else:
            value.append(_set({}, rest, new))
        return value
    if not isinstance(value, dict):
        value = {}
    value[token] = _set(value.get(token, {}), rest, new)
    return value


def _drop(value: Any, tokens: list[str]) -> None:
    parent = value
    for token in tokens[:-1]:
        parent = get(parent, "/" + token.replace("~", "~0").replace("/", "~1"))
    if not tokens:
        return
    if isinstance(parent, dict):
        parent.pop(tokens[-1], None)
    elif isinstance(parent, list) and tokens[-1].isdigit() and int(tokens[-1]) < len(parent):
        del parent[int(tokens[-1])]
