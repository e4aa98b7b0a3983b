"""Marks that hold no speech: titles of books, names of ships, words held at arm's length."""

from __future__ import annotations

import re

from knowledge.english.paragraphs import Paragraph

_LAST_WORD = re.compile(r"([A-Za-z’']+)[\s_]*[\"“«»‘']*$")
_SAYING = re.compile(
    r"sa(?:y|ys|id|ying)|th(?:ink|inks|ought|inking)|cr(?:y|ied|ying)|ask(?:ed|ing|s)?|answer(?:ed|ing|s)?|"
    r"repl(?:y|ied|ying)|exclaim(?:ed|ing|s)?|whisper(?:ed|ing|s)?|murmur(?:ed|ing)?|mutter(?:ed|ing)?|"
    r"shout(?:ed|ing|s)?|repeat(?:ed|ing)|call(?:ed|ing)\s+out|out|add(?:ed|ing)|sigh(?:ed|ing)|sang|growled|"
    r"gasp(?:ed|ing)|stammer(?:ed|ing)|yell(?:ed|ing)|scream(?:ed|ing)|began|with|back|again|aloud|himself|herself|"
    r"itself|myself|him|her|me|them"
)
_OPEN_ENDED = re.compile(r"[\w)][_*]*$|[,;:][_*]*$")
_TAG = re.compile(
    r"[\"”»’'_]+\s+(?:(?:he|she|i|they|we|[A-Z][\w.]+)\s+(?:\w+ly\s+)?(?:\w{2,}ed|said|thought|began|went\s+on|told)|"
    r"(?:said|cried|replied|thought|answered|asked|exclaimed|added|whispered|returned|continued|observed|murmured)\s)"
)
_PRESENT = re.compile(
    r"\b(?:i|i'm|i’m|me|my|mine|you|your|yours|we|us|our|is|are|am|has|have|will|shall|can|may|do|does|don't|don’t)\b",
    re.I,
)
_PAST = re.compile(r"\b(?:he|she|they|it)\b[^.]*?\b(?:was|had|were|could|should|would|did|might)\b", re.I)
_STOPPED = re.compile(r"[.!?…—–-][_*'’]*$")


def _reported(said: str) -> bool:
    """Whether marks hold speech already reported: `he was sure they had no neighbourhood; he should ask`."""
    return len(said.split()) > 6 and bool(_PAST.search(said)) and not _PRESENT.search(said)


def is_speech(text: str, start: int, end: int, paragraph: Paragraph) -> bool:
    """Whether the marked stretch is said or thought by someone, judged by its length, stops and neighbours.

    Speech is led in by a stop or by a verb of saying; what stands in the run of a sentence is held at arm's
    length (`she had "picked up" the word`), the more so where it is short and without a stop of its own.
    """
    before = text[paragraph.start : start].rstrip("\"“«»‘'_( \n\t")
    said = text[start:end]
    words = len(said.split())
    if not before:
        return True
    if (before[-1].isalnum() or before[-1] in ":-—–") and _reported(said) and not _TAG.match(text, end):
        return False
    if not before[-1].isalnum():
        return not (said[:1].islower() and words < 3 and said[-1].isalnum() and before[-1] not in ",:;—–-?!")
    last = _LAST_WORD.search(before)
    if last and _SAYING.fullmatch(last[1].lower()):
        return True
    if said[-1] in ",!?" and _TAG.match(text, end):
        return True
    if last and last[1].lower() in ("and", "only", "then") and said[:1].isupper() and not said[-1].isalnum():
        return True
    if said.lstrip("_'’").istitle() and words > 1 and not _STOPPED.search(said):
        return False
    if said[:1].islower():
        return (words > 6 and bool(_STOPPED.search(said))) or words > 12
    return (words > 2 and bool(_STOPPED.search(said))) or words > 9
