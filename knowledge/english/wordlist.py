"""Sets of words, written as one string."""

from __future__ import annotations


def words_of(text: str) -> frozenset[str]:
    """The words of `text`, parted by white space."""
    return frozenset(text.split())
