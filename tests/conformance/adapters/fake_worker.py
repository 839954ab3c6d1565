"""A worker that speaks the protocol, or misbehaves in the one way named on its command line."""

import json
import os
import signal
import subprocess
import sys
import time

HOW = sys.argv[1] if len(sys.argv) > 1 else "answer"
OBSERVES = {"events": "events", "ended": "ended"}.get(HOW, "answer")


def say(**line):
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def hello(**more):
    say(type="hello", protocol=1, name="fake", version="7", observes=OBSERVES, features=["session"], **more)


def events(run, step, line):
    for text in ("one", "two", "three"):
        say(type="event", run=run, step=step, event="artifact", task="t", artifact="a", text=text)
        if line["interactive"]:
            reply = json.loads(sys.stdin.readline())
            if reply["type"] == "stop":
                say(type="ended", run=run, step=step, ended="stopped")
                return
    say(type="ended", run=run, step=step, ended="clean")


def work(line):
    run, step = line["run"], line["step"]
    match HOW:
        case "die":
            print("about to die", file=sys.stderr)
            os._exit(3)
        case "die-once":
            if not os.path.exists(sys.argv[2]):
                open(sys.argv[2], "w").close()
                os._exit(3)
        case "hang":
            time.sleep(3600)
        case "say-and-hang":
            with open(sys.argv[2], "w") as ready:
                ready.write(str(os.getpid()))
            time.sleep(3600)
        case "ignore-term":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(3600)
        case "bad-outcome":
            say(type="outcome", run=run, step=step, outcome="completd")
            return
        case "bad-member":
            say(type="outcome", run=run, step=step, outcome="completed", anwser="x")
            return
        case "long-outcome":
            say(type="outcome", run=run, step=step, outcome="completed", answer="z" * 9_000_000)
            return
        case "two-ends":
            say(type="outcome", run=run, step=step, outcome="completed", answer="x")
            say(type="outcome", run=run, step=step, outcome="failed")
            return
        case "same-end-twice":
            say(type="outcome", run=run, step=step, outcome="completed", answer="x")
            say(type="outcome", run=run, step=step, outcome="completed", answer="x")
            return
        case "other-run":
            say(type="outcome", run="another", step=step, outcome="completed")
            return
        case "junk":
            print('not a protocol line\n{"level": "debug"}\n[1, 2]')
            sys.stdout.write("half a line\u2028")
            sys.stdout.flush()
            print(" and its rest")
        case "huge":
            print("x" * (9 * 1024 * 1024))
        case "huge-answer":
            say(type="outcome", run=run, step=step, outcome="completed", answer="y" * 2_000_000)
            return
        case "bytes":
            sys.stdout.buffer.write(b"\xff\xfe no text\n")
            sys.stdout.buffer.flush()
        case "events":
            return events(run, step, line)
        case "ended":
            return say(type="ended", run=run, step=step, ended="error", error={"kind": "http", "http_status": 500})
        case "pid":
            child = subprocess.Popen(["sleep", "3600"])
            say(type="outcome", run=run, step=step, outcome="completed", answer=f"{os.getpid()} {child.pid}")
            return
        case "refused":
            say(type="outcome", run=run, step=step, outcome="error", error={"kind": "refused"})
            return
    text = "{text} {task_id} \u2028 {scenario}".format(**line)
    say(type="outcome", run=run, step=step, outcome="completed", answer=text, task="task-1")


match HOW:
    case "no-hello":
        sys.exit(4)
    case "silent":
        time.sleep(3600)
    case "bad-hello":
        hello(dialect=["1.0"])
    case "old-hello":
        say(type="hello", protocol=2, name="fake")
    case "junk":
        print("starting up …")
        hello()
    case _:
        hello()

for received in iter(sys.stdin.readline, ""):
    line = json.loads(received)
    match line["type"]:
        case "run":
            work(line)
            if line["last"] and HOW != "never-released":
                say(type="released", run=line["run"])
        case "release":
            say(type="released", run=line["run"])
        case "bye":
            break
