"""The pages of the requirements: one each, listed, with links that lead somewhere; old ones are found."""

import re
from pathlib import Path

import pytest

from a2a_conformance import catalog
from a2a_conformance.explained.pages import INDEX, NotPages, pages, stale, write

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "requirements"
LINK = re.compile(r"\]\(([^)#]+)\)")


@pytest.fixture(scope="module")
def texts():
    return pages()


def test_there_is_a_page_for_each_requirement_and_one_that_lists_them(texts):
    assert set(texts) == {INDEX, *(f"{row.id}.md" for row in catalog.ROWS)}
    assert set(LINK.findall(texts[INDEX])) == set(texts) - {INDEX}


def test_links_lead_to_files_of_the_tree(texts):
    lost = {
        link
        for text in texts.values()
        for link in LINK.findall(text)
        if not link.startswith("https://") and link not in texts and not (FOLDER / link).resolve().is_file()
    }
    assert lost == set()


def test_every_table_has_as_many_cells_in_each_row(texts):
    for name, text in texts.items():
        for table in re.findall(r"(?m)(?:^\|.*\n)+", text):
            widths = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
            assert len(widths) == 1, name


def test_what_is_old_missing_or_of_no_requirement_is_found_and_mended(tmp_path):
    write(tmp_path)
    (tmp_path / "art-append.md").write_text("old")
    (tmp_path / "ver-send.md").unlink()
    (tmp_path / "gone.md").write_text("of a row that is no more")
    assert stale(tmp_path) == ("art-append.md", "gone.md", "ver-send.md")
    assert write(tmp_path) == ("art-append.md", "gone.md", "ver-send.md")
    assert stale(tmp_path) == ()
    assert not (tmp_path / "gone.md").exists()


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.md").write_text("mine")
    with pytest.raises(NotPages, match="holds other files"):
        write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.md"]
