import pytest

from a2a_simulator.scenario.play import Edit
from a2a_simulator.session.pointers import MISSING, edited, get

VALUE = {"a": {"b/c": [1, {"d~": 2}]}}


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ("", VALUE),
        ("/a/b~1c/0", 1),
        ("/a/b~1c/1/d~0", 2),
        ("/a/x", MISSING),
        ("/a/b~1c/9", MISSING),
        ("/a/b~1c/x", MISSING),
    ],
)
def test_get(pointer, found):
    assert get(VALUE, pointer) is found or get(VALUE, pointer) == found


def test_an_edit_leaves_the_original_alone():
    changed = edited(VALUE, Edit({"/a/b~1c/0": 9, "/new/deep": True, "/a/b~1c/-": "end"}, ("/a/b~1c/1",)))
    assert changed == {"a": {"b/c": [9, "end"]}, "new": {"deep": True}}
    assert VALUE == {"a": {"b/c": [1, {"d~": 2}]}}


def test_the_whole_can_be_replaced_and_what_is_not_there_dropped():
    assert edited(VALUE, Edit({"": 1})) == 1
    assert edited({"a": 1}, Edit({}, ("/b", "/a/c", "/x/y"))) == {"a": 1}
