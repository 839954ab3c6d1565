"""The whole file: what a scenario is called, what the agents do, what the client is asked."""

from typing import Annotated, Any, Final

from pydantic import Field, field_validator, model_validator

from a2a_simulator.scenario.models.base import Listed, Model, Opt, refuse, shown
from a2a_simulator.scenario.models.conditions import CallMatch
from a2a_simulator.scenario.models.content import JsonMap
from a2a_simulator.scenario.models.driving import Drive
from a2a_simulator.scenario.models.framing import Frame, Pace, Transport
from a2a_simulator.scenario.models.results import ExpectBlock
from a2a_simulator.scenario.models.scalars import (
    BindingWord,
    Count,
    DialectWord,
    Duration,
    ModeWord,
    Often,
    ReportWord,
    RequirementId,
    SectionWord,
    Words,
)
from a2a_simulator.scenario.models.steps import Step

FEATURES: Final = (
    "stream", "unary", "listener", "cancel", "resubscribe", "get", "abort", "session", "fetch_card", "parallel",
    "list", "push", "auth", "parts", "headers", "extensions", "history", "refers", "metadata",
)  # fmt: skip
"""What a target may declare under `features`."""


class EntryModel(Model):
    """One reply of a script, and the calls that it answers."""

    when: Opt[CallMatch] = Field(None, description="Which calls this entry answers (the two sends).")
    times: Opt[Often] = Field(None, description="How many calls until it is spent (1): n or `any`.")
    pace: Opt[Pace] = Field(None, description="Gap between events (none: one burst).")
    frame: Opt[Frame] = Field(None, description="SSE framing of all its events.")
    headers: Opt[dict[str, str]] = Field(None, description="Response headers.")
    transport: Opt[Transport] = Field(None, description="How the response travels.")
    dialects: Opt[Listed[DialectWord]] = Field(None, description="The entry exists in these dialects only.")
    bindings: Opt[Listed[BindingWord]] = Field(None, description="The entry exists in these bindings only.")
    reply: list[Step] = Field(description="What the agent does, step by step.")

    @field_validator("reply", mode="before")
    @classmethod
    def _list(cls, value: Any) -> Any:
        if not isinstance(value, list):
            refuse(f"expected a list of steps, not {shown(value)}", "begin each step with `- `")
        if not value:
            refuse("an empty reply", "write at least one step")
        return value


class ServeModel(Model):
    """Where and how an agent is served."""

    card: Opt[Annotated[str, Words("card shape", ("of_dialect", "1.0", "0.3", "0.2", "dual"))]] = Field(
        None, description="Shape of the card (of_dialect)."
    )
    path: Opt[str] = Field(None, pattern="^/", description="Base path (/).")
    well_known: Opt[Listed[Annotated[str, Words("card name", ("agent-card.json", "agent.json"))]]] = Field(
        None, description="The well-known names under which the card is found (both)."
    )
    push: Opt[Annotated[str, Words("push mode", ("auto", "scripted"))]] = Field(
        None, description="auto: each event also goes to registered webhooks."
    )
    online: Opt[bool] = Field(None, description="false: connections are refused.")
    tls: Opt[Annotated[str, Words("TLS mode", ("none", "server", "mutual", "expired", "wrong_host"))]] = Field(
        None, description="Transport security (none)."
    )
    signature: Opt[Annotated[str, Words("signature", ("none", "valid", "tampered", "unknown_key"))]] = Field(
        None, description="Signature of the card (none)."
    )
    interval: Opt[Duration] = Field(None, description="Heartbeat comments in silence.")
    strict: Opt[bool] = Field(
        None, description="true: faulty requests are refused (only in scenarios about refusal)."
    )


class AgentModel(Model):
    """One agent of several."""

    card: Opt[JsonMap] = Field(None, description="Merge patch on the default card, in 1.0 names.")
    extended_card: Opt[JsonMap] = Field(None, description="Merge patch that makes the extended card.")
    serve: Opt[ServeModel] = Field(None, description="Where and how it is served.")
    script: list[EntryModel] = Field(description="What the agent does.")


class ScenarioFile(Model):
    """A scenario of A2A, one situation."""

    scenario: str = Field(description="The situation in one line.")
    about: Opt[str] = Field(None, description="What a client has to get right.")
    spec: Opt[Listed[SectionWord]] = Field(
        None, description='Where the specification speaks of it, as in "1.0 §3.1.2".'
    )
    covers: Opt[Listed[RequirementId]] = Field(None, description="Requirements that the file is made for.")
    bugs: Opt[Listed[ReportWord]] = Field(None, description="Public reports of this mistake, as in owner/repo#12.")
    tags: Opt[Listed[str]] = Field(None, description="Words for selection.")
    targets: Opt[Listed[Annotated[str, Words("target", ("client", "gateway", "host"))]]] = Field(
        None, description="Whom it is for (client and gateway; host if there are agents)."
    )
    dialects: Opt[Listed[DialectWord]] = Field(None, description="Narrows the dialects (0.3 and 1.0).")
    bindings: Opt[Listed[BindingWord]] = Field(None, description="Narrows the bindings.")
    modes: Opt[Listed[ModeWord]] = Field(None, description="Runs the file once per mode.")
    needs: Opt[Listed[Annotated[str, Words("feature", FEATURES)]]] = Field(
        None, description="Features that the target must have."
    )
    timeout: Opt[Duration] = Field(None, description="Bound of one run (60s).")
    rounds: Opt[Count] = Field(None, description="Plays the file so often (1).")
    credentials: Opt[dict[str, str]] = Field(None, description="Secrets for the client, by security scheme.")
    card: Opt[JsonMap] = Field(None, description="Merge patch on the default card, in 1.0 names.")
    extended_card: Opt[JsonMap] = Field(None, description="Merge patch that makes the extended card.")
    serve: Opt[ServeModel] = Field(None, description="Where and how the agent is served.")
    script: Opt[list[EntryModel]] = Field(None, description="What the agent does.")
    agents: Opt[dict[str, AgentModel]] = Field(None, description="Several agents by name, instead of `script`.")
    drive: list[Drive] = Field(min_length=1, description="What the client is asked to do, in order.")
    expect: Opt[Listed[ExpectBlock]] = Field(None, description="What must come of it.")

    @model_validator(mode="before")
    @classmethod
    def _one_kind(cls, value: Any) -> Any:
        if isinstance(value, dict):
            if "agents" in value:
                beside = [key for key in ("script", "card", "extended_card", "serve") if key in value]
                if beside:
                    told = " and ".join(f"`{key}`" for key in beside)
                    refuse(f"{told} beside `agents`", "put them inside each agent, or leave `agents` out", "agents")
            elif "script" not in value and set(value) <= set(cls.keys()):
                refuse("`script` is missing", "write what the agent does, or `agents` if there are several")
        return value

    @field_validator("agents")
    @classmethod
    def _some(cls, value: Any) -> Any:
        if value is not None and not value:
            refuse("no agents", "name at least one")
        return value
