"""What `edit` and `envelope` have to change, so that what is written becomes what was recorded."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

VOLATILE: Final = frozenset({"timestamp", "messageId", "history"})
"""Members that differ from run to run and mean nothing by themselves."""

Change = tuple[str, Any]


class Gone:
    """Stands for what a pointer shall lose."""


GONE: Final = Gone()


def edit_of(base: Any, wanted: Any, but: Collection[str] = ()) -> dict[str, Any]:
    """`{set: …, drop: […]}` that makes `wanted` of `base`, as far as members named in `but` are left alone."""
    changes = list(_changes(base, wanted, "", but))
    set_ = {pointer: value for pointer, value in changes if value is not GONE}
    drop = [pointer for pointer, value in changes if value is GONE]
    return ({"set": set_} if set_ else {}) | ({"drop": drop} if drop else {})


def _changes(base: Any, wanted: Any, pointer: str, but: Collection[str]) -> Iterator[Change]:
    if isinstance(base, Mapping) and isinstance(wanted, Mapping):
        for name in (*base, *(name for name in wanted if name not in base)):
            below = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            if name in but:
                continue
            if name not in wanted:
                yield below, GONE
            elif name not in base:
                yield below, wanted[name]
            else:
                yield from _changes(base[name], wanted[name], below, but)
    elif isinstance(base, list) and isinstance(wanted, list) and len(base) == len(wanted):
        for index, (one, other) in enumerate(zip(base, wanted, strict=True)):
            yield from _changes(one, other, f"{pointer}/{index}", but)
    elif type(base) is not type(wanted) or base != wanted:
        yield pointer, wanted


def inner(result: Any) -> tuple[str, Any]:
    """The pointer of the wrapper that 1.0 has, and what stands in it; in 0.3 the event itself."""
    if isinstance(result, Mapping) and "kind" not in result and len(result) == 1:
        ((wrapper, value),) = result.items()
        return f"/{wrapper}", value
    return "", result
