"""Who is called what: by the shape of names, by titles, by what the text explains, by use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from knowledge.chinese import annotate
from knowledge.types import Annotation, Book
from tests.knowledge.chinese.honglou_aliases import ALIASES, pairs

Make = Callable[[str], Book]


def called(found: Annotation, name: str) -> set[str]:
    """Every form of the person who goes by `name`."""
    return next(
        ({one.name, *one.aliases} for one in found.characters if name in (one.name, *one.aliases)), set()
    )


def test_full_name_and_given_name_are_one(make: Make) -> None:
    text = "林晓月道：“来了。”晓月笑道：“坐。”晓月又道：“吃茶。”林晓月听了，忙道：“多谢。”\n" * 2
    assert {"林晓月", "晓月"} <= called(annotate(make(text)), "晓月")


def test_a_pet_suffix_changes_nobody(make: Make) -> None:
    text = "玉簪道：“来了。”玉簪儿笑道：“坐。”玉簪儿又道：“吃茶。”玉簪听了，忙道：“多谢。”\n" * 2
    assert {"玉簪", "玉簪儿"} <= called(annotate(make(text)), "玉簪")


def test_two_of_one_surname_stay_apart(make: Make) -> None:
    text = "张伟道：“来了。”张娜笑道：“坐。”张伟又道：“吃茶。”张娜听了，忙道：“多谢。”\n" * 2
    found = annotate(make(text))
    assert called(found, "张伟").isdisjoint(called(found, "张娜"))


def test_a_style_name_is_explained_by_the_text(make: Make) -> None:
    text = "这人姓杜名衡，字子芳，别号秋湖，本地人氏。杜衡道：“请。”杜衡又道：“坐。”杜衡笑道：“好。”\n" * 2
    assert {"杜衡", "子芳", "秋湖"} <= called(annotate(make(text)), "杜衡")


def test_titles_follow_surname_and_gender(make: Make) -> None:
    text = (
        "陈明走进来。“陈经理，你来了。”林晚说。\n\n“林小姐，久等了。”陈明说。\n\n"
        "“没有，陈经理。”林晚笑道。\n\n陈明说：“林小姐请坐。”\n\n"
    ) * 3
    found = annotate(make(text))
    assert "陈经理" in called(found, "陈明")
    assert "林小姐" in called(found, "林晚")


@pytest.mark.data
def test_aliases_of_the_twelve_who_speak_most(novel: Callable[[str], Book]) -> None:
    found = annotate(novel("红楼梦"))
    listed = pairs()
    assert len(listed) >= 60
    right = sum(alias in called(found, person) for alias, person in listed)
    assert right / len(listed) >= 0.90
    singles = {person: called(found, person) for person in ALIASES}
    for person, forms in singles.items():
        assert sum(person in other for other in singles.values()) == 1, forms


@pytest.mark.data
@pytest.mark.slow
def test_substitutes_in_another_novel(novel: Callable[[str], Book]) -> None:
    """The same rules on a novel they were not first written for: names that narration uses by turns."""
    found = annotate(novel("西游记"))
    monkey = called(found, "行者")
    assert {"悟空", "孙悟空", "孙行者", "大圣", "孙大圣", "齐天大圣", "老孙"} <= monkey
    assert {"唐僧", "长老", "唐三藏", "师父"} <= called(found, "三藏")
    assert {"猪八戒", "呆子"} <= called(found, "八戒")
    apart = ("行者", "三藏", "八戒", "沙僧", "菩萨", "玉帝", "龙王", "国王")
    assert len({frozenset(called(found, name)) for name in apart}) == len(apart)
