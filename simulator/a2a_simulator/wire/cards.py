"""The card that a fake agent shows, in the shape of 1.0, of 0.3, or of both at once (scenario format §3, §8)."""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from a2a_simulator.wire.card_reader import CardReading, Interface, dialect_of, read_card
from a2a_simulator.wire.members import Json
from a2a_simulator.wire.security import requirements_to_0_3, scheme_to_0_3
from a2a_simulator.wire.wire_forms import BINDING_NAMES, Dialect, WireForm

SHAPES: Final = ("of_dialect", "1.0", "0.3", "0.2", "dual")
"""What `serve.card` may say."""

_OLD_CARD: Final = {Dialect.V0_3: "0.3.0", Dialect.V0_2: "0.2.6"}
_NO_TRANSLATION: Final = frozenset(
    {"supportedInterfaces", "capabilities", "securitySchemes", "securityRequirements", "skills"}
)


def default_card(wire_form: WireForm, url: str, name: str = "agent", both: bool = False) -> dict[str, Any]:
    """The card of an agent whose file says nothing, in 1.0 names. `both` offers 0.3 behind 1.0 at the same URL."""
    dialects = [wire_form.dialect, *([Dialect.V0_3] if both and wire_form.dialect is Dialect.V1_0 else [])]
    binding = BINDING_NAMES.get(wire_form.binding, wire_form.binding.value)
    return {
        "name": name,
        "description": "A scripted agent that plays one scenario",
        "version": "1.0.0",
        "supportedInterfaces": [
            {"url": url, "protocolBinding": binding, "protocolVersion": dialect.value} for dialect in dialects
        ],
        "capabilities": {"streaming": True, "pushNotifications": False},
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [
            {"id": "play", "name": "Play", "description": "Answers as its script says", "tags": ["scripted"]},
        ],
    }


def merge_patch(target: Any, patch: Any) -> Any:
    """The target after a JSON merge patch (RFC 7396); neither is changed."""
    if not isinstance(patch, Mapping):
        return patch
    out = dict(target) if isinstance(target, Mapping) else {}
    for name, value in patch.items():
        if value is None:
            out.pop(name, None)
        else:
            out[name] = merge_patch(out.get(name), value)
    return out


class Shape(Protocol):
    """How an agent is served, as far as its card is concerned."""

    @property
    def card(self) -> str:
        """One of SHAPES."""


class Owner(Protocol):
    """An agent of a scenario, as far as its card is concerned."""

    @property
    def name(self) -> str:
        """Its name, which the card bears unless the patch names it otherwise."""

    @property
    def card(self) -> Mapping[str, Any]:
        """A JSON merge patch on the default card, in 1.0 names."""

    @property
    def serve(self) -> Shape:
        """The shape of the card."""


def card_for(agent: Owner, wire_form: WireForm, url: str) -> dict[str, Any]:
    """The card of an agent of a scenario; `url` is where calls go. Placeholders must be filled in before."""
    return card_of(agent.card, wire_form, url, agent.serve.card, agent.name)


def card_of(
    patch: Json,
    wire_form: WireForm,
    url: str,
    shape: str = "of_dialect",
    name: str = "agent",
) -> dict[str, Any]:
    """The default card, patched in 1.0 names, in one of SHAPES. ValueError for another shape."""
    if shape not in SHAPES:
        raise ValueError(f"no shape of a card: {shape} (known: {', '.join(SHAPES)})")
    if shape == "of_dialect":
        shape = wire_form.dialect.value
    card: dict[str, Any] = merge_patch(default_card(wire_form, url, name, both=shape == "dual"), patch)
    if shape == "1.0":
        return card
    old = to_0_3(card, Dialect.V0_2 if shape == "0.2" else Dialect.V0_3)
    return old if shape != "dual" else _dual(card, old)


def to_0_3(card: Json, dialect: Dialect = Dialect.V0_3) -> dict[str, Any]:
    """A card in 1.0 names as 0.3 spells it (0.3 §5.5). Unknown members stay; what 0.3 cannot tell is left out."""
    out: dict[str, Any] = {"protocolVersion": _OLD_CARD[dialect]}
    out |= {name: value for name, value in card.items() if name not in _NO_TRANSLATION}
    out |= _interfaces(card.get("supportedInterfaces")) | {
        name: value for name, value in card.items() if name in ("url", "preferredTransport", "additionalInterfaces")
    }
    capabilities = card.get("capabilities")
    if isinstance(capabilities, Mapping):
        out["capabilities"] = {name: value for name, value in capabilities.items() if name != "extendedAgentCard"}
        if "extendedAgentCard" in capabilities:
            out["supportsAuthenticatedExtendedCard"] = capabilities["extendedAgentCard"]
    elif "capabilities" in card:
        out["capabilities"] = capabilities
    if "securitySchemes" in card:
        schemes = card["securitySchemes"]
        mapped = isinstance(schemes, Mapping)
        out["securitySchemes"] = (
            {name: _old_scheme(scheme) for name, scheme in schemes.items()} if mapped else schemes
        )
    if "securityRequirements" in card:
        out["security"] = requirements_to_0_3(card["securityRequirements"])
    if "skills" in card:
        skills = card["skills"]
        out["skills"] = [_old_skill(skill) for skill in skills] if isinstance(skills, list) else skills
    return out


def _interfaces(values: Any) -> dict[str, Any]:
    """Those of an older version; all if none is told to be. The first is the main one."""
    known = [value for value in values if isinstance(value, Mapping)] if isinstance(values, list) else []
    old = [value for value in known if str(value.get("protocolVersion", "")).startswith("0.")] or known
    if not old:
        return {}
    listed = [{"url": value.get("url"), "transport": value.get("protocolBinding")} for value in old]
    return {
        "url": listed[0]["url"],
        "preferredTransport": listed[0]["transport"],
        "additionalInterfaces": listed,
    }


def _old_scheme(scheme: Any) -> Any:
    return scheme_to_0_3(scheme) if isinstance(scheme, Mapping) else scheme


def _old_skill(skill: Any) -> Any:
    if not isinstance(skill, Mapping) or "securityRequirements" not in skill:
        return skill
    out = {name: value for name, value in skill.items() if name != "securityRequirements"}
    return out | {"security": requirements_to_0_3(skill["securityRequirements"])}


def _dual(card: Json, old: Json) -> dict[str, Any]:
    """Both sets of members side by side, also inside capabilities, schemes and skills."""
    out: dict[str, Any] = {**old, **{name: value for name, value in card.items() if name not in old}}
    if isinstance(card.get("capabilities"), Mapping):
        out["capabilities"] = dict(card["capabilities"])
    schemes = card.get("securitySchemes")
    for name, scheme in schemes.items() if isinstance(schemes, Mapping) else ():
        if isinstance(scheme, Mapping):
            out["securitySchemes"][name] = {**old["securitySchemes"][name], **scheme}
    if isinstance(card.get("skills"), list):
        pairs = zip(old["skills"], card["skills"], strict=True)
        out["skills"] = [{**a, **b} if isinstance(b, Mapping) else b for a, b in pairs]
    return out


__all__ = [
    "SHAPES",
    "CardReading",
    "Interface",
    "card_for",
    "card_of",
    "default_card",
    "dialect_of",
    "merge_patch",
    "read_card",
    "to_0_3",
]
