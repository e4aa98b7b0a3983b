"""What a character remembers of a long talk: a summary of the lines that no longer fit.

Made after a reply and not before it, so that nobody waits for it; whoever stores it hangs it on the message
at which it was made, so that a branch never remembers what was said on another.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent.budget import estimate_tokens, fit, history_tokens
from agent.dialogue import Dialogue
from agent.persona import Persona
from core.errors import ModelError
from core.quoting import quote
from core.types import LLM, Message, Sampling
from knowledge.types import Language

_ASK: dict[Language, str] = {
    "en": "Sum up this part of a talk for {name} to remember, in at most 80 words: who was met, what was "
    "told, asked, promised and felt. Only what was said.",
    "zh": "替{name}把这段谈话记下来，不超过120字：见了谁，说了什么、问了什么、答应了什么、心情如何。"
    "只记说过的话。",
}
_SAMPLING = Sampling(temperature=0.2, max_tokens=200, seed=0)


@dataclass(frozen=True, slots=True)
class Memory:
    """`summary` tells of the first `summarised` lines of the dialogue it was made from."""

    summary: str
    summarised: int


async def condense(llm: LLM, persona: Persona, dialogue: Dialogue, budget: int) -> Memory | None:
    """A memory of the older half, if the verbatim lines take more than 80 % of `budget` tokens.

    None where nothing need be done, or where the model fails: the oldest lines are then left out of the
    prompt without a summary, and the next turn tries again.
    """
    if history_tokens(dialogue) <= 0.8 * budget:
        return None
    kept = fit(dialogue, history_tokens(dialogue) - 1)
    old = dialogue.lines[dialogue.summarised : kept.summarised]
    while old and sum(estimate_tokens(n.text) for n in old) > 2 * budget:
        old = old[1:]
    told = [f"({dialogue.summary})"] if dialogue.summary else []
    told += [f"{n.speaker}: {n.text}" for n in old]
    ask = [
        Message("system", _ASK[persona.language].format(name=quote(persona.name))),
        Message("user", quote("\n".join(told))),
    ]
    try:
        done = await llm.complete(ask, (), stop=(), sampling=_SAMPLING)
    except ModelError:
        return None
    summary = " ".join(quote(done.piece.text).split())[:800]
    return Memory(summary, kept.summarised) if summary else None
