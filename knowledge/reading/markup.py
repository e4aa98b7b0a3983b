"""XHTML of a book to plain paragraphs, with the headings that the markup declares."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from knowledge.reading.headings import Heading

_BLOCKS = re.compile(
    "p|div|h[1-6]|li|blockquote|section|article|header|footer|tr|table|[uod]l|dt|dd|pre|hr|figure|figcaption"
    "|aside|body|center"
)
_SKIPPED = re.compile("head|style|script|svg|math|nav|template")
_TITLES = frozenset(("h1", "h2", "h3"))


class _Text(HTMLParser):
    """Collects paragraphs. The standard parser expands no entities of the document's own."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.paragraphs: list[str] = []
        self.titles: list[tuple[int, str]] = []  # index of a paragraph, its tag
        self._buffer: list[str] = []
        self._skip = 0
        self._title = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if _SKIPPED.fullmatch(tag):
            self._skip += 1
        elif tag == "br":
            self._buffer.append("\n")
        elif _BLOCKS.fullmatch(tag):
            self.flush()
            if tag == "hr":
                self.paragraphs.append("* * *")
            if tag in _TITLES:
                self._title = tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not _SKIPPED.fullmatch(tag):  # an empty <script/> opens nothing
            self.handle_starttag(tag, attrs)
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if _SKIPPED.fullmatch(tag):
            self._skip = max(0, self._skip - 1)
        elif _BLOCKS.fullmatch(tag):
            self.flush()
            if tag in _TITLES:
                self._title = ""

    def handle_data(self, data: str) -> None:
        if not self._skip:
            self._buffer.append(re.sub(r"\s+", " ", data))

    def flush(self) -> None:
        """End the paragraph that is being collected, if it holds anything."""
        lines = [line.strip(" ") for line in "".join(self._buffer).split("\n")]
        self._buffer = []
        text = "\n".join(line for line in lines if line)
        if text:
            if self._title:
                self.titles.append((len(self.paragraphs), self._title))
            self.paragraphs.append(text)


def markup_to_text(content: bytes) -> tuple[str, tuple[Heading, ...]]:
    """Paragraphs parted by blank lines; h1–h3 as headings of families "h1" … with offsets in that text."""
    parser = _Text()
    parser.feed(_decoded(content))
    parser.close()
    parser.flush()
    starts: list[int] = []
    at = 0
    for paragraph in parser.paragraphs:
        starts.append(at)
        at += len(paragraph) + 2
    headings = tuple(
        Heading(
            starts[index],
            starts[index] + len(parser.paragraphs[index]),
            "chapter",
            tag,
            0,
            "",
            parser.paragraphs[index].replace("\n", " "),
        )
        for index, tag in parser.titles
    )
    return "\n\n".join(parser.paragraphs), headings


def _decoded(content: bytes) -> str:
    declared = re.search(rb"""(?:encoding|charset)=["']?([\w-]+)""", content[:1000])
    name = declared.group(1).decode("ascii") if declared else "utf-8"
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        name = "utf-16"
    try:
        return content.decode(name)
    except (LookupError, UnicodeDecodeError):
        return content.decode("utf-8", errors="replace")
