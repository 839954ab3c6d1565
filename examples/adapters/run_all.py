"""Runs the suite against every real client in this folder and keeps the results under `reports/`.

    python examples/adapters/run_all.py [--slow] [NAME…]

Each client gets an environment of its own (a venv from `requirements.txt`, or `npm ci`), made again when its pins
change. Results go to `reports/IMPLEMENTATION/VERSION/`; the table of `reports/README.md` is drawn from all that lie
there. Exit code: the first of the runs' own that is not 0. Needs `a2a-conformance` in the environment that runs this.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

from matrix import draw

HERE = Path(__file__).resolve().parent
REPORTS = HERE.parents[1] / "reports"
KEPT = ("index.html", "summary.md", "badge.json", "badge.svg")
HARNESS = 4
"""Exit code: not the client's fault."""
SLOW = frozenset({"a2a-handler-0.4"})
"""A process for each step takes minutes: run when named, or with --slow (at night)."""
TROUBLED = frozenset({"fail", "warn", "not_reached", "error"})


def main() -> int:
    """Runs the clients that are named, or all."""
    known = sorted(file.parent.name for file in HERE.glob("*/a2a-target.yaml"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(known)}")
    parser.add_argument("--slow", action="store_true", help=f"also {', '.join(sorted(SLOW))}")
    options = parser.parse_args()
    names = options.names or [name for name in known if options.slow or name not in SLOW]
    if unknown := [name for name in names if name not in known]:
        parser.error(f"there is no client {unknown[0]}; there are {', '.join(known)}")
    codes = [run(HERE / name) for name in names]
    draw(REPORTS)
    return next((code for code in codes if code), 0)


def run(folder: Path) -> int:
    """Runs one client; its exit code."""
    print(f"\n=== {folder.name}", flush=True)
    try:
        path = os.pathsep.join((*environment(folder), os.environ.get("PATH", os.defpath)))
    except (OSError, subprocess.CalledProcessError) as problem:
        print(f"{folder.name}: its environment cannot be made: {problem}", file=sys.stderr)
        return HARNESS
    tool = Path(sys.executable).with_name("a2a-conformance")
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report"
        command = [str(tool), "run", "--report", str(report)]
        code = subprocess.run(command, cwd=folder, env=os.environ | {"PATH": path}, check=False).returncode
        if (report / "report.json").is_file():
            keep(report)
    return code


def environment(folder: Path) -> list[str]:
    """Makes the environment of a client; the folders that go in front of PATH."""
    if (folder / "package.json").is_file():
        if stale(folder, folder / "node_modules", "package-lock.json"):
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, check=True)
            mark(folder, folder / "node_modules", "package-lock.json")
        return []
    home = folder / ".venv"
    pins = ("requirements.txt", "constraints.txt")
    if stale(folder, home, *pins):
        venv.create(home, clear=True, with_pip=True)
        pip = [str(home / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", pins[0], "-c", pins[1]], cwd=folder, check=True)
        mark(folder, home, *pins)
    return [str(home / "bin")]


def digest(folder: Path, pins: tuple[str, ...]) -> str:
    """What the pins come to, and the Python that they were installed for."""
    text = b"".join((folder / name).read_bytes() for name in pins) + sys.version.encode()
    return hashlib.sha256(text).hexdigest()


def stale(folder: Path, home: Path, *pins: str) -> bool:
    """Whether an environment is missing or was made from other pins."""
    stamp = home / ".made-from"
    return not stamp.is_file() or stamp.read_text() != digest(folder, pins)


def mark(folder: Path, home: Path, *pins: str) -> None:
    """Notes from what an environment was made."""
    (home / ".made-from").write_text(digest(folder, pins))


def keep(report: Path) -> None:
    """Copies what is worth keeping of a report; of `report.json` only the cells in which something is amiss."""
    document: dict[str, Any] = json.loads((report / "report.json").read_text(encoding="utf-8"))
    target = document["header"]["target"]
    home = REPORTS / slug(target["name"]) / target["version"]
    home.mkdir(parents=True, exist_ok=True)
    for name in KEPT:
        (home / name).unlink(missing_ok=True)
        if (report / name).is_file():
            (home / name).write_text(anonymous((report / name).read_text(encoding="utf-8")), encoding="utf-8")
    document["cells"] = [cell for cell in document["cells"] if cell["worst"] in TROUBLED]
    text = json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True)
    (home / "report.json").write_text(anonymous(text) + "\n", encoding="utf-8")


def anonymous(text: str) -> str:
    """The text without paths of this machine: clients print them in their tracebacks."""
    for path, name in ((HERE.parents[1], "."), (Path(sys.base_prefix), "python")):
        text = text.replace(str(path), name)
    return text


def slug(name: str) -> str:
    """A name as a folder: `@a2a-js/sdk` → `a2a-js-sdk`."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


if __name__ == "__main__":
    sys.exit(main())
