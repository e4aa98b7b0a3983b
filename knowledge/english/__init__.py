"""English novels: cast, quotes and speakers by rules and a small table of learned weights."""

from knowledge.english.annotate import annotate

__all__ = ["annotate"]
