"""The `Speaker` of a running server: personas from the library, played by an actor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agent.casting import cast
from agent.dialogue import Dialogue
from agent.dialogue import Line as Utterance
from agent.memory import Memory, condense
from agent.persona import Persona
from agent.reply import Actor, Reply
from app.ports import Library, OnRestart, Turn
from core.rollout import Limits
from core.types import LLM, OnPiece, Sampling
from knowledge.types import Scope

# A small model keeps the form because decoding is constrained to it, and always looks something up.
GUIDED = Limits(constrained=True, min_searches=1, max_searches=1)
STEADY = Sampling(temperature=0.6, repeat_penalty=1.1)  # a small model left alone repeats itself
GREETINGS = 5
FREE = Limits(max_searches=3, max_tokens=1_500)


@dataclass(frozen=True, slots=True)
class Actors:
    """Plays any character of any book.

    Attributes:
        limits: of one reply.
        history_budget: tokens of the chat kept word for word in the prompt.
        sampling: where the caller asks for nothing else.
    """

    llm: LLM
    library: Library
    limits: Limits = FREE
    sampling: Sampling = field(default_factory=Sampling)
    history_budget: int = 2_000

    async def greetings(self, book_id: str, character_id: str, chapter: int) -> Sequence[str]:
        """See `app.ports.Speaker`."""
        profile = await self.library.profile(book_id, character_id, chapter)
        return list(dict.fromkeys(" ".join(g.text.split()) for g in profile.greetings))[:GREETINGS]

    async def reply(self, turn: Turn, on_piece: OnPiece, on_restart: OnRestart) -> Reply:
        """See `app.ports.Speaker`.

        Raises:
            NotFoundError: the book or the character is gone. ModelError. RetrievalError.
        """
        persona = await self._persona(turn)
        limits = replace(self.limits, max_tokens=turn.max_tokens or self.limits.max_tokens)
        return await Actor(self.llm, limits, self.history_budget).reply(
            persona,
            _dialogue(turn, persona),
            retriever=self.library.retriever(persona.scope),
            sampling=self._sampled(turn),
            on_piece=on_piece,
            on_restart=on_restart,
        )

    async def remember(self, turn: Turn, reply: Reply) -> Memory | None:
        """See `app.ports.Speaker`."""
        persona = await self._persona(turn)
        dialogue = _dialogue(turn, persona).say(Utterance(persona.name, reply.text))
        return await condense(self.llm, persona, dialogue, self.history_budget)

    async def _persona(self, turn: Turn) -> Persona:
        book = await self.library.get_book(turn.book_id)
        profile = await self.library.profile(turn.book_id, turn.character_id, turn.chapter)
        scope = Scope(turn.book_id, turn.character_id, turn.chapter)
        return cast(book.title, profile, scope, "zh" if book.language == "zh" else "en", turn.user_name)

    def _sampled(self, turn: Turn) -> Sampling:
        asked = {"temperature": turn.temperature, "top_p": turn.top_p}
        given = {name: value for name, value in asked.items() if value is not None}
        return replace(self.sampling, seed=turn.seed, **given)  # type: ignore[arg-type]


def _dialogue(turn: Turn, persona: Persona) -> Dialogue:
    other = turn.user_name or ("来客" if persona.language == "zh" else "Visitor")
    speakers = {"user": other, "character": persona.name}
    lines = tuple(Utterance(speakers[line.role], line.text) for line in turn.lines)
    if turn.memory is None:
        return Dialogue(lines)
    return Dialogue(lines, turn.memory.summary, turn.memory.summarised)
