"""Quotations in a judge's reasoning, matched letter for letter to what it was shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.transcript import Transcript
from core.types import Passage
from judge.case import Case
from judge.verdict import Evidence

_QUOTED = re.compile(r"[\"“”„«「『]([^\"“”„«»「」『』<>\n]{4,400})[\"“”»」』]")
_CITED = re.compile(r"\[(\d{1,2})\]")
_SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "—": "-", "–": "-"})
_EDGES = " .,;:!?…。，；：！？、'"
_SHORTEST = 12  # letters; a CJK character counts for three


def find_evidence(case: Case, transcripts: Sequence[Transcript], said: str = "") -> tuple[Evidence, ...]:
    """Every quotation in the thoughts of `transcripts` (and in `said`), with its place.

    A passage that is cited by its number, `[2]`, is evidence too. Quotations too short to prove anything
    are left out; words found nowhere are kept and marked, and must not be counted.
    """
    found: dict[str, Evidence] = {}
    shown = tuple({p.id: p for t in transcripts for p in t.passages}.values())
    for transcript in transcripts:
        text = "\n".join(transcript.thoughts)
        numbered = _numbered(transcript)
        for number in _CITED.findall(text):
            if passage := numbered.get(int(number)):
                found.setdefault(passage.text, _in_book(passage.text, passage, passage.start, passage.end))
    for text in (*("\n".join(t.thoughts) for t in transcripts), said):
        for words in _quotations(text):
            found.setdefault(words, _place(words, case, shown))
    return tuple(
        Evidence(f"e{n}", e.quote, e.source, e.verified, e.passage, e.chapter, e.start, e.end)
        for n, e in enumerate(found.values(), 1)
    )


def locate(words: str, text: str) -> tuple[int, int] | None:
    """Offsets of `words` in `text`, white space, quote marks, dashes and case aside; None if absent."""
    wanted = "".join(_plain(words))
    letters = [(i, c) for i, c in enumerate(text.translate(_SAME).casefold()) if not c.isspace()]
    if len(text.casefold()) != len(text):  # a character that folds to two would shift the offsets
        letters = [(i, c) for i, c in enumerate(text.translate(_SAME)) if not c.isspace()]
        wanted = "".join(c for c in words.strip(_EDGES).translate(_SAME) if not c.isspace())
    at = "".join(c for _, c in letters).find(wanted)
    if not wanted or at < 0:
        return None
    return letters[at][0], letters[at + len(wanted) - 1][0] + 1


def _plain(words: str) -> Iterator[str]:
    return (c for c in words.strip(_EDGES).translate(_SAME).casefold() if not c.isspace())


def _quotations(text: str) -> Iterator[str]:
    for match in _QUOTED.finditer(text):
        words = match[1].strip()
        weight = sum(3 if "\u3400" <= c <= "\u9fff" else 1 for c in words if not c.isspace())
        if weight >= _SHORTEST:
            yield words


def _place(words: str, case: Case, shown: Sequence[Passage]) -> Evidence:
    for passage in shown:
        if at := locate(words, passage.text):
            return _in_book(words, passage, passage.start + at[0], passage.start + at[1])
    if locate(words, case.persona):
        return Evidence("", words, "persona", False)
    if any(locate(words, t.text) for t in case.dialogue):
        return Evidence("", words, "dialogue", False)
    if locate(words, case.a) or locate(words, case.b):
        return Evidence("", words, "reply", False)
    return Evidence("", words, "nowhere", False)


def _in_book(words: str, passage: Passage, start: int, end: int) -> Evidence:
    return Evidence("", words, "book", True, passage.id, passage.chapter, start, end)


def _numbered(transcript: Transcript) -> dict[int, Passage]:
    """The passage that a number means, where only one result was shown; numbers start anew in each."""
    results = [s.passages for s in transcript.segments if s.kind == "result" and s.passages]
    return dict(enumerate(results[0], 1)) if len(results) == 1 else {}
