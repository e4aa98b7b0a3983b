"""The judge: thinks, looks it up, decides, in both orders, and proves it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.types import Piece, Retriever
from judge.case import Case
from judge.evidence import find_evidence
from judge.findings import Said, ask_findings
from judge.passes import Bench, one_pass
from judge.rewards import Side
from judge.verdict import Pass, Verdict
from judge.weigh import tie, weigh

OnPass = Callable[[Side, int, Piece], None]


@dataclass(frozen=True, slots=True)
class Judge:
    """Compares two replies on a model.

    Attributes:
        bench: model, limits and sampling of one pass.
        samples: passes in each order; more than one needs a temperature above 0.
        swap: judge both orders, at once. False asks only the order a, b: cheaper, and biased.
        allow_tie: see `judge.weigh.weigh`.
        findings: ask for a finding in each family of criteria, one more request.
    """

    bench: Bench
    samples: int = 1
    swap: bool = True
    allow_tie: bool = True
    findings: bool = False

    async def verdict(
        self,
        case: Case,
        retriever: Retriever,
        *,
        seed: int | None = None,
        on_piece: OnPass | None = None,
    ) -> Verdict:
        """Judge `case`. `on_piece` is told (reply shown first, sample, piece) as it is said.

        Cancelling cancels every pass.

        Raises:
            ModelError: from the model. RetrievalError: from the retriever.
        """
        if case.identical:
            return tie(case, allow_tie=self.allow_tie)
        began = time.perf_counter()
        orders: tuple[Side, ...] = ("a", "b") if self.swap else ("a",)
        passes = await _together(
            [
                self._pass(case, retriever, first, n, seed, on_piece)
                for n in range(self.samples)
                for first in orders
            ]
        )
        decided = weigh(case, passes, allow_tie=self.allow_tie)
        said, usage = "", decided.usage
        findings: tuple[Said, ...] = ()
        if self.findings and decided.winner is not None and self.bench.reason:
            said, findings, more = await ask_findings(self.bench, case, _spokesman(decided))
            usage = usage + more
        evidence = find_evidence(case, [p.transcript for p in passes if p.transcript], said)
        return replace(
            decided,
            findings=tuple(f.cite(evidence) for f in findings),
            evidence=evidence,
            usage=usage,
            seconds=time.perf_counter() - began,
        )

    async def _pass(
        self,
        case: Case,
        retriever: Retriever,
        first: Side,
        sample: int,
        seed: int | None,
        on_piece: OnPass | None,
    ) -> Pass:
        def tell(piece: Piece) -> None:
            if on_piece:
                on_piece(first, sample, piece)

        own = None if seed is None else seed + sample
        return await one_pass(self.bench, case, retriever, first=first, seed=own, on_piece=tell)


async def _together(passes: Sequence[Coroutine[Any, Any, Pass]]) -> list[Pass]:
    """All at once; the first error ends the others and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(p) for p in passes]
    except ExceptionGroup as several:
        raise several.exceptions[0] from several
    return [t.result() for t in tasks]


def _spokesman(verdict: Verdict) -> Pass:
    """The pass that speaks for the verdict: the first that voted for its winner."""
    return next((p for p in verdict.passes if p.winner == verdict.winner), verdict.passes[0])
