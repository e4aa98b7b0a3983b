"""The word list that comes with jieba, as part-of-speech tags; it tells ordinary words from names."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from knowledge.chinese.listed import listed

# Tags of words that no one is called by: verbs, adverbs, pronouns, numerals, times, places, particles …
_NO_NAME = frozenset(
    listed("v vn vd vi vq d ad a an r rr rz m mq t f s p c u uj ul uv uz ud ug y o e i l zg z b k h")
)


@cache
def _entries() -> dict[str, tuple[int, str]]:
    text = files("jieba").joinpath("dict.txt").read_text(encoding="utf-8")
    rows = (line.split(" ") for line in text.splitlines() if line.count(" ") == 2)
    return {word: (int(count), tag) for word, count, tag in rows}


def is_ordinary(word: str) -> bool:
    """Whether the dictionary has `word` as something other than a noun or a name."""
    return _entries().get(word, (0, "n"))[1] in _NO_NAME


def is_common_noun(word: str) -> bool:
    """Whether the dictionary has `word` as a plain noun."""
    return _entries().get(word, (0, ""))[1] == "n"


def is_frequent(word: str) -> bool:
    """Whether the dictionary counts `word`, not as a person's name, among the common ones."""
    count, tag = _entries().get(word, (0, "nr"))
    return count >= 300 and not tag.startswith("nr")


def is_word(word: str) -> bool:
    """Whether the dictionary has `word` as anything but a person's name."""
    return word in _entries() and not _entries()[word][1].startswith("nr")
