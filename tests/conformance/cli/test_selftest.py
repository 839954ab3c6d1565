import pytest

from a2a_conformance.cli.entry import run_command_line


def test_a_mutant_that_does_not_exist_is_told_before_anything_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command_line(["selftest", "--mutant", "append-replace"]) == 2
    out = capsys.readouterr()
    assert "no mutant is named 'append-replace' (did you mean 'append-replaces'?)" in out.err
    assert "reference client" not in out.out


def test_an_installed_package_accepts_no_pins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("a2a_conformance.shipped.is_installed", lambda: True)
    assert run_command_line(["selftest", "--accept", "--rule", "art-append"]) == 2
    out = capsys.readouterr()
    assert out.err.count("\n") == 1
    assert "source tree" in out.err
    assert out.out == ""
