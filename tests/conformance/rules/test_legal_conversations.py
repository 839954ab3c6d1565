"""A truthful agent with any number of streams, subscriptions and looks is judged silent; a lost chunk is found."""

from hypothesis import given, settings
from hypothesis import strategies as st

from a2a_conformance.rules.journal_lines import journal_of
from a2a_conformance.rules.journals import judge_journal
from made_up_streams import V03, V1

NAMES = ("a", "b")


class Agent:
    """One task: what it has, and which streams still have to be told what."""

    def __init__(self):
        self.state = "working"
        self.held = {}
        self.owed = {"first": [{"task": "working"}]}
        self.lines = [{"stream": "first"}]
        self.calls = 0
        self.opened = set()

    @property
    def whole(self):
        return {"state": self.state, "artifacts": dict(self.held)} if self.held else {"state": self.state}

    def does(self, update):
        for owed in self.owed.values():
            owed.append(update)

    def chunk(self, name, text, append):
        append = append and name in self.held
        self.held[name] = self.held[name] + text if append else text
        self.does({"artifact": {"id": name, "text": text, "append": append}})

    def end(self, state):
        self.state = state
        self.does({"status": {"state": state, "final": True}})

    def joins(self):
        self.calls += 1
        name = f"sub-{self.calls}"
        self.lines.append({"subscribe": name})
        self.owed[name] = [{"task": self.whole}]

    def looks(self):
        self.calls += 1
        name = f"get-{self.calls}"
        self.lines += [{"get": name}, {"on": name, "task": self.whole}, {"close": name}]

    def tells(self, name):
        self.lines.append({"on": name, **self.owed[name].pop(0)})
        self.opened.add(name)

    def breaks(self, name, how):
        if name in self.opened:
            del self.owed[name]
            self.lines.append({how: name})

    def rest(self):
        for name, owed in self.owed.items():
            while owed:
                self.tells(name)
            self.lines.append({"close": name})
        self.owed = {}
        self.looks()


@st.composite
def agents(draw):
    agent = Agent()
    agent.tells("first")
    for _ in range(draw(st.integers(0, 14))):
        match draw(st.sampled_from(["chunk", "chunk", "status", "tell", "tell", "join", "look", "break"])):
            case "chunk":
                agent.chunk(
                    draw(st.sampled_from(NAMES)), draw(st.text("xyz", min_size=1, max_size=3)), draw(st.booleans())
                )
            case "status":
                agent.does({"status": {"state": "working", "text": draw(st.sampled_from("pq"))}})
            case "join":
                agent.joins()
            case "look":
                agent.looks()
            case verb:
                names = sorted(name for name, owed in agent.owed.items() if owed or verb == "break")
                if names:
                    name = draw(st.sampled_from(names))
                    agent.tells(name) if verb == "tell" else agent.breaks(
                        name, draw(st.sampled_from(["leave", "break"]))
                    )
    agent.end(draw(st.sampled_from(["completed", "failed", "canceled", "rejected"])))
    agent.rest()
    return agent


def spoken(lines, dialect):
    return [finding.requirement for finding in judge_journal(journal_of(lines, dialect)[0]) if not finding.note]


@given(agents(), st.sampled_from([V1, V03]))
@settings(max_examples=200, deadline=None)
def test_a_truthful_agent_is_silent(agent, dialect):
    assert spoken(agent.lines, dialect) == []


@given(agents(), st.data())
@settings(max_examples=100, deadline=None)
def test_a_chunk_that_a_whole_stream_loses_is_found(agent, data):
    ended = {line["close"] for line in agent.lines if "close" in line}
    places = [
        number
        for number, line in enumerate(agent.lines)
        if line.get("on") in ended and "artifact" in line and line["artifact"]["append"]
    ]
    if not places:
        return
    lost = data.draw(st.sampled_from(places))
    found = spoken(agent.lines[:lost] + agent.lines[lost + 1 :], V1)
    replaced = any(
        line.get("on") == agent.lines[lost]["on"]
        and "artifact" in line
        and line["artifact"]["id"] == agent.lines[lost]["artifact"]["id"]
        and not line["artifact"]["append"]
        for line in agent.lines[lost:]
    )
    allowed = {"art-final-state-match", "multi-broadcast", "multi-same-order", "sub-snapshot-gapless"}
    assert found or replaced
    assert set(found) <= allowed
