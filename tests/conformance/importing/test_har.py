import json

import yaml

from a2a_conformance.importing import import_recording
from a2a_simulator.protocol.states import State
from a2a_simulator.wire.json_text import dumps
from made_up_streams import V1, answer, chunk, encoded, status, task


def entry(method, params, start, mime, body):
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return {
        "startedDateTime": f"2026-01-01T10:00:{start}Z",
        "time": 100,
        "request": {
            "method": "POST",
            "url": "http://127.0.0.1:9000/",
            "headers": [{"name": "A2A-Version", "value": "1.0"}],
            "postData": {"text": json.dumps(asked)},
        },
        "response": {"status": 200, "content": {"mimeType": mime, "text": body}},
    }


def test_each_call_of_a_har_file_becomes_a_step_and_an_entry():
    said = {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Book"}]}}
    stream = "".join(
        f"data: {dumps(answer(encoded(event, V1)))}\n\n" for event in (task(), status(State.COMPLETED), chunk())
    )
    polled = dumps(answer(encoded(task(State.COMPLETED), V1)["task"]))
    calls = [
        entry("SendStreamingMessage", said, "01", "text/event-stream", stream),
        entry("GetTask", {"id": "task-a"}, "05", "application/json", polled),
    ]
    imported = import_recording(json.dumps({"log": {"entries": calls}}).encode(), "shop.har")
    file = yaml.safe_load(imported.text)
    assert file["drive"] == [{"send": "Book"}, {"get": "current"}]
    assert file["script"][0]["reply"][2]["deliberate"] == "stream-nothing-after-terminal"
    assert file["script"][1] == {"when": {"call": "GetTask"}, "reply": [{"task": "completed"}]}
    assert imported.notes == ()
