"""`init`: a target file, the protocol loop and a function to fill in, in the language of the client."""

from pathlib import Path

import click

from a2a_conformance.cli.exits import Problem


@click.command("init")
@click.option("--python", "language", flag_value="python", help="A worker that is also a pytest adapter.")
@click.option("--js", "language", flag_value="js", help="A worker for Node, Deno or Bun.")
@click.option("--shell", "language", flag_value="shell", help="A script that is called for each request.")
@click.argument("folder", default=".", type=click.Path(path_type=Path, file_okay=False))
def command(language: str | None, folder: Path) -> None:
    """Write what is needed to test a client: it runs at once, with a demo client inside.

    Other languages: any program that reads and writes lines of JSON will do (docs/worker.md). Nothing is overwritten.
    """
    from a2a_conformance.init import FilesExist, init
    from a2a_conformance.report.escaping import plain_lines

    if language is None:
        raise click.UsageError("name a language: --python, --js or --shell")
    try:
        written = init(language, folder)
    except FilesExist as problem:
        raise Problem(str(problem)) from None
    for path in written.paths:
        click.echo(f"wrote {plain_lines(str(path))}")
    at = "" if folder == Path() else f"cd {folder} && "
    click.echo(f"try it:     {at}a2a-conformance adapter check && a2a-conformance run --suite smoke")
    click.echo(
        f"then:       put your client into {plain_lines(str(written.fill_in))}; until then the report says `demo`"
    )
    if language == "python":
        click.echo("in pytest:  from a2a_worker import Adapter, and return Adapter() from a fixture `a2a_adapter`")
