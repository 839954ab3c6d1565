from a2a_conformance.oracle.heard import calls
from a2a_conformance.rules.journals import judge_journal
from a2a_simulator.scenario.load import load_text
from a2a_simulator.session.dry_run import dry_run

SCRIPT = """\
scenario: events written as bytes
dialects: "1.0"
drive: [{send: Hello}]
script:
  - reply:
      - task: working
      - raw: %s
        deliberate: [%s]
      - status: completed
"""


def played(data, broken):
    scenario = load_text(SCRIPT % (data, broken))
    return dry_run(scenario.lower(scenario.cells()[0]))


def test_broken_json_in_raw_bytes_is_found_at_its_record():
    journal = played(r'"data: {broken\n\n"', "jr-envelope")
    found = [finding for finding in judge_journal(journal) if not finding.note]
    assert [finding.requirement for finding in found] == ["jr-envelope"]
    heard = next(item for call in calls(journal) for item in call.heard if item.seq == found[0].frame)
    assert heard.deliberate == ("jr-envelope",)


def test_bytes_that_are_no_utf_8_are_found():
    journal = played("{base64: ZGF0YTogeyJhIjogIt8ifQoK}", "json-utf8")
    assert "json-utf8" in {finding.requirement for finding in judge_journal(journal)}


def test_comments_are_no_events():
    journal = played(r'": data: {broken\n\n"', "")
    assert judge_journal(journal) == ()
    assert sum(item.event is not None for call in calls(journal) for item in call.heard) == 2
