"""What the model claims, and the check that each claim must pass: its quote stands in the segment."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from knowledge.types import DIMENSIONS, Book, Entry, Keys, PlotSegment

Reason = Literal[
    "unreadable", "no_person", "no_dimension", "no_claim", "short_quote", "quote_not_found", "twice"
]

_LEAST = {"en": 12, "zh": 4}  # letters of a quote: shorter ones prove nothing
_SAME = str.maketrans(
    {
        **dict.fromkeys("“”„「」『』", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("—–", "-"),
        "…": ".",
        "．": "。",
        "_": "",
    }
)
_EDGE = "\"'.-,;: \n"


@dataclass(frozen=True, slots=True)
class Checked:
    """The claims of one segment that passed, and how many failed for which reason."""

    kept: tuple[Entry, ...]
    rejected: Mapping[Reason, int]


def parse(text: str) -> list[dict[str, Any]] | None:
    """The claims in a model's answer; whole ones of a list that was cut off too. None if there is no JSON."""
    start = text.find("[")
    if start < 0:
        return None
    decoder, rows, at = json.JSONDecoder(), [], start + 1
    while True:
        at = re.compile(r"[\s,]*").match(text, at).end()  # type: ignore[union-attr]
        if text[at : at + 1] != "{":
            break
        try:
            row, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        rows.append(row)
    return rows if rows or text[at : at + 1] == "]" else None


def check(
    book: Book, segment: PlotSegment, people: Mapping[str, str], answer: str, origin_id: str = "llm"
) -> Checked:
    """Entries from a model's answer.

    Args:
        people: names, as the prompt gave them, to character ids.
        answer: what the model wrote.
        origin_id: first part of the entries' ids.
    """
    rejected: dict[Reason, int] = {}
    kept: dict[tuple[str, str, int], Entry] = {}
    rows = parse(answer)
    if rows is None:
        return Checked((), {"unreadable": 1})
    finder = QuoteFinder(book.text, segment.start, segment.end)
    for row in rows:
        entry = _entry(book, segment, people, row, finder, origin_id)
        if not isinstance(entry, Entry):
            rejected[entry] = rejected.get(entry, 0) + 1
            continue
        key = (entry.character, entry.dimension, entry.start)
        if key in kept:
            rejected["twice"] = rejected.get("twice", 0) + 1
        kept.setdefault(key, entry)
    return Checked(tuple(kept.values()), rejected)


def _entry(
    book: Book,
    segment: PlotSegment,
    people: Mapping[str, str],
    row: dict[str, Any],
    finder: QuoteFinder,
    origin_id: str,
) -> Entry | Reason:
    fields = {name: str(row.get(name) or "").strip() for name in ("person", "dimension", "claim", "quote")}
    who = people.get(fields["person"])
    if who is None:
        return "no_person"
    dimension = next((one for one in DIMENSIONS if one == fields["dimension"]), None)
    if dimension is None:
        return "no_dimension"
    if not fields["claim"]:
        return "no_claim"
    if sum(ch.isalnum() for ch in fields["quote"]) < _LEAST[book.language]:
        return "short_quote"
    span = finder.find(fields["quote"])
    if span is None:
        return "quote_not_found"
    other = people.get(str(row.get("with") or "").strip(), "")
    keys = Keys(str(row.get("emotion") or "").strip()[:40], other if other != who else "", "")
    return Entry(
        f"{origin_id}:{who}:{dimension}:{span[0]}",
        who,
        dimension,
        fields["claim"][:400],
        segment.chapter,
        segment.index,
        *span,
        keys,
        "llm",
    )


class QuoteFinder:
    """Finds quotes in a stretch of text; blanks, kinds of quotation marks and dashes do not count."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._flat, self._at = _flatten(text[start:end])
        self._start = start

    def find(self, quote: str) -> tuple[int, int] | None:
        """Offsets in the whole text of `quote`, marks at its ends left out; None if it is not there."""
        flat = _flatten(quote)[0].strip(_EDGE)
        at = self._flat.find(flat) if flat else -1
        if at < 0:
            return None
        return self._start + self._at[at], self._start + self._at[at + len(flat) - 1] + 1


def _flatten(text: str) -> tuple[str, Sequence[int]]:
    """Text with blanks as one space (none by Chinese characters) and marks made alike; each one's place."""
    out: list[str] = []
    places: list[int] = []
    for at, raw in enumerate(text):
        if raw.isspace() or raw == "\u3000":
            if out and out[-1] != " " and out[-1] < "\u2e80":
                out.append(" ")
                places.append(at)
            continue
        ch = raw.translate(_SAME)
        if not ch or (ch == "-" and out and out[-1] == "-"):
            continue
        if ch >= "\u2e80" and out and out[-1] == " ":
            out.pop()
            places.pop()
        narrow = unicodedata.normalize("NFKC", ch) if "\uff00" <= ch <= "\uffef" else ch
        out.append(narrow[:1])
        places.append(at)
    return "".join(out), places
