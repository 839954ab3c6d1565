"""CPU time and memory of playing a script. The bounds are several times what it takes, to hold on a busy machine."""

import time
import tracemalloc

from a2a_simulator.journal import Kind
from a2a_simulator.session.commands import Head, Source, Write
from a2a_simulator.session.events import Called, Due
from a2a_simulator.session.recorder import Recorder
from a2a_simulator.session.session import Session
from a2a_simulator.session.virtual import virtual_addresses

EVENTS = 2_000
BODY = (
    b'{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage",'
    b'"params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"Go"}]}}}'
)
STREAM = """
script:
  - times: any
    %s
    reply:
      - task: working
      - repeat: {times: %d, steps: [artifact: {id: "a${n}", text: as long as what models say at once}]}
      - status: completed
"""


def played(play, streams: int = 4) -> list[float]:
    """CPU microseconds an event, for each stream: the first encodes what the others say again."""
    session, recorder = Session(play, virtual_addresses(play.agents)), Recorder("r", time.monotonic)
    costs = []
    for call in range(1, streams + 1):
        began = time.process_time()
        commands = session.feed(Called(call, "agent", "POST", "/", {}, BODY))
        while commands:
            due = []
            for command in commands:
                if isinstance(command, Write):
                    recorder.write(command)
                elif hasattr(command, "timer"):
                    due.append(command.timer)
            commands = [new for timer in due for new in session.feed(Due(timer))]
        costs.append((time.process_time() - began) * 1e6 / EVENTS)
    return costs


def test_events_played_for_the_first_time(play):
    assert played(play(STREAM % ("", EVENTS)))[0] < 150  # measured 20 to 80 here, the latter beside other work


def test_events_played_again_in_a_burst(play):
    assert min(played(play(STREAM % ("", EVENTS)))[1:]) < 12


def test_events_played_again_with_waits_between(play):
    assert min(played(play(STREAM % ("pace: {each: 1us}", EVENTS)))[1:]) < 20


def test_long_replies_cost_no_more_an_event_than_short_ones(play):
    short = min(played(play(STREAM % ("pace: {each: 1us}", 500)))[1:]) * EVENTS / 500
    long = min(played(play(STREAM % ("pace: {each: 1us}", 8_000)))[1:]) * EVENTS / 8_000
    assert long < short * 3


def test_memory_of_a_journaled_event():
    recorder = Recorder("r", time.monotonic)
    recorder.head(Head(1, "agent", 200, ()))
    frames = [b'data: {"n":%d,"x":"%b"}\n\n' % (number, b"y" * 330) for number in range(2_000)]
    source = Source("script[0].reply[0]", "script[0]")
    tracemalloc.start()
    for frame in frames:
        recorder.write(Write(1, "agent", Kind.EVENT, (bytes(bytearray(frame)),), None, source))
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert used / len(frames) < 1_500
