"""What a baseline comes to over the results of a run: decided once, where all of them are together."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from a2a_conformance import corpus
from a2a_conformance.baseline import Applied, Baseline, Elsewhere, Misfit
from a2a_conformance.baseline_entry import Entry
from a2a_conformance.report.record import BaselineFacts, Excuse, Header
from a2a_conformance.verdict import CellResult
from a2a_simulator.scenario.load import SUFFIX
from a2a_simulator.scenario.play import Cell, Mode
from a2a_simulator.wire.wire_forms import PLAYABLE, WireForm


def facts(
    baseline: Baseline, header: Header, results: Sequence[CellResult], today: date, complete: bool
) -> BaselineFacts:
    """Whom it excuses, and which entries do not fit; the latter only when the run was complete.

    Raises NothingSelected, ScenarioProblems when the scenarios that the target would play cannot be read.
    """
    applied = apply(baseline, header, results, today, complete)
    return BaselineFacts(
        baseline.file,
        tuple(Excuse(str(key), entry.told, str(entry.place), entry.flaky) for key, entry in applied.excused.items()),
        applied.lines(Misfit.GONE),
        applied.lines(Misfit.UNMATCHED),
        applied.lines(Misfit.EXPIRED),
        baseline.text,
    )


def apply(
    baseline: Baseline, header: Header, results: Sequence[CellResult], today: date, complete: bool = True
) -> Applied:
    """The baseline over a run. An entry is out of date only if its failure can be in no cell that was left out."""
    verdicts = [verdict for result in results for verdict in result.verdicts]
    known = scenarios(baseline)
    applied = baseline.apply(verdicts, today, complete, known)
    gone = [stale.entry for stale in applied.stale if stale.kind is Misfit.GONE]
    if not gone:
        return applied
    return baseline.apply(verdicts, today, complete, known, elsewhere(gone, header, known))


def elsewhere(entries: Iterable[Entry], header: Header, known: Iterable[str]) -> Elsewhere:
    """The cells that these entries reach and the run left out, in whole or in part.

    The target would play the suites of `settings["suites"]` in its wire forms; `settings["checks"]` has the globs
    over the checks of cells of which only some were asked for.
    """
    wanted = tuple(entries)
    suites = tuple(header.settings.get("suites", ()))
    narrowed = dict(header.settings.get("checks", {}))
    planned = set(header.planned)
    out: dict[Cell, tuple[str, ...]] = {}
    for cell in _cells(wanted, header, suites, known):
        if str(cell) not in planned:
            out[cell] = ()
        elif str(cell) in narrowed:
            out[cell] = tuple(narrowed[str(cell)])
    return out


def scenarios(baseline: Baseline) -> frozenset[str]:
    """The scenarios that its entries may speak of: the shipped ones, and files that lie where an entry looks."""
    own = (file for entry in baseline.entries for glob in entry.scenario for file in _files(glob))
    return frozenset(corpus.paths()) | {file.as_posix().removesuffix(SUFFIX) for file in own}


def _cells(
    entries: tuple[Entry, ...], header: Header, suites: tuple[str, ...], known: Iterable[str]
) -> Iterator[Cell]:
    hello = header.hello
    forms = tuple(form for form in PLAYABLE if form.dialect in hello.dialects and form.binding in hello.bindings)
    shipped = set(corpus.ids(suites)) if suites else set()
    seen = {*header.planned, *header.settings.get("checks", {})}
    mine = [name for name in known if any(entry.scope(name) for entry in entries)]
    for name in mine:
        if name in shipped and header.role in corpus.scenario(name).targets:
            yield from corpus.scenario(name).cells(forms)
        elif name not in corpus.paths():
            yield from (cell for cell in _own(name, forms) if str(cell) in seen or not _begins(seen, name))


def _own(name: str, forms: tuple[WireForm, ...]) -> Iterator[Cell]:
    """The cells that a file of the user may have; without reading it."""
    return (Cell(name, form, mode) for form in forms for mode in Mode)


def _begins(cells: Iterable[str], name: str) -> bool:
    return any(cell.startswith(f"{name} [") for cell in cells)


def _files(glob: str) -> Iterator[Path]:
    """A glob over the names of scenarios stands for no other files than those below the working directory."""
    if glob.startswith(("/", "..")) or glob in corpus.paths() or "**" in glob:
        return
    yield from Path().glob(f"{glob}{SUFFIX}")
