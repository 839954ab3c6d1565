import pytest

from a2a_conformance.adapters.process import last_words

NODE = """node:internal/modules/esm/resolve:283
    throw new ERR_MODULE_NOT_FOUND(
          ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/app/nope.mjs'
    at finalizeResolution (node:internal/modules/esm/resolve:283:11) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v20.20.2
"""


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (NODE, "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/app/nope.mjs'"),
        (
            "Traceback (most recent call last):\n  File …\nhttpx.ConnectError: refused\n",
            "httpx.ConnectError: refused",
        ),
        ("Uncaught TypeError: x is not a function\n    at y\n", "Uncaught TypeError: x is not a function"),
        ("one\ntwo\nthree\nfour\n", "two | three | four"),
        ("", ""),
    ],
    ids=["node", "python", "deno", "no error", "nothing"],
)
def test_of_a_log_the_line_that_names_the_error_is_told(log, said):
    assert last_words(log) == said
