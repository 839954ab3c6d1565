"""Agent cards as they are read, in the shape of 1.0, of 0.3, or of both (1.0 §8; 0.3 §5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from a2a_simulator.wire.members import Json, Notes, text
from a2a_simulator.wire.readings import Defect
from a2a_simulator.wire.security import requirements_to_1_0, scheme_to_1_0
from a2a_simulator.wire.wire_forms import BINDING_NAMES, Binding, Dialect

_BINDINGS: Final = {name: binding for binding, name in BINDING_NAMES.items()}
_NEAR: Final = {
    "jsonrpc": "JSONRPC",
    "json-rpc": "JSONRPC",
    "rest": "HTTP+JSON",
    "http+json": "HTTP+JSON",
    "grpc": "GRPC",
}
_DIALECTS: Final = {dialect.value: dialect for dialect in Dialect}
_REQUIRED: Final = ("name", "description", "version")
_REQUIRED_LISTS: Final = ("defaultInputModes", "defaultOutputModes", "skills")


@dataclass(frozen=True, slots=True)
class Interface:
    """One way to call an agent. An unknown binding stays a text, an unknown version leaves `dialect` None."""

    url: str
    binding: Binding | str
    dialect: Dialect | None
    tenant: str | None = None
    version: str = ""


@dataclass(frozen=True, slots=True)
class CardReading:
    """What a card says. `shape` is 1.0, 0.3, dual, or empty for what is no card; security is in 1.0 form."""

    name: str
    interfaces: tuple[Interface, ...]
    streaming: bool
    shape: str
    push: bool = False
    extended: bool = False
    security_schemes: Mapping[str, Any] = field(default_factory=dict)
    security_requirements: tuple[Mapping[str, Any], ...] = ()
    raw: Any = None
    defects: tuple[Defect, ...] = ()


def read_card(value: Any) -> CardReading:
    """Reads a card as far as it can be understood; never raises."""
    notes = Notes()
    if not isinstance(value, dict):
        notes.add("card-well-known-object", "", "a card must be a JSON object")
        return CardReading("", (), False, "", raw=value, defects=tuple(notes.defects))
    new, old = isinstance(value.get("supportedInterfaces"), list), isinstance(value.get("url"), str)
    shape = "dual" if new and old else "1.0" if new else "0.3" if old else ""
    interfaces = _supported(value["supportedInterfaces"], notes) if new else []
    if old:
        interfaces += [found for found in _legacy(value, notes) if not _listed(found, interfaces)]
    if not interfaces:
        notes.add("card-interfaces-nonempty", "/supportedInterfaces", "the card names no interface that can be read")
    capabilities = _checked(value, notes)
    schemes = value.get("securitySchemes")
    requirements = value.get("securityRequirements", value.get("security"))
    as_1_0 = requirements_to_1_0(requirements)
    return CardReading(
        name=value["name"] if isinstance(value.get("name"), str) else "",
        interfaces=tuple(interfaces),
        streaming=capabilities.get("streaming") is True,
        shape=shape,
        push=capabilities.get("pushNotifications") is True,
        extended=True in (capabilities.get("extendedAgentCard"), value.get("supportsAuthenticatedExtendedCard")),
        security_schemes=_schemes(schemes),
        security_requirements=tuple(item for item in as_1_0 if isinstance(item, dict))
        if isinstance(as_1_0, list)
        else (),
        raw=value,
        defects=tuple(notes.defects),
    )


def dialect_of(version: str) -> Dialect | None:
    """The dialect of a version text; a patch number means nothing (1.0 §3.6)."""
    return _DIALECTS.get(".".join(version.split(".")[:2]))


def _checked(value: Json, notes: Notes) -> Json:
    for name in _REQUIRED:
        text(value, name, "", notes, "card-required-fields")
    for name in _REQUIRED_LISTS:
        if not isinstance(value.get(name), list):
            notes.add("card-required-fields", f"/{name}", f"`{name}` is missing or no list")
    capabilities = value.get("capabilities")
    if isinstance(capabilities, dict):
        return capabilities
    notes.add("card-required-fields", "/capabilities", "`capabilities` is missing or no object")
    return {}


def _schemes(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {}
    return {name: scheme_to_1_0(scheme) for name, scheme in value.items() if isinstance(scheme, dict)}


def _supported(values: list[Any], notes: Notes) -> list[Interface]:
    out: list[Interface] = []
    for index, value in enumerate(values):
        pointer = f"/supportedInterfaces/{index}"
        if not isinstance(value, dict):
            notes.add("card-interfaces-nonempty", pointer, "an interface must be an object")
            continue
        url = text(value, "url", pointer, notes, "card-interfaces-nonempty")
        name = text(value, "protocolBinding", pointer, notes, "card-interfaces-nonempty")
        version = text(value, "protocolVersion", pointer, notes, "card-interfaces-nonempty") or ""
        if version.count(".") > 1:
            notes.add("ver-no-patch", f"{pointer}/protocolVersion", f"`{version}` has a patch number")
        tenant = text(value, "tenant", pointer, notes)
        if url is not None and name is not None:
            binding = _binding(name, f"{pointer}/protocolBinding", notes)
            out.append(Interface(url, binding, dialect_of(version), tenant or None, version))
    return out


def _legacy(value: Json, notes: Notes) -> list[Interface]:
    version = text(value, "protocolVersion", "", notes) or "0.3.0"
    dialect = dialect_of(version)
    if "preferredTransport" not in value and dialect is not Dialect.V0_2:
        notes.add("v03-preferred-required", "/preferredTransport", "`preferredTransport` is missing")
    preferred = text(value, "preferredTransport", "", notes) or "JSONRPC"
    out = [Interface(value["url"], _binding(preferred, "/preferredTransport", notes), dialect, None, version)]
    more = value.get("additionalInterfaces")
    for index, item in enumerate(more if isinstance(more, list) else ()):
        pointer = f"/additionalInterfaces/{index}"
        if isinstance(item, dict) and isinstance(item.get("url"), str) and isinstance(item.get("transport"), str):
            binding = _binding(item["transport"], f"{pointer}/transport", notes)
            found = Interface(item["url"], binding, dialect, None, version)
            if not _listed(found, out):
                out.append(found)
        else:
            notes.add("card-interfaces-nonempty", pointer, "an interface names its `url` and `transport`")
    return out


def _listed(found: Interface, among: list[Interface]) -> bool:
    return any((found.url, found.binding, found.dialect) == (i.url, i.binding, i.dialect) for i in among)


def _binding(name: str, pointer: str, notes: Notes) -> Binding | str:
    binding = _BINDINGS.get(name)
    if binding is not None:
        return binding
    near = _NEAR.get(name.lower())
    if near is None:
        return name
    notes.add("card-binding-names", pointer, f"`{name}` must be spelled `{near}`")
    return _BINDINGS[near]
