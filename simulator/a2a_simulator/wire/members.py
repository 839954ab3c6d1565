"""How single members of a JSON object are read: what cannot be used is noted and left out."""

import re
from calendar import monthrange
from collections.abc import Mapping, Set
from typing import Any, Final

from a2a_simulator.wire.readings import Defect

Json = Mapping[str, Any]

_UTC: Final = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?Z",
    re.ASCII,
)
_ISO: Final = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
    r"(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?P<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?)?",
    re.ASCII,
)
_DAY: Final = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(29|30|31)(?!\d)", re.ASCII)
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Notes:
    """The defects found so far; `request` tells that the JSON was written by a caller, not by an agent."""

    __slots__ = ("_beside", "defects", "request")

    def __init__(self, request: bool = False) -> None:
        self.defects: list[Defect] = []
        self.request = request
        self._beside: Set[str] = frozenset()

    def add(self, requirement: str, pointer: str, text: str) -> None:
        """Notes one defect."""
        if requirement not in self._beside:
            self.defects.append(Defect(requirement, pointer, text))

    def beside(self, requirements: Set[str]) -> "Notes":
        """The same notes for one part of the JSON, where these requirements are not asked about."""
        notes = Notes(self.request)
        notes.defects, notes._beside = self.defects, requirements
        return notes


def snake(name: str) -> str:
    """`taskId` as `task_id`."""
    return _HUMP.sub("_", name).lower()


def member(obj: Json, name: str, pointer: str, notes: Notes) -> Any:
    """The value of a member, None if absent or null. A snake_case spelling is understood and noted (1.0 §5.5)."""
    value = obj.get(name)
    if value is None and (other := _SNAKE.get(name)) is not None and other in obj:
        notes.add("json-camel", f"{pointer}/{other}", f"`{other}` must be spelled `{name}`")
        return obj[other]
    return value


_SNAKE: Final = {
    name: snake(name)
    for name in (
        "acceptedOutputModes",
        "artifactId",
        "artifactUpdate",
        "contextId",
        "historyLength",
        "lastChunk",
        "mediaType",
        "messageId",
        "pageSize",
        "pageToken",
        "pushNotificationConfig",
        "pushNotificationConfigId",
        "referenceTaskIds",
        "returnImmediately",
        "statusUpdate",
        "taskId",
        "taskPushNotificationConfig",
    )
}


def text(obj: Json, name: str, pointer: str, notes: Notes, requirement: str | None = None) -> str | None:
    """A text member. With `requirement` it must be there and not empty, else that is noted."""
    value = member(obj, name, pointer, notes)
    if isinstance(value, str) and (value or requirement is None):
        return value
    if value is not None and not isinstance(value, str):
        notes.add(requirement or "json-required", f"{pointer}/{name}", f"`{name}` must be a string")
    elif requirement is not None:
        notes.add(requirement, f"{pointer}/{name}", f"`{name}` is {'empty' if value == '' else 'missing'}")
    return None


def flag(obj: Json, name: str, pointer: str, notes: Notes) -> bool:
    """A boolean member; absent is false (1.0 §5.7)."""
    value = member(obj, name, pointer, notes)
    if value is None or isinstance(value, bool):
        return bool(value)
    notes.add("json-required", f"{pointer}/{name}", f"`{name}` must be true or false")
    return False


def texts(obj: Json, name: str, pointer: str, notes: Notes) -> tuple[str, ...]:
    """A list of texts; absent is empty."""
    value = member(obj, name, pointer, notes)
    if value is None:
        return ()
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    notes.add("json-required", f"{pointer}/{name}", f"`{name}` must be a list of strings")
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def metadata(obj: Json, pointer: str, notes: Notes) -> Json | None:
    """The `metadata` member: an object or nothing (1.0 §3.2.5)."""
    value = obj.get("metadata")
    if value is None or isinstance(value, dict):
        return value
    notes.add("json-metadata-keys", f"{pointer}/metadata", "`metadata` must be an object")
    return None


def timestamp(obj: Json, pointer: str, notes: Notes, utc: bool) -> str | None:
    """The `timestamp` member as written. 1.0 wants UTC told by `Z` (§5.6.1), 0.3 any ISO 8601 text."""
    value = obj.get("timestamp")
    if value is None:
        return None
    if not isinstance(value, str):
        notes.add("json-ts-utc" if utc else "json-required", f"{pointer}/timestamp", "`timestamp` must be a string")
        return None
    if not _in_calendar(value):
        notes.add("json-ts-utc", f"{pointer}/timestamp", f"`{value}` names a day that its month has not")
    elif _UTC.fullmatch(value) is None:
        iso = _ISO.fullmatch(value)
        if iso is None:
            notes.add("json-ts-utc", f"{pointer}/timestamp", f"`{value}` is no ISO 8601 time")
        elif utc and iso["zone"] not in (None, "Z", "z"):
            notes.add("json-ts-z", f"{pointer}/timestamp", f"`{value}` has the offset {iso['zone']} instead of Z")
        elif utc:
            notes.add("json-ts-utc", f"{pointer}/timestamp", f"`{value}` is no full UTC time ending in Z")
    return value


def _in_calendar(value: str) -> bool:
    """Whether the month of a time has the day; a text that begins otherwise is not looked at."""
    found = _DAY.match(value)
    if found is None:
        return True
    year, month, day = (int(number) for number in found.groups())
    return day <= monthrange(year or 4, month)[1]
