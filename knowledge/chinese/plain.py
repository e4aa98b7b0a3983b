"""One-for-one folding of marks, so that offsets stay those of the book's text."""

from __future__ import annotations

_FOLD = str.maketrans("．,:;?!｡､﹕﹔　\t", "。，：；？！。、：；  ")


def fold(text: str) -> str:
    """`text` with dirty marks made regular; the same length, the same offsets."""
    return text.translate(_FOLD)
