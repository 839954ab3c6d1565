import json
from pathlib import Path

import pytest

from a2a_conformance import target_file
from a2a_conformance.adapters.base import SessionOver
from a2a_conformance.adapters.command import CommandAdapter
from a2a_conformance.adapters.python import PythonAdapter
from a2a_conformance.adapters.worker import WorkerAdapter
from a2a_conformance.corpus import fixtures_root
from a2a_conformance.target_file import TargetProblem, load_target, resolve_target


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(text: str) -> Path:
    path = Path("a2a-target.yaml")
    path.write_text(text)
    return path


def test_committed_schema_is_that_of_the_model() -> None:
    committed = json.loads((fixtures_root() / "schema" / "target.schema.json").read_text())
    assert committed == target_file.schema()


def test_all_keys(tmp_path: Path) -> None:
    target = load_target(
        written(
            "kind: worker\ncommand: [node, a b.mjs]\nname: n\nversion: '2'\nenv: {A: b}\ndialects: '0.3'\n"
            "bindings: [jsonrpc]\nobserves: answer\nfeatures: [cancel, get]\nsuite: smoke\nprofile: p@q\n"
            "baseline: known.yaml\njobs: 3\ndeadline: 20s\ndemo: true\nanswer: {artifacts: last, join: ' '}\n"
        )
    )
    assert (target.kind, target.command, target.env) == ("worker", ("node", "a b.mjs"), {"A": "b"})
    assert (target.suite, target.profile) == (("smoke",), ("p@q",))
    assert (target.baseline, target.jobs, target.deadline) == (tmp_path / "known.yaml", 3, 20.0)
    assert target.declared["dialects"] == ["0.3"]
    assert target.declared["answer"] == {"artifacts": "last", "join": " ", "status_message": False, "data": False}
    assert isinstance(target.adapter(), WorkerAdapter)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind: wroker\ncommand: x\n", "a2a-target.yaml:1:7: kind: 'wroker' is none of python, worker, command"),
        ("kind: worker\ncomand: x\n", "a2a-target.yaml:2:1: unknown key 'comand' (did you mean 'command'?)"),
        ("kind: worker\n", "a2a-target.yaml:1:7: kind: a target of kind worker needs the key 'command'"),
        ("kind: python\n", "needs the key 'module' (as in `my_tests.adapter:Adapter`)"),
        ("command: x\n", "a2a-target.yaml:1:1: kind: is missing"),
        ("kind: worker\ncommand: 7\n", "a2a-target.yaml:2:10: command: input should be a valid string, not 7"),
        ("kind: worker\ncommand: x\njobs: many\n", "a2a-target.yaml:3:7: jobs: input should be a valid integer"),
        ("kind: worker\ncommand: x\njobs: 0\n", "jobs: input should be greater than or equal to 1, not 0"),
        ("kind: worker\ncommand: x\ndeadline: 5\n", "a2a-target.yaml:3:11: deadline: "),
        (
            "kind: worker\ncommand: x\nfeatures: [get, canel]\n",
            "a2a-target.yaml:3:17: features[1]: 'canel' is none of ",
        ),
        ("kind: worker\ncommand: x\ndialects: ['2.0']\n", "'2.0' is none of 0.2, 0.3, 1.0"),
        ("kind: worker\ncommand: x\nobserves: event\n", "(did you mean 'events'?)"),
        (
            "kind: worker\ncommand: x\nanswer: {joined: ''}\n",
            "3:10: answer: unknown key 'joined' (did you mean 'join'?)",
        ),
        ("kind: worker\ncommand: x\nanswer: stdout\n", "only a command answers on stdout, a worker does not"),
        ("kind: worker\nkind: worker\n", "a2a-target.yaml:2:1: kind: the key stands here a second time"),
        ("kind: [\n", "a2a-target.yaml:"),
        ("- kind\n", "a2a-target.yaml:1:1: a target file is a map of keys"),
        ("", "a2a-target.yaml:1:1: "),
        ("kind: worker\nenv: {A: 1}\ncommand: x\n", "a2a-target.yaml:2:10: env.A: input should be a valid string"),
    ],
)
def test_mistake_is_told_with_place_and_remedy(text: str, says: str) -> None:
    with pytest.raises(TargetProblem) as told:
        load_target(written(text))
    assert says in str(told.value)
    assert "\n" not in str(told.value)


def test_all_mistakes_in_one_go() -> None:
    with pytest.raises(TargetProblem) as told:
        load_target(written("kind: worker\ncomand: x\nobserve: wire\njobs: 1.5\n"))
    assert [line.split(": ")[0] for line in str(told.value).splitlines()] == [
        "a2a-target.yaml:2:1",
        "a2a-target.yaml:3:1",
        "a2a-target.yaml:4:7",
    ]


