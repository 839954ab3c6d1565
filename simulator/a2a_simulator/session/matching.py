"""Which entry of a script answers a call: the first that fits and is not spent (scenario format §5.1)."""

from collections import Counter

from a2a_simulator.protocol.operations import OUTSIDE_THE_BINDING
from a2a_simulator.scenario.play import Entry, When
from a2a_simulator.session.pointers import get
from a2a_simulator.session.request import Request
from a2a_simulator.session.store import Store


def fits(when: When, request: Request, store: Store) -> bool:
    """Whether all conditions hold for the call. An operation that could not be read fits nothing."""
    if request.operation is None:
        return False
    if when.calls is None and request.operation in OUTSIDE_THE_BINDING:
        return False
    if when.calls is not None and request.operation not in when.calls:
        return False
    return (
        (when.agent is None or when.agent == request.agent)
        and (when.task is None or _task_is(when.task, request, store))
        and (when.context is None or _context_is(when.context, request, store))
        and (when.text is None or when.text(request.text))
        and (when.path is None or when.path(request.called.path))
        and all(match(request.called.headers.get(name.lower())) for name, match in when.headers.items())
        and all(get(request.read.params, pointer) == value for pointer, value in when.params.items())
    )


def _task_is(word: str, request: Request, store: Store) -> bool:
    named = request.task_id
    known = store.get(named) is not None
    match word:
        case "none":
            return named is None
        case "known":
            return known
        case "unknown":
            return named is not None and not known
        case _:
            return known and store.current is store.get(named)


def _context_is(word: str, request: Request, store: Store) -> bool:
    named = request.context_id
    if word == "none":
        return named is None
    return named is not None and store.knows_context(named) is (word == "known")


class Book:
    """How often each entry of one script was used."""

    def __init__(self) -> None:
        self._uses: Counter[str] = Counter()

    def pick(self, entries: tuple[Entry, ...], request: Request, store: Store) -> tuple[Entry, int] | None:
        """The entry that answers the call, and how often it was used with this time; counts the use."""
        for entry in entries:
            if self._spent(entry) or not fits(entry.when, request, store):
                continue
            self._uses[entry.path] += 1
            return entry, self._uses[entry.path]
        return None

    def closest(self, entries: tuple[Entry, ...], request: Request) -> str | None:
        """The entry that an unanswered call most likely meant: same operation, spent or not."""
        for entry in entries:
            if request.operation is not None and (entry.when.calls is None or request.operation in entry.when.calls):
                return entry.path
        return None

    def _spent(self, entry: Entry) -> bool:
        return entry.times is not None and self._uses[entry.path] >= entry.times


class Books:
    """The books of one agent: one for a run, or in serve mode one for each conversation, begun anew by each task.

    A retry of a message that opened no task finds the book of the first try.
    """

    def __init__(self, per_task: bool) -> None:
        self._per_task = per_task
        self._common = Book()
        self._by_task: dict[str, Book] = {}
        self._by_message: dict[str, Book] = {}

    def begin(self) -> None:
        """The script was changed: begins a new book for all that comes."""
        self._common = Book()
        self._by_message.clear()

    def of(self, request: Request) -> Book:
        """The book that holds for a call."""
        if not self._per_task:
            return self._common
        if request.task_id in self._by_task:
            return self._by_task[request.task_id]
        if not request.sends:
            return self._common
        message = request.message.message_id if request.message else ""
        book = self._by_message.setdefault(message, Book()) if message else Book()
        _keep_newest(self._by_message)
        return book

    def opened(self, task_id: str, book: Book) -> None:
        """From now on calls that name this task are answered from that book."""
        if self._per_task:
            self._by_task[task_id] = book
            _keep_newest(self._by_task)


def _keep_newest(books: dict[str, Book], most: int = 10_000) -> None:
    while len(books) > most:
        del books[next(iter(books))]
