"""From the bytes of an uploaded file to a `Book`: clean text, language, title, chapters."""

from knowledge.reading.read import MAX_BYTES, MAX_WORDS, MIN_WORDS, read_book

__all__ = ["MAX_BYTES", "MAX_WORDS", "MIN_WORDS", "read_book"]
