"""The commands of a page: which are only looked at, because they set a machine up, and which are run."""

import re
import shlex
import tomllib

from doc_blocks import ROOT

_OUR_FOLDER = r"(\.|path/to/a2a-conformance|\./a2a-conformance)"
SET_UP = (
    r"git clone \S+ a2a-conformance( && cd a2a-conformance)?",
    r"cd a2a-conformance",
    r"python3 -m venv \.venv",
    rf"(\.venv/bin/)?pip install (-q )?{_OUR_FOLDER}",
    r"(\.venv/bin/)?pip install (-q )?tox",
    r"(\.venv/bin/)?pip install (-q )?pytest-xdist",
    r"(\.venv/bin/)?pip install (-q )?--editable \. --group dev",
    r"npm ci --prefix examples/adapters/a2a-js-sdk-1\.3",
    r"export PATH=\"?\$PWD/\.venv/bin:\$PATH\"?",
    r"\.ci/run",
)
"""Lines that need a network or change a machine; nothing is published, so nothing of ours comes from a registry."""

TOOLS = r"(\.venv/bin/)?(tox|mypy|ruff|lint-imports)( .*)?"


def commands(text: str) -> list[str]:
    """The commands of a shell block: comments gone, continued lines joined."""
    joined = re.sub(r"\\\n\s*", "", text)
    return [line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def exit_code(line: str) -> int:
    """What a line says that it ends with: `# … exit code 1 …`; else 0."""
    said = re.search(r"#.*exit code (\d+)", line)
    return int(said[1]) if said else 0


def pieces(line: str) -> list[str]:
    """The parts of `a && b`, without the comment."""
    return [piece.strip() for piece in re.sub(r"\s+# .*$", "", line).split("&&")]


def is_set_up(piece: str) -> bool:
    """Whether a piece is only looked at. A tox environment that it names has to exist."""
    if re.fullmatch(TOOLS, piece):
        words = shlex.split(piece)
        for name in words[words.index("-e") + 1].split(",") if "-e" in words else ():
            assert f"[testenv:{name}]" in (ROOT / "tox.ini").read_text() or re.fullmatch(r"py3\d\d", name), name
        return True
    return any(re.fullmatch(form, piece) for form in SET_UP)


def groups() -> set[str]:
    """The dependency groups that there are."""
    return set(tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"])
