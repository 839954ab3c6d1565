"""Links lead somewhere."""

import re

import pytest

from doc_blocks import PAGES, ROOT, anchors, links


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_of_a_page_lead_somewhere(page):
    lost = []
    for link in links(page):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert not lost


def test_nothing_is_said_to_be_published():
    """A line that fetches the package from a registry would not work."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert "pip install a2a-conformance" not in text
        assert "uvx a2a-conformance" not in text
        assert not re.search(r"(?<![\w.])/(work|home|root|tmp|Users)/", text)
