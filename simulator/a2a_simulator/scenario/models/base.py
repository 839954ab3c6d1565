"""The base of all scenario models, and how shorthand, lists and missing values are read."""

from typing import Annotated, Any, ClassVar, Final, NoReturn, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

T = TypeVar("T")

KEY_ALIASES: Final = {
    "lastChunk": "last",
    "last_chunk": "last",
    "final_chunk": "last",
    "artifactId": "id",
    "artifact_id": "id",
    "taskId": "id",
    "contextId": "context",
    "context_id": "context",
    "message_text": "text",
    "content": "text",
    "sleep": "wait",
    "delay": "wait",
    "pause": "wait",
    "disconnect": "fault",
    "break": "fault",
    "heartbeat": "comment",
    "steps": "reply",
    "responses": "reply",
    "expected": "expect",
    "description": "about",
    "title": "scenario",
    "name": "scenario",
    "mimeType": "type",
    "mediaType": "media_type",
    "bytes": "base64",
    "uri": "url",
    "statusCode": "status",
    "request": "when",
    "match": "when",
    "method": "call",
    "operation": "call",
    "stopAt": "stop_at",
    "historyLength": "history",
    "acceptedOutputModes": "accept",
    "referenceTaskIds": "refers",
}
"""What other vocabularies call our keys; taken when the model at hand has the key on the right."""


def refuse(text: str, hint: str | None = None, at: str | None = None) -> NoReturn:
    """Ends the reading of one value with a message and a remedy; `at` is the key of a map that is to blame."""
    raise PydanticCustomError("scenario", "{text}", {"text": text, "hint": hint, "at": at})


class Model(BaseModel):
    """A map of a scenario file. `short` names the key that a bare value stands for."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    short: ClassVar[str | None] = None
    short_only: ClassVar[bool] = False
    """The key of `short` exists only as the bare value, never inside the map."""

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            if value is None:
                refuse("has no value", cls._remedy(None))
            if cls.short is not None and not isinstance(value, list):
                return {cls.short: cls._bare(value)}
            refuse(f"expected a map, not {shown(value)}", cls._remedy(value))
        if cls.short_only and cls.short in value:
            refuse(f"`{cls.short}` is no key here", "write the value itself")
        return value

    @classmethod
    def _bare(cls, value: Any) -> Any:
        """The bare value as the key of `short` reads it; refuses what a map would have to say."""
        return value

    @classmethod
    def _remedy(cls, value: Any) -> str | None:
        """What to write instead of a value that is no map."""
        return None

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """The keys as authors write them."""
        named = ((field.alias or name) for name, field in cls.model_fields.items())
        return tuple(name for name in named if not (cls.short_only and name == cls.short))

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        out = handler.resolve_ref_schema(handler(schema))
        out.pop("title", None)
        if cls.short is not None:
            bare = out["properties"][cls.short]
            if cls.short_only:
                out = {**out, "properties": {k: v for k, v in out["properties"].items() if k != cls.short}}
            about = {"description": out["description"]} if "description" in out else {}
            return {**about, "if": {"type": "object"}, "then": out, "else": bare}
        return out


class _Present:
    """Marks a value that may be left out but not be written as `null`."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        out = handler(schema)
        inner = [one for one in out.get("anyOf", ()) if one != {"type": "null"}]
        return inner[0] if len(inner) == 1 else out

    @staticmethod
    def _check(value: Any) -> Any:
        if value is None:
            refuse("has no value", "write one, or leave the key out")
        return value


Opt = Annotated[T | None, _Present()]
"""A key that may be left out."""


class _Bare:
    """Takes one bare item where a list is expected."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(
            lambda value: value if isinstance(value, list) else [value], handler(source)
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        out = handler(schema)
        return {"if": {"type": "array"}, "then": out, "else": out["items"]}


Listed = Annotated[list[T], _Bare()]
"""A list; one item may be written without the brackets."""


def _nothing_null(value: Any) -> Any:
    if value is None:
        refuse("has no value")
    return value


Json = Annotated[Any, BeforeValidator(_nothing_null)]
"""Any JSON but null."""


def shown(value: Any) -> str:
    """A value as messages show it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "…" + ('"' if isinstance(value, str) else "")
