"""One judgement in one order: the rollout, the repair turn, the reading of the answer."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.rollout import Limits, rollout
from core.scoring import Scorer
from core.transcript import ANSWER_END, Transcript
from core.types import LLM, Message, OnPiece, Piece, Retriever, Sampling, Usage
from judge.case import Case
from judge.prompt import first_query, messages, phrases
from judge.rewards import Side
from judge.verdict import Pass

BOXED = '"\\\\boxed{" [AB] "}"'
_READ = re.compile(r"\\boxed\{\s*([AB])\s*\}")
_OTHER: dict[Side, Side] = {"a": "b", "b": "a"}


def judge_limits(**changes: int | bool) -> Limits:
    """Limits of a judgement: two searches, an answer that can only be \\boxed{A} or \\boxed{B}."""
    base = Limits(max_searches=2, max_tokens=480, constrained=True, answer_grammar=BOXED)
    return replace(base, **changes)  # type: ignore[arg-type]


def read_answer(transcript: Transcript) -> str | None:
    """ "A" or "B" if the answer block names exactly one of them, boxed; else None."""
    letters = set(_READ.findall(transcript.answer or ""))
    return letters.pop() if len(letters) == 1 else None


@dataclass(frozen=True, slots=True)
class Bench:
    """Where one judgement is made.

    Attributes:
        llm: the model.
        limits: see `judge_limits`.
        sampling: temperature 0 by default.
        scorer: weighs A against B at the answer by log-probabilities; None leaves the vote as it is.
        reason: False asks for the answer alone, without thought or search; with a `scorer` nothing is said.
    """

    llm: LLM
    limits: Limits = field(default_factory=judge_limits)
    sampling: Sampling = field(default_factory=lambda: Sampling(temperature=0.0))
    scorer: Scorer | None = None
    reason: bool = True


async def one_pass(
    bench: Bench,
    case: Case,
    retriever: Retriever,
    *,
    first: Side,
    seed: int | None = None,
    on_piece: OnPiece | None = None,
) -> Pass:
    """Judge `case` with reply `first` shown as A.

    Raises:
        ModelError, RetrievalError: as `rollout`.
    """
    began = time.perf_counter()
    shown = case if first == "a" else case.swapped
    prompt = messages(shown)
    if bench.scorer and not bench.reason:
        return await _margin(bench.scorer, prompt, first, began)
    sampling = replace(bench.sampling, seed=seed)
    if bench.reason:
        limits = replace(bench.limits, first_query=first_query(case))
        said = await rollout(
            bench.llm, prompt, retriever, limits=limits, sampling=sampling, on_piece=on_piece
        )
    else:
        said = await _answer_only(bench.llm, prompt, sampling, on_piece)
    letter, repaired, usage = read_answer(said), False, said.usage
    raw = said.text
    if letter is None:
        second = await _repair(bench, shown, prompt, said, sampling)
        letter, repaired, usage = read_answer(second), True, usage + second.usage
        raw = f"{raw}\n[repair]\n{second.text}"
    probability = None
    if letter and bench.scorer and not repaired:
        probability = await _weigh(bench.scorer, prompt, said, first)
    winner = None if letter is None else first if letter == "A" else _OTHER[first]
    seconds = time.perf_counter() - began
    return Pass(first, winner, raw, said, probability, repaired and letter is not None, usage, seconds)


async def _margin(scorer: Scorer, prompt: Sequence[Message], first: Side, began: float) -> Pass:
    """A against B by log-probabilities alone; nothing is said."""
    opened = Transcript().add(Piece("<answer>\\boxed{", sampled=False))
    probability = await _weigh(scorer, prompt, opened, first)
    winner: Side = "a" if probability >= 0.5 else "b"
    seconds = time.perf_counter() - began
    return Pass(first, winner, opened.text, None, probability, usage=Usage(requests=1), seconds=seconds)


async def _answer_only(
    llm: LLM, prompt: Sequence[Message], sampling: Sampling, on_piece: OnPiece | None
) -> Transcript:
    said = Transcript().add(llm.insert("<answer>"))
    room = replace(sampling, max_tokens=16, grammar=f'root ::= {BOXED} "</answer>"')
    done = await llm.complete(prompt, said.pieces, stop=(ANSWER_END,), sampling=room, on_piece=on_piece)
    stop = "answer" if done.finish == "stop" else "length" if done.finish == "length" else "malformed"
    return replace(said.add(done.piece, done.usage), stop=stop)  # type: ignore[arg-type]


async def _repair(
    bench: Bench, case: Case, prompt: Sequence[Message], said: Transcript, sampling: Sampling
) -> Transcript:
    """One more turn that asks for nothing but the answer."""
    asked = (*prompt, Message("assistant", said.text or "…"), Message("user", phrases(case).repair))
    grammar = f'root ::= "<answer>" {BOXED} "</answer>"' if bench.limits.constrained else None
    room = replace(sampling, max_tokens=48, grammar=grammar)
    done = await bench.llm.complete(asked, (), stop=(ANSWER_END,), sampling=room)
    return Transcript().add(done.piece, done.usage)


async def _weigh(scorer: Scorer, prompt: Sequence[Message], said: Transcript, first: Side) -> float:
    """Probability of reply a at the letter of the answer, given the reasoning before it."""
    text = said.text
    before = text[: text.rindex("\\boxed{") + len("\\boxed{")]
    a, b = await scorer.choice_logprobs(prompt, (Piece(before, sampled=True),), ("A", "B"))
    shown_first = 1.0 / (1.0 + math.exp(min(60.0, max(-60.0, b - a))))
    return shown_first if first == "a" else 1.0 - shown_first


def usage_of(passes: Sequence[Pass]) -> Usage:
    return sum((p.usage for p in passes), Usage())
