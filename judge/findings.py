"""A finding in each family of criteria, asked after the verdict, with sentences of the passages as proof.

Where decoding can be constrained the model can only choose among sentences that it was really shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.transcript import Transcript
from core.types import Message, Usage
from judge.case import Case
from judge.passes import Bench
from judge.prompt import messages, phrases
from judge.rewards import Side
from judge.verdict import Evidence, Family, Finding, Pass

FAMILIES: tuple[Family, ...] = ("conversation", "character", "expression")
_CHINESE = dict(zip(("对话", "人物", "表达"), FAMILIES, strict=True))
_NAMES: dict[str, Family] = {**{str(f): f for f in FAMILIES}, **_CHINESE}
_LINE = re.compile(
    r"^\W*(conversation|character|expression|对话|人物|表达)\W+(a|b|even|tie|相当)(?![a-z])[\s:：,，.。–-]*(.*)$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?。！？…\n]{8,160}[.!?。！？…]+[\"”’」』]?")
_CHOICES = 12


@dataclass(frozen=True, slots=True)
class Said:
    """A finding as it was said, in the caller's names, before its quotations are looked up."""

    family: Family
    winner: Side | None
    reason: str

    def cite(self, evidence: Sequence[Evidence]) -> Finding:
        """The finding with the ids of the book's evidence that its reason quotes."""
        ids = tuple(e.id for e in evidence if e.verified and e.quote in self.reason)
        return Finding(self.family, self.winner, self.reason, ids)


async def ask_findings(bench: Bench, case: Case, spoken: Pass) -> tuple[str, tuple[Said, ...], Usage]:
    """What `spoken` finds in each family: the raw text, the findings that could be read, the cost.

    Raises:
        ModelError: from the model.
    """
    shown = case if spoken.first == "a" else case.swapped
    transcript = spoken.transcript or Transcript()
    asked = (
        *messages(shown),
        Message("assistant", transcript.text),
        Message("user", phrases(case).findings),
    )
    grammar = _grammar(case, transcript) if bench.limits.constrained else None
    room = replace(bench.sampling, max_tokens=320, grammar=grammar)
    done = await bench.llm.complete(asked, (), stop=(), sampling=room)
    return done.piece.text, read_findings(done.piece.text, spoken.first), done.usage


def read_findings(text: str, first: Side) -> tuple[Said, ...]:
    """The first line of each family, in the order of `FAMILIES`; `first` is the reply shown as A."""
    other: Side = "b" if first == "a" else "a"
    found: dict[Family, Said] = {}
    for line in text.splitlines():
        if match := _LINE.match(line.strip()):
            family = _NAMES[match[1].lower()]
            winner = {"a": first, "b": other}.get(match[2].lower())
            found.setdefault(family, Said(family, winner, match[3].strip()))
    return tuple(found[f] for f in FAMILIES if f in found)


def _grammar(case: Case, transcript: Transcript) -> str:
    """One line a family: the letter, a short reason, then a sentence of a passage shown, or nothing."""
    chinese = case.language == "zh"
    names: list[str] = list(_CHINESE) if chinese else list(FAMILIES)
    even = "相当" if chinese else "even"
    sentences = [
        " ".join(s.split())
        for p in transcript.passages
        for s in _SENTENCE.findall(p.text)
        if not set('"“”<>「」『』') & set(s)
    ]
    quoted = [json.dumps(f' "{s}"', ensure_ascii=False) for s in sentences[:_CHOICES]]
    proof = " | ".join(['""', *quoted])
    lines = " ".join(f'{json.dumps(n + ": ", ensure_ascii=False)} finding "\\n"' for n in names)
    return (
        f"root ::= {lines}\n"
        f'finding ::= ("A" | "B" | "{even}") ", " reason proof\n'
        'reason ::= [^<>\\n.!?。！？"“”]{4,110} [.!?。！？]\n'
        f"proof ::= {proof}\n"
    )
