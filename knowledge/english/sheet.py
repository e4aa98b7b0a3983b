"""The evidence sheet of one turn, from which every candidate's row of features is written."""

from __future__ import annotations

import math
from collections.abc import Sequence

from knowledge.english.dialogue import Dialogue
from knowledge.english.phrases import VAGUE, Phrase
from knowledge.english.stage import Player, Sighting
from knowledge.english.wordlist import words_of

Row = dict[str, float]
Range = tuple[int, int]
_ELDER_WOMEN = words_of("mother aunt wife mamma lady")
_ELDER_MEN = words_of("father uncle husband papa")
_WIVES = frozenset({"mrs", "lady", "madame"})
_HUSBANDS = frozenset({"mr", "sir", "monsieur"})


class Sheet:
    """Reads the narration round turn `index`; `before` and `after` are its words beside the speech."""

    def __init__(
        self, dialogue: Dialogue, index: int, seen: Sequence[Sighting], before: Range, after: Range
    ) -> None:
        self._dialogue, self._index, self._stage = dialogue, index, dialogue.stage
        self._turn = dialogue.turns[index]
        self._tag = self._turn.tag
        self._phrase = self._tag.phrase if self._tag else None
        self.sex = self._stage.gender(self._phrase) if self._phrase and self._phrase.kind != "name" else "?"
        label = self._phrase.label.lower() if self._phrase else ""
        self._label = self._stage.labels.get(label, -1)
        self._opens, self._closes = self._stage.named(*before), self._stage.named(*after)
        self._beat = self._subject(before) or self._subject(after)
        self._order = list(dict.fromkeys(s.who for s in reversed(seen)))
        self._subjects = list(dict.fromkeys(s.who for s in reversed(seen) if s.subject))
        self._fit = {s.who for s in seen if self._stage.players[s.who].gender in ("?", self.sex)}
        self._above = self._beside(self._turn.begin - 1)
        self._below = self._beside(self._turn.end + 1)
        self._away: dict[int, int] = {}
        self.salience: dict[int, float] = {}
        for one in seen:
            away = self._turn.begin - self._stage.words.paragraph[one.word]
            self._away[one.who] = away
            strength = (2.0 if one.subject else 1.0) * math.exp(-away / 3)
            self.salience[one.who] = self.salience.get(one.who, 0.0) + strength
        last = self._phrase.last if self._phrase else -1
        objects = self._stage.named(last + 1, last + 12) if self._phrase else []
        self._objects = frozenset(one.who for one in objects)

    def row(self, who: int, share: float) -> Row:
        """The features of candidate `who`, whose share of all naming is `share`; what is absent is 0."""
        player = self._stage.players[who]
        row: Row = {"bias": 1.0, "weight": share, "stranger": float(bool(player.label))}
        row["group"] = float(player.group)
        self._by_tag(row, player)
        self._by_speech(row, player)
        self._by_narration(row, player)
        return row

    def _by_tag(self, row: Row, player: Player) -> None:
        phrase, who = self._phrase, player.number
        if phrase is None or self._tag is None:
            row["narrator"] = float(player.narrator)
            return
        named = self._dialogue.tagged(self._index) == who
        row["tag"] = float(named)
        row["weak_tag"] = float(named and not self._tag.verb)
        if self.sex != "?":
            row[
                "agrees" if player.gender == self.sex else "unsexed" if player.gender == "?" else "clashes"
            ] = 1.0
            if player.gender in ("?", self.sex):
                fit = self._fit
                row["last_named_sex"] = float(next((w for w in self._order if w in fit), None) == who)
                row["last_subject_sex"] = float(next((w for w in self._subjects if w in fit), None) == who)
                row["only_sex"] = float(fit == {who})
                row["rivals"] = float(len(fit - {who}) > 2)
        row["first_person" if phrase.head == "i" else "narrator"] = float(player.narrator)
        row["it_beast"] = float(phrase.head == "it" and player.gender == "?")
        row["object_of_tag"] = float(who in self._objects)
        row["group_tag"] = float(player.group and phrase.group)
        if phrase.kind != "noun":
            return
        head = phrase.head
        row["label"] = float(player.label == phrase.label.lower())
        doubles = self._stage.doubles.get(self._label, {})
        sure = head not in VAGUE and max(doubles.values(), default=0.0) < 0.6
        row["trusted"] = float(sure and player.label == phrase.label.lower())
        row["label_head"] = float(bool(player.label) and player.label.split()[-1] == head)
        row["double"] = doubles.get(who, 0.0)
        row["title_noun"] = float(player.ranks(head))
        row["trade"] = math.log1p(player.nouns[head])
        owner = self._stage.owner.get(phrase.name.key) if phrase.name is not None else None
        row["possessor"] = float(owner == who)
        row["kin_elder"] = float(
            (head in _ELDER_WOMEN and bool(player.titles & _WIVES))
            or (head in _ELDER_MEN and bool(player.titles & _HUSBANDS))
        )

    def _by_speech(self, row: Row, player: Player) -> None:
        who, at, dialogue = player.number, self._index, self._dialogue
        row["called_here"] = float(who in dialogue.called(at))
        row["named_here"] = float(who in dialogue.told_of(at))
        row["called_before"] = float(who in dialogue.called(at - 1))
        row["called_after"] = float(who in dialogue.called(at + 1))
        row["named_before"] = float(who in dialogue.told_of(at - 1))
        row["named_after"] = float(who in dialogue.told_of(at + 1))
        row["next_tag"] = float(dialogue.tagged(at + 1) == who)
        row["next_tag2"] = float(dialogue.tagged(at + 2) == who)
        row["previous_tag"] = float(dialogue.tagged(at - 1) == who)
        row["previous_tag2"] = float(dialogue.tagged(at - 2) == who)
        sex = dialogue.address(at - 1) if dialogue.gap(at) <= 2 else ""
        if sex and player.gender != "?":
            row["called_title_agrees" if player.gender == sex else "called_title_clashes"] = 1.0

    def _by_narration(self, row: Row, player: Player) -> None:
        who = player.number
        row["opens_subject"] = float(any(s.subject and s.who == who for s in self._opens[:2]))
        row["opens_named"] = float(any(s.who == who for s in self._opens))
        row["closes_subject"] = float(any(s.subject and s.who == who for s in self._closes[:2]))
        row["closes_named"] = float(any(s.who == who for s in self._closes))
        self._by_beat(row, player)
        row["last_named"] = float(self._order[:1] == [who])
        row["last_subject"] = float(self._subjects[:1] == [who])
        row["second_named"] = float(self._order[1:2] == [who])
        subjects = [s.who for s in self._above if s.subject]
        row["above_subject"] = float(who in subjects)
        row["above_last_subject"] = float(subjects[-1:] == [who])
        row["above_named"] = float(any(s.who == who for s in self._above))
        row["below_subject"] = float(any(s.subject and s.who == who for s in self._below[:2]))
        row["below_named"] = float(any(s.who == who for s in self._below))
        row["salience"] = min(2.0, self.salience.get(who, 0.0)) / 2
        away = self._away.get(who)
        if away is None:
            row["unseen"] = 1.0
        else:
            row["near"], row["nearish"] = math.exp(-away / 2), math.exp(-away / 8)

    def _by_beat(self, row: Row, player: Player) -> None:
        """The subject of the narration beside the speech most often speaks."""
        beat = self._beat
        if beat is None:
            return
        row["beat_i"] = float(beat.head == "i" and player.narrator)
        if beat.kind == "name":
            owner = self._stage.who(beat)
            agrees, clashes = owner == player.number, owner not in (None, player.number)
        else:
            sex = self._stage.gender(beat)
            agrees = sex != "?" and player.gender == sex
            clashes = sex != "?" and player.gender not in ("?", sex)
        row["beat_agrees"], row["beat_clashes"] = float(agrees), float(clashes)

    def _beside(self, paragraph: int) -> list[Sighting]:
        """Sightings in the narration of a neighbouring paragraph."""
        bounds = self._stage.bounds
        if not 0 <= paragraph < len(self._stage.paragraphs):
            return []
        return self._stage.named(bounds[paragraph], bounds[paragraph + 1])

    def _subject(self, span: Range) -> Phrase | None:
        """The subject of the first narrated sentence of `span`."""
        words = self._stage.words
        first = next((i for i in range(*span) if words.quote[i] < 0), None)
        if first is None:
            return None
        end = next((i for i in range(first + 1, span[1]) if words.quote[i] >= 0 or words.initial[i]), span[1])
        return self._stage.tagger.subject(first, end)
