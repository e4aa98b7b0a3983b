"""The characters as models of the OpenAI API: any client that speaks it can talk with them.

A model is `<book>/<character>`, or `<book>/<character>@<chapter>`; `raw/<model>` is the model behind, without
a persona. Stateless: the history comes from the client. Its system texts are notes on the scene.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse

from agent.reply import Reply
from app.ports import BookInfo, Turn
from app.routes.books import checked_chapter
from app.state import Here, Services
from app.v1_reply import Answer, Play
from app.v1_schemas import Completing
from core.errors import InputError, NotFoundError
from core.transcript import Transcript
from core.types import Message, Piece, Sampling
from knowledge.types import Character

router = APIRouter(prefix="/v1", tags=["OpenAI-compatible"])
LISTED = 12  # characters a book in the list of models; all others can be asked for by name


def slug(title: str) -> str:
    """A title as a part of a model's name: letters and digits of any script, and hyphens."""
    text = unicodedata.normalize("NFKC", title).casefold()
    return re.sub(r"[^\w]+", "-", text).strip("-_") or "book"


@router.get("/models")
async def models(here: Here) -> dict[str, Any]:
    listed = [_model(f"raw/{here.settings.model}", here.settings.model)]
    for book in await here.library.list_books():
        if book.status == "ready":
            for who in (await here.library.characters(book.id))[:LISTED]:
                listed.append(_model(f"{slug(book.title)}/{who.id}", f"{who.name} ({book.title})"))
    return {"object": "list", "data": listed}


@router.get("/models/{model:path}")
async def model(here: Here, model: str) -> dict[str, Any]:
    if model.startswith("raw/"):
        return _model(model, model.removeprefix("raw/"))
    book, who, _ = await _cast(here, model)
    return _model(model, f"{who.name} ({book.title})")


@router.post("/chat/completions", response_model=None)
async def complete(here: Here, asked: Completing) -> dict[str, Any] | Response:
    """Non-standard: `bookfolk` {chapter, user_name} in the body; `bookfolk` {evidence, …} in the answer."""
    asked.check()
    ours: dict[str, Any] = {}
    if asked.task or asked.model.startswith("raw/"):
        play = _raw(here, asked)
    else:
        turn = await _turn(here, asked)
        ours = {"book_id": turn.book_id, "character_id": turn.character_id, "chapter": turn.chapter}
        play = _in_role(here, turn)
    answer = Answer(asked.model, asked.stops, ours)
    if not asked.stream:
        return await answer.whole(play)
    wanted = bool(asked.stream_options and asked.stream_options.include_usage)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    chunks = answer.chunks(play, with_usage=wanted)
    return StreamingResponse(chunks, media_type="text/event-stream", headers=headers)


async def _turn(here: Services, asked: Completing) -> Turn:
    book, who, at = await _cast(here, asked.model)
    most = here.settings.max_message_chars
    lines = asked.lines
    if lines and len(lines[-1].text) > most:
        raise InputError(
            f"The last message has {len(lines[-1].text):,} characters; {most:,} are the most.",
            cure="Shorten it.",
            code="context_length_exceeded",
        )
    return Turn(
        book.id,
        who.id,
        await checked_chapter(here, book.id, asked.bookfolk.chapter or at),
        lines,
        asked.bookfolk.user_name,
        seed=asked.seed or 0,
        temperature=asked.temperature,
        top_p=asked.top_p,
        max_tokens=asked.limit,
    )


def _in_role(here: Services, turn: Turn) -> Play:
    def play(on_piece: Callable[[Piece], None], on_restart: Callable[[], None]) -> Awaitable[Reply]:
        return here.speaker.reply(turn, on_piece, on_restart)

    return play


def _raw(here: Services, asked: Completing) -> Play:
    """The model behind, as it is."""

    async def play(on_piece: Callable[[Piece], None], _: Callable[[], None]) -> Reply:
        roles = {"developer": "system", "tool": "user", "function": "user"}
        said = [Message(roles.get(m.role, m.role), m.text) for m in asked.messages]  # type: ignore[arg-type]
        given = {"temperature": asked.temperature, "top_p": asked.top_p, "max_tokens": asked.limit}
        set_ = {name: value for name, value in given.items() if value is not None}
        sampling = Sampling(seed=asked.seed, **set_)  # type: ignore[arg-type]
        opening, closing = Piece("<answer>", False), Piece("</answer>", False)
        on_piece(opening)
        done = await here.llm.complete(said, (), stop=(), sampling=sampling, on_piece=on_piece)
        on_piece(closing)
        stop = "length" if done.finish == "length" else "answer"
        transcript = Transcript((opening, done.piece, closing), stop, done.usage)  # type: ignore[arg-type]
        return Reply(transcript, done.piece.text.strip())

    return play


async def _cast(here: Services, name: str) -> tuple[BookInfo, Character, int | None]:
    """Book, character and chapter that a model's name means. Raises: NotFoundError."""
    path, _, at = name.partition("@")
    shelf, _, who = path.partition("/")
    books = [b for b in await here.library.list_books() if b.status == "ready"]
    found = [b for b in books if shelf in (b.id, slug(b.title))]
    if not found or not who or (at and not at.isdigit()):
        known = ", ".join(slug(b.title) for b in books) or "none"
        raise NotFoundError(
            f"There is no model “{name}”.",
            cure=f"Models are <book>/<character>[@<chapter>]; books: {known}.",
            code="model_not_found",
        )
    try:
        character = await here.library.character(found[0].id, who)
    except NotFoundError as error:
        raise NotFoundError(error.message, cure=error.cure, code="model_not_found") from error
    return found[0], character, int(at) if at else None


def _model(model_id: str, name: str) -> dict[str, Any]:
    return {"id": model_id, "object": "model", "created": 0, "owned_by": "bookfolk", "name": name}
