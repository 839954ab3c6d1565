"""Every block of README and docs does what the page says. A page is one story, told in a folder of its own."""

import pytest

from doc_blocks import PAGES, ROOT, blocks
from doc_story import Story


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_a_page_does_what_it_says(page, tmp_path, subtests):
    story = Story(tmp_path)
    try:
        for block in blocks(page):
            with subtests.test(block.place):
                story.tell(block)
    finally:
        story.close()


def test_a_block_is_left_untested_only_with_a_reason():
    marked = [block for page in PAGES for block in blocks(page) if block.mark("untested") is not None]
    assert all(len(block.mark("untested")) > 20 for block in marked)
    assert len(marked) <= 3, [block.place for block in marked]
