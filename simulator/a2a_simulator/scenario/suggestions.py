"""Did you mean: the word an author had in mind, by spelling or by what other vocabularies call it."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches


def normal(word: str) -> str:
    """A word without the habits of other spellings: case, dashes, camel case, `TASK_STATE_`."""
    word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word.strip())
    word = re.sub(r"[\s\-]+", "_", word).lower()
    return word.removeprefix("task_state_")


def closest(word: str, words: Iterable[str], aliases: Mapping[str, str] | None = None) -> str | None:
    """The word of the list that was meant, or None."""
    known = tuple(words)
    if aliases and word in aliases:
        return aliases[word]
    by_normal = {normal(one): one for one in known}
    if normal(word) in by_normal:
        return by_normal[normal(word)]
    if aliases and normal(word) in aliases:
        return aliases[normal(word)]
    near = get_close_matches(normal(word), by_normal, n=1, cutoff=0.7)
    return by_normal[near[0]] if near else None


def did_you_mean(word: str, words: Iterable[str], aliases: Mapping[str, str] | None = None) -> str:
    """The hint for an unknown word: the one that was meant, else the whole list."""
    known = tuple(words)
    meant = closest(word, known, aliases)
    return f"did you mean `{meant}`?" if meant else "one of: " + ", ".join(known)
