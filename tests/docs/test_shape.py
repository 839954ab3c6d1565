"""Output is compared by its shape."""

import pytest

from doc_shape import differs

PRINTED = "one 12 of 13\n\ntask-abc working\nlast (2.8 s)\n"


@pytest.mark.parametrize(
    "shown",
    [
        "one 1 of 2\ntask-xyz working\nlast (0.1 s)\n",
        "one …\n…\nlast (… s)\n",
        "…\ntask-a working\n…\n",
        "one 9 of 9\n…\n",
    ],
)
def test_figures_ids_and_gaps_do_not_matter(shown):
    assert differs(shown, PRINTED) is None


@pytest.mark.parametrize(
    "shown",
    [
        "one 1 of 2\n",
        "two 1 of 2\n…\n",
        "one 1 of 2\nlast (1 s)\n",
        "…\nlast (1 s)\none 1 of 2\n",
        "task-a working\n…\n",
    ],
)
def test_words_order_and_missing_lines_do(shown):
    assert differs(shown, PRINTED) is not None
