"""Books: upload, list, progress, what is in them, delete."""

from __future__ import annotations

from fastapi import APIRouter, Response, UploadFile
from fastapi.responses import StreamingResponse

from app.channel import Channel
from app.jobs import UNFINISHED
from app.ports import BookInfo
from app.schemas import BookOut, ChapterOut, CharacterOut, PassageOut, PlaceOut, ProfileOut, SearchIn
from app.state import Here, Services, stream
from app.views import passages_out, profile_out
from core.errors import ConflictError, InputError
from knowledge.types import Scope

router = APIRouter(prefix="/books", tags=["books"])
DESCRIBED = 12  # characters; a profile takes some 20 ms the first time


@router.get("")
async def list_books(here: Here) -> list[BookOut]:
    return [book_out(here, b) for b in await here.library.list_books()]


@router.post("", status_code=202)
async def add_book(here: Here, file: UploadFile, response: Response) -> BookOut:
    """Upload a novel (.txt or .epub). It is built in the background; the same file again is no new book."""
    most = here.settings.max_upload_mb * 1024 * 1024
    data = await file.read(most + 1)
    if not data:
        raise InputError("The file is empty.", cure="Choose a .txt or .epub novel.", code="empty_upload")
    if len(data) > most:
        raise InputError(
            f"The file is larger than {here.settings.max_upload_mb} MB.",
            cure="Upload the text without pictures, or raise BOOKFOLK_MAX_UPLOAD_MB.",
            code="upload_too_large",
        )
    book = await here.library.add_book(data, file.filename or "book.txt")
    if book.status == "ready":
        response.status_code = 200
    else:
        await here.ingestions.start(book.id)
    return book_out(here, await here.library.get_book(book.id))


@router.get("/{book_id}")
async def get_book(here: Here, book_id: str) -> BookOut:
    return book_out(here, await here.library.get_book(book_id))


@router.delete("/{book_id}", status_code=204)
async def delete_book(here: Here, book_id: str) -> None:
    """Delete a book and what is known of it. Its chats stay, and go on if it is uploaded again."""
    await here.library.get_book(book_id)
    await here.ingestions.cancel(book_id)
    await here.library.delete_book(book_id)


@router.get("/{book_id}/events")
async def events(here: Here, book_id: str) -> StreamingResponse:
    """SSE: `progress` {stage, done, total, fraction}, then `done` with the book, or `error`."""
    book = await here.library.get_book(book_id)
    channel = here.ingestions.listen(book_id)
    if channel is None:
        channel = Channel()
        out = book_out(here, book)
        if out.status == "ready":
            channel.emit("done", out.model_dump())
        else:
            channel.emit("error", {"error": {"code": "not_built", "message": out.error or "", "cure": _CURE}})
        channel.close()
    return stream(channel)


@router.post("/{book_id}/reindex", status_code=202)
async def reindex(here: Here, book_id: str) -> BookOut:
    """Make the vector index anew from SQL (after a change of the embedder, or if it was lost)."""
    book = await ready(here, book_id)
    await here.ingestions.start(book_id, "reindex")
    return book_out(here, book)


@router.get("/{book_id}/chapters")
async def chapters(here: Here, book_id: str, until: int | None = None) -> list[ChapterOut]:
    """The chapters. Titles after `until` are not sent: they tell what comes."""
    await ready(here, book_id)
    found = [ChapterOut.model_validate(c) for c in await here.library.chapters(book_id)]
    if until is not None:
        found = [c if c.index <= until else ChapterOut(index=c.index, title="") for c in found]
    return found


@router.get("/{book_id}/characters")
async def characters(
    here: Here, book_id: str, until: int | None = None, limit: int | None = None
) -> list[CharacterOut]:
    """Who has appeared by chapter `until`, most prominent first; the first of them with a description."""
    until = await checked_chapter(here, book_id, until)
    found = [CharacterOut.model_validate(c) for c in await here.library.characters(book_id, until)]
    for who in found[:DESCRIBED]:
        who.description = (await here.library.profile(book_id, who.id, until)).description
    return found[:limit]


@router.get("/{book_id}/characters/{character_id}")
async def profile(here: Here, book_id: str, character_id: str, until: int | None = None) -> ProfileOut:
    """Who they are as of chapter `until`: every sentence with its place in the book."""
    until = await checked_chapter(here, book_id, until)
    who = await here.library.character(book_id, character_id)
    found = await here.library.profile(book_id, who.id, until)
    greetings = list(await here.speaker.greetings(book_id, who.id, until))
    return profile_out(found, greetings)


@router.get("/{book_id}/passages")
async def passage(here: Here, book_id: str, start: int, end: int, margin: int = 600) -> PlaceOut:
    """A slice of the text in its place."""
    await ready(here, book_id)
    if not 0 <= start < end or not 0 <= margin <= 5_000 or end - start > 20_000:
        raise InputError("These offsets make no passage.", cure="Take start and end from a passage's fields.")
    return PlaceOut.model_validate(await here.library.passage(book_id, start, end, margin))


@router.post("/{book_id}/search")
async def search(here: Here, book_id: str, query: SearchIn) -> list[PassageOut]:
    """The best passages among those that `knower` may know by chapter `until`."""
    await checked_chapter(here, book_id, query.until)
    knower = (await here.library.character(book_id, query.knower)).id if query.knower else None
    found = here.library.retriever(Scope(book_id, knower, query.until))
    return passages_out(await found.search(query.query, query.k))


_CURE = "Upload the file again to build it."


def book_out(here: Services, book: BookInfo) -> BookOut:
    """A book; one that nobody is building any more has failed, whatever its row says."""
    out = BookOut.model_validate(book)
    if out.status in UNFINISHED and here.ingestions.listen(out.id) is None:
        out.status, out.error = "failed", out.error or f"The building of this book was given up. {_CURE}"
    return out


async def ready(here: Services, book_id: str) -> BookInfo:
    """The book, if it can be read from. Raises: NotFoundError, ConflictError."""
    book = await here.library.get_book(book_id)
    if book.status != "ready":
        cure = "Wait until it is ready (GET /books/{id}/events)." if book.status != "failed" else _CURE
        raise ConflictError(f"“{book.title}” is not ready ({book.status}).", cure=cure, code="book_not_ready")
    return book


async def checked_chapter(here: Services, book_id: str, chapter: int | None) -> int:
    """`chapter`, or the last. Raises: InputError naming the last chapter; as `ready`."""
    book = await ready(here, book_id)
    if chapter is None:
        return book.chapters
    if not 1 <= chapter <= book.chapters:
        raise InputError(
            f"“{book.title}” has no chapter {chapter}; the last one is chapter {book.chapters}.",
            cure=f"Choose a chapter from 1 to {book.chapters}.",
            code="no_such_chapter",
        )
    return chapter
