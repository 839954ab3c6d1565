"""Runs one command of a2a-handler and tells what it printed: the task as its last line has it, or its error."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

verb, mode, url, text, task, context, outcome = sys.argv[1:]
ENDS = {"completed", "failed", "canceled", "rejected", "input_required", "auth_required"}


def words() -> list[str]:
    """The words after `handler`."""
    if verb in ("get", "cancel"):
        return ["task", verb, "--url", url, "--task", task]
    ids = [*(("--task-id", task) if task else ()), *(("--context-id", context) if context else ())]
    return ["message", "send" if mode == "unary" else "stream", "--url", url, "--text", text, *ids]


def told(printed: str, errors: str, code: int) -> dict[str, Any]:
    """The outcome in the normal form."""
    last: dict[str, Any] = next(iter(reversed(lines(printed))), {})
    if code:
        error: dict[str, Any] = next((line for line in lines(errors) if line.get("type") == "error"), {})
        name, said = error.get("details", {}).get("error", ""), error.get("message") or errors.strip()
        return {"outcome": "error", "error": {"message": f"{name}: {said}"}}
    if "message" in last or last.get("role") == "ROLE_AGENT":
        said = last.get("message", last)
        return {"outcome": "message", "answer": words_of(said["parts"]), "context": said.get("contextId")}
    return told_task(last.get("task", last)) if last else {"outcome": "incomplete"}


def told_task(it: dict[str, Any]) -> dict[str, Any]:
    status = it.get("status", {})
    state = status.get("state", "").removeprefix("TASK_STATE_").lower()
    out = {"outcome": state if state in ENDS else "incomplete", "task": it.get("id"), "context": it.get("contextId")}
    out["artifacts"] = {
        one["artifactId"]: [part(it) for it in one.get("parts", [])] for one in it.get("artifacts", [])
    }
    if "message" in status:  # what it asks, or why it ended so
        out["question"] = words_of(status["message"].get("parts", []))
    return out


def part(it: dict[str, Any]) -> dict[str, Any]:
    if "text" in it or "data" in it:
        return {name: it[name] for name in ("text", "data") if name in it}
    file = {"name": it.get("filename"), "type": it.get("mediaType"), "base64": it.get("raw"), "url": it.get("url")}
    return {"file": {name: value for name, value in file.items() if value is not None}}


def words_of(parts: list[dict[str, Any]]) -> str:
    return "".join(it.get("text", "") for it in parts)


def lines(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.split("\n") if line.startswith("{")]


with tempfile.TemporaryDirectory() as home:  # it keeps conversations in its home: each step begins without
    ran = subprocess.run(
        ["handler", "--output", "ndjson", *words()], capture_output=True, text=True, env=os.environ | {"HOME": home}
    )
sys.stderr.write(ran.stderr)
result = {name: value for name, value in told(ran.stdout, ran.stderr, ran.returncode).items() if value is not None}
with open(outcome, "w", encoding="utf-8") as file:
    json.dump(result, file)