def test_missing_file_and_folder() -> None:
    with pytest.raises(TargetProblem, match=r"nowhere\.yaml: no such file; `a2a-conformance init` writes"):
        resolve_target("nowhere.yaml")
    written("kind: manual\n")
    assert load_target(Path(".")).kind == "manual"


def test_nothing_given_and_no_file_names_the_ways() -> None:
    with pytest.raises(
        TargetProblem, match=r"no a2a-target\.yaml in .*init --js.*--target FILE.*--adapter 'worker:CMD'"
    ):
        resolve_target()


def test_file_of_the_working_directory_is_found() -> None:
    written("kind: command\ncommand: ask {text}\nanswer: stdout\n")
    target = resolve_target()
    assert (target.kind, target.answer_from, target.place) == ("command", "stdout", "a2a-target.yaml")
    assert isinstance(target.adapter(), CommandAdapter)


def test_adapter_texts(tmp_path: Path) -> None:
    assert resolve_target(adapter="worker:node x.mjs").command == "node x.mjs"
    assert resolve_target(adapter="command:ask {text}", answer="stdout").answer_from == "stdout"
    (tmp_path / "mine_adapter.py").write_text("class Adapter:\n    def send(self, text): ...\n")
    for text in ("python:mine_adapter:Adapter", "python:mine_adapter.py:Adapter"):
        adapter = resolve_target(adapter=text, cwd=tmp_path).adapter()
        assert isinstance(adapter, PythonAdapter)
        assert adapter.hello().name == "Adapter"
        adapter.close()


@pytest.mark.parametrize(
    ("adapter", "answer", "says"),
    [
        ("node x.mjs", None, "is none: write 'worker:CMD'"),
        ("worker:", None, "is none: write 'worker:CMD'"),
        ("workr:node", None, "'workr' is none of worker, command, python (did you mean 'worker'?)"),
        ("worker:node", "stdout", "--answer stdout does not fit a worker"),
    ],
)
def test_adapter_text_that_is_none(adapter: str, answer: str | None, says: str) -> None:
    with pytest.raises(TargetProblem) as told:
        resolve_target(adapter=adapter, answer=answer)
    assert says in str(told.value)


def test_two_targets_are_one_too_many() -> None:
    with pytest.raises(TargetProblem, match="both a target file and an adapter"):
        resolve_target("x.yaml", "worker:x")


@pytest.mark.parametrize(
    ("module", "says"),
    [
        ("nothing_there:Adapter", "there is no module 'nothing_there' in "),
        ("broken_one:Adapter", r"broken_one cannot be imported: ZeroDivisionError: .*broken_one\.py:1"),
        ("needs_one:Adapter", "needs_one cannot be imported: ModuleNotFoundError: No module named 'gone_missing'"),
        ("fine_one:Adaptr", r"fine_one has no attribute 'Adaptr' \(did you mean 'Adapter'\?\)"),
        ("gone.py:Adapter", "there is no file "),
    ],
)
def test_module_that_cannot_be_had(tmp_path: Path, module: str, says: str) -> None:
    (tmp_path / "broken_one.py").write_text("1 / 0\n")
    (tmp_path / "needs_one.py").write_text("import gone_missing\n")
    (tmp_path / "fine_one.py").write_text("class Adapter: ...\n")
    with pytest.raises(SessionOver, match=says):
        resolve_target(adapter=f"python:{module}", cwd=tmp_path).adapter()


@pytest.mark.parametrize("module", ["fine_one", "client.py", "client.py:", ":Adapter"])
def test_a_python_target_without_an_attribute_is_a_mistake_of_the_command_line(tmp_path: Path, module: str) -> None:
    with pytest.raises(TargetProblem, match="names no attribute: write it as `module:attribute`"):
        resolve_target(adapter=f"python:{module}", cwd=tmp_path)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("curl {base_ul}", r"unknown placeholder {base_ul} \(did you mean 'base_url'\?\)"),
        ("ask {question}", "unknown placeholder {question}: there are {card_url}"),
    ],
)
def test_an_unknown_placeholder_is_a_mistake_of_the_command_line(command: str, says: str) -> None:
    with pytest.raises(TargetProblem, match=says):
        resolve_target(adapter=f"command:{command}").adapter()


@pytest.mark.parametrize("command", ["sh -c 'ask ${text}'", "jq '{{a}}'", "ask {text}"])
def test_braces_of_a_shell_are_no_placeholders(command: str) -> None:
    resolve_target(adapter=f"command:{command}").adapter().close()


@pytest.mark.parametrize(
    ("kind", "says"), [("manual", "use `a2a-conformance serve`"), ("gateway", "cannot be driven")]
)
def test_kinds_that_run_cannot_drive_say_so(kind: str, says: str) -> None:
    with pytest.raises(TargetProblem, match=says):
        load_target(written(f"kind: {kind}\n")).adapter()
