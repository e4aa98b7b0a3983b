"""Every style of quotation marks, clean and dirty."""

from __future__ import annotations

import pytest

from knowledge.chinese.marks import quoted
from knowledge.chinese.plain import fold


def inner(text: str) -> list[str]:
    plain = fold(text)
    return [text[quote.start : quote.end] for quote in quoted(plain)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("阿福道：“来了。”", ["来了。"]),
        ("阿福道：「来了。」", ["来了。"]),
        ("阿福道：『来了。』", ["来了。"]),
        ('阿福道："来了。"', ["来了。"]),
        ("阿福道：‘来了。’又道：‘走罢。’", ["来了。", "走罢。"]),
        ("阿福道：“谁说‘不去’的？”", ["谁说‘不去’的？"]),
        ("阿福道：「他说『不去』。」", ["他说『不去』。"]),
        ("阿福道：“他说“不去”。”众人笑了。", ["他说“不去”。"]),
        ('阿福道：“谁？"阿贵道：“我。”', ["谁？", "我。"]),
        ('阿福道：“这"去"字不通．”', ['这"去"字不通．']),
        ("阿福道：“来了．\n次日天晴。", ["来了．"]),
        ("阿福道：“来了。阿贵道：“走罢。”", ["来了。", "走罢。"]),
        ("阿福道：来了。”阿贵道：“走罢。”", ["来了。", "走罢。"]),
        ("阿福道：“先坐！\n再吃茶！”阿贵道：“好。”", ["先坐！", "再吃茶！", "好。"]),
    ],
)
def test_marks(text: str, found: list[str]) -> None:
    assert inner(text) == found


def test_folding_keeps_every_offset() -> None:
    text = "阿福道:“来了．走罢!”"
    assert len(fold(text)) == len(text)
    assert fold(text) == "阿福道：“来了。走罢！”"
