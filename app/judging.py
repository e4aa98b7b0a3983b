"""The judge of a running server: requests to cases, cases to verdicts, each question asked once."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from app.judge_schemas import JudgeIn, JudgementOut
from app.judge_views import judgement
from app.ports import Library
from core.scoring import Scorer
from core.types import LLM, Piece, Retriever
from judge.case import Case, Turn
from judge.judge import Judge
from judge.ledger import Ledger, Row, verdict_key, verdict_row
from judge.modes import Mode, Way
from judge.retrieval import LeakAwareRetriever, NothingFound
from judge.rewards import Side
from judge.verdict import Verdict
from knowledge.types import Scope

OnPiece = Callable[[str, str, Piece], None]  # a duel's candidates, the one shown first, what was said
_FACTS = 8


@dataclass(slots=True)
class Judging:
    """Judges on the server's model and books.

    Attributes:
        model: what verdicts are kept under.
        default: the mode of requests that name none.
        slots: judgements made at once; more wait.
    """

    llm: LLM
    scorer: Scorer
    library: Library
    ledger: Ledger
    model: Callable[[], str]
    default: Mode = "fit"
    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))

    async def judge(self, asked: JudgeIn, on_piece: OnPiece | None = None) -> JudgementOut:
        """The judgement; more than two candidates meet each other once.

        Raises:
            NotFoundError: no such book or character. InputError: no such chapter.
            ModelError, RetrievalError: as `judge.judge.Judge.verdict`.
        """
        began = time.perf_counter()
        way = self._way(asked)
        configuration = way.configuration(self.model())
        scene, retriever = await self._scene(asked)
        duels: list[tuple[tuple[int, int], Row, bool]] = []
        for one, two in itertools.combinations(range(len(asked.candidates)), 2):
            first, second = asked.candidates[one], asked.candidates[two]
            case = replace(scene, id=f"{first.id} {second.id}", a=first.content, b=second.content)
            key = verdict_key(case, configuration)
            if (row := self.ledger.get(key)) is not None:
                duels.append(((one, two), row, True))
                continue
            async with self.slots:
                names = {"a": first.id, "b": second.id}
                verdict = await self._verdict(way, case, retriever, names, on_piece)
            row = verdict_row(verdict, key, configuration)
            self.ledger.put(row)
            duels.append(((one, two), row, False))
        name = hashlib.sha256(json.dumps([r["key"] for _, r, _ in duels]).encode()).hexdigest()[:24]
        return judgement(f"jdg_{name}", asked, configuration, duels, time.perf_counter() - began)

    async def _verdict(
        self, way: Way, case: Case, retriever: Retriever, names: dict[str, str], on_piece: OnPiece | None
    ) -> Verdict:
        judge = way.judge(self.llm, self.scorer)
        if on_piece is None or not isinstance(judge, Judge):
            return await judge.verdict(case, retriever)

        def tell(first: Side, sample: int, piece: Piece) -> None:
            on_piece(" ".join(names.values()), names[first], piece)

        return await judge.verdict(case, retriever, on_piece=tell)

    def _way(self, asked: JudgeIn) -> Way:
        mode = asked.mode or self.default
        return Way(
            mode=mode,
            samples=asked.n,
            swap=asked.swap,
            allow_tie=asked.allow_tie,
            searches=asked.max_searches if asked.context.book_id else 0,
            findings=asked.findings,
            temperature=asked.temperature,
        )

    async def _scene(self, asked: JudgeIn) -> tuple[Case, Retriever]:
        """The case without its replies, and what may be looked up for it."""
        where = asked.context
        if where.book_id is None or where.character_id is None:
            name = where.name
            lines = _turns(asked, name or "assistant")
            return Case("", where.language, name, where.profile, lines, "", ""), NothingFound()
        book = await self.library.get_book(where.book_id)
        who = await self.library.character(where.book_id, where.character_id)
        until = min(where.chapter or book.chapters, book.chapters)
        profile = await self.library.profile(where.book_id, who.id, until)
        facts = [profile.description, *dict.fromkeys(c.text for c in profile.citations)]
        persona = "\n".join([f"{who.name}, {book.title}.", *(f for f in facts[: _FACTS + 1] if f)])
        scope = Scope(where.book_id, None, until)
        language = "zh" if book.language == "zh" else "en"
        case = Case("", language, who.name, persona, _turns(asked, who.name), "", "", scope)  # type: ignore[arg-type]
        whole = self.library.retriever(Scope(where.book_id))
        return case, LeakAwareRetriever(self.library.retriever(scope), whole, until)


def _turns(asked: JudgeIn, character: str) -> tuple[Turn, ...]:
    chinese = asked.context.language == "zh"
    names = {"assistant": character, "character": character, "user": "来客" if chinese else "Visitor"}
    return tuple(Turn(names.get(m.role, m.role), m.content) for m in asked.messages)
