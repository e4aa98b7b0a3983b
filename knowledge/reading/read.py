"""`read_book`: the one way in for novels, with every check that keeps bad files out."""

from __future__ import annotations

import hashlib
import re
from pathlib import PurePath

from core.errors import IngestionError
from knowledge.reading import boilerplate, epub
from knowledge.reading.chapters import find_chapters
from knowledge.reading.encoding import decode
from knowledge.reading.headings import Heading
from knowledge.reading.language import detect_language
from knowledge.reading.title import title_and_author
from knowledge.types import Book

MAX_BYTES = 64_000_000
"""Largest file accepted, before anything is unpacked or decoded."""
MAX_WORDS = 2_000_000
"""Longest book accepted; a Chinese character counts as two thirds of a word."""
MIN_WORDS = 80
"""Shortest text that is taken for a story."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_HAN = re.compile(r"[\u3400-\u9fff]")


def read_book(data: bytes, filename: str, *, keep_text: bool = False) -> Book:
    """Read a novel from a .txt or .epub file.

    Args:
        data: the whole file.
        filename: its name; used for a title where the file states none, and in messages.
        keep_text: leave the decoded text as it is (only CRLF becomes LF), so that offsets are those of the
            file; front matter and licence tails then stay in `text` but outside the chapters.

    Returns:
        A Book whose `id` is the first 16 hex digits of the sha256 of `data`.

    Raises:
        IngestionError: with a code (empty_file, file_too_big, unsupported_format, unknown_encoding, bad_epub,
            protected_epub, epub_bomb, too_short, too_long, unsupported_language) and a cure.
    """
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf\xfe\xff"):
        raise IngestionError(
            f"{filename} is empty.", cure="Choose a .txt or .epub file with text.", code="empty_file"
        )
    if len(data) > MAX_BYTES:
        raise IngestionError(
            f"{filename} has {len(data) // 1_000_000} MB; at most {MAX_BYTES // 1_000_000} are accepted.",
            cure="Upload a single novel, without scanned pages.",
            code="file_too_big",
        )
    title, author = "", ""
    marks: tuple[Heading, ...] = ()
    if epub.looks_like_zip(data):
        unpacked = epub.read(data, filename)
        text, title, author, marks = unpacked.text, unpacked.title, unpacked.author, unpacked.headings
    else:
        text = decode(data, filename)
    start, end = boilerplate.story_span(text)
    stated = boilerplate.stated_title(text[: max(start, 2000)])
    if not keep_text:
        text, start, end, marks = _cut(text, start, end, marks)
    count = _words(text[start:end])
    _check_length(count, filename)
    language = detect_language(text[start:end])
    chapters = find_chapters(text, start, end, language, marks)
    found = title_and_author(text[start : chapters[0].start], PurePath(filename).stem)
    return Book(
        id=hashlib.sha256(data).hexdigest()[:16],
        title=title or stated[0] or found[0],
        author=author or stated[1] or found[1],
        language=language,
        text=text,
        chapters=chapters,
    )


def _cut(
    text: str, start: int, end: int, marks: tuple[Heading, ...]
) -> tuple[str, int, int, tuple[Heading, ...]]:
    kept = tuple(mark.moved(-start) for mark in marks if start <= mark.start < end)
    return text[start:end], 0, end - start, kept


def _words(text: str) -> int:
    han = len(_HAN.findall(text))
    return len(_WORD.findall(_HAN.sub(" ", text))) + han * 2 // 3


def _check_length(words: int, filename: str) -> None:
    if words < MIN_WORDS:
        raise IngestionError(
            f"{filename} holds only {words} words; a story needs at least {MIN_WORDS}.",
            cure="Upload the whole text of a novel.",
            code="too_short",
        )
    if words > MAX_WORDS:
        raise IngestionError(
            f"{filename} holds {words:,} words; at most {MAX_WORDS:,} are accepted.",
            cure="Split it, and upload each novel as a book of its own.",
            code="too_long",
        )
