import json

from a2a_conformance.outcome import Observes
from a2a_conformance.selftest import pins as pinned
from a2a_conformance.selftest.pins import Pins, Plans
from a2a_conformance.verdict import Status

A, B, C = "family/a [1.0-jsonrpc]", "family/a [0.3-jsonrpc]", "family/b [1.0-jsonrpc]"
PLANS = Plans({Observes.AGGREGATE: dict.fromkeys((A, B, C), frozenset({"outcome", "art-append"}))})
LEVELS = {"mutant": Observes.AGGREGATE}


def there_and_back(row: pinned.Row, monkeypatch, tmp_path) -> tuple[str, pinned.Row]:
    text = pinned.dump(Pins({"mutant": row}), PLANS, LEVELS)
    path = tmp_path / "pins.json"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(pinned, "path", lambda: path)
    return text, pinned.load(PLANS, LEVELS).rows["mutant"]


def test_a_row_comes_back_as_it_was(monkeypatch, tmp_path) -> None:
    row = {A: {"outcome": Status.FAIL, "art-append": Status.NOT_REACHED}, C: {"outcome": Status.FAIL}}
    assert there_and_back(row, monkeypatch, tmp_path)[1] == row


def test_checks_that_differ_wherever_they_are_planned_need_no_list(monkeypatch, tmp_path) -> None:
    row = {cell: {"outcome": Status.FAIL} for cell in (A, B, C)}
    text, back = there_and_back(row, monkeypatch, tmp_path)
    assert json.loads(text) == {"mutant": [[["outcome = fail"], "*"]]}
    assert back == row


def test_a_scenario_is_named_without_its_forms_when_it_differs_in_all(monkeypatch, tmp_path) -> None:
    row = {cell: {"outcome": Status.FAIL, "art-append": Status.WARN} for cell in (A, B)}
    text, back = there_and_back(row, monkeypatch, tmp_path)
    assert json.loads(text) == {"mutant": [[["art-append = warn", "outcome = fail"], ["family/a"]]]}
    assert back == row


def test_a_mutant_that_is_gone_is_forgotten(monkeypatch, tmp_path) -> None:
    path = tmp_path / "pins.json"
    path.write_text(json.dumps({"gone": []}), encoding="utf-8")
    monkeypatch.setattr(pinned, "path", lambda: path)
    assert pinned.load(PLANS, LEVELS).rows == {}
