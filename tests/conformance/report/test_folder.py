from dataclasses import replace
from pathlib import Path

import pytest

from a2a_conformance.report.folder import IGNORE, RECORD, RENDERERS, FolderProblem, open_record, write_report
from a2a_conformance.report.reader import read_file
from a2a_conformance.report.record import RunRecord
from made_up_record import failing, header, passing


def test_all_files_stand_at_fixed_names(tmp_path: Path) -> None:
    page = write_report(passing(), tmp_path / "report")
    assert page == tmp_path / "report" / "index.html"
    assert {entry.name for entry in page.parent.iterdir()} == {RECORD, IGNORE, *RENDERERS}
    assert read_file(page.parent / RECORD).results[0] == passing().results[0]


def test_our_own_report_is_replaced_and_leaves_nothing_of_the_one_before(tmp_path: Path) -> None:
    write_report(passing(), tmp_path)
    assert (tmp_path / "badge.svg").exists()
    write_report(RunRecord(header(demo=True), passing().results, passing().footer), tmp_path)
    assert not (tmp_path / "badge.svg").exists()


@pytest.mark.parametrize("beside", [True, False])
def test_nothing_of_others_is_overwritten(tmp_path: Path, beside: bool) -> None:
    if beside:
        write_report(passing(), tmp_path)
    (tmp_path / "thesis.md").write_text("mine")
    with pytest.raises(FolderProblem, match=r"holds thesis\.md, .*--report"):
        open_record(tmp_path)
    assert (tmp_path / "thesis.md").read_text() == "mine"


def test_a_folder_that_is_a_file_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("")
    with pytest.raises(FolderProblem, match="cannot be written"):
        open_record(tmp_path / "report")


def test_half_a_surrogate_pair_of_a_client_is_recorded_as_its_escape(tmp_path: Path) -> None:
    record = replace(failing(), header=replace(header(), hello=replace(header().hello, name="half \ud800")))
    write_report(record, tmp_path)
    assert read_file(tmp_path / RECORD).header.hello.name == "half \ud800"
