"""The target files that `init` writes, and the files beside them."""

from dataclasses import dataclass
from typing import Final

_HEAD: Final = """\
# Describes the client that is tested; every key: docs/target.md. `a2a-conformance run` reads this file.
"""

WORKER: Final = (
    _HEAD
    + """\
kind: worker
command: {command}       # speaks lines of JSON on stdio; started once for each run under way
suite: core                           # what `run` plays when nothing is named
# dialects: ["1.0"]                   # what is declared here wins over what the worker says of itself
# baseline: a2a-baseline.yaml         # failures that you know of, each with a reason
# jobs: 4
# deadline: 5s                        # silence after which an unfinished step is a hang
"""
)

COMMAND: Final = (
    _HEAD
    + """\
kind: command
command: sh a2a-ask.sh {base_url} {text}     # also {card_url} {task_id} {context_id} {verb} {outcome}
name: demo client (not yours yet)
demo: true                                   # delete this line once a2a-ask.sh calls your client
dialects: ["1.0"]
observes: ended                              # its exit code tells whether all went well; if not: wire
suite: core                                  # what `run` plays when nothing is named
# answer: stdout                             # what it prints is its answer, and is judged
"""
)


@dataclass(frozen=True, slots=True)
class Kit:
    """What one language gets: the target file, and files of this package by the name they are written under."""

    target: str
    files: dict[str, str]
    fill_in: str
    """The file whose function the author replaces."""


KITS: Final[dict[str, Kit]] = {
    "js": Kit(
        WORKER.replace("{command}", "node a2a-worker.mjs"),
        {"a2a-worker.mjs": "a2a-worker.mjs", "a2a-worker-kit.mjs": "a2a-worker-kit.mjs"},
        "a2a-worker.mjs",
    ),
    "python": Kit(
        WORKER.replace("{command}", "python3 a2a_worker.py"),
        {"a2a_worker.py": "a2a_worker.py.template", "a2a_worker_kit.py": "a2a_worker_kit.py"},
        "a2a_worker.py",
    ),
    "shell": Kit(COMMAND, {"a2a-ask.sh": "a2a-ask.sh"}, "a2a-ask.sh"),
}
