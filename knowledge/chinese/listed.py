"""Word lists as one string, words apart by blanks."""

from __future__ import annotations


def listed(words: str) -> tuple[str, ...]:
    """The words of `words`, in order."""
    return tuple(words.split())
