"""Chinese novels: names, quotes and who speaks, by rules over the text."""

from __future__ import annotations

from knowledge.chinese.annotate import annotate

__all__ = ["annotate"]
