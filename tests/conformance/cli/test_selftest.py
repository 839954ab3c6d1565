from click.testing import CliRunner

from a2a_conformance.cli.group import cli
from a2a_conformance.cli.entry import main  # noqa: F401
