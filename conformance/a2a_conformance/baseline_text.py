"""Baselines as text: a first one from the failures of a run, and one without the entries that are out of date."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from a2a_conformance.baseline import Applied, Baseline, Misfit
from a2a_conformance.baseline_entry import EXCUSABLE
from a2a_conformance.verdict import CheckKey, Level, Status, Verdict

HEAD = """\
# Failures that are known. Each entry excuses the checks that its failure keeps from being judged, too. It needs a
# reason: the frame that shows it, and the place in the source or the issue that it comes from.
"""


def write(verdicts: Iterable[Verdict], strict: bool = False) -> str:
    """A baseline that expects what failed, with `strict` also what warned; what a failure hid has no own entry.

    The reasons are empty, for nobody but the owner of the target knows them; `Baseline.read` refuses empty ones.
    """
    return HEAD + entries(verdicts, strict)


def entries(verdicts: Iterable[Verdict], strict: bool = False) -> str:
    """The same without the words above it: entries that can stand behind those of a baseline."""
    counted = [verdict for verdict in verdicts if _counts(verdict, strict)]
    roots = {verdict.key for verdict in counted}
    groups: dict[tuple[str, Status, str], list[Verdict]] = {}
    for verdict in counted:
        if verdict.explained_by and CheckKey(verdict.explained_by, verdict.key.cell) in roots:
            continue
        groups.setdefault((verdict.key.check, verdict.status, verdict.cause or verdict.text), []).append(verdict)
    return "".join(_entry(checks, status, cause, found) for checks, status, cause, found in _together(groups))


def _together(
    groups: Mapping[tuple[str, Status, str], list[Verdict]],
) -> Iterator[tuple[tuple[str, ...], Status, str, list[Verdict]]]:
    """Checks that were not reached for one reason in the same cells share an entry."""
    told: dict[tuple[object, ...], tuple[list[str], list[Verdict]]] = {}
    for (check, status, cause), found in groups.items():
        alone = "" if status is Status.NOT_REACHED else check
        cells = tuple(verdict.key.cell for verdict in found)
        checks, _ = told.setdefault((status, cause, cells, alone), ([], found))
        checks.append(check)
    for checks, found in told.values():
        yield tuple(checks), found[0].status, found[0].cause or found[0].text, found


def update(text: str, baseline: Baseline, applied: Applied) -> str:
    """The text of a baseline without the entries that no longer fail; all other lines stay as they are."""
    gone = {stale.entry.place.line for stale in applied.stale if stale.kind is Misfit.GONE}
    starts = sorted(entry.place.line for entry in baseline.entries)
    lines = text.splitlines(keepends=True)
    drop: set[int] = set()
    for start, end in zip(starts, [*starts[1:], len(lines) + 1], strict=True):
        if start in gone:
            drop.update(range(start, _without_comments(lines, start, end)))
    return "".join(line for number, line in enumerate(lines, 1) if number not in drop)


def _without_comments(lines: Sequence[str], start: int, end: int) -> int:
    """The end of an entry: comments right before the next one belong to that."""
    while end - 1 > start and (not lines[end - 2].strip() or lines[end - 2].lstrip().startswith("#")):
        end -= 1
    return end


def _counts(verdict: Verdict, strict: bool) -> bool:
    if verdict.status not in EXCUSABLE or verdict.explained_by:  # the entry of its cause excuses it too
        return False
    if verdict.level is Level.MUST:
        return True
    return strict and verdict.level is Level.SHOULD


def _entry(checks: Collection[str], status: Status, cause: str, found: Sequence[Verdict]) -> str:
    return "".join(f"{line}\n" for line in _lines(checks, status, cause, found))


def _lines(checks: Collection[str], status: Status, cause: str, found: Sequence[Verdict]) -> Iterator[str]:
    yield f"- check: {_list(checks)}"
    scenarios = list(dict.fromkeys(verdict.key.cell.scenario for verdict in found))
    yield f"  scenario: {_list(scenarios)}"
    if status is not Status.FAIL:
        yield f"  status: {status}"
    yield f"  when: {_list(list(dict.fromkeys(verdict.key.cell.suffix for verdict in found)))}"
    yield f'  reason: ""   # say why; seen: {_comment(cause)}'


def _list(words: Collection[str]) -> str:
    told = [_plain(word) for word in words]
    return told[0] if len(told) == 1 else f"[{', '.join(told)}]"


def _comment(text: str) -> str:
    """A text as the rest of one line: YAML ends lines at more characters than others do."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())


def _plain(text: str) -> str:
    """A text as YAML: quoted, so that nothing in it can mean something else."""
    return text if text.replace("-", "").replace("/", "").isalnum() else json.dumps(text, ensure_ascii=False)
