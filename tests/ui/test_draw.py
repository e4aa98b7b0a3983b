from dataclasses import replace

import pytest

from ui import books, chat, evidence, people, talks
from ui.client import ApiError
from ui.draw import clip, face, initial, prose
from ui.live import replies
from ui.seat import Seat
from ui.strings import missing, tell

EVIL = "<img src=x onerror=alert(1)>\"'&"
BOOK = {
    "id": EVIL,
    "title": EVIL,
    "author": EVIL,
    "status": "ready",
    "chapters": 9,
    "words": 1,
    "language": "en",
    "error": None,
}
PERSON = {"id": EVIL, "name": EVIL, "aliases": [], "prominence": 0.5, "quotes": 1, "description": EVIL}
PASSAGE = {"id": "p", "text": EVIL, "chapter": 1, "start": 0, "end": 3, "score": 1, "note": EVIL}


def message(role="character", **over):
    base = {"id": "m", "parent_id": "u", "role": role, "content": EVIL, "status": "complete"}
    steps = [{"type": "search", "text": EVIL}, {"type": "result", "text": "", "passages": [PASSAGE]}]
    more = {"siblings": ["l", "m"], "steps": steps, "evidence": [PASSAGE], "warnings": [], "error": None}
    return base | more | over


def seat(**over):
    open_talk = {"id": "c", "book_id": EVIL, "title": EVIL, "chapter": 3}
    now = Seat(books=(BOOK,), book=BOOK, people=(PERSON,), person=PERSON, chat=open_talk, talks=(open_talk,))
    return replace(now, **over)


def test_both_languages_say_everything():
    assert not missing()
    assert tell("zh", "ch", n=3) == "第3章"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_foreign_becomes_html(lang):
    failed = message(status="failed", error={"message": EVIL, "cure": EVIL})
    said = (message("user"), message(), failed)
    now = seat(lang=lang, messages=said, error={"message": EVIL, "retry": EVIL})
    place = {"chapter": 1, "chapter_title": EVIL, "before": EVIL, "text": EVIL, "after": EVIL}
    drawn = [books.shelf(now), people.opening(now), people.people(now), talks.side(now)]
    drawn += [chat.header(now), chat.conversation(now), evidence.drawer(now, place)]
    assert not any("<img" in html for html in drawn)
    assert all("&lt;img" in html for html in drawn)


def test_swipes_are_by_id():
    html = chat.conversation(seat(messages=(message(),)))
    assert "2/2" in html
    assert 'data-act="select"' in html
    assert 'data-id="l"' in html


def test_a_greeting_can_be_neither_edited_nor_made_again():
    html = chat.conversation(seat(messages=(message(parent_id=None, siblings=["m"]),)))
    assert 'data-act="again"' not in html
    assert 'data-act="starter"' in html


def test_people_are_found_by_alias_and_only_some_are_shown():
    many = tuple(PERSON | {"id": str(n), "name": f"P{n}", "aliases": [f"Alias{n}"]} for n in range(30))
    html = people.people(seat(people=many))
    assert "18 more" in html
    assert 'data-names="p29 alias29"' in html


def test_a_passage_flows_but_keeps_its_paragraphs():
    assert evidence.reflowed("one\ntwo\n\nthree\n", "en") == "one two\n\nthree\n"
    assert evidence.reflowed("一\n二\n　　三", "zh") == "一二\n　　三"


def test_small_pieces():
    assert initial("Mr. Darcy") == "D"
    assert initial("林黛玉") == "黛玉"
    assert clip("one two three four", 10) == "one two…"
    assert prose("a\n\nb\nc") == "<p>a</p><p>b<br>c</p>"
    assert face("x") != face("y")


async def told(*events):
    for event in events:
        yield event


async def test_a_reply_grows_from_its_events():
    reply = {"id": "r", "role": "character"}
    events = [
        ("message", {"id": "u", "role": "user"}),
        ("reply", reply),
        ("think", {"text": "a"}),
        ("think", {"text": "b"}),
        ("restart", {}),
        ("search", {"text": "q"}),
        ("result", {"text": "", "passages": [PASSAGE]}),
        ("answer", {"text": "Yes"}),
        ("done", reply | {"content": "Yes.", "status": "complete"}),
    ]
    seen = [live async for live in replies(told(*events))]
    said, last = seen[-1]
    assert said["id"] == "u"
    assert last["content"] == "Yes."
    before = [live for _, live in seen if live.get("steps")][-1]
    assert [s["type"] for s in before["steps"]] == ["search", "result"]


async def test_an_error_before_any_reply_is_raised():
    with pytest.raises(ApiError, match="busy"):
        [r async for r in replies(told(("error", {"error": {"message": "busy", "cure": "Wait."}})))]
