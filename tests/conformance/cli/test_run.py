import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from a2a_conformance.baseline import Baseline
from a2a_conformance.report.reader import read_file
from a2a_conformance.report.record import End

Cli = Callable[..., object]
RIGHT = ("--adapter", "python:client.py:Client")
WRONG = ("--adapter", "python:broken.py:Broken")


def test_a_right_client_ends_with_0_and_a_report(cli, folder: Path, snapshot: SnapshotAssertion) -> None:
    ended = cli("run", *RIGHT, "flight :: outcome", "flight :: stream-client-order")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == snapshot
    assert (folder / "a2a-report" / "badge.svg").exists()


def test_a_wrong_client_ends_with_1_and_says_at_which_frame(cli, snapshot: SnapshotAssertion) -> None:
    ended = cli("run", *WRONG, "flight :: answer-text [1.0-jsonrpc]")
    assert ended.code == 1
    assert ended.out == snapshot


def test_the_command_it_prints_repeats_just_that_check(cli, folder: Path) -> None:
    cli("run", *WRONG, "lifecycle/plain")
    causes = json.loads((folder / "a2a-report" / "report.json").read_text())["causes"]
    key = causes[0]["keys"][0]
    assert cli("run", *WRONG, key).code == 1
    record = read_file(folder / "a2a-report" / "run.ndjson")
    assert [str(verdict.key) for result in record.results for verdict in result.verdicts] == [key]
    assert cli("run", *RIGHT, key).code == 0


def test_a_check_that_another_one_hides_is_told_with_it(cli) -> None:
    ended = cli("run", *WRONG, "flight :: stream-client-order [1.0-jsonrpc]")
    assert "answer-text (MUST" in ended.out
    assert "1 further check could not be judged (stream-client-order)" in ended.out


def test_an_own_scenario_file_is_named_by_its_path_and_repeated_by_its_key(cli, folder: Path) -> None:
    (folder / "cases").mkdir()
    (folder / "cases" / "mine.a2a.yaml").write_text(
        "scenario: one message\ndrive: [{send: hello}]\nscript: [{reply: [{message: hi}]}]\n"
    )
    assert cli("run", *RIGHT, "cases").code == 0
    record = read_file(folder / "a2a-report" / "run.ndjson")
    assert record.header.planned == ("cases/mine [1.0-jsonrpc]", "cases/mine [0.3-jsonrpc]")
    assert cli("run", *RIGHT, "cases/mine :: outcome [0.3-jsonrpc]").code == 0
    record = read_file(folder / "a2a-report" / "run.ndjson")
    assert record.header.planned == ("cases/mine [0.3-jsonrpc]",)


def test_the_target_file_of_the_working_directory_is_found(cli, folder: Path) -> None:
    (folder / "a2a-target.yaml").write_text(
        'kind: python\nmodule: client.py:Client\nname: mine\nsuite: ["message/only"]\n'
    )
    ended = cli("run")
    assert ended.code == 0
    assert "target: mine" in ended.out
    assert "message 4/4" in ended.out


def test_a_command_is_judged_by_what_it_prints(cli) -> None:
    ended = cli("run", "--command", "echo {text}", "--answer", "stdout", "message/only", "--dialect", "1.0")
    assert ended.code == 1
    assert "never reached: the client made a call" in ended.out


def test_repeated_runs_that_agree_are_not_flaky(cli, folder: Path) -> None:
    ended = cli("run", *RIGHT, "message/only", "--repeat", "3", "--dialect", "1.0")
    assert ended.code == 0
    assert "flaky" not in ended.out
    assert len(read_file(folder / "a2a-report" / "run.ndjson").results) == 2


def test_repeated_runs_that_disagree_are_flaky_and_fail_unless_that_is_known(cli, folder: Path) -> None:
    (folder / "moody.py").write_text(
        "from broken import Broken\nfrom client import Client\n\n\n"
        "class Moody(Broken):\n"
        "    turns = 0\n\n"
        "    async def send(self, **request):\n"
        "        Moody.turns += 1\n"
        "        return await (Client if Moody.turns % 2 else Broken).send(self, **request)\n"
    )
    words = ("lifecycle/plain", "--repeat", "2", "--dialect", "1.0", "--jobs", "1")
    ended = cli("run", "--adapter", "python:moody.py:Moody", *words)
    assert ended.code == 1
    assert "flaky check" in ended.out
    assert "1 pass, 1 fail" in ended.out
    cli("baseline", "write", "--baseline", "b.yaml")
    text = (folder / "b.yaml").read_text()
    for flaky, code in (("", 1), ("\n  flaky: true", 0)):
        (folder / "b.yaml").write_text(re.sub(r'reason: "".*', f"reason: moody{flaky}", text))
        ended = cli("run", "--adapter", "python:moody.py:Moody", *words, "--baseline", "b.yaml")
        assert ended.code == code
        assert "flaky check" in ended.out


