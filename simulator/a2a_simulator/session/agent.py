"""One agent inside a session: its tasks, its script, and the streams that its events go to."""

from collections.abc import Mapping

from a2a_simulator.protocol.events import Event, StatusUpdate
from a2a_simulator.protocol.states import TERMINAL
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import AgentPlay, Entry, Modifiers, Serve
from a2a_simulator.session.addresses import Address
from a2a_simulator.session.commands import BUILT_IN, Source
from a2a_simulator.session.exchange import PLAIN, Exchange
from a2a_simulator.session.matching import Books
from a2a_simulator.session.pacing import longest_wait
from a2a_simulator.session.store import Store
from a2a_simulator.session.tails import Tails
from a2a_simulator.session.values import Timestamps, Values
from a2a_simulator.wire.wire_forms import WELL_KNOWN, Dialect


class Agent:
    """An agent of the run. `plays` are its scripts by dialect; one of them is `home`, that of the run."""

    def __init__(
        self,
        plays: Mapping[Dialect, AgentPlay],
        home: Dialect,
        address: Address,
        seed: str,
        timestamps: Timestamps,
        per_task: bool = False,
    ) -> None:
        self.play = plays[home]
        self.name = self.play.name
        self.home = home
        self.address = address
        self.timestamps = timestamps
        self.values = Values(seed, self.name)
        self.store = Store()
        self.books = Books(per_task)
        self._plays = plays
        self.tails = Tails()
        self.silence = longest_wait(self.play)
        """The longest silence of its script that a run may shorten, in seconds."""
        self._streams: dict[str, list[Exchange]] = {}

    def change(self, plays: Mapping[Dialect, AgentPlay]) -> None:
        """Plays another script from now on; tasks and their streams stay."""
        self._plays = plays
        self.play = plays[self.home]
        self.silence = longest_wait(self.play)
        self.books.begin()
        self.tails = Tails()

    @property
    def serve(self) -> Serve:
        """How it is served."""
        return self.play.serve

    @property
    def dialects(self) -> tuple[Dialect, ...]:
        """The dialects that it has a script for."""
        return tuple(self._plays)

    @property
    def card_paths(self) -> frozenset[str]:
        """Where its card is, below its base path."""
        names, base = self.serve.well_known, self.serve.path.rstrip("/")
        return frozenset(base + path for path in WELL_KNOWN if path.rsplit("/", 1)[1] in names)

    def entries(self, dialect: Dialect) -> tuple[Entry, ...]:
        """The script in the grammar of a caller."""
        return self._plays.get(dialect, self.play).entries

    def serves(self, path: str) -> bool:
        """Whether calls to this path are answered: all below the base path, and what an entry names."""
        path, base = path.partition("?")[0], self.serve.path.rstrip("/")
        if path.rstrip("/") == base or path.startswith(base + "/"):
            return True
        return any(
            entry.when.path is not None and entry.when.path(path)
            for play in self._plays.values()
            for entry in play.entries
        )

    def attach(self, task_id: str, stream: Exchange) -> None:
        """From now on the events of the task go to this stream."""
        streams = self._streams.setdefault(task_id, [])
        if stream not in streams:
            streams.append(stream)

    def detach(self, stream: Exchange) -> None:
        """Nobody listens to this stream any more."""
        for task_id in [task_id for task_id, streams in self._streams.items() if stream in streams]:
            self._streams[task_id].remove(stream)
            if not self._streams[task_id]:
                del self._streams[task_id]

    def only(self, task_id: str, stream: Exchange) -> bool:
        """Whether this is the only stream of the task."""
        return self._streams.get(task_id) == [stream]

    def tell(
        self,
        task_id: str,
        event: Event,
        teller: Exchange | None = None,
        source: Source = BUILT_IN,
        mods: Modifiers = PLAIN,
    ) -> None:
        """Writes an event to each open stream of its task; only the teller's own is framed, cut or edited."""
        streams = self._streams.get(task_id)
        if streams is None:
            return
        for stream in streams:
            if stream is teller:
                stream.event(event, source, mods)
            elif stream.open:
                stream.event(event, Source(source.step, source.entry))
                if stream.subscriber and _finishes(event):
                    stream.close()
        if any(not stream.open for stream in streams):
            self._streams[task_id] = [stream for stream in streams if stream.open]

    def end_streams(self, task_id: str) -> None:
        """Ends all streams of a task."""
        for stream in self._streams.pop(task_id, []):
            stream.close()


def _finishes(event: Event) -> bool:
    return isinstance(event, (Task, StatusUpdate)) and event.status.state in TERMINAL
