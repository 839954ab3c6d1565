"""`explain`: a requirement in full, with its reasoning, where the specification speaks of it, and what judges it."""

import textwrap
from collections.abc import Iterator

import click

from a2a_conformance import catalog, corpus
from a2a_conformance.catalog import Requirement
from a2a_conformance.cli.exits import Problem
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.wire.wire_forms import Dialect


@click.command("explain")
@click.argument("name", metavar="ID")
def command(name: str) -> None:
    """Explain a requirement (`stream-task-first`), a check (`id/facet`) or a scenario (`family/stem`)."""
    if name in corpus.paths():
        click.echo("\n".join(_scenario(corpus.scenario(name))))
        return
    try:
        row = catalog.get(name.partition("/")[0])
    except KeyError:
        raise Problem(_unknown(name)) from None
    click.echo("\n".join(_requirement(row)))


def _requirement(row: Requirement) -> Iterator[str]:
    yield f"{row.id}  ({row.level}, {row.basis}{', §' + row.section if row.section else ''})"
    yield ""
    yield from _wrapped(row.text)
    if row.because:
        yield ""
        yield from _wrapped(f"Why: {row.because}")
    yield ""
    yield f"  binds     {', '.join(row.who)}; a breach shows in the {row.seen}"
    yield f"  dialects  {', '.join(_dialects(row))}"
    if row.left_out is not None:
        yield f"  judged    not, {row.left_out}"
    else:
        yield f"  judged    by {', '.join(row.checks)}"
    covering = [scenario.id for scenario in corpus.corpus() if row.id in scenario.covers]
    yield f"  scenarios {', '.join(covering) or 'none is made for it alone; it is judged wherever it applies'}"
    yield f"  since     requirement set {row.since}, {row.state}"
    if row.aliases:
        yield f"  was       {', '.join(row.aliases)}"


def _dialects(row: Requirement) -> Iterator[str]:
    for dialect in row.dialects:
        level = row.level_in(Dialect(dialect))
        yield f"{dialect}" + (f" ({level} there)" if level is not row.level else "")


def _scenario(scenario: Scenario) -> Iterator[str]:
    yield f"{scenario.id}  {scenario.title}"
    if scenario.file.about:
        yield ""
        yield from _wrapped(scenario.file.about)
    yield ""
    yield f"  file      {scenario.place.file}"
    yield f"  cells     {', '.join(cell.suffix for cell in scenario.cells()) or 'none that this version plays'}"
    for gone in scenario.excluded:
        yield f"  not in    {gone}"
    yield f"  covers    {', '.join(scenario.covers) or '-'}"
    yield f"  tags      {', '.join(scenario.tags) or '-'}"
    yield f"  bytes     a2a-conformance preview {scenario.id}"


def _unknown(name: str) -> str:
    import difflib

    close = difflib.get_close_matches(name.partition("/")[0], [*catalog.ids(), *corpus.paths()], n=1)
    hint = f" (did you mean `{close[0]}`?)" if close else ""
    return f"no requirement or scenario `{name}`{hint}; see `a2a-conformance list requirements`"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="  ", subsequent_indent="  ")
