"""Each known bug of clients has a scenario in which it shows and a mutant that has it, and the pins say so."""

import json
from functools import cache
from typing import Any, NamedTuple

import pytest

from a2a_conformance import corpus
from a2a_conformance.plan import plan
from a2a_conformance.reference.adapter import reference_target
from a2a_conformance.selftest import pins
from a2a_conformance.selftest.mutant import MUTANTS, BugClass
from a2a_conformance.selftest.population import all_mutants
from a2a_simulator.wire.wire_forms import PLAYABLE


class Bug(NamedTuple):
    """A bug as people met it, one of its reports, and what of ours shows it."""

    kind: BugClass
    text: str
    report: str
    scenario: str
    mutant: str


EOF, EARLY, INTERRUPT, IDS = BugClass.EOF, BugClass.EARLY, BugClass.INTERRUPT, BugClass.IDS
FAILMASK, ARTIFACT, SHAPE, CANCEL = BugClass.FAILMASK, BugClass.ARTIFACT, BugClass.SHAPE, BugClass.CANCEL
BUGS = (
    Bug(EOF, "a clean end counts as an answer", "google/adk-python#6585", "faults/clean-end", "eof-is-success"),
    Bug(
        EOF, "an end without result hangs", "langchain4j/langchain4j#5849",
        "faults/clean-end-no-result", "eof-hangs",
    ),
    Bug(
        EARLY, "the first artifact ends it", "langchain4j/langchain4j#6306",
        "artifacts/several", "first-artifact-wins",
    ),
    Bug(EARLY, "the last chunk ends it", "langchain4j/langchain4j#6351", "artifacts/last-chunk", "last-chunk-ends"),
    Bug(
        EARLY, "the opening Task ends it", "open-resource-discovery/a2a-editor#93", "lifecycle/plain",
        "opening-task-ends",
    ),
    Bug(
        EARLY, "an unfinished unary Task is the result", "google-gemini/gemini-cli#20091", "lifecycle/poll",
        "working-task-is-result",
    ),
    Bug(
        EARLY, "progress is the answer", "alibaba/spring-ai-alibaba#3608", "lifecycle/progress-text",
        "status-text-in-answer",
    ),
    Bug(
        EARLY, "a done task is asked for again", "crewAIInc/crewAI#3899",
        "lifecycle/answer-in-status", "delegates-again",
    ),
    Bug(
        EARLY, "the status text is unread", "i-am-bee/agentstack#1820",
        "lifecycle/answer-in-status", "status-text-unread",
    ),
    Bug(EARLY, "the request is echoed", "google/adk-python#3207", "lifecycle/echo", "request-echoed"),
    Bug(
        INTERRUPT, "a question never ends the call", "langchain4j/langchain4j#5924",
        "interrupted/input-required-open", "pause-waits-for-end",
    ),
    Bug(
        INTERRUPT, "a turn that pauses deadlocks", "a2aproject/A2A#389", "interrupted/input-required-answer",
        "pause-waits-for-end",
    ),
    Bug(
        INTERRUPT, "a stream that closes at the question is broken", "a2aproject/a2a-java#975",
        "interrupted/input-required-closed", "pause-needs-open-stream",
    ),
    Bug(
        INTERRUPT, "a stream that stays open is waited for", "a2aproject/a2a-java#989",
        "interrupted/input-required-open", "pause-waits-for-end",
    ),
    Bug(
        INTERRUPT, "a pause with artifacts is a success", "langchain4j/langchain4j#5924",
        "interrupted/partial-artifacts", "pause-is-success",
    ),
    Bug(
        IDS, "the answer names no task", "google/adk-python#4934", "interrupted/input-required-answer",
        "answer-without-task-id",
    ),
    Bug(IDS, "a finished task is used again", "crewAIInc/crewAI#4166", "ids/after-completed", "stale-task-id"),
    Bug(
        IDS, "a late chunk revives a task", "google-gemini/gemini-cli#22724", "ids/late-chunk",
        "late-chunk-revives-task",
    ),
    Bug(IDS, "a task id is made up", "HybridAIOne/hybridclaw#1524", "ids/first-contact", "invented-task-id"),
    Bug(
        FAILMASK, "why it failed is the answer", "google/adk-python#4309", "failures/failed-with-message",
        "failure-text-is-answer",
    ),
    Bug(
        FAILMASK, "a rejected task slips through", "openai/openai-agents-python#3562", "failures/rejected-first",
        "rejected-slips",
    ),
    Bug(
        ARTIFACT, "a text sent anew is added", "google/adk-python#6686",
        "artifacts/replace-after-append", "replace-appends",
    ),
    Bug(
        ARTIFACT, "a final artifact is added to its chunks", "agentscope-ai/agentscope-java#1378",
        "lifecycle/final-snapshot", "final-snapshot-adds",
    ),
    Bug(
        ARTIFACT, "cumulative statuses are joined", "mckinsey/agents-at-scale-ark#566", "lifecycle/cumulative-status",
        "status-texts-joined",
    ),
    Bug(
        ARTIFACT, "chunks are joined with a gap", "crewAIInc/crewAI#7477",
        "artifacts/broken-words", "chunks-joined-with-a-space",
    ),
    Bug(
        ARTIFACT, "each chunk is an artifact", "a2aproject/a2a-python#833",
        "artifacts/interleaved", "artifact-per-chunk",
    ),
    Bug(
        ARTIFACT, "artifacts are merged", "a2aproject/a2a-inspector#85",
        "artifacts/interleaved", "one-artifact-for-all",
    ),
    Bug(
        ARTIFACT, "a chunk after the last one starts anew", "a2aproject/A2A#228", "artifacts/append-after-last",
        "chunk-after-last-restarts",
    ),
    Bug(
        ARTIFACT, "a stray chunk takes all with it", "a2aproject/a2a-python#1038", "artifacts/append-unknown",
        "stray-chunk-lost-with-all",
    ),
    Bug(BugClass.CONCURRENCY, "events of calls mix", "a2aproject/a2a-java#742", "ids/parallel", "shared-fold"),
    Bug(SHAPE, "a Message is no end", "a2aproject/a2a-python#1113", "message/kept-open", "message-waits-for-task"),
    Bug(
        SHAPE, "the first member of a part wins", "a2aproject/a2a-java#1061",
        "message/empty-members", "first-member-wins",
    ),
    Bug(
        SHAPE, "text is escaped", "a2aproject/a2a-python#1078",
        "artifacts/special-characters", "text-escaped-as-html",
    ),
    Bug(SHAPE, "bytes are read as text", "a2aproject/a2a-java#947", "artifacts/raw-bytes", "bytes-read-as-utf-8"),
    Bug(
        SHAPE, "a Task without artifacts crashes", "langchain4j/langchain4j#3867",
        "lifecycle/no-artifacts", "null-artifacts-crash",
    ),
    Bug(
        BugClass.RPCID, "a numeric id does not match", "a2aproject/a2a-js#152", "ids/first-contact",
        "numeric-id-compared-as-text",
    ),
    Bug(BugClass.RPCID, "a call has no id", "HybridAIOne/hybridclaw#1524", "ids/first-contact", "no-call-id"),
    Bug(CANCEL, "a cancel stays at the client", "mastra-ai/mastra#20447", "cancel/running", "cancel-stays-local"),
    Bug(
        CANCEL, "a late success overwrites the end", "mastra-ai/mastra#20447",
        "lifecycle/contradiction-after-terminal", "revived-after-end",
    ),
    Bug(
        CANCEL, "a refused cancel is told as done", "a2aproject/a2a-python#413",
        "cancel/race", "cancel-always-works",
    ),
)  # fmt: skip


def name(bug: Bug) -> str:
    return f"{bug.mutant}-{bug.scenario}"


@cache
def rows() -> Any:
    return json.loads(pins.path().read_text(encoding="utf-8"))


def planned(scenario: str) -> set[str]:
    hello = reference_target().hello()
    one = corpus.select([scenario])[0]
    return {check.name for cell in one.cells(PLAYABLE) for check in plan(one.lower(cell), hello)}


@pytest.mark.parametrize("bug", BUGS, ids=name)
def test_a_scenario_and_a_mutant_name_the_report(bug: Bug) -> None:
    all_mutants()
    assert bug.report in corpus.select([bug.scenario])[0].file.bugs
    assert bug.report in MUTANTS[bug.mutant].bugs


@pytest.mark.parametrize("bug", BUGS, ids=name)
def test_the_pins_show_the_bug_in_its_scenario(bug: Bug) -> None:
    told = []
    for names, cells in rows()[bug.mutant]:
        here = cells == pins.EVERYWHERE or any(cell.split()[0] == bug.scenario for cell in cells)
        told += [check.partition(" = ")[::2] for check in names if here]
    checks = planned(bug.scenario)
    assert {status for check, status in told if check in checks} & {"fail", "warn", "info"}