def test_a_baseline_excuses_and_its_good_news_ends_with_3(cli, folder: Path) -> None:
    assert cli("run", *WRONG, "lifecycle/plain").code == 1
    assert cli("baseline", "write").code == 0
    path = folder / "a2a-baseline.yaml"
    assert "lifecycle/plain" in path.read_text()
    refused = cli("run", *WRONG, "lifecycle/plain", "--baseline", "a2a-baseline.yaml", "--report", "none")
    assert (refused.code, refused.out) == (2, "")
    assert "a2a-baseline.yaml:" in refused.err
    assert "say why it fails" in refused.err
    path.write_text(path.read_text().replace('reason: ""', "reason: chunks are dropped"))
    excused = cli("run", *WRONG, "lifecycle/plain", "--baseline", "a2a-baseline.yaml")
    assert excused.code == 0
    assert "not conformant" in excused.out
    assert "expected by the baseline" in excused.out
    mended = cli("run", *RIGHT, "lifecycle/plain", "--baseline", "a2a-baseline.yaml")
    assert mended.code == 3
    assert "good news" in mended.out
    elsewhere = cli("run", *RIGHT, "message/only", "--baseline", "a2a-baseline.yaml")
    assert elsewhere.code == 0
    assert "no entry is shown to be out of date" in cli("baseline", "update").out
    cli("run", *RIGHT, "lifecycle/plain")
    assert "took out a2a-baseline.yaml:" in cli("baseline", "update").out
    assert Baseline.load(path).entries == ()


def test_an_update_adds_what_is_new_and_keeps_reasons_and_comments(cli, folder: Path) -> None:
    words = (*WRONG, "lifecycle/plain", "artifacts/append", "--dialect", "1.0")
    cli("run", *words)
    known = "# ours\n- check: answer-text   # since 2.0\n  scenario: lifecycle/plain\n  reason: chunks are dropped"
    (folder / "b.yaml").write_text(known)
    assert "added" in cli("baseline", "update", "--baseline", "b.yaml", "--add").out
    text = (folder / "b.yaml").read_text()
    assert text.startswith(known + "\n- check: ")
    assert "art-append" in text
    assert 'reason: ""' in text
    (folder / "b.yaml").write_text(text.replace('reason: ""', "reason: the same"))
    assert cli("run", *words, "--baseline", "b.yaml").code == 0
    assert "no entry is shown" in cli("baseline", "update", "--baseline", "b.yaml", "--add").out


def test_a_failure_that_a_smaller_run_did_not_judge_stays_in_the_baseline(cli, folder: Path) -> None:
    text = "- {check: art-append-default, scenario: artifacts/*, reason: known}\n"
    (folder / "b.yaml").write_text(text)
    assert cli("run", *RIGHT, "artifacts/append", "--baseline", "b.yaml").code == 0
    cli("baseline", "update", "--baseline", "b.yaml")
    assert (folder / "b.yaml").read_text() == text


@pytest.mark.parametrize(
    ("selection", "code"),
    [
        (["artifacts/append"], 0),
        (["artifacts/*", "--dialect", "1.0"], 0),
        (["artifacts/* :: client-ends"], 0),
        (["artifacts/*"], 3),
    ],
    ids=["one scenario", "one dialect", "another check", "all"],
)
def test_an_entry_is_only_out_of_date_in_a_run_that_looked_everywhere(cli, folder: Path, selection, code) -> None:
    text = "- {check: art-append, scenario: artifacts/*, reason: known}\n"
    (folder / "b.yaml").write_text(text)
    assert cli("run", *RIGHT, *selection, "--baseline", "b.yaml").code == code
    cli("baseline", "update", "--baseline", "b.yaml")
    assert (folder / "b.yaml").read_text() == ("" if code else text)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("check: mesage-only", "fits nothing that there is"),
        ("check: client-ends, scenario: mesage/only", "(did you mean `message/only`?)"),
        ("check: state-failed-reports, until: 2020-01-01", "is past its day"),
    ],
    ids=["no such check", "no such scenario", "expired"],
)
def test_an_entry_that_is_no_good_news_ends_with_3_and_is_left_in(cli, folder: Path, entry: str, said: str) -> None:
    text = f"- {{{entry}, reason: known}}\n"
    (folder / "b.yaml").write_text(text)
    ended = cli("run", *RIGHT, "message/only", "--baseline", "b.yaml")
    assert ended.code == 3
    assert said in ended.out
    assert "good news" not in ended.out
    assert "left in b.yaml:1:3: " in cli("baseline", "update", "--baseline", "b.yaml").out
    assert (folder / "b.yaml").read_text() == text


def test_an_own_scenario_that_was_not_run_is_no_misspelled_one(cli, folder: Path) -> None:
    (folder / "b.yaml").write_text("- {check: client-ends, scenario: flight, reason: known}\n")
    assert cli("run", *RIGHT, "message/only", "--baseline", "b.yaml").code == 0


