"""From a book on the shelf to one that can be searched, stage by stage. A kill loses one stage at most."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import BookfolkError, IngestionError
from knowledge import library_rows as rows
from knowledge.embed import Embedder, Vectors
from knowledge.library_shelf import Shelf
from knowledge.steps import Steps, cut, know
from knowledge.store import VectorStore
from knowledge.tables import (
    Base,
    CharacterRow,
    EntryRow,
    LexiconRow,
    MentionRow,
    PassageRow,
    PresenceRow,
    QuoteRow,
    SegmentRow,
    VectorRow,
)
from knowledge.types import Annotation, Book, OnProgress, PlotSegment, Progress
from knowledge.workshop import Workshop

BATCH = 256  # texts embedded and committed at once: a second or so of work


@dataclass(frozen=True, slots=True)
class Ingestion:
    """Builds books. The output of each stage is committed with the stage's name, so that a later run goes
    on after the last one; every stage is deterministic, so that the result is the same."""

    shelf: Shelf
    store: VectorStore
    embedder: Embedder
    workshop: Workshop
    steps: Steps

    async def run(self, book_id: str, on_progress: OnProgress | None = None) -> None:
        """Do the stages that are still to do; the book is ready after the last.

        Raises:
            NotFoundError: no such book. IngestionError: a stage failed; the book is marked as failed, with
            the reason, and another run takes the stage up again.
        """
        info = await self.shelf.info(book_id)
        if info.status == "ready":
            return
        try:
            await self.shelf.mark(book_id, "ingesting")
            await self._stages(book_id, info.stage, on_progress or (lambda _: None))
        except Exception as error:
            told = error if isinstance(error, BookfolkError) else _unforeseen(error)
            await self._note(book_id, told)
            if told is error:
                raise
            raise told from error

    async def _stages(self, book_id: str, after: str, tell: OnProgress) -> None:
        book = await self.shelf.load(book_id)
        tell(Progress("read", 1, 1))
        stages: Mapping[str, Callable[[Book, OnProgress], Awaitable[None]]] = {
            "segment": self._segment,
            "quotes": self._annotate,
            "entries": self._entries,
            "embed": self._embed,
            "store": self._store,
        }
        names = list(stages)
        for name in names[names.index(after) + 1 :] if after else names:
            await stages[name](book, tell)

    async def _segment(self, book: Book, tell: OnProgress) -> None:
        tell(Progress("segment", 0, 1))
        made = await self.workshop.run(cut, self.steps, book)
        if not made.tiles:
            raise IngestionError("There is no text in this book's chapters.", cure="Try another edition.")
        await self.shelf.finish(
            book.id,
            "segment",
            {
                SegmentRow: rows.segment_rows(made.segments),
                PassageRow: rows.passage_rows(made.tiles),
                LexiconRow: [{"data": made.lexicon}],
            },
        )
        tell(Progress("segment", 1, 1))

    async def _annotate(self, book: Book, tell: OnProgress) -> None:
        tell(Progress("cast", 0, 1))
        made = await self.workshop.run(self.steps.annotate, book)
        tell(Progress("cast", 1, 1))
        tell(Progress("quotes", 0, 1))
        await self.shelf.finish(
            book.id,
            "quotes",
            {
                PresenceRow: [],
                EntryRow: [],
                MentionRow: rows.mention_rows(made),
                QuoteRow: rows.quote_rows(made),
                CharacterRow: rows.character_rows(made),
            },
        )
        tell(Progress("quotes", 1, 1))

    async def _entries(self, book: Book, tell: OnProgress) -> None:
        tell(Progress("entries", 0, 1))
        segments, annotation = await self._segments(book.id), await annotation_of(self.shelf, book.id)
        presence, entries = await self.workshop.run(know, self.steps, book, segments, annotation)
        kept: Mapping[type[Base], Sequence[rows.Row]] = {
            PresenceRow: rows.presence_rows(presence),
            EntryRow: rows.entry_rows(entries),
        }
        await self.shelf.finish(book.id, "entries", kept)
        tell(Progress("entries", 1, 1))

    async def _embed(self, book: Book, tell: OnProgress) -> None:
        texts = await self._texts(book)
        done = await self._embedded(book.id)
        total = sum(len(t) for t in texts.values())
        for kind, some in texts.items():
            before = len(texts["passage"]) if kind == "entry" else 0
            for i in range(0, len(some), BATCH):
                tell(Progress("embed", before + i, total))
                if (kind, i // BATCH) in done:
                    continue
                vectors = await asyncio.to_thread(self.embedder.embed_passages, some[i : i + BATCH])
                await self.shelf.append(VectorRow, book.id, [self._packed(kind, i // BATCH, vectors)])
        await self.shelf.finish(book.id, "embed", {})
        tell(Progress("embed", total, total))

    async def _store(self, book: Book, tell: OnProgress) -> None:
        tell(Progress("store", 0, 1))
        ids, vectors = await vectors_of(self.shelf, book.id)
        await asyncio.to_thread(self.store.write, book.id, ids, vectors)
        await self.shelf.finish(book.id, "store", {}, status="ready")
        tell(Progress("store", 1, 1))

    async def reindex(self, book_id: str, on_progress: OnProgress | None = None) -> None:
        """Write a ready book's vectors anew from SQL; those of another embedder are made anew first.

        Raises:
            NotFoundError: no such book. IngestionError, RetrievalError: it cannot be written.
        """
        info = await self.shelf.info(book_id)
        if info.status != "ready":
            return await self.run(book_id, on_progress)
        tell = on_progress or (lambda _: None)
        book = await self.shelf.load(book_id)
        await self._embed(book, tell)
        return await self._store(book, tell)

    async def _texts(self, book: Book) -> Mapping[str, list[str]]:
        """What is embedded: passages, and entries (as keys that point to passages)."""
        passages = [rows.as_tile(r) for r in await self.shelf.rows(PassageRow, book.id)]
        entries = [rows.as_entry(r) for r in await self.shelf.rows(EntryRow, book.id)]
        return {
            "passage": [book.text[t.start : t.end] for t in passages],
            "entry": [e.text for e in entries],
        }

    async def _embedded(self, book_id: str) -> set[tuple[str, int]]:
        """Batches that are there; if an other embedder made them they are dropped."""
        there = await self.shelf.rows(VectorRow, book_id)
        if any(r.embedder != self.embedder.name for r in there):
            await self.shelf.clear(book_id, VectorRow)
            return set()
        return {(r.kind, r.batch) for r in there}

    def _packed(self, kind: str, batch: int, vectors: Vectors) -> rows.Row:
        data = np.ascontiguousarray(vectors, "<f4").tobytes()
        same = {"embedder": self.embedder.name, "dimensions": vectors.shape[1]}
        return {"kind": kind, "batch": batch, "data": data, **same}

    async def _segments(self, book_id: str) -> tuple[PlotSegment, ...]:
        return tuple(rows.as_segment(r) for r in await self.shelf.rows(SegmentRow, book_id))

    async def _note(self, book_id: str, error: BookfolkError) -> None:
        told = {"code": error.code, "message": error.message, "cure": error.cure}
        try:
            await self.shelf.mark(book_id, "failed", told)
        except IngestionError:  # the disk is full, say: the reason is raised all the same
            return


async def annotation_of(shelf: Shelf, book_id: str) -> Annotation:
    """Cast (by prominence), mentions and quotes from SQL."""
    people = sorted(await shelf.rows(CharacterRow, book_id), key=lambda r: r.rank)
    return Annotation(
        tuple(rows.as_character(r) for r in people),
        tuple(rows.as_mention(r) for r in await shelf.rows(MentionRow, book_id)),
        tuple(rows.as_quote(r) for r in await shelf.rows(QuoteRow, book_id)),
    )


async def vectors_of(shelf: Shelf, book_id: str) -> tuple[list[str], Vectors]:
    """Ids and vectors from SQL: p0, p1, … of passages, then e0, … of entries."""
    ids: list[str] = []
    parts: list[Vectors] = []
    there = await shelf.rows(VectorRow, book_id)
    for kind in ("passage", "entry"):
        some = [np.frombuffer(r.data, "<f4").reshape(-1, r.dimensions) for r in there if r.kind == kind]
        ids += [f"{kind[0]}{i}" for i in range(sum(len(part) for part in some))]
        parts += some
    return ids, np.concatenate(parts).astype(np.float32, copy=False)


def _unforeseen(error: Exception) -> IngestionError:
    return IngestionError(
        f"This book could not be built ({type(error).__name__}: {error}).",
        cure="Please report it with the book's title; other books are not concerned.",
        code="ingestion_failed",
    )
