"""The one loop: complete, search, insert the result, go on, until an answer.

Chat, judge, benchmarks and trainers all come through here, so that what is trained is what is served.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.grammar import SPEECH, Next, turn_grammar
from core.transcript import (
    ANSWER_BEGIN,
    ANSWER_END,
    SEARCH_END,
    Stop,
    Transcript,
    parse,
    render_result,
)
from core.types import LLM, Completion, Message, OnPiece, Piece, Retriever, Sampling


@dataclass(frozen=True, slots=True)
class Limits:
    """What one rollout may do.

    Attributes:
        max_searches: after these the next turn must answer.
        min_searches: if the model answers before, one search is done in its place with `first_query`.
        first_query: that search's query; no search is forced where it is empty.
        top_k: passages a search.
        max_tokens: sampled tokens over all turns.
        constrained: ask for constrained decoding where the endpoint offers it.
        answer_grammar: GBNF of the answer's inside.
        search_lead: with `constrained`, the first words of a thought that must lead to a search.
    """

    max_searches: int = 2
    min_searches: int = 0
    first_query: str = ""
    top_k: int = 3
    max_tokens: int = 640
    constrained: bool = False
    answer_grammar: str = SPEECH
    search_lead: str = ""


async def rollout(
    llm: LLM,
    messages: Sequence[Message],
    retriever: Retriever,
    *,
    limits: Limits,
    sampling: Sampling,
    on_piece: OnPiece | None = None,
) -> Transcript:
    """Play one assistant turn of think / search / result / answer.

    `on_piece` receives what is sampled as it arrives and each inserted piece whole. The transcript's
    `stop` says how it ended: "answer"; "budget" (searched again when no search was left); "length"
    (the tokens ran out); "malformed" (the model ended without an answer).

    Raises:
        ModelError: from the model. RetrievalError: from the retriever.
    """
    said = Transcript()
    searches, room = 0, limits.max_tokens
    while True:
        owed = searches < limits.min_searches and bool(limits.first_query)
        turn = replace(sampling, max_tokens=room, grammar=_grammar(limits, searches))
        stop = (SEARCH_END, ANSWER_END, *((ANSWER_BEGIN,) if owed else ()))
        done = await llm.complete(messages, said.pieces, stop=stop, sampling=turn, on_piece=on_piece)
        room -= max(done.usage.completion_tokens, len(done.piece.ids), 1)
        query = _query(done)
        if owed and query is None:
            piece = llm.insert(_search_for_it(done.piece.text, limits.first_query))
            said, query = said.add(piece, done.usage), limits.first_query
            _tell(on_piece, piece)
        else:
            said = said.add(done.piece, done.usage)
        if query is None or searches >= limits.max_searches:
            return replace(said, stop=_why(done, query))
        found = tuple(await retriever.search(query, limits.top_k))
        searches += 1
        piece = llm.insert(render_result(found), found)
        said = said.add(piece)
        _tell(on_piece, piece)
        if room <= 0:
            return replace(said, stop="length")


def _grammar(limits: Limits, searches: int) -> str | None:
    if not limits.constrained:
        return None
    then: Next = "either"
    if searches < limits.min_searches:
        then = "search"
    elif searches >= limits.max_searches:
        then = "answer"
    lead = limits.search_lead if then == "search" else ""
    return turn_grammar(then, limits.answer_grammar, lead)


def _query(done: Completion) -> str | None:
    """The query of a turn that ended in a closed search, else None."""
    blocks = parse([done.piece])
    last = blocks[-1] if blocks else None
    if done.finish != "stop" or last is None or last.kind != "search" or not last.closed:
        return None
    return " ".join(last.text.split()) or None


def _search_for_it(text: str, query: str) -> str:
    """What the model thought, if it closed a thought, then the search that it did not make."""
    thought = text[: text.find("</think>") + len("</think>")] if "</think>" in text else ""
    return f"{thought}\n<search>{query}</search>"


def _why(done: Completion, query: str | None) -> Stop:
    if query is not None:
        return "budget"
    if done.finish == "length":
        return "length"
    answered = any(b.kind == "answer" and b.closed for b in parse([done.piece]))
    return "answer" if answered else "malformed"


def _tell(on_piece: OnPiece | None, piece: Piece) -> None:
    if on_piece:
        on_piece(piece)
