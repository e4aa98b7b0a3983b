"""The `Speaker` of a running server: personas from the library, played by an actor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agent.dialogue import Dialogue
from agent.dialogue import Line as Utterance
from agent.persona import Persona
from agent.reply import Actor
from app.ports import Library, OnRestart, Spoken, Turn
from core.rollout import Limits
from core.types import LLM, OnPiece, Sampling
from knowledge.types import Scope

# A small model keeps the form because decoding is constrained to it, and always looks something up.
GUIDED = Limits(constrained=True, min_searches=1, max_searches=1)
FREE = Limits(max_searches=3, max_tokens=1_500)


@dataclass(frozen=True, slots=True)
class Actors:
    """Plays any character of any book.

    Attributes:
        limits: of one reply.
        sampling: where the caller asks for nothing else.
    """

    llm: LLM
    library: Library
    limits: Limits = FREE
    sampling: Sampling = field(default_factory=Sampling)

    async def greetings(self, book_id: str, character_id: str, chapter: int) -> Sequence[str]:
        """See `app.ports.Speaker`."""
        return ()

    async def reply(self, turn: Turn, on_piece: OnPiece, on_restart: OnRestart) -> Spoken:
        """See `app.ports.Speaker`.

        Raises:
            NotFoundError: the book or the character is gone. ModelError. RetrievalError.
        """
        persona = await self._persona(turn)
        limits = replace(self.limits, max_tokens=turn.max_tokens or self.limits.max_tokens)
        reply = await Actor(self.llm, limits).reply(
            persona,
            _dialogue(turn, persona),
            retriever=self.library.retriever(persona.scope),
            sampling=self._sampled(turn),
            on_piece=on_piece,
            on_restart=on_restart,
        )
        return Spoken(reply.transcript, reply.text, reply.warnings)

    async def _persona(self, turn: Turn) -> Persona:
        book = await self.library.get_book(turn.book_id)
        who = await self.library.character(turn.book_id, turn.character_id)
        scope = Scope(turn.book_id, who.id, turn.chapter)
        language = "zh" if book.language == "zh" else "en"
        return Persona(who.name, book.title, language, "", scope, turn.user_name)  # type: ignore[arg-type]

    def _sampled(self, turn: Turn) -> Sampling:
        asked = {"temperature": turn.temperature, "top_p": turn.top_p}
        given = {name: value for name, value in asked.items() if value is not None}
        return replace(self.sampling, seed=turn.seed, **given)  # type: ignore[arg-type]


def _dialogue(turn: Turn, persona: Persona) -> Dialogue:
    other = turn.user_name or ("来客" if persona.language == "zh" else "Visitor")
    speakers = {"user": other, "character": persona.name}
    return Dialogue(tuple(Utterance(speakers[line.role], line.text) for line in turn.lines))
