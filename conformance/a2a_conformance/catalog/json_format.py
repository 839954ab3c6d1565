"""Requirements: JSON as it stands on the wire (1.0 §5.5 to §5.7, ProtoJSON)."""

from typing import Final

from a2a_conformance.catalog.requirement import Judge, LeftOut, Requirement, Who
from a2a_conformance.catalog.rows import (
    ALL,
    MAY,
    MUST,
    MUST_IMPLIED,
    MUST_PROTOJSON,
    SHOULD,
    SHOULD_IMPLIED,
    V1,
    asks,
    reacts,
    told,
)
from a2a_conformance.verdict import Level

_WIRE = (Judge.REQUEST, Judge.STREAM)

ROWS: Final[tuple[Requirement, ...]] = (
    asks("json-camel", MUST, "5.5", "Members are written in lowerCamelCase.", who=ALL, checks=_WIRE),
    asks("json-enum", MUST, "5.5", "Enums are written by the names that the dialect gives them.", who=ALL,
         checks=_WIRE),
    asks("json-ts-utc", MUST, "5.6.1", "Times are ISO 8601 in UTC.", who=ALL, checks=_WIRE, level_v0_3=Level.INFO),
    asks("json-ts-z", MUST, "5.6.1", "Times end in `Z`, not in an offset.",
         who=ALL, checks=_WIRE, dialects=V1),
    asks("json-ts-ms", SHOULD, "5.6.1", "Times are given to the millisecond where it is known.",
         who=ALL, dialects=V1, checks=(Judge.SCENARIO,)),
    asks("json-ts-frac", MAY, "5.6.1", "The fraction of a second may be missing.", who=ALL, dialects=V1,
         checks=(Judge.SCENARIO,)),
    reacts("json-ts-parse", MUST, "5.6.1", "Read times with any number of fractional digits.",
           who=ALL, level_v0_3=Level.INFO, checks=(Judge.SCENARIO,)),
    asks("json-required", MUST, "5.7", "Members that are required are there.", who=ALL, checks=_WIRE),
    reacts("json-required-reject", SHOULD, "5.7", "What lacks a required member is refused.",
           who=ALL, dialects=V1, checks=(Judge.SCENARIO,)),
    asks("json-array-min", MUST, "5.7", "Required lists have at least one element.",
         who=ALL, dialects=V1, checks=(Judge.SCENARIO,)),
    reacts("json-unknown-ignore", SHOULD, "5.7", "Ignore members that you do not know.", who=ALL),
    told("json-gw-unknown-keep", SHOULD_IMPLIED, "5.7", "A gateway passes on members that it does not know.",
         because="The client in front may know them.", who=(Who.GATEWAY,), left_out=LeftOut.PLANNED_GATEWAYS),
    reacts("json-defaults", MUST_IMPLIED, "5.7", "An optional member that is absent has its default.",
           because="The defaults are part of the definition.", who=ALL),
    asks("json-presence", MUST_IMPLIED, "5.7", "An optional member set to its default is not the same as none.",
         because="The proto gives these members presence.", who=ALL, dialects=V1, checks=(Judge.SCENARIO,)),
    reacts("json-null", MUST_PROTOJSON, "5.5", "`null` counts as absent, except as the value of a data part.",
           because="ProtoJSON defines it so.", who=ALL, level_v0_3=Level.SHOULD),
    asks("json-base64", MUST_PROTOJSON, "4.1.6", "Bytes are base64; read it standard or URL-safe, padded or not.",
         because="ProtoJSON readers take all four.", who=ALL, checks=(Judge.REQUEST, Judge.STREAM, Judge.SCENARIO)),
    reacts("json-data-any", MUST_IMPLIED, "4.1.6", "A data part may hold any JSON value.",
           because="Its type is Value.", who=ALL, dialects=V1),
    asks("json-metadata-keys", MUST_IMPLIED, "3.2.5", "Metadata is a JSON object.",
         because="Its type is Struct.", who=ALL, checks=_WIRE),
    told("json-number-fidelity", MUST_IMPLIED, "3.2.5", "Numbers come through a gateway unchanged.",
         because="They are part of the content.", who=(Who.GATEWAY,), left_out=LeftOut.PLANNED_GATEWAYS),
    asks("json-part-oneof", MUST_IMPLIED, "4.1.6; A.2.1", "A part has exactly one content.",
         because="The content is a oneof.", who=ALL, checks=_WIRE),
    told("json-equivalent", MUST, "4; 5.1", "All bindings carry the same data.", left_out=LeftOut.PLANNED_GATEWAYS),
    asks("json-utf8", MUST, "14.1.1", "JSON is UTF-8; a character split over two reads stays whole.",
         who=ALL, checks=(Judge.REQUEST, Judge.STREAM, Judge.OUTCOME)),
)  # fmt: skip
