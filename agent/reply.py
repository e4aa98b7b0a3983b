"""One reply of a character, through the one rollout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from agent.budget import fit
from agent.dialogue import Dialogue
from agent.guards import cut_foreign_lines, loops, repeats, strip_own_name
from agent.persona import Persona
from agent.prompt import messages, phrases
from core.errors import ModelError
from core.rollout import Limits, rollout
from core.transcript import Transcript
from core.types import LLM, OnPiece, Retriever, Sampling

SPOKE_FOR_OTHER = "spoke_for_other"
SECOND_TRY = "second_try"


@dataclass(frozen=True, slots=True)
class Reply:
    """What was said: the transcript, the text to show, and warnings (stable names)."""

    transcript: Transcript
    text: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Actor:
    """Plays personas on a model.

    Attributes:
        llm: the model.
        limits: searches and tokens of one reply; `constrained` and `min_searches` help small models.
        history_budget: tokens of dialogue kept in the prompt, at most.
    """

    llm: LLM
    limits: Limits = field(default_factory=Limits)
    history_budget: int = 2000

    async def reply(
        self,
        persona: Persona,
        dialogue: Dialogue,
        *,
        retriever: Retriever,
        sampling: Sampling,
        on_piece: OnPiece | None = None,
        on_restart: Callable[[], None] | None = None,
    ) -> Reply:
        """Think, look up, speak. An unusable reply is made once more with another seed.

        Raises:
            ModelError: the model failed, or both replies were unusable (`code` "no_reply").
        """
        heard = fit(dialogue.heard_by(persona.name), self.history_budget)
        prompt = messages(persona, heard)
        last = heard.lines[-1].text if heard.lines else persona.name
        limits = replace(
            self.limits, first_query=_query(last), search_lead=phrases(persona.language).search_lead
        )
        others = {n.speaker for n in heard.lines if n.speaker != persona.name}
        own = [n.text for n in heard.lines if n.speaker == persona.name]
        fault = ""
        for attempt in range(2):
            if attempt and on_restart:
                on_restart()
            seeded = sampling if not attempt else replace(sampling, seed=(sampling.seed or 0) + 7919)
            said = await rollout(
                self.llm, prompt, retriever, limits=limits, sampling=seeded, on_piece=on_piece
            )
            whole = strip_own_name(said.answer or "", persona.name)
            text = cut_foreign_lines(whole, sorted(others))
            fault = _fault(text, own)
            if not fault:
                warnings = [SECOND_TRY] * attempt + [SPOKE_FOR_OTHER] * (text != whole)
                return Reply(said, text, tuple(warnings))
        raise ModelError(
            f"The model gave no usable reply: it {fault}.",
            cure="Regenerate, rephrase your line, or choose a larger model.",
            code="no_reply",
            retryable=True,
        )


def _fault(text: str, own: list[str]) -> str:
    if not text:
        return "said nothing"
    if loops(text):
        return "went round in circles"
    if repeats(text, own):
        return "repeated an earlier line"
    return ""


def _query(line: str) -> str:
    """The user's line as the query of a search that the model failed to make."""
    return " ".join(line.replace("<", " ").replace(">", " ").split())[:160]
