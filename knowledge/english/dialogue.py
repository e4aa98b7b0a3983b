"""What turns tell about each other: whom their tags name, whom their speech calls and speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.english.stage import Stage
from knowledge.english.turns import Turn
from knowledge.english.wordlist import words_of

_POINTING = words_of("the a an this that another one")
_MALE_CALLS = words_of("sir monsieur papa father uncle gentlemen brother")
_FEMALE_CALLS = words_of("madam ma'am ma’am madame miss mamma mama mother aunt ladyship mademoiselle sister")
_NOBODY: frozenset[int] = frozenset()


class Dialogue:
    """The turns of a book and, for each number in range, its cues; outside the range there are none."""

    def __init__(self, stage: Stage, turns: Sequence[Turn]) -> None:
        self.stage, self.turns = stage, turns
        self._narrator = next((p.number for p in stage.players if p.narrator), None)
        self._tagged = [self._owner(turn) for turn in turns]
        self._called = [self._in_speech(turn, called=True) for turn in turns]
        self._told_of = [self._in_speech(turn, called=False) for turn in turns]
        self._address = [self._title_called(turn) for turn in turns]

    def tagged(self, index: int) -> int | None:
        """Player whom the tag of turn `index` names."""
        return self._tagged[index] if 0 <= index < len(self.turns) else None

    def called(self, index: int) -> frozenset[int]:
        """Players whom turn `index` calls by name."""
        return self._called[index] if 0 <= index < len(self.turns) else _NOBODY

    def told_of(self, index: int) -> frozenset[int]:
        """Players whom turn `index` speaks of."""
        return self._told_of[index] if 0 <= index < len(self.turns) else _NOBODY

    def address(self, index: int) -> str:
        """ "m" or "f" where turn `index` calls someone sir or madam, else ""."""
        return self._address[index] if 0 <= index < len(self.turns) else ""

    def doubles(self, index: int) -> dict[int, float]:
        """Players whom the description in the tag of turn `index` may mean."""
        tag = self.turns[index].tag
        if tag is None or tag.phrase.kind != "noun":
            return {}
        label = self.stage.labels.get(tag.phrase.label.lower(), -1)
        return self.stage.doubles.get(label, {})

    def gap(self, index: int) -> int:
        """Paragraphs from the turn before to turn `index`; 99 for the first."""
        return self.turns[index].begin - self.turns[index - 1].end if index else 99

    def _owner(self, turn: Turn) -> int | None:
        if turn.tag is None:
            return None
        phrase = turn.tag.phrase
        if phrase.head == "i":
            return self._narrator
        if phrase.kind == "noun" and phrase.determiner not in _POINTING:
            return None
        return self.stage.who(phrase)

    def _in_speech(self, turn: Turn, *, called: bool) -> frozenset[int]:
        return frozenset(s.who for s in self.stage.spoken(turn.first, turn.last) if s.called == called)

    def _title_called(self, turn: Turn) -> str:
        words, spans, text = self.stage.words, self.stage.spans, self.stage.text
        for index in range(turn.first, turn.last + 1):
            for at in range(words.at(spans[index].start), words.at(spans[index].end)):
                lower = words.lower[at]
                if lower not in _MALE_CALLS and lower not in _FEMALE_CALLS:
                    continue
                gap = words.gap[at].strip()
                stands_alone = not text[words.end[at] : words.end[at] + 1].isspace()
                if stands_alone and (gap[-1:] == "," or not gap):
                    return "m" if lower in _MALE_CALLS else "f"
        return ""
