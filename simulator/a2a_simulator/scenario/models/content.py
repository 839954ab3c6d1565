"""What messages and artifacts hold: parts, and the text that stands for one."""

import base64
import binascii
from typing import Annotated, Any

from pydantic import Field, model_validator

from a2a_simulator.scenario.models.base import Model, Opt, refuse
from a2a_simulator.scenario.models.scalars import Scalar, Size


def base64_text(value: Any) -> bytes:
    """The bytes behind base64."""
    if not isinstance(value, str):
        refuse("expected base64 text")
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        refuse(f'"{value[:40]}" is no base64')


Base64 = Annotated[bytes, Scalar(base64_text, {"type": "string", "contentEncoding": "base64"})]
JsonMap = dict[str, Any]


class FilePart(Model):
    """A file: its bytes as text, base64 or made up by size, or the URL where it lies."""

    name: Opt[str] = Field(None, description="File name.")
    type: Opt[str] = Field(None, description="Media type.")
    text: Opt[str] = Field(None, description="Content as text.")
    base64: Opt[Base64] = Field(None, description="Content as base64.")
    size: Opt[Size] = Field(None, description="Made-up content of that size.")
    url: Opt[str] = Field(None, description="Where the file lies; its content is not sent.")

    @model_validator(mode="after")
    def _one(self) -> "FilePart":
        if len({"text", "base64", "size", "url"} & self.model_fields_set) != 1:
            refuse("a file has exactly one of text, base64, size and url")
        return self


class PartItem(Model):
    """One part: text, data, filler or file."""

    text: Opt[str] = Field(None, description="A piece of text.")
    data: Any = Field(None, description="Any JSON value; a value that is no map exists in 1.0 only.")
    filler: Opt[Size] = Field(None, description="Made-up ASCII text of that size.")
    file: Opt[FilePart] = Field(None, description="A file.")
    metadata: Opt[JsonMap] = Field(None, description="Metadata of the part.")
    media_type: Opt[str] = Field(None, description="Media type of the part (1.0).")

    @model_validator(mode="after")
    def _one(self) -> "PartItem":
        if len({"text", "data", "filler", "file"} & self.model_fields_set) != 1:
            refuse("a part has exactly one of text, data, filler and file")
        return self


class Content(Model):
    """Text, or parts."""

    text: Opt[str] = Field(None, description="One text part.")
    parts: Opt[list[PartItem]] = Field(None, description="Parts, instead of `text`.")
    metadata: Opt[JsonMap] = Field(None, description="Metadata.")

    @model_validator(mode="after")
    def _not_both(self) -> "Content":
        if self.text is not None and self.parts is not None:
            refuse("`text` and `parts` exclude each other", "put the text into the parts")
        return self


class FullContent(Content):
    """Text or parts, one of which has to be there."""

    short = "text"

    @model_validator(mode="after")
    def _there(self) -> "FullContent":
        if self.text is None and self.parts is None:
            refuse("`text` or `parts` is missing")
        return self
