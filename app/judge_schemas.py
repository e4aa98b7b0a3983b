"""The JSON of the judge's routes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from app.schemas import PassageOut, Step
from judge.case import LONGEST_REPLY
from judge.modes import Mode

_Short = Annotated[str, StringConstraints(max_length=200)]
_Storable = Annotated[str, StringConstraints(max_length=LONGEST_REPLY)]
Status = Literal["complete", "failed"]


class ContextIn(BaseModel):
    """A character of a book as of a chapter; or a free character, by `name` and `profile`."""

    book_id: _Short | None = None
    character_id: _Short | None = Field(default=None, description="an id, a name or an alias")
    chapter: int | None = Field(default=None, ge=1, le=100_000, description="of the scene; default: the last")
    name: _Short = Field(default="", description="without a book: who speaks")
    profile: _Storable = Field(default="", description="without a book: what is known of them")
    language: Literal["en", "zh"] = "en"

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.book_id is None) != (self.character_id is None):
            raise ValueError("give book_id and character_id together, or neither")
        return self


class LineIn(BaseModel):
    """One line of the dialogue. `role`: "user", "assistant" (the character), or a speaker's name."""

    role: _Short
    content: _Storable


class CandidateIn(BaseModel):
    id: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    content: _Storable


class JudgeIn(BaseModel):
    context: ContextIn = Field(default_factory=ContextIn)
    messages: list[LineIn] = Field(default_factory=list, max_length=200)
    candidates: list[CandidateIn] = Field(min_length=2, max_length=8, description="above two: round robin")
    mode: Mode | None = Field(default=None, description="default: fit for the embedded model, else reason")
    swap: bool = Field(default=True, description="judge both orders")
    allow_tie: bool = True
    n: int = Field(default=1, ge=1, le=8, description="votes in each order")
    temperature: float = Field(default=0.0, ge=0.0, le=2.0, description="above 0 where n is above 1")
    max_searches: int = Field(default=2, ge=0, le=4)
    findings: bool = Field(default=True, description="a finding in each family of criteria (mode reason)")
    stream: bool = Field(default=False, description="answer with events: piece …, done or error")

    @model_validator(mode="after")
    def _checked(self) -> Self:
        if len({c.id for c in self.candidates}) < len(self.candidates):
            raise ValueError("two candidates have the same id")
        if self.n > 1 and self.temperature == 0:
            raise ValueError("n above 1 needs a temperature above 0")
        return self


class BatchIn(BaseModel):
    items: list[JudgeIn] = Field(min_length=1, max_length=64)
    stream: bool = Field(default=False, description="answer with events: item …, then done")


class _Out(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class Probability(_Out):
    value: str = Field(description="a candidate's id")
    probability: float


class JudgePass(_Out):
    """One judgement in one order. `winner` None: it could not be read, see `raw`."""

    order: list[str]
    winner: str | None
    probability: float | None = Field(description="of order[0] being the better, by log-probabilities")
    repaired: bool
    raw: str
    steps: list[Step]


class EvidenceOut(_Out):
    """Words that the judge quoted. Only `verified` ones stand in the book, at `start`:`end`."""

    id: str
    quote: str
    source: str
    verified: bool
    chapter: int
    start: int
    end: int


class CriterionOut(_Out):
    name: str
    winner: str | None
    reason: str
    evidence: list[str]


class JudgeUsage(_Out):
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    requests: int = 0
    searches: int = 0


class Duel(_Out):
    """The judgement of two candidates."""

    candidates: list[str]
    status: Status
    outcome: Literal["decided", "tie", "disagreement", "failed"]
    winner: str | None
    tie: bool
    position_consistent: bool | None
    confidence: float | None
    confidence_basis: Literal["votes", "logprobs", "none"]
    probabilities: list[Probability]
    passes: list[JudgePass]
    criteria: list[CriterionOut]
    evidence: list[EvidenceOut]
    warnings: list[str]
    usage: JudgeUsage
    seconds: float
    cached: bool


class Rank(_Out):
    id: str
    score: float = Field(description="share of its rivals that it was preferred to")


class JudgementOut(_Out):
    """`winner` is None for a tie, a disagreement of the orders, and a failure: see `status`, `duels`."""

    id: str
    object: Literal["judgement"] = "judgement"
    model: str
    mode: Mode
    status: Status
    winner: str | None
    winner_index: int | None
    tie: bool
    ranking: list[Rank]
    duels: list[Duel]
    evidence: list[PassageOut] = Field(description="every passage shown to the judge")
    usage: JudgeUsage
    seconds: float


class BatchItem(_Out):
    index: int
    status: Status
    judgement: JudgementOut | None = None
    error: dict[str, Any] | None = None


class BatchOut(_Out):
    items: list[BatchItem]
