"""All tellings, by name."""

from collections.abc import Mapping
from typing import Final

from a2a_conformance.tellings import chunks, framing, members, order, snapshots
from a2a_conformance.tellings.telling import Telling
from a2a_simulator.protocol.states import State
from a2a_simulator.wire.framing import Framing

_FORM: Final = ("sse/*",)

_ALL: Final = (
    Telling(
        "finer-chunks", "an appended chunk continues the artifact, however short it is (1.0 §4.2.2)",
        chunks.finer, counts=True, subjects=("lifecycle/thousand-chunks", "artifacts/equal-chunks"),
    ),
    Telling(
        "coarser-chunks", "an update may bring as much of an artifact as it likes (1.0 §4.2.2)",
        chunks.coarser, counts=True, takes=("art-append", "art-append-granularity"),
        subjects=("lifecycle/thousand-chunks",),
    ),
    Telling(
        "never-last", "`lastChunk` is optional (1.0 §4.2.2)",
        chunks.never_last, takes=("art-last-chunk",),
    ),
    Telling(
        "marked-last", "an agent may mark the end of every artifact (1.0 §4.2.2)",
        chunks.marked_last, subjects=("artifacts/never-last",),
    ),
    Telling(
        "text-parts-first", "parts of other kinds mean the same before and after text (1.0 §4.1.6)",
        chunks.parts_in_order_of_kind,
    ),
    Telling(
        "artifacts-swapped", "artifacts grow independently of each other (1.0 §4.2.2)", order.swapped, counts=True,
    ),
    Telling(
        "status-between-chunks", "a status update may come at any time (1.0 §3.1.2)", order.status_between,
        counts=True,
    ),
    Telling(
        "word-of-progress", "a working status may carry a message, which is no answer (1.0 §3.7)",
        order.chatter, counts=True,
    ),
    Telling("with-metadata", "metadata is optional in every event (1.0 §4.1, §4.2)", members.with_metadata),
    Telling("named-artifacts", "name and description are optional (1.0 §4.1.7)", members.named),
    Telling("unnamed-artifacts", "name and description are optional (1.0 §4.1.7)", members.unnamed),
    Telling("without-times", "the timestamp of a status is optional (1.0 §4.1.2)", members.without_times),
    Telling("unknown-members", "members that are not known are ignored (1.0 §5.7)", members.unknown_members),
    Telling(
        "final-task", "a stream may end with the finished Task, which repeats what is known (1.0 §11.7)",
        snapshots.final_task, counts=True,
    ),
    Telling(
        "no-history", "an agent decides what its history holds (1.0 §3.7)", snapshots.no_history,
        subjects=("lifecycle/*history*",),
    ),
    Telling(
        "whole-history", "an agent decides what its history holds (1.0 §3.7)", snapshots.whole_history,
        subjects=("lifecycle/*history*",),
    ),
    Telling(
        "long-history", "a Task may recall any number of messages (1.0 §3.7)", snapshots.long_history,
        subjects=("lifecycle/*history*",),
    ),
    Telling(
        "opens-submitted", "a task may be told from its submission on (1.0 §4.1.3)",
        snapshots.opening_state(State.SUBMITTED),
    ),
    Telling(
        "opens-working", "a task may be at work when it is first told of (1.0 §4.1.3)",
        snapshots.opening_state(State.WORKING),
    ),
    Telling(
        "artifact-in-opening-task", "an artifact may stand in the Task that opens the stream (1.0 §3.1.2, §4.1.1)",
        snapshots.in_the_opening, counts=True,
    ),
    Telling("long-silence", "between events may pass any time (1.0 §3.5.2)", framing.silent),
    Telling(
        "crlf", "a line ends with CR LF, LF or CR (HTML §9.2.5)", framing.framed(Framing(newline="crlf")),
        subjects=_FORM,
    ),
    Telling(
        "no-space", "the space behind the colon is optional (HTML §9.2.6)", framing.framed(Framing(space=False)),
        subjects=_FORM,
    ),
    Telling("event-ids", "an event may carry an id (HTML §9.2.6)", framing.numbered, subjects=_FORM),
    Telling(
        "comments", "comments are ignored (HTML §9.2.6)", framing.framed(Framing(comment="still here")),
        subjects=_FORM,
    ),
    Telling(
        "in-two-writes", "where bytes are cut on their way says nothing (HTTP: RFC 9112 §7.1)",
        framing.framed(Framing(split=(7,), gap=0.001)), subjects=_FORM,
    ),
)  # fmt: skip

TELLINGS: Final[Mapping[str, Telling]] = {telling.name: telling for telling in _ALL}
"""Name → telling, those of content before those of form."""
