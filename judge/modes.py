"""The ways to judge, by name, and the name of everything that a verdict depends on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, get_args

from core.errors import InputError
from core.scoring import Scorer
from core.types import LLM, Retriever, Sampling
from judge.case import Case
from judge.fit import FIT_VERSION, FitJudge
from judge.judge import Judge
from judge.passes import Bench, judge_limits
from judge.prompt import PROMPT_VERSION
from judge.verdict import Verdict

Mode = Literal["reason", "weighed", "answer", "margin", "fit"]
MODES: tuple[Mode, ...] = get_args(Mode)


class Decides(Protocol):
    """Whatever gives verdicts."""

    async def verdict(self, case: Case, retriever: Retriever) -> Verdict: ...


@dataclass(frozen=True, slots=True)
class Way:
    """How to judge.

    Attributes:
        mode: "reason" thinks, searches and votes; "weighed" does so and reads the log-probabilities of A
            and B at the answer; "answer" says A or B at once; "margin" reads the log-probabilities of A and
            B and says nothing; "fit" scores each reply alone (see `judge.fit`), the default for small models.
        samples: votes in each order ("reason", "weighed").
        swap: judge both orders.
        searches: searches of one pass at most; 0 judges without the book ("fit": passages put in).
        findings: also a finding in each family ("reason", "weighed").
    """

    mode: Mode = "fit"
    samples: int = 1
    swap: bool = True
    allow_tie: bool = True
    searches: int = 2
    findings: bool = False
    max_tokens: int = 480
    temperature: float = field(default=0.0)

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise InputError(f"There is no mode {self.mode!r}.", cure=f"Use one of {', '.join(MODES)}.")
        if self.samples > 1 and not self.temperature > 0:
            raise InputError(
                "More than one sample at temperature 0 says the same thing again.",
                cure="Set a temperature, for example 0.7.",
            )

    def configuration(self, model: str) -> dict[str, Any]:
        """What a verdict depends on besides the case, for its key."""
        base: dict[str, Any] = {"mode": self.mode, "model": model, "allow_tie": self.allow_tie}
        if self.mode == "fit":
            return base | {"version": FIT_VERSION, "searches": self.searches}
        base |= {"version": PROMPT_VERSION, "swap": self.swap}
        if self.mode in ("answer", "margin"):
            return base
        names = ("samples", "searches", "findings", "max_tokens", "temperature")
        return base | {name: getattr(self, name) for name in names}

    def judge(self, llm: LLM, scorer: Scorer) -> Decides:
        """The judge that works this way on a model."""
        if self.mode == "fit":
            return FitJudge(scorer, allow_tie=self.allow_tie, look_up=3 if self.searches else 0)
        bench = Bench(
            llm,
            judge_limits(max_searches=self.searches, max_tokens=self.max_tokens),
            Sampling(temperature=self.temperature),
            scorer if self.mode in ("weighed", "margin") else None,
            self.mode in ("reason", "weighed"),
        )
        return Judge(bench, self.samples, self.swap, self.allow_tie, self.findings)
