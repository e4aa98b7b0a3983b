"""The speech tag of a quote: who is said to say it, and by what words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.english.lexicon import saying
from knowledge.english.paragraphs import Paragraph
from knowledge.english.phrases import Phrase, Phrases
from knowledge.english.quotes import Span
from knowledge.english.wordlist import words_of

_ADVERBS = words_of(
    """
    then again now also only still too here at last once length presently just always quickly never both
    all as thus so even aloud rather half almost suddenly
    """
)
_AUXILIARY = words_of(
    """
    had has have would could did was were might must should can will not help to
    """
)
_IRREGULAR_PAST = words_of(
    """
    was were had went came took sat stood gave made got felt knew saw found left kept ran rose heard
    held threw drew shook turned looked put bent fell led met brought caught let set laid struck broke
    grew drove hung rode woke ate drank slept lay paid sent sprang did could would might must should
    thought began spoke told said sang read wrote
    """
)
_PREPOSITIONS = words_of(
    """
    to at with of for from by on upon in into towards toward after before behind beside near over
    against between about like than as among without under round around
    """
)
Place = Literal["after", "before", "lead"]


@dataclass(frozen=True, slots=True)
class Tag:
    """`phrase` is the speaker's; `verb` tells of a verb of saying beside it; `place` is where it stands."""

    phrase: Phrase
    verb: bool
    place: Place


