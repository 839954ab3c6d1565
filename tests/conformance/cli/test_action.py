import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ACTION = Path(__file__).parents[3] / "action.yml"


@pytest.fixture
def step(folder: Path) -> Any:
    """Runs the action's step `run` as a runner would, with this environment's own installation."""
    action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    (script,) = [one["run"] for one in action["runs"]["steps"] if one.get("id") == "run"]
    temp = folder / "temp" / "a2a-conformance"
    temp.mkdir(parents=True)
    (temp / "bin").symlink_to(Path(sys.executable).parent)
    inputs = {name: str(value.get("default", "")) for name, value in action["inputs"].items()}

    def run(**given: str) -> tuple[int, str, str]:
        named = inputs | given
        environment = {
            **os.environ,
            "RUNNER_TEMP": str(folder / "temp"),
            "GITHUB_OUTPUT": str(folder / "output"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"),
            **{name.upper(): value for name, value in named.items()},
        }
        ended = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder, env=environment,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        summary = folder / "summary"
        return ended.returncode, (folder / "output").read_text(), summary.read_text() if summary.exists() else ""

    return run


def test_a_right_client_leaves_summary_verdict_and_0(step: Any, folder: Path) -> None:
    (folder / "a2a-target.yaml").write_text("kind: python\nmodule: client.py:Client\n")
    code, output, summary = step(selection="flight\nmessage/only\n")
    assert code == 0
    assert output == "exit-code=0\nverdict=conformant\n"
    assert summary.startswith("### ✅ acme-client: conformant")


def test_a_wrong_client_fails_the_job_and_still_leaves_its_summary(step: Any, folder: Path) -> None:
    (folder / "target with space.yaml").write_text("kind: python\nmodule: broken.py:Broken\n")
    code, output, summary = step(target="target with space.yaml", selection="flight")
    assert code == 1
    assert output == "exit-code=1\nverdict=not conformant\n"
    assert "❌" in summary


def test_nothing_to_run_is_no_success(step: Any) -> None:
    assert step()[:2] == (2, "exit-code=2\n")
