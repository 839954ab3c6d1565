from a2a_conformance.selftest.news import news
from a2a_conformance.verdict import Status

BEFORE = {
    "loses": {"a [1]": {"art-append": Status.FAIL, "outcome": Status.FAIL}, "b [1]": {"art-append": Status.FAIL}}
}


def test_what_a_new_check_also_catches_is_told_as_more_and_what_is_lost_as_fewer():
    after = {
        "loses": {"a [1]": {"art-append": Status.FAIL, "new-rule": Status.WARN}, "c [1]": {"new-rule": Status.WARN}},
        "hangs": {},
    }
    assert list(news(BEFORE, after)) == [
        "  + hangs is new",
        "  - loses: art-append = fail in 1 fewer of its cells",
        "  + loses: new-rule = warn in 2 more of its cells",
        "  - loses: outcome = fail in 1 fewer of its cells",
    ]


def test_the_same_rows_are_no_news():
    assert list(news(BEFORE, BEFORE)) == []