class Tagger:
    """Finds tags in the narration round each quote."""

    def __init__(
        self, text: str, paragraphs: Sequence[Paragraph], spans: Sequence[Span], phrases: Phrases
    ) -> None:
        self._text, self._paragraphs, self._spans, self._phrases = text, paragraphs, spans, phrases
        self._words = phrases.words
        self._saying = saying()

    def after(self, index: int) -> Tag | None:
        """The tag right after quote `index`: `said Emma`, `Emma said`, `he went on`."""
        span = self._spans[index]
        stop = self._spans[index + 1].start if index + 1 < len(self._spans) else len(self._text)
        stop = min(stop, self._paragraphs[span.paragraph].end)
        at, end = self._words.at(span.end), self._words.at(stop)
        if at >= end:
            return None
        end = self._sentence_end(at, end)
        ending = self._text[span.end - 1]
        bound = ending in ",-—–;:" or self._text[span.end : self._words.start[at]].strip(" \n\"'”’»_)")[
            :1
        ] in (",", "-", "—")
        soft = bound or ending in "?!…"
        return self._inverted(at, end, bound, soft) or self._direct(at, end, bound, soft)

    def before(self, index: int) -> Tag | None:
        """The tag that leads in quote `index`: `He turned and said:`, with a comma or a colon between."""
        span = self._spans[index]
        paragraph = self._paragraphs[span.paragraph]
        begin = paragraph.start
        if index and self._spans[index - 1].paragraph == span.paragraph:
            begin = self._spans[index - 1].end
        first, end = self._words.at(begin), self._words.at(span.start)
        place: Place = "before"
        joint = span.start
        if first == end:
            if begin != paragraph.start or not span.paragraph or span.continues:
                return None
            above = self._paragraphs[span.paragraph - 1]
            first, end, joint = self._words.at(above.start), self._words.at(above.end), above.end + 1
            place = "lead"
        if first == end:
            return None
        between = self._text[self._words.end[end - 1] : joint].strip(" \n\"'“‘«(_")
        last = self._words.lower[end - 1]
        led = (
            between[:1] in (",", ":") or between[:1] in ("-", "—", "–") or (not between and place == "before")
        )
        if place == "lead":
            led = between[:1] in (":", ",", ";", "-", "—", "–") or last in self._saying
        if not led:
            return None
        start = self._sentence_start(first, end)
        if self._words.quote[start] >= 0:
            return None
        if place == "lead" and between[:1] != ":" and start > first and self._words.quote[start - 1] >= 0:
            return None  # the tag of the speech above
        verbs = [
            i for i in range(start, end) if self._words.quote[i] < 0 and self._words.lower[i] in self._saying
        ]
        phrase = self._sayer(start, verbs[-1]) if verbs else self.subject(start, end)
        return Tag(phrase, bool(verbs), place) if phrase else None

    def _sayer(self, first: int, verb: int) -> Phrase | None:
        """Who does the saying at word `verb` of a sentence that starts at `first`."""
        words = self._words
        at = verb - 1
        while at > first and (words.lower[at] in _ADVERBS | _AUXILIARY or words.lower[at].endswith("ly")):
            at -= 1
        relative = words.lower[at] == "who"
        last: Phrase | None = None
        cursor = first
        while cursor < verb:
            phrase = self._phrases.at(cursor, verb)
            if phrase is None or words.quote[cursor] >= 0:
                cursor += 1
                continue
            governed = cursor > first and words.lower[cursor - 1] in _PREPOSITIONS
            if phrase.last == at or (relative and phrase.last == at - 1):
                return phrase
            if (
                not governed
                and phrase.head not in ("it", "you", "we", "they")
                and (last is None or self.is_subject(phrase))
            ):
                last = phrase
            cursor = phrase.last + 1
        return last

    def subject(self, first: int, end: int) -> Phrase | None:
        """The first phrase of words `first` to `end` that no preposition governs and no possessive marks."""
        at = first
        while at < end:
            phrase = self._phrases.at(at, end)
            if phrase is None or self._words.quote[at] >= 0:
                at += 1
                continue
            before = self._words.lower[at - 1] if at > first else ""
            if before not in _PREPOSITIONS and phrase.head not in ("it", "you", "we", "they"):
                return phrase
            at = phrase.last + 1
        return None

    def is_subject(self, phrase: Phrase) -> bool:
        """Whether a verb in the past seems to follow, or a verb of saying to go before."""
        before = self._words.lower[phrase.first - 1] if phrase.first else ""
        if before in _PREPOSITIONS and not self._words.initial[phrase.first]:
            return False
        at = phrase.last + 1
        while at < len(self._words) and at < phrase.last + 4:
            if (
                self._words.gap[at].strip() not in ("", ",")
                or self._words.quote[at] != self._words.quote[phrase.first]
            ):
                break
            lower = self._words.lower[at]
            if lower in _IRREGULAR_PAST or (lower.endswith("ed") and len(lower) > 3) or lower in self._saying:
                return True
            if not lower.endswith("ly") and lower not in _ADVERBS:
                break
            at += 1
        return before in self._saying

    def _inverted(self, at: int, end: int, bound: bool, soft: bool) -> Tag | None:
        words, i = self._words, at
        while i < end and i < at + 2 and (words.lower[i] in _ADVERBS or words.lower[i].endswith("ly")):
            i += 1
        if i >= end or not words.text[i][0].islower():
            return None
        lower = words.lower[i]
        verb = lower in self._saying
        if not verb and not (bound and lower.endswith("ed")) and not (bound and lower in _IRREGULAR_PAST):
            return None
        if not soft and not verb:
            return None
        i += 1
        if (
            lower in ("went", "put", "came", "broke", "burst", "struck", "chimed", "cut", "called", "cried")
            and i < end
        ) and words.lower[i] in ("on", "in", "out", "back", "up", "forth"):
            i += 1
        if lower in ("was", "were", "came") and i < end:
            return self._predicate(i, end)
        while i < end and (words.lower[i] in _ADVERBS or words.lower[i].endswith("ly")):
            i += 1
        phrase = self._phrases.at(i, end, any_noun=True)
        return Tag(phrase, verb, "after") if phrase else None

    def _predicate(self, at: int, end: int) -> Tag | None:
        """`was his reply`, `was Emma's answer`: whose reply."""
        if self._words.lower[at] in ("his", "her", "my"):
            head = {"his": "he", "her": "she", "my": "i"}[self._words.lower[at]]
            return Tag(Phrase("pronoun", at, at, head=head), True, "after")
        for i in range(at, min(at + 4, end)):
            name = self._phrases.name_at(i)
            if name is not None:
                return Tag(Phrase("name", name.first, name.last, name=name), True, "after")
        return None

    def _direct(self, at: int, end: int, bound: bool, soft: bool) -> Tag | None:
        words = self._words
        phrase = self._phrases.at(at, end)
        if phrase is None:
            return None
        fresh = words.text[at][0].isupper() and phrase.kind != "name" and words.lower[at] != "i"
        if fresh and not bound:
            return None  # a new sentence: a beat, no tag
        i = phrase.last + 1
        for i in range(phrase.last + 1, min(phrase.last + 5, end)):
            lower = words.lower[i]
            if lower in self._saying:
                return Tag(phrase, True, "after")
            if lower in _AUXILIARY and (soft or bound):
                continue
            if lower.endswith("ly") or lower in _ADVERBS or lower in ("who", "that"):
                continue
            past = lower.endswith("ed") or lower in _IRREGULAR_PAST
            if past and (bound or (soft and not fresh and phrase.kind != "name")):
                return Tag(phrase, lower in ("went", "put", "broke", "burst", "struck"), "after")
            if past and self._says_later(i, end):
                return Tag(phrase, True, "after")
            break
        if bound and phrase.kind != "noun" and i < end and self._says_later(i, end):
            return Tag(phrase, True, "after")
        return None

    def _says_later(self, at: int, end: int) -> bool:
        return any(
            self._words.lower[i] in self._saying and not self._words.lower[i].endswith("ing")
            for i in range(at, min(at + 12, end))
        )

    def _sentence_end(self, at: int, end: int) -> int:
        for i in range(at + 1, end):
            if self._words.initial[i] or self._words.quote[i] >= 0:
                return i
        return end

    def _sentence_start(self, first: int, end: int) -> int:
        for i in range(end - 1, first - 1, -1):
            if self._words.initial[i]:
                return i
        return first
