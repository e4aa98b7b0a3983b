"""The judge for small models: how much likelier each reply becomes by the scene that it answers.

A small model asked "A or B?" answers by the place. But it is a language model: it can tell how likely a line
is. Per token, log p(reply | persona, dialogue) − log p(reply | nothing) is the pointwise mutual information
of reply and scene; the second term takes away what makes any line likely (short, common, plain), so that what
remains is how well it fits. Each reply is scored alone: there is no order, hence no bias by order.

What repeats the scene word for word is likely for a bad reason, so copied stretches earn nothing.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.quoting import quote
from core.scoring import Scorer
from core.types import Message, Passage, Piece, Retriever, Usage
from judge.case import Case
from judge.prompt import first_query
from judge.rewards import Side
from judge.verdict import Pass, Verdict
from judge.weigh import tie
from knowledge.types import Language

FIT_VERSION = "1"
COPIED = "copied_reply"
_SYSTEM: dict[Language, str] = {
    "en": "You write dialogue. Write the next line of the scene, true to its speaker.",
    "zh": "你写对白。请写出场景的下一句，符合说话人的性格。",
}
_SPEAKER: dict[Language, str] = {"en": "Reply", "zh": "回复"}
_NOTHING = "..."
_PERSONA, _TURNS, _LINE = 900, 12, 600
_RUN: dict[Language, int] = {"en": 5, "zh": 8}  # words, or characters, in a row that make a copy


@dataclass(frozen=True, slots=True)
class Fit:
    """How well one reply fits.

    Attributes:
        given, alone: mean log-probability a token, in the scene and without it (nats).
        copied: share of the reply, in [0, 1], that repeats the dialogue or the persona word for word.
        tokens: how many were scored.
    """

    given: float
    alone: float
    copied: float
    tokens: int

    def score(self, power: float = 0.5) -> float:
        """Nats that the scene adds, over tokens**power; what is copied adds none.

        A mean (power 1) favours short replies that repeat a name, a sum (power 0) long ones.
        """
        gain = (self.given - self.alone) * math.pow(self.tokens, 1.0 - power)
        return gain * (1.0 - self.copied) if gain > 0 else gain


@dataclass(frozen=True, slots=True)
class FitJudge:
    """Compares two replies by their fit.

    Attributes:
        scorer: the model.
        longest: characters of a reply that are scored, from its beginning; of a Chinese one two fifths of it.
        power: how length is made up for; see `Fit.score`.
        slope: log-odds of being the better, for a score that is higher by one.
        allow_tie: see `judge.weigh.weigh`.
        look_up: passages put before the dialogue, found by the last line; 0 asks the book nothing.
    """

    scorer: Scorer
    longest: int = 200
    power: float = 0.5
    slope: float = 1.0
    allow_tie: bool = True
    look_up: int = 0

    async def verdict(self, case: Case, retriever: Retriever) -> Verdict:
        """The verdict on `case`; basis "logprobs".

        Raises:
            ModelError: from the scorer. RetrievalError: from the retriever.
        """
        if case.identical:
            return tie(case, allow_tie=self.allow_tie)
        began = time.perf_counter()
        found = await retriever.search(first_query(case), self.look_up) if self.look_up else ()
        a, b = await asyncio.gather(self.fit(case, case.a, found), self.fit(case, case.b, found))
        gap = (
            60.0
            if b is None
            else -60.0
            if a is None
            else self.slope * (a.score(self.power) - b.score(self.power))
        )
        probability = 1.0 / (1.0 + math.exp(-min(60.0, max(-60.0, gap))))
        winner: Side | None = None if gap == 0 else "a" if gap > 0 else "b"
        seconds = time.perf_counter() - began
        raw = json.dumps({"a": _told(a), "b": _told(b)})
        usage = Usage(completion_tokens=sum(f.tokens for f in (a, b) if f), requests=4)
        only = Pass("a", winner, raw, None, probability, usage=usage, seconds=seconds)
        warnings = tuple(COPIED for f in (a, b) if f and f.copied > 0.5)
        if winner is None:
            even = tie(case, allow_tie=self.allow_tie)
            return replace(even, basis="logprobs", passes=(only,), usage=usage, seconds=seconds)
        return Verdict(
            case.id,
            "decided",
            winner,
            probability,
            "logprobs",
            True,
            (only,),
            usage=usage,
            seconds=seconds,
            warnings=warnings,
        )

    async def fit(self, case: Case, reply: str, found: Sequence[Passage] = ()) -> Fit | None:
        """How well `reply` fits the scene of `case`; None for an empty reply, which fits nothing."""
        room = self.longest * 2 // 5 if case.language == "zh" else self.longest
        text = quote(" ".join(reply.split()))[:room]
        if not any(c.isalnum() for c in text):
            return None
        name = quote(case.character) or _SPEAKER[case.language]
        opened = (Piece(f"{name}:", sampled=False),)
        line = text if case.language == "zh" else " " + text
        given, alone = await asyncio.gather(
            self.scorer.text_logprobs(scene_messages(case, found), opened, line),
            self.scorer.text_logprobs(_bare(case.language), opened, line),
        )
        shown = "\n".join([case.persona, *(t.text for t in case.dialogue)])
        copied = copied_share(text, shown, case.language)
        return Fit(_mean(given), _mean(alone), copied, len(given))


def scene_messages(case: Case, found: Sequence[Passage] = ()) -> list[Message]:
    """The scene to be continued, persona first: cases of one character share their beginning."""
    persona = quote(case.persona)[:_PERSONA]
    passages = "\n".join(quote(" ".join(p.text.split())) for p in found)
    lines = "\n".join(f"{quote(t.speaker)}: {quote(t.text)[:_LINE]}" for t in case.dialogue[-_TURNS:])
    scene = "\n\n".join(part for part in (persona, passages, lines or _NOTHING) if part)
    return [Message("system", _SYSTEM[case.language]), Message("user", scene)]


def copied_share(text: str, source: str, language: Language) -> float:
    """Share of `text` inside runs (5 words, 8 Chinese characters, or more) that stand in `source` too."""
    words, there = _units(text, language), _units(source, language)
    run = min(_RUN[language], max(3, len(words)))
    grams = {tuple(there[i : i + run]) for i in range(len(there) - run + 1)}
    hit = [False] * len(words)
    for i in range(len(words) - run + 1):
        if tuple(words[i : i + run]) in grams:
            hit[i : i + run] = [True] * run
    return sum(hit) / len(words) if words else 0.0


def _units(text: str, language: Language) -> list[str]:
    if language == "zh":
        return [c for c in text.casefold() if c.isalnum()]
    return ["".join(c for c in w if c.isalnum()) for w in text.casefold().split()]


def _bare(language: Language) -> list[Message]:
    return [Message("system", _SYSTEM[language]), Message("user", _NOTHING)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def _told(fit: Fit | None) -> dict[str, float] | None:
    if fit is None:
        return None
    return {"given": fit.given, "alone": fit.alone, "copied": fit.copied, "tokens": fit.tokens}
