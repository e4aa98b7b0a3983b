"""What the model is asked about a segment, and the grammar that holds its answer."""

from __future__ import annotations

import json
from collections.abc import Sequence

from core.quoting import quote
from core.types import Message, Sampling
from knowledge.types import Book, Language, PlotSegment

ROOM = 700
"""Tokens of an answer: about eight claims."""
_RULES: dict[Language, str] = {
    "en": """You note what a passage of a novel shows of its people, as JSON. Each claim has:
"person": one of the names given;
"dimension": persona (character, habits, manner of speaking), emotion (what they feel, and why), background \
(family, past, standing, knowledge) or goal (what they want);
"claim": one short sentence in your own words;
"quote": 4 to 25 words copied exactly from the passage that prove it;
"emotion": one word or "";
"with": the other person it concerns, or "".
Claim only what the passage says. At most eight claims, the most telling first.
Example: [{"person": "Tom", "dimension": "goal", "claim": "Tom wants to go to sea.", "quote": "I mean to be \
a sailor before the year is out", "emotion": "hope", "with": "Ann"}]""",
    "zh": """你从小说片段中摘录人物信息，输出 JSON 列表。每条包含：
"person"：所给人名之一；
"dimension"：persona（性格、习惯、口吻）、emotion（情绪及缘由）、background（家世、经历、身份、所知）\
或 goal（想要什么）；
"claim"：用自己的话写一句短句；
"quote"：从原文中逐字抄出的 6 至 40 字，作为依据；
"emotion"：一个词或 ""；
"with"：所涉及的另一人，或 ""。
只写片段中说到的，最多八条，最要紧的在前。
例：[{"person": "老张", "dimension": "goal", "claim": "老张想进城谋生。", \
"quote": "我开春便要进城寻个活计", "emotion": "期盼", "with": "小梅"}]""",
}
_ASK: dict[Language, str] = {
    "en": "People: {people}\nPassage:\n{passage}",
    "zh": "人物：{people}\n片段：\n{passage}",
}


def messages(book: Book, segment: PlotSegment, names: Sequence[str]) -> tuple[Message, Message]:
    """Instruction and passage; the instruction is the same for all, so that a server may cache it."""
    passage = quote(book.text[segment.start : segment.end].strip())
    asked = _ASK[book.language].format(people=", ".join(names), passage=passage)
    return Message("system", _RULES[book.language]), Message("user", asked)


def sampling(names: Sequence[str], seed: int = 0) -> Sampling:
    """Cool, and held to the JSON by a grammar where the endpoint can."""
    return Sampling(temperature=0.1, top_p=0.9, max_tokens=ROOM, seed=seed, grammar=grammar(names))


def grammar(names: Sequence[str]) -> str:
    """GBNF of a list of at most eight claims about `names`."""
    people = " | ".join(_literal(name) for name in names)
    return (
        'root ::= "[" (claim ("," " "? claim){0,7})? "]"\n'
        r"""claim ::= "{\"person\": \"" name "\", \"dimension\": \"" dimension "\", \"claim\": \"" line """
        r'''"\", \"quote\": \"" line "\", \"emotion\": \"" word "\", \"with\": \"" (name | "") "\"}"'''
        "\n"
        f"name ::= {people}\n"
        'dimension ::= "persona" | "emotion" | "background" | "goal"\n'
        'line ::= ([^"\\\\\\n] | "\\\\" ["\\\\]){4,240}\n'
        'word ::= [^"\\\\\\n]{0,20}\n'
    )


def _literal(name: str) -> str:
    return json.dumps(json.dumps(name, ensure_ascii=False)[1:-1], ensure_ascii=False)
