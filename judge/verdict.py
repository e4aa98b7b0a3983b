"""What a judge decided, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.transcript import Transcript
from core.types import Usage
from judge.rewards import Side

Family = Literal["conversation", "character", "expression"]
Basis = Literal["votes", "logprobs", "none"]
Outcome = Literal["decided", "tie", "disagreement", "failed"]
Source = Literal["book", "persona", "dialogue", "reply", "nowhere"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quotation of the judge's, and where its words stand.

    Attributes:
        quote: the words as the judge wrote them.
        source: where they were found. Only "book" counts as evidence; "nowhere" is unverified.
        verified: they stand letter for letter (white space and quote marks aside) in the book.
        passage, chapter, start, end: the place in the book; offsets of the book's text, half-open.
    """

    id: str
    quote: str
    source: Source
    verified: bool
    passage: str = ""
    chapter: int = 0
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One family of criteria: which reply is better in it (None: even), why, and the evidence's ids."""

    family: Family
    winner: Side | None
    reason: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """One judgement in one order.

    Attributes:
        first: the reply that was shown first, as A.
        winner: in the caller's names; None if the output could not be read, even after a repair turn.
        raw: all that the model said.
        probability: of reply a being the better, where log-probabilities were used; else None.
        repaired: the answer was read only from the repair turn.
    """

    first: Side
    winner: Side | None
    raw: str = ""
    transcript: Transcript | None = None
    probability: float | None = None
    repaired: bool = False
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a case.

    Attributes:
        outcome: "decided"; "tie" (the replies are the same, or each order is itself undecided);
            "disagreement" (the orders contradict each other: the judge follows the place, not the reply);
            "failed" (no pass could be read: see `passes[…].raw`).
        winner: in the caller's names; None unless decided.
        probability: of reply a being the better, in [0, 1]; 0.5 for tie and disagreement, None if failed.
        basis: what the probability is: the share of votes over orders and samples, or log-probabilities.
        position_consistent: both orders favour the same reply; None if only one was asked or read. True
            where each reply was scored alone, without the other in sight.
    """

    case: str
    outcome: Outcome
    winner: Side | None
    probability: float | None
    basis: Basis
    position_consistent: bool | None
    passes: tuple[Pass, ...]
    findings: tuple[Finding, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()

    @property
    def confidence(self) -> float | None:
        """Probability of the favoured reply, in [0.5, 1]; None if failed."""
        return None if self.probability is None else max(self.probability, 1.0 - self.probability)
