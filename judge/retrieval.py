"""What a judge may look up: the book up to the scene, and what comes after only to recognise leaks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.types import Passage, Retriever


@dataclass(frozen=True, slots=True)
class LeakAwareRetriever:
    """The best passages up to chapter `until`, then the best from later ones, noted as "later".

    Attributes:
        before: searches the book up to chapter `until`.
        whole: searches the whole book.
        later: at most so many passages from later chapters a search.
    """

    before: Retriever
    whole: Retriever
    until: int
    later: int = 1

    async def search(self, query: str, k: int = 3) -> Sequence[Passage]:
        """At most `k` passages of before and `later` of after.

        Raises:
            RetrievalError: as the two retrievers.
        """
        early, anywhere = await asyncio.gather(
            self.before.search(query, k), self.whole.search(query, k + 3 * self.later)
        )
        after = [replace(p, note="later") for p in anywhere if p.chapter > self.until]
        return (*early[:k], *after[: self.later])


@dataclass(frozen=True, slots=True)
class NothingFound:
    """Finds nothing: the judge without a book, and the run without retrieval."""

    async def search(self, query: str, k: int = 3) -> Sequence[Passage]:
        return ()
