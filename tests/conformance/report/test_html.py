import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from a2a_conformance.corpus import fixtures_root
from a2a_conformance.report.html import html
from a2a_conformance.report.page import FRAMES_SHOWN, RAW_SHOWN, cause_views, requirement_rows
from a2a_conformance.report.record import Footer, RunRecord
from a2a_conformance.report.words import place_text
from a2a_conformance.verdict import CellResult, Status
from a2a_simulator.scenario.play import Place
from made_up_record import HOSTILE, append_journal, cell, failing, header, passing, verdict

VOID = {"meta", "link", "br", "input", "img", "hr"}


class Page(HTMLParser):
    """Ids, links and texts of a page; fails on tags that do not close."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(params=["passing", "failing"])
def page(request: pytest.FixtureRequest) -> Page:
    return Page(html({"passing": passing, "failing": failing}[request.param]()))


def test_every_link_within_the_page_leads_somewhere(page: Page) -> None:
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


def test_no_id_is_given_twice(page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))


def test_nothing_is_loaded_from_elsewhere(page: Page) -> None:
    for _, attributes in page.tags:
        assert not {"src", "srcset", "action", "onclick", "style"} & set(attributes)
    assert not [tag for tag, _ in page.tags if tag in ("link", "img", "iframe", "object")]


def test_both_colour_schemes_and_print_are_provided_for() -> None:
    text = html(passing())
    assert "@media (prefers-color-scheme: dark)" in text
    assert "@media print" in text


def test_hostile_bytes_stay_text() -> None:
    text = html(failing())
    assert HOSTILE not in text
    assert "<script>alert" not in text
    assert text.count("<script>") == 1
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e]", text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_a_failing_run_shows_its_frames_in_two_lanes_and_the_command_that_repeats_it() -> None:
    text = html(failing())
    page = Page(text)
    assert "run-artifacts-append--1.0-jsonrpc-8" in page.ids
    rows = [attributes["class"] for tag, attributes in page.tags if tag == "li" and "frame" in str(attributes)]
    assert "frame agent event hit" in rows
    assert "frame client called" in rows
    assert "'artifacts/append :: artifact-append/order [1.0-jsonrpc]'" in page.text


def test_requirements_have_anchors_and_words_of_the_catalogue() -> None:
    page = Page(html(passing()))
    assert "check-sse-framing" in page.ids
    assert "check-user-agent-may" in page.ids
    assert "Read all of SSE" in page.text


def test_a_requirement_that_another_failure_hid_is_not_shown_as_worse_than_it_was_seen() -> None:
    where, other = cell("artifacts/append"), cell("artifacts/replace")
    results = (
        CellResult(
            where, (verdict(where, "a", Status.FAIL), verdict(where, "b", Status.NOT_REACHED, explained_by="a"))
        ),
        CellResult(other, (verdict(other, "b"),)),
    )
    rows = {
        row.described.id: row.worst for row in requirement_rows(RunRecord(header(where, other), results, Footer()))
    }
    assert rows == {"a": Status.FAIL, "b": Status.PASS}


def test_a_requirement_is_counted_once_a_run_by_the_worst_of_its_checks() -> None:
    where = cell("artifacts/append")
    results = (CellResult(where, (verdict(where, "a", Status.FAIL), verdict(where, "a/pin"))),)
    (row,) = requirement_rows(RunRecord(header(where), results, Footer()))
    assert {status: count for status, count in row.counts.items() if count} == {Status.FAIL: 1}


def test_a_place_is_named_from_where_one_stands_and_a_shipped_one_as_the_project_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert place_text(Place(str(tmp_path / "cases" / "mine.a2a.yaml"), 3, 1)) == "cases/mine.a2a.yaml:3"
    shipped = fixtures_root() / "scenarios" / "message" / "only.a2a.yaml"
    assert place_text(Place(str(shipped), 2, 1)) == "fixtures/scenarios/message/only.a2a.yaml:2"
    assert place_text(None) == ""


def test_an_error_of_the_harness_is_no_requirement() -> None:
    where = cell("artifacts/append")
    record = RunRecord(header(where), (CellResult(where, (verdict(where, "harness", Status.ERROR),)),), Footer())
    assert requirement_rows(record) == ()
    assert "check-harness" not in html(record)


def test_a_card_shows_situation_and_frames_and_says_its_symptom_once() -> None:
    where = cell("artifacts/append")
    failure = verdict(where, "a", Status.FAIL, text="chunks are lost", cause="chunks are lost", frames=(8,))
    facts = {"about": "Chunks continue the artifact."}
    result = CellResult(where, (failure,), journal=append_journal(where), facts=facts)
    (card,) = cause_views(RunRecord(header(where), (result,), Footer()))
    assert card.lead.text == ""
    assert card.about == "Chunks continue the artifact."
    assert [line.split()[1] for line, hit in card.window if hit] == ["8"]
    assert "told its caller" in card.window[-1][0]
    page = html(RunRecord(header(where), (result,), Footer()))
    assert "Chunks continue the artifact." in page.partition('id="runs"')[0]


def test_expected_failures_and_good_news_are_told() -> None:
    page = Page(html(failing()))
    assert "acme/client#31, mended in 2.2" in page.text
    assert "Good news: 1 entry of a2a-baseline.yaml no longer fails" in page.text


def test_incomplete_is_said_first_and_loudly() -> None:
    page = Page(html(replace(passing(), footer=None)))
    assert "Nothing here says that the target is conformant" in page.text


def test_a_run_of_very_many_frames_keeps_its_beginning_its_end_and_what_failed() -> None:
    where = cell("artifacts/thousand")
    journal = tuple({"seq": number, "t": number / 1000, "kind": "comment", "payload": {}} for number in range(5000))
    failure = verdict(where, "x", Status.FAIL, frames=(2500,))
    record = RunRecord(header(where), (CellResult(where, (failure,), journal=journal),), Footer(cells=1))
    page = Page(html(record))
    shown = [int(id.rpartition("-")[2]) for id in page.ids if id.startswith("run-artifacts-thousand--1.0-jsonrpc-")]
    assert len(shown) <= FRAMES_SHOWN
    assert {0, 2500, 4999} <= set(shown)
    assert "frames left out here" in page.text


def test_one_huge_frame_does_not_make_a_huge_page() -> None:
    where = cell("artifacts/huge")
    journal = append_journal(where, text="x" * 1_000_000)
    failure = verdict(where, "x", Status.FAIL, frames=(8,))
    record = RunRecord(header(where), (CellResult(where, (failure,), journal=journal),), Footer(cells=1))
    assert len(html(record)) < 200_000 + RAW_SHOWN


def test_a_requirement_is_cited_from_the_specifications_of_the_dialects_that_ran() -> None:
    page = html(passing())
    assert "A2A 1.0 §9.4.2, §11.7; A2A 0.3 §7.2, §3.3.3" in page
