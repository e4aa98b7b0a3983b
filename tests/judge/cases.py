"""Cases of our own for the judge's tests."""

from __future__ import annotations

from collections.abc import Sequence

from core.types import Message, Passage, Piece
from judge.case import Case, Turn
from knowledge.types import Scope

STORM = "The mast went overboard. The captain lashed himself to the wheel, and sang till dawn."


class Ship:
    """A book of one passage; remembers what it was asked."""

    def __init__(self) -> None:
        self.queries: list[str] = []

    async def search(self, query: str, k: int = 3) -> Sequence[Passage]:
        self.queries.append(query)
        return [Passage("p1", STORM, "ship", 2, 100, 100 + len(STORM))]


class Scale:
    """Scores by a rule instead of a model: the log-odds of A, and tokens of one letter each."""

    def __init__(self, odds=lambda messages: 0.0) -> None:
        self.odds = odds
        self.asked: list[tuple[Sequence[Message], str]] = []

    async def choice_logprobs(self, messages, so_far: Sequence[Piece], options):
        self.asked.append((messages, "".join(p.text for p in so_far)))
        return (self.odds(messages), 0.0)

    async def text_logprobs(self, messages, so_far: Sequence[Piece], text: str):
        shown = "".join(m.content for m in messages)
        return tuple(-0.1 if word in shown else -5.0 for word in text.split()) or (-5.0,)


def case(**changes) -> Case:
    fields = {
        "id": "c1",
        "language": "en",
        "character": "Captain Reed",
        "persona": "Captain of the Heron. Gruff, never afraid.",
        "dialogue": (Turn("Ann", "Were you ever afraid at sea?"),),
        "a": "Afraid? I sang to the storm till dawn.",
        "b": "As an AI I have no feelings.",
        "scope": Scope("ship", None, 3),
    }
    return Case(**(fields | changes))


def says(letter: str, thought: str = "One of them remembers the storm.") -> str:
    return f"<think>{thought}</think>\n<answer>\\boxed{{{letter}}}</answer>"
