"""What distributors put round a novel: headers, licences, transcribers' lines."""

from __future__ import annotations

import re

_START_LINE = re.compile(r"^[ \t]*\*{3}[ ]?START OF (?:THE|THIS) PROJECT GUTENBERG", re.M | re.I)
_SMALL_PRINT = re.compile(r"^.*\bEND\*?[ ]?\*?[ ]?THE SMALL PRINT.*$", re.M | re.I)
_END = re.compile(
    r"^[ \t]*(?:\*{3}[ ]?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg|"
    r"Project Gutenberg(?:'s|’s)? .{1,60}\bends\b|START: FULL LICENSE)",
    re.M | re.I,
)
_CREDIT = re.compile(
    r"^[ \t]*(?:\[?(?:e-?text|transcribed|produced|prepared|scanned|digitized|this (?:e-?book|e-?text|file))"
    r"\b[^\n]{0,100}\b(?:by|from|was)\b|\[?transcriber['’]?s['’]? notes?\b)",
    re.I,
)
_TITLE = re.compile(r"^[ \t]*Title:[ \t]*(\S.*?)[ \t]*$(?:\n[ \t]{4,}(\S.*?)[ \t]*$)?", re.M | re.I)
_AUTHOR = re.compile(r"^[ \t]*Author:[ \t]*(\S.*?)[ \t]*$", re.M | re.I)
_HEADER_FIELD = re.compile(
    r"^[ \t]*(?:Title|Author|Release Date|Language|Editor|Illustrator|Translator|Credits"
    r"|Character set encoding|Posting Date|Last updated):",
    re.I,
)


def story_span(text: str) -> tuple[int, int]:
    """Start and end of the story proper: what follows the licence header and comes before the licence tail.

    Paragraphs that credit transcribers, and header fields such as "Title:", are left out at the start too.
    """
    start, end = 0, len(text)
    head = text[:60_000]
    opening = _START_LINE.search(head)
    if opening:
        # The marker may run over its line; it ends with three stars.
        close = head.find("***", opening.end())
        line = head.find("\n", close if 0 <= close < opening.end() + 400 else opening.end())
        start = line + 1 if line >= 0 else opening.end()
    else:
        small = _SMALL_PRINT.search(head)
        if small:
            start = small.end()
    closing = _END.search(text, max(start, len(text) // 2))
    if closing:
        end = closing.start()
    start = _skip_credits(text, start, end)
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _skip_credits(text: str, start: int, end: int) -> int:
    at = start
    for _ in range(12):
        while at < end and text[at] in "\n\r":
            at += 1
        stop = text.find("\n\n", at)
        block = text[at : stop if stop >= 0 else end]
        lines = [line for line in block.split("\n") if line.strip()]
        credit = bool(_CREDIT.match(block)) and len(block) < 800
        fields = bool(lines) and all(_HEADER_FIELD.match(line) or line[:4] == "    " for line in lines)
        if stop < 0 or not (credit or (fields and _HEADER_FIELD.match(lines[0]))):
            break
        at = stop
    return at


def stated_title(head: str) -> tuple[str, str]:
    """Title and author as "Title:" and "Author:" fields in `head` state them; "" where they do not."""
    title, author = _TITLE.search(head), _AUTHOR.search(head)
    parts = [part for part in title.groups() if part] if title else []
    return " ".join(parts), author.group(1) if author else ""
