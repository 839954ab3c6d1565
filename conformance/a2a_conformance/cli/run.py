"""`run`: scenarios against the user's own client."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from a2a_conformance.cli.options import DEFAULT_SUITE, config_of, run_options, target_options

if TYPE_CHECKING:
    from a2a_conformance.cli.running import Job
    from a2a_conformance.target_file import Target


@click.command("run")
@click.argument("selection", nargs=-1, metavar="[SCENARIO|GLOB|FILE|KEY]...")
@target_options
@click.option(
    "--run", metavar="ID", default="", help="The same for all shards of one run, for `report` to merge them."
)
@click.option("--show-config", is_flag=True, help="Print the settings that would be used, and end.")
@run_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    selection: tuple[str, ...],
    target: str | None,
    adapter: str | None,
    argv: str | None,
    answer: str | None,
    show_config: bool,
    **keywords: Any,
) -> None:
    """Run scenarios against your client and judge it.

    What to run: scenario ids (`artifacts/append`), globs (`artifacts/*`), suites, files, folders, and keys as reports
    print them (`family/stem :: check [1.0-jsonrpc]`). The target comes from --target, --adapter, --command, or
    a2a-target.yaml in the working directory.
    """
    from a2a_conformance.cli.running import Job, execute
    from a2a_conformance.cli.targets import driver_of, target_of, words_of

    config = config_of(keywords)
    found = target_of(target, adapter, argv, answer)
    job = Job(
        driver_of(found),
        selection,
        config,
        words=("run", *words_of(target, adapter, argv, answer)),
        again=lambda: driver_of(found),
        suites=found.suite,
        baseline=Path(config.baseline) if config.baseline else _from_here(found.baseline),
        jobs=found.jobs,
        quiet=found.deadline,
        requirements=found.requirements,
    )
    if show_config:
        click.echo("\n".join(f"{name:<14} {value}" for name, value in _settings(job, found)))
        return
    ctx.exit(execute(job))


def _settings(job: "Job", found: "Target") -> Iterator[tuple[str, str]]:
    """The settings by the names of the options and of the target file."""
    from a2a_conformance.cli.running import sets_of, settings_of

    settings, config = settings_of(job), job.config
    yield "target", found.place
    yield "kind", found.kind
    yield "selection", " ".join(job.selection) or ("made up" if job.config.fuzz else "the suites")
    yield "suites", " ".join(config.suites or job.suites or (DEFAULT_SUITE,))
    yield "dialects", " ".join(config.dialects) or "all of the target's"
    yield "requirements", sets_of(config, job.requirements).named(config.dialects)
    yield "strict", "yes" if config.strict else "no"
    yield "baseline", "none" if job.baseline is None else str(job.baseline)
    yield "report", config.report
    yield "journals", config.journals
    yield "jobs", str(settings.jobs)
    yield "deadline", f"{settings.quiet * settings.time_scale:g} s without anything new"
    yield "longest wait", "real time" if settings.wait_cap is None else f"{settings.wait_cap:g} s"
    yield "time scale", f"{settings.time_scale:g}"
    yield "repeat", str(config.repeat)
    yield "seed", config.seed
    yield "made up", f"{config.fuzz} scenarios" if config.fuzz else "none"
    yield "run", config.run or "a random name"


def _from_here(file: Path | None) -> Path | None:
    """The file as one would name it in the working directory, so that records hold no path of this machine."""
    if file is None or not file.is_relative_to(here := Path.cwd().resolve()):
        return file
    return file.relative_to(here)
