"""The run over a book's segments: several at once, within a budget, resumed from its ledger."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.errors import ModelError
from core.types import LLM, Usage
from knowledge.extraction.claims import Reason, check
from knowledge.extraction.cost import Estimate, count_tokens, estimate
from knowledge.extraction.ledger import Ledger, Record
from knowledge.extraction.prompt import ROOM, messages, sampling
from knowledge.types import Annotation, Book, Entry, OnProgress, PlotSegment, Presence, Progress

Work = Callable[[], Coroutine[None, None, None]]
Stop = Literal["done", "budget"]
_MOST_PEOPLE = 12  # names in one prompt


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one run, with what its ledger holds already; tokens are of prompts and completions."""

    tokens: int | None = None
    calls: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What a run came to, with what an earlier run of the same ledger had done."""

    entries: tuple[Entry, ...]
    rejected: Mapping[Reason, int]
    segments: int
    asked: int  # segments asked in this run
    usage: Usage
    stopped: Stop

    @property
    def rejected_share(self) -> float:
        """Of all claims, the share that failed the check; 0 without claims."""
        bad = sum(self.rejected.values())
        return bad / (bad + len(self.entries)) if bad else 0.0


@dataclass(frozen=True, slots=True)
class _Task:
    segment: PlotSegment
    people: Mapping[str, str]  # name to id


def plan(
    segments: Sequence[PlotSegment],
    annotation: Annotation,
    presences: Iterable[Presence],
    chapters: Sequence[int] | None = None,
) -> list[_Task]:
    """What would be asked: the segments (of `chapters`, if given) that somebody witnesses."""
    order = {person.id: at for at, person in enumerate(annotation.characters) if not person.group}
    names = {person.id: person.name for person in annotation.characters}
    there: dict[int, set[str]] = defaultdict(set)
    for one in presences:
        if one.character in order:
            there[one.segment].add(one.character)
    tasks = []
    for segment in segments:
        if chapters is not None and segment.chapter not in chapters:
            continue
        ids = sorted(there[segment.index], key=order.__getitem__)[:_MOST_PEOPLE]
        if ids:
            tasks.append(_Task(segment, {names[one]: one for one in ids}))
    return tasks


def estimate_book(
    book: Book,
    segments: Sequence[PlotSegment],
    annotation: Annotation,
    presences: Iterable[Presence],
    chapters: Sequence[int] | None = None,
) -> Estimate:
    """Cost of the whole run, nothing done yet."""
    tasks = plan(segments, annotation, presences, chapters)
    return estimate([messages(book, task.segment, list(task.people)) for task in tasks])


async def extract_with_model(
    llm: LLM,
    book: Book,
    segments: Sequence[PlotSegment],
    annotation: Annotation,
    presences: Iterable[Presence],
    ledger: Ledger,
    *,
    budget: Budget | None = None,
    chapters: Sequence[int] | None = None,
    parallel: int = 4,
    on_progress: OnProgress | None = None,
) -> Report:
    """Ask the model about every segment that is not in the ledger, and keep the claims that can be shown.

    A claim is kept only if its quote stands in the segment; the rest are counted by reason. Each segment is
    written to the ledger as soon as it is answered, so that a killed run repeats no finished call. The run
    ends early, without an error, when the next call could exceed the budget.

    Raises:
        ModelError: the endpoint failed; what was answered before is in the ledger.
    """
    limits = budget or Budget()
    tasks = plan(segments, annotation, presences, chapters)
    done = dict(ledger.records())
    wanted = {task.segment.index for task in tasks}
    spent = sum((record.usage for record in done.values()), Usage())
    waiting = iter([task for task in tasks if task.segment.index not in done])
    state = _State(spent.prompt_tokens + spent.completion_tokens, len(done), "done", 0)
    finished: dict[int, Record] = {at: record for at, record in done.items() if at in wanted}

    async def work() -> None:
        for task in waiting:
            prompt = messages(book, task.segment, list(task.people))
            cost = sum(count_tokens(one.content) for one in prompt) + ROOM
            if not state.allows(cost, limits):
                return
            state.tokens += cost
            state.calls += 1
            state.asked += 1
            answer = await llm.complete(prompt, (), stop=(), sampling=sampling(list(task.people)))
            used = answer.usage.prompt_tokens + answer.usage.completion_tokens
            state.tokens += used - cost if used else 0
            checked = check(book, task.segment, task.people, answer.piece.text)
            record = Record(task.segment.index, checked.kept, checked.rejected, answer.usage)
            ledger.add(record)
            finished[task.segment.index] = record
            if on_progress:
                on_progress(Progress("extract", len(finished), len(tasks)))

    await _all(work, max(1, parallel))
    rows = [finished[at] for at in sorted(finished)]
    rejected: Counter[Reason] = Counter()
    for record in rows:
        rejected.update(record.rejected)
    return Report(
        entries=tuple(entry for record in rows for entry in record.kept),
        rejected=dict(rejected),
        segments=len(rows),
        asked=state.asked,
        usage=sum((record.usage for record in rows), Usage()),
        stopped=state.stopped,
    )


@dataclass(slots=True)
class _State:
    tokens: int
    calls: int
    stopped: Stop
    asked: int

    def allows(self, cost: int, limits: Budget) -> bool:
        """Whether a call of `cost` tokens fits; if not, the run is marked as stopped by the budget."""
        over = limits.tokens is not None and self.tokens + cost > limits.tokens
        over = over or (limits.calls is not None and self.calls + 1 > limits.calls)
        if over:
            self.stopped = "budget"
        return not over


async def _all(work: Work, count: int) -> None:
    """Run `count` workers; the first error cancels the others and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(count):
                group.create_task(work())
    except* ModelError as errors:
        raise errors.exceptions[0] from None
