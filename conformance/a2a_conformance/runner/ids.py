"""The ids that a target told its caller in one conversation: what `answer`, `get`, `cancel` are given."""

import threading

UNKNOWN_TASK = "task-that-nobody-made"
"""The id that a step on task `unknown` is given."""


class Ids:
    """Current task and context, and the tasks that steps named (`as`). Safe to use from any thread."""

    def __init__(self) -> None:
        self._told = threading.Condition()
        self._task: str | None = None
        self._context: str | None = None
        self._named: dict[str, tuple[str | None, str | None]] = {}

    def begin(self) -> None:
        """A new task is being started: what follows speaks of that one."""
        with self._told:
            self._task = None

    def learn(self, task: str | None, context: str | None) -> None:
        """The target told ids; None tells nothing."""
        with self._told:
            self._task = task or self._task
            self._context = context or self._context
            self._told.notify_all()

    def name(self, name: str) -> None:
        """The current task is called so from now on."""
        with self._told:
            self._named[name] = (self._task, self._context)

    def of(self, name: str) -> tuple[str | None, str | None]:
        """Task and context id of `current`, `unknown` or a named task."""
        with self._told:
            if name == "unknown":
                return UNKNOWN_TASK, None
            return (self._task, self._context) if name == "current" else self._named.get(name, (None, None))

    def wait(self, timeout: float) -> bool:
        """Waits until the current task is known; False: not within so many seconds."""
        with self._told:
            return self._told.wait_for(lambda: self._task is not None, timeout)
