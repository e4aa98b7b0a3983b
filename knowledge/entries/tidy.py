"""Text of a book made fit to be shown or quoted in a line."""

from __future__ import annotations


def tidy(text: str) -> str:
    """Blanks evened out and marks of italics dropped; words stay as they are."""
    return " ".join(text.replace("_", "").split())
