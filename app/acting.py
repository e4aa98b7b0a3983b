"""The `Speaker` of a running server: a persona from the library, played through the one rollout."""

from __future__ import annotations

from collections.abc import Sequence

from app.ports import Library, OnRestart, Spoken, Turn
from core.quoting import quote
from core.rollout import Limits, rollout
from core.types import LLM, Message, OnPiece, Sampling
from knowledge.types import Scope


class Actors:
    """Speaks for any character of any book."""

    def __init__(self, llm: LLM, library: Library) -> None:
        self._llm = llm
        self._library = library

    async def greetings(self, book_id: str, character_id: str, chapter: int) -> Sequence[str]:
        return ()

    async def reply(self, turn: Turn, on_piece: OnPiece, on_restart: OnRestart) -> Spoken:
        who = await self._library.character(turn.book_id, turn.character_id)
        system = f"You are {who.name}. Think, search the book if you must, then answer in role."
        roles = {"user": "user", "character": "assistant"}
        said = [Message(roles[line.role], quote(line.text)) for line in turn.lines]  # type: ignore[arg-type]
        transcript = await rollout(
            self._llm,
            [Message("system", system), *said],
            self._library.retriever(Scope(turn.book_id, who.id, turn.chapter)),
            limits=Limits(),
            sampling=Sampling(seed=turn.seed),
            on_piece=on_piece,
        )
        return Spoken(transcript, transcript.answer or "")
