"""The transcript grammar as GBNF, for endpoints that constrain decoding (llama.cpp, vLLM).


A small model keeps the format because it cannot leave it; a big one never notices.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

Next = Literal["search", "answer", "either"]

_TEXT = 'text ::= [^<]+\nline ::= [^<\\n]+\nws ::= "\\n"?\n'
_THINK = 'think ::= "<think>" text "</think>" ws\n'
_SEARCH = 'search ::= "<search>" line "</search>"\n'
_ANSWER = 'answer ::= "<answer>" {inside} "</answer>"\n'


@cache
def turn_grammar(then: Next, answer: str = "text", think: bool = True) -> str:
    """GBNF of one sampled turn: a thought, then a search, an answer, or either.

    Args:
        then: what may follow the thought.
        answer: GBNF of the answer's inside, as a rule name or literal (e.g. `"\\\\boxed{" [AB] "}"`).
        think: False if the thought was already opened or is not wanted.
    """
    head = "think " if think else ""
    choice = {"search": "search", "answer": "answer", "either": "(search | answer)"}[then]
    rules = [f"root ::= {head}{choice}\n"]
    rules += [_THINK] if think else []
    rules += [_SEARCH] if then != "answer" else []
    rules += [_ANSWER.format(inside=answer)] if then != "search" else []
    return "".join(rules) + _TEXT
