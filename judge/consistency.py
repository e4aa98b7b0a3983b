"""r_cons: does the reasoning support the answer? An auxiliary verifier, over a floor of rules.

The verifier sees the two replies and the reasoning with its conclusions cut out, and says which reply the
reasoning supports. The floor needs no model: reasoning that is missing, or that calls the other reply the
better one last, supports nothing. (Published: R4, ICLR 2026, §2: r_cons in [0, 1].)
"""

from __future__ import annotations

import math
import re

from core.scoring import Scorer
from core.transcript import Transcript
from core.types import LLM, Message, Piece, Sampling
from judge.case import Case
from judge.passes import BOXED, read_answer
from judge.prompt import fence

_SHORTEST = 12  # characters of reasoning, a CJK character counting for three
_BETTER = (
    r"(?:(?:reply|response)\s+)?\b([AB])\b[^.!?。！？\n]{0,24}?\b(?:is|seems|sounds|fits|feels)\b"
    r"[^.!?。！？\n]{0,16}?\b(?:better|best|stronger|preferable|superior)\b",
    r"\b(?:prefer|choose|pick)\w*\s+(?:(?:reply|response)\s+)?\b([AB])\b",
    r"(?:回复|回答)?\s*([AB])\s*[^。！？\n]{0,8}?(?:更好|更佳|更合适|更符合|胜出|较好)",
    r"(?:选择|应选|选)\s*(?:回复|回答)?\s*([AB])",
)
_NOT = re.compile(r"\b(?:not|n't|never|neither|hardly)\b|不|并非|没有", re.IGNORECASE)
_CONCLUDES = re.compile("|".join(_BETTER), re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]?")

_ASK = {
    "en": "A judge compared two replies. Here are the replies, and the judge's reasoning with its verdict "
    "cut out. Which reply does this reasoning support, A or B? Judge only what the reasoning says.\n\n"
    "[A]\n{a}\n\n[B]\n{b}\n\n[Reasoning]\n{reasoning}",
    "zh": "一位评判者比较了两个回复。下面是两个回复，以及去掉了结论的推理。这段推理支持哪个回复，A还是B？"
    "只看推理说了什么。\n\n[A]\n{a}\n\n[B]\n{b}\n\n[推理]\n{reasoning}",
}


def stated_preference(reasoning: str) -> str | None:
    """ "A" or "B" that the reasoning last calls the better, by plain statements alone; else None."""
    said = None
    for sentence in _SENTENCE.findall(reasoning):
        found = list(_CONCLUDES.finditer(sentence))
        if found and not _NOT.search(sentence):
            said = next(g for g in found[-1].groups() if g).upper()
    return said


def without_conclusion(reasoning: str) -> str:
    """The reasoning less every sentence that states which reply is better."""
    return "".join(s for s in _SENTENCE.findall(reasoning) if not _CONCLUDES.search(s)).strip()


def floor(transcript: Transcript) -> float | None:
    """0.0 where rules alone see that the reasoning cannot support the answer; else None.

    No readable answer, no reasoning to speak of, or a last stated preference for the other reply.
    """
    answer = read_answer(transcript)
    reasoning = "\n".join(transcript.thoughts)
    weight = sum(3 if "\u3400" <= c <= "\u9fff" else 1 for c in reasoning if not c.isspace())
    if answer is None or weight < _SHORTEST:
        return 0.0
    stated = stated_preference(reasoning)
    return 0.0 if stated is not None and stated != answer else None


async def consistency(
    case: Case,
    transcript: Transcript,
    *,
    llm: LLM | None = None,
    scorer: Scorer | None = None,
    samples: int = 3,
) -> float:
    """r_cons in [0, 1] of `transcript`, whose A and B are `case.a` and `case.b`.

    With a `scorer` the verifier's probability of the answer; with an `llm` the share of `samples` that name
    it; with neither, the rules alone: 1 where they find nothing wrong.

    Raises:
        ModelError: from the model.
    """
    if (least := floor(transcript)) is not None:
        return least
    answer = read_answer(transcript) or ""
    reasoning = without_conclusion("\n".join(transcript.thoughts))
    if llm is None and scorer is None:
        return 1.0
    if not reasoning:
        return 0.0
    text = _ASK[case.language].format(
        a=fence(case.a)[:1200], b=fence(case.b)[:1200], reasoning=fence(reasoning)
    )
    asked = (Message("user", text),)
    if scorer is not None:
        opened = (Piece("<answer>\\boxed{", sampled=False),)
        a, b = await scorer.choice_logprobs(asked, opened, ("A", "B"))
        of_a = 1.0 / (1.0 + math.exp(min(60.0, max(-60.0, b - a))))
        return of_a if answer == "A" else 1.0 - of_a
    assert llm is not None
    votes = [await _vote(llm, asked, seed) for seed in range(samples)]
    read = [v for v in votes if v is not None]
    return sum(v == answer for v in read) / len(read) if read else 0.0


async def _vote(llm: LLM, asked: tuple[Message, ...], seed: int) -> str | None:
    how = Sampling(
        temperature=0.7, max_tokens=24, seed=seed, grammar=f'root ::= "<answer>" {BOXED} "</answer>"'
    )
    done = await llm.complete(asked, (), stop=("</answer>",), sampling=how)
    return read_answer(Transcript((done.piece,)))
