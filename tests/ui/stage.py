"""`python -m tests.ui.stage PORT DATA [PACE]`: the real server and page over a small library and a model that
reads from a script, to test and to look at."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn

from app.factory import create_app
from app.settings import Settings
from core.errors import IngestionError, NotFoundError
from core.types import Completion, Message, OnPiece, Passage, Piece, Sampling, Usage
from knowledge.types import Chapter, Character, OnProgress, Progress, Scope

EN = (
    "Mr. Darcy drew the attention of the room by his fine, tall person, handsome features, and noble mien. "
    "“She is tolerable: but not handsome enough to tempt me,” said he, and walked off. "
    "“I could easily forgive his pride,” said Elizabeth, “if he had not mortified mine.”\n\n"
) * 20
ZH = (
    "黛玉便忖度著：因他有玉，故問我有無，因答道：「我沒有那個。想來那玉是一件罕物，豈能人人有的。」"
    "寶玉聽了，登時發作起癡狂病來，摘下那玉，就狠命摔去。眾人一擁爭去拾玉。\n\n"
) * 20


@dataclass(frozen=True, slots=True)
class Info:
    id: str
    title: str
    author: str
    language: str
    status: str
    words: int
    chapters: int
    characters: int
    quotes: int = 1000
    error: str | None = None


def _cast(*people: tuple[str, float, int]) -> tuple[Character, ...]:
    return tuple(
        Character(name.lower().replace(" ", "-"), name, (), share, quotes * 3, quotes, n * 10)
        for n, (name, share, quotes) in enumerate(people)
    )


BOOKS = {
    "pp": Info("pp", "Pride and Prejudice", "Jane Austen", "en", "ready", 122189, 61, 16),
    "hlm": Info("hlm", "红楼梦", "曹雪芹", "zh", "ready", 730000, 120, 6),
}
CAST = {
    "pp": _cast(
        ("Elizabeth Bennet", 1.0, 430), ("Mr. Darcy", 0.55, 180), ("Jane Bennet", 0.42, 130),
        ("Mrs. Bennet", 0.31, 140), ("Mr. Bingley", 0.3, 80), ("Mr. Wickham", 0.22, 60),
        ("Mr. Collins", 0.21, 70), ("Lydia Bennet", 0.17, 50), ("Charlotte Lucas", 0.12, 30),
        ("Lady Catherine", 0.1, 60), ("Mr. Bennet", 0.1, 60), ("Mrs. Gardiner", 0.09, 30),
        ("Kitty Bennet", 0.05, 20), ("Colonel Fitzwilliam", 0.04, 20), ("Mrs. Hill", 0.01, 1),
        ("<img src=x onerror=alert(1)>", 0.01, 0),
    ),
    "hlm": _cast(("贾宝玉", 1.0, 900), ("林黛玉", 0.6, 500), ("薛宝钗", 0.5, 300), ("王熙凤", 0.45, 420)),
}  # fmt: skip
ABOUT = {
    "elizabeth-bennet": "She had a lively, playful disposition, which delighted in anything ridiculous.",
    "mr.-darcy": "He was looked at with great admiration, till his manners gave a disgust.",
    "林黛玉": "心較比干多一竅，病如西子勝三分。",
}


GREETINGS = ("“My good opinion once lost is lost for ever.”", "“I certainly have not the talent.”")


@dataclass(slots=True)
class Shelf:
    """A library in memory; a book that is added takes `pace` seconds a stage."""

    pace: float = 0.05
    books: dict[str, Info] = field(default_factory=lambda: dict(BOOKS))

    async def list_books(self) -> Sequence[Info]:
        return list(self.books.values())

    async def get_book(self, book_id: str) -> Info:
        if book_id not in self.books:
            raise NotFoundError("There is no such book.", cure="Choose one on the shelf.")
        return self.books[book_id]

    async def add_book(self, data: bytes, filename: str) -> Info:
        if b"\x00" in data:
            raise IngestionError(f"{filename} is not a text.", cure="Upload the novel as .txt or .epub.")
        new = Info("new", Path(filename).stem, "", "en", "queued", 0, 0, 0)
        return self.books.setdefault("new", new)

    async def delete_book(self, book_id: str) -> None:
        del self.books[book_id]

    async def ingest(self, book_id: str, on_progress: OnProgress | None = None) -> None:
        for stage in ("read", "cast", "quotes", "entries", "embed", "store"):
            for done in range(1, 5):
                await asyncio.sleep(self.pace)
                if on_progress:
                    on_progress(Progress(stage, done, 4))
        ready = replace(self.books[book_id], status="ready", words=9000, chapters=5, characters=16)
        self.books[book_id] = ready

    async def reindex(self, book_id: str, on_progress: OnProgress | None = None) -> None:
        return None

    async def chapters(self, book_id: str) -> Sequence[Chapter]:
        chinese = self.books[book_id].language == "zh"
        titles = ("第{n}回　贤袭人娇嗔箴宝玉　俏平儿软语救贾琏" if chinese else "CHAPTER {n}.",)
        last = self.books[book_id].chapters
        return [Chapter(n, titles[0].format(n=n), n * 90, n * 90, n * 90) for n in range(1, last + 1)]

    async def characters(self, book_id: str, until: int | None = None) -> Sequence[Character]:
        cast = CAST.get(book_id, CAST["pp"])
        return cast[:2] if until == 1 else cast

    async def character(self, book_id: str, name_or_id: str) -> Character:
        for who in CAST.get(book_id, CAST["pp"]):
            if name_or_id in (who.id, who.name):
                return who
        raise NotFoundError(f"There is no {name_or_id}.", cure="Choose someone of the book.")

    async def profile(self, book_id: str, character_id: str, until: int | None) -> Any:
        who = await self.character(book_id, character_id)
        none: dict[str, Any] = dict.fromkeys(("citations", "quotes", "feelings", "goals", "relations"), ())
        lines = GREETINGS if who.id == "mr.-darcy" else ()
        greetings = tuple(SimpleNamespace(text=line) for line in lines)
        description = ABOUT.get(who.id, "")
        return SimpleNamespace(character=who, description=description, greetings=greetings, **none)

    async def passage(self, book_id: str, start: int, end: int, margin: int, *more: Any, **rest: Any) -> Any:
        text = ZH if self.books[book_id].language == "zh" else EN
        at = SimpleNamespace(chapter=3, chapter_title="CHAPTER III.", text=text[start:end])
        at.before, at.after = text[max(0, start - margin) : start], text[end : end + margin]
        return at

    def retriever(self, scope: Scope) -> Finder:
        return Finder(scope.book, ZH if self.books[scope.book].language == "zh" else EN)

    async def close(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Finder:
    book: str
    text: str

    async def search(self, query: str, k: int = 3) -> Sequence[Passage]:
        size = len(self.text) // 20
        cuts = [(size * 3, size * 3 + size // 2), (size * 5, size * 5 + 40), (size * 8, size * 8 + size // 3)]
        return [
            Passage(f"p{s}", self.text[s:e], self.book, n + 2, s, e, 0.9) for n, (s, e) in enumerate(cuts)
        ]


REPLIES = (
    "I could easily forgive his pride, if he had not mortified mine. He came into that room determined "
    "that nobody in it should please him, and I must do him the justice to say that he succeeded.\n\n"
    "But I dearly love a laugh, and he has at least furnished me with one.",
    "You ask as though you wished me to be charitable. I am perfectly convinced that Mr. Darcy has no "
    "defect. He owns it himself without disguise.",
)
REPLY_ZH = (
    "那玉原是件罕物，豈能人人都有的？你既來問我，想必也聽過那日摔玉的事。"
    "我初來這府裡，步步留心，時時在意，偏又惹出這場風波來。"
)


@dataclass(slots=True)
class Reader:
    """A model that searches once and answers from its script, `pace` seconds a word. A line with "fail" in it
    gets no reply the first time."""

    pace: float = 0.02
    failed: bool = False

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        last, chinese = messages[-1].content, "黛玉" in messages[0].content
        if not so_far:
            think, query = (
                ("他问起那块玉。", "摔玉")
                if chinese
                else ("They ask what I think of him.", "Mr. Darcy, ball, pride")
            )
            text = f"<think>{think}</think>\n<search>{query}</search>"
        else:
            answer = REPLY_ZH if chinese else REPLIES[((sampling.seed or 1) - 1) % 2]
            think = "想起来了。" if chinese else "I remember it well."
            text = f"<think>{think}</think>\n<answer>{answer}</answer>"
        pieces = list(text) if chinese else [w if n == 0 else f" {w}" for n, w in enumerate(text.split(" "))]
        for n, piece in enumerate(pieces):
            await asyncio.sleep(self.pace)
            if so_far and n == 6 and "fail" in last and not self.failed:
                self.failed = True
                raise IngestionError("The model ran out of memory.", cure="Close other programs.")
            if on_piece:
                on_piece(Piece(piece, True))
        return Completion(Piece(text, True), "stop", Usage(completion_tokens=len(pieces), requests=1))

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        return Piece(text, False, passages=tuple(passages))


def main(port: int, data: Path, pace: float) -> None:
    settings = Settings(data=data, port=port, _env_file=None)
    app = create_app(settings, llm=Reader(pace), library=Shelf())
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    asyncio.run(server.serve())


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 0.02)
