"""Title and author from a book's first lines, or from the name of its file."""

from __future__ import annotations

import re

_BY = re.compile(r"^_?by:?\s+(.{2,60}?)_?$", re.I)
_BOOK_MARKS = re.compile(r"^《(.{1,40})》\s*(?:作者[：:]?\s*)?(.{0,20})$")
_AUTHOR_ZH = re.compile(r"^(?:作者[：:]\s*)?[（(]?(.{2,12}?)[）)]?\s*著?$")


def title_and_author(front: str, stem: str) -> tuple[str, str]:
    """From `front`, the text before the first chapter; the title falls back on `stem` (a file name)."""
    lines = [line.strip().strip("_").strip() for line in front[:3000].split("\n")]
    lines = [line for line in lines if line][:12]
    author = next((_tidy(m.group(1)) for line in lines if (m := _BY.match(line))), "")
    if lines:
        marked = _BOOK_MARKS.match(lines[0])
        if marked:
            given = re.sub(r"[（(].*?[）)]", "", marked.group(2)).strip()
            if not given and len(lines) > 1 and (named := _AUTHOR_ZH.match(lines[1])):
                given = named.group(1)
            return marked.group(1), given
        if (
            len(lines[0]) <= 80
            and not _BY.match(lines[0])
            and not lines[0].endswith((".", ",", ";", "。", "，"))
        ):
            return _tidy(lines[0]), author
    spaced = re.sub(r"[_\-\s]+|(?<=[a-z])(?=[A-Z])", " ", stem).strip()
    return _tidy(spaced) or "Untitled", author


def _tidy(line: str) -> str:
    """ "EMMA" -> "Emma"; other lines stay as they are."""
    if not line.isupper() and not (line.islower() and " " in line):
        return line
    small = {"a", "an", "and", "by", "de", "for", "in", "of", "on", "or", "the", "to"}
    words = re.split(r"([ -])", line.lower())
    shaped = [w if i and w in small else w[:1].upper() + w[1:] for i, w in enumerate(words)]
    return "".join(shaped)
