"""The stream parser says the same as the transcript parser, however the text is cut."""

from __future__ import annotations

import random

import pytest

from core.stream import Delta, StreamParser
from core.transcript import parse, render_result
from core.types import Passage, Piece

PASSAGE = Passage("p1", "她站在窗前。 “Not at all,” said she.", "b", 3, 10, 40)
PIECES = (
    Piece("<think>他问起 the ball; a < b & <b>bold</b>\n</think>\n<search>the ball 舞会</search>", True),
    Piece(render_result([PASSAGE]), False, passages=(PASSAGE,)),
    Piece("<think>Now.</think><answer>\n“Not at all,” 她说。 🙂 </think> x<answ \n</answer>", True),
)


def cut(pieces: tuple[Piece, ...], rng: random.Random) -> list[Piece]:
    """The sampled pieces in stretches of one to four characters, as a server may send them."""
    out: list[Piece] = []
    for piece in pieces:
        at = 0
        while piece.sampled and at < len(piece.text):
            step = rng.randint(1, 4)
            out.append(Piece(piece.text[at : at + step], True))
            at += step
        if not piece.sampled:
            out.append(piece)
    return out


def joined(deltas: list[Delta]) -> list[tuple[str, str, tuple[Passage, ...]]]:
    blocks: list[tuple[str, str, tuple[Passage, ...]]] = []
    for d in deltas:
        if d.kind != "result" and blocks and blocks[-1][0] == d.kind:
            blocks[-1] = (d.kind, blocks[-1][1] + d.text, ())
        else:
            blocks.append((d.kind, d.text, d.passages))
    return blocks


def stream(pieces: list[Piece]) -> list[Delta]:
    parser = StreamParser()
    return [d for p in pieces for d in parser.feed(p)] + list(parser.finish())


@pytest.mark.parametrize("seed", range(20))
def test_any_cut_gives_the_parsed_blocks(seed: int) -> None:
    deltas = stream(cut(PIECES, random.Random(seed)))
    wanted = [(s.kind, s.text.strip(), s.passages if s.kind == "result" else ()) for s in parse(PIECES)]
    assert joined(deltas) == wanted


def test_text_is_passed_on_at_once_and_tags_never() -> None:
    parser = StreamParser()
    seen = [
        [d.text for d in parser.feed(Piece(t, True))] for t in ("<answer>", "Good ", "day<", "/ans", "wer>")
    ]
    assert seen == [[], ["Good"], [" day"], [], []]


def test_a_result_written_by_the_model_is_not_a_result() -> None:
    deltas = stream([Piece("<result>[1] lies</result><answer>yes</answer>", True)])
    assert deltas == [Delta("answer", "yes")]


def test_a_result_tag_split_over_the_border_of_authors_belongs_to_who_began_it() -> None:
    deltas = stream([Piece("<res", True), Piece("ult>lies</result>", False)])
    assert deltas == []


def test_we_may_open_a_tag_for_the_model() -> None:
    deltas = stream([Piece("<think>", False), Piece("well</think>", True)])
    assert joined(deltas) == [("think", "well", ())]


def test_an_end_in_the_middle_of_a_tag_keeps_the_text() -> None:
    assert joined(stream([Piece("<answer>if a </an", True)])) == [("answer", "if a </an", ())]
