"""What the book says: passages found, chips under a reply, and a passage in its place."""

from __future__ import annotations

import re

from ui.draw import button, clip, e, tag
from ui.seat import Json, Seat
from ui.strings import tell

_BREAK = re.compile(r"(?<=\S)[ \t]*\r?\n[ \t]*(?=[^\s\u3000])")


def found(seat: Seat, passage: Json) -> str:
    """A passage among the results of a search."""
    words = tag("b", e(tell(seat.lang, "ch", n=passage["chapter"]))) + " " + e(clip(passage["text"], 170))
    return button(words, "passage", "found", tell(seat.lang, "in_place"), **_at(passage))


def chips(seat: Seat, message: Json) -> str:
    """The passages that the reply was made with."""
    passages = message.get("evidence", ())
    if not passages or message["status"] == "streaming":
        return ""
    row = "".join(
        button(
            tag("b", e(tell(seat.lang, "ch", n=p["chapter"]))) + tag("span", e(clip(p["text"], 60))),
            "passage",
            "chip",
            tell(seat.lang, "in_place"),
            **_at(p),
        )
        for p in passages
    )
    return tag("div", tag("small", e(tell(seat.lang, "evidence"))) + row, "evidence")


def drawer(seat: Seat, place: Json | None) -> str:
    """The page of the book where a passage stands; empty when closed."""
    if place is None:
        return ""
    lang = seat.lang
    number = tell(lang, "place", n=place["chapter"])
    title = place.get("chapter_title") or number
    over = seat.book["title"] if seat.book else ""
    head = tag("div", tag("small", e(over)) + tag("h3", e(title)))
    close = button("✕", "close", "quiet", tell(lang, "close"))
    tongue = seat.book["language"] if seat.book else ""
    before, words, after = (e(reflowed(place[part], tongue)) for part in ("before", "text", "after"))
    before = ("… " if place["before"] else "") + before.lstrip()
    text = f"{before}<mark>{words}</mark>{after.rstrip()}"
    text += " …" if place["after"] else ""
    shade = button("", "close", "shade", tell(lang, "close"))
    inside = tag("header", head + close) + tag("div", text, "leaf", tabindex="0")
    return shade + tag("aside", inside, "drawer", role="dialog", lang=tongue, aria_label=title)


def reflowed(text: str, language: str) -> str:
    """Paragraphs without the line breaks that a printer or a plain-text edition put into them."""
    return _BREAK.sub("" if language == "zh" else " ", text)


def _at(passage: Json) -> dict[str, int]:
    return {"start": passage["start"], "end": passage["end"]}