def test_an_outcome_that_is_none_is_one_cause_whatever_else_was_told(cli, folder: Path) -> None:
    (folder / "odd.py").write_text(
        "import uuid\n\n\nclass Odd:\n    observes = 'answer'\n    dialects = ('1.0',)\n\n"
        "    def send(self, text, *, card_url):\n"
        "        return {'outcome': 'working', 'task': str(uuid.uuid4())}\n"
    )
    ended = cli("run", "--adapter", "python:odd.py:Odd", "message/only", "lifecycle/plain", "artifacts/append")
    assert ended.code == 4
    assert ended.out.count("ERROR ") == 1
    assert "'working' is none of completed" in ended.out
    assert "of the adapter or of this suite" in ended.out


def test_no_report_when_none_is_wanted(cli, folder: Path) -> None:
    assert cli("run", *RIGHT, "message/only", "--report", "none").code == 0
    assert not (folder / "a2a-report").exists()


def test_show_config_names_every_setting_and_runs_nothing(cli, folder: Path, snapshot: SnapshotAssertion) -> None:
    ended = cli("run", *RIGHT, "--show-config", "--jobs", "3")
    assert ended.code == 0
    assert ended.out == snapshot
    assert not (folder / "a2a-report").exists()


def test_shards_under_one_name_make_one_report_and_others_do_not(cli, folder: Path) -> None:
    shards = {"one": "message/only", "two": "lifecycle/plain"}
    for name, scenario in shards.items():
        assert cli("run", *RIGHT, scenario, "--run", "build-7", "--report", name).code == 0
    merged = cli("report", "one/run.ndjson", "two/run.ndjson", "--report", "all")
    assert merged.code == 0
    assert len(read_file(folder / "all" / "run.ndjson").results) == 6
    cli("run", *RIGHT, "lifecycle/plain", "--report", "two")
    assert "another run" in cli("report", "one/run.ndjson", "two/run.ndjson", "--report", "all").err


def test_a_target_that_cannot_go_on_leaves_a_readable_record(cli, folder: Path) -> None:
    (folder / "worker.py").write_text("print('hello, this is no protocol')\n")
    ended = cli("run", "--adapter", "worker:python3 worker.py", "message/only")
    assert ended.code == 4
    assert ended.err.count("\n") <= 1


def test_demo_says_that_it_is_not_your_client_and_earns_no_badge(cli, folder: Path) -> None:
    ended = cli("demo", "message/only")
    assert ended.code == 0
    assert "target: reference client (bundled, not yours)\n" in ended.out
    assert not (folder / "a2a-report" / "badge.svg").exists()
    record = read_file(folder / "a2a-report" / "run.ndjson")
    assert record.footer is not None
    assert record.footer.end is End.FINISHED


def test_a_record_can_be_reported_again(cli, folder: Path) -> None:
    first = cli("run", *WRONG, "lifecycle/plain")
    again = cli("report", "a2a-report/run.ndjson", "--report", "again")
    assert again.code == first.code == 1
    assert again.out.replace("again/", "a2a-report/") == first.out
    page = (folder / "a2a-report" / "index.html").read_text()
    assert (folder / "again" / "index.html").read_text() == page


def test_no_secret_of_a_header_is_in_any_file_of_the_report(cli, folder: Path) -> None:
    (folder / "login.a2a.yaml").write_text(
        "scenario: a client that sends a key\ndrive: [{send: hello, headers: {Authorization: Bearer s3cret}}]\n"
        "script: [{reply: [task: working, {artifact: {id: a, text: x, last: true}}, status: completed]}]\n"
    )
    assert cli("run", *WRONG, "login", "--journals", "all").code == 1
    files = {path.name: path.read_text() for path in (folder / "a2a-report").iterdir()}
    assert "Bearer •••" in files["index.html"]
    assert "Bearer •••" in files["run.ndjson"]
    assert not [name for name, text in files.items() if "s3cret" in text]


def test_no_credential_of_a_scenario_is_in_any_file_of_the_report(cli, folder: Path) -> None:
    assert cli("run", *RIGHT, "errors/bearer-challenge", "--journals", "all").code == 0
    files = {path.name: path.read_text() for path in (folder / "a2a-report").iterdir()}
    assert "Bearer •••" in files["run.ndjson"]
    assert not [name for name, text in files.items() if "s3cr3t-token" in text]


def test_half_a_record_is_reported_as_incomplete(cli, folder: Path) -> None:
    cli("run", *RIGHT, "message/only")
    path = folder / "a2a-report" / "run.ndjson"
    path.write_text("\n".join(path.read_text().split("\n")[:3]) + '\n{"cell":')
    ended = cli("report", str(path), "--report", "again")
    assert ended.code == 4
    assert "the line seems cut off" in ended.out


@pytest.mark.parametrize("target", [RIGHT, WRONG], ids=["right", "wrong"])
def test_report_json_tells_the_same_as_the_exit_code(cli, folder: Path, target: tuple[str, str]) -> None:
    code = cli("run", *target, "lifecycle/plain").code
    verdict = json.loads((folder / "a2a-report" / "report.json").read_text())["verdict"]
    assert (code == 0) == verdict.startswith("conformant")
