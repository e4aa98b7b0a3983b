"""A book's opening: where in the story the reader stands, and whom they can meet there."""

from __future__ import annotations

import re

from ui.books import cover, facts
from ui.draw import button, clip, e, face, tag
from ui.seat import Json, Seat
from ui.strings import tell

# Titles that only count; the page counts by itself.
_NUMBERING = re.compile(
    r"(?:chapter|book|part|第)?\s*[\divxlc一二三四五六七八九十百零〇]*\s*[章回节]?[.:：]?", re.I
)


def opening(seat: Seat) -> str:
    """The head of a book's page."""
    if seat.book is None:
        return ""
    book = seat.book
    back = button("‹ " + e(tell(seat.lang, "shelf")), "shelf", "back")
    title = tag("h1", e(book["title"]))
    about = tag("p", e(book["author"]), "author") if book["author"] else ""
    about += tag("p", e(facts(seat, book)), "facts")
    head = tag("div", cover(book, "small") + tag("div", title + about), "opening")
    return back + head + chapter(seat, tell(seat.lang, "arrive"))


def chapter(seat: Seat, words: str) -> str:
    """The slider, what it stands at, and what that means for spoilers. `words` come before the number."""
    if seat.book is None:
        return ""
    lang, total = seat.lang, seat.book["chapters"]
    title = seat.chapter_title if not _NUMBERING.fullmatch(seat.chapter_title.strip()) else ""
    number = tag(
        "output", e(tell(lang, "chapter_n", n=seat.chapter)), data_form=tell(lang, "chapter_n", n="#")
    )
    told = tag("span", e(words), "lead") + number + (tag("cite", e(clip(title, 60))) if title else "")
    at = round(100 * (seat.chapter - 1) / max(1, total - 1), 2)
    off = {"disabled": "disabled"} if seat.live is not None else {}
    slider = (
        f'<input type="range" min="1" max="{total}" value="{seat.chapter}" data-act="chapter" '
        f'aria-label="{e(tell(lang, "chapter"))}" style="--at:{at}%"{" disabled" if off else ""}>'
        if total > 1
        else ""
    )
    key = "spoiler_all" if seat.chapter >= total else "spoiler"
    safe = tag("p", e(tell(lang, key, n=seat.chapter, total=total)), "safe")
    return tag("div", tag("div", told, "where") + slider + safe, "chapter")


def find(seat: Seat) -> str:
    """The search over people; the browser filters, so it is instant."""
    label = e(tell(seat.lang, "find"))
    box = f'<input type="search" placeholder="{label}" aria-label="{label}" autocomplete="off">'
    return tag("div", tag("h2", e(tell(seat.lang, "people"))) + box, "finding")


def people(seat: Seat) -> str:
    """Everyone known by the chapter; the stylesheet shows the first dozen until more are asked for."""
    if not seat.people:
        return tag("p", e(tell(seat.lang, "nobody", n=seat.chapter)), "hint")
    most = max(p["prominence"] for p in seat.people) or 1
    cards = "".join(_person(seat, p, p["prominence"] / most) for p in seat.people)
    more = len(seat.people) - 12
    rest = button(e(tell(seat.lang, "more", n=more)), "all", "chip") if more > 0 else ""
    none = tag("p", e(tell(seat.lang, "none_found")), "hint none")
    return tag("div", cards + none, "people") + tag("div", rest, "rest")


def rank(lang: str, share: float) -> str:
    return "leading" if share >= 0.4 else "supporting" if share >= 0.08 else "minor"


def _person(seat: Seat, person: Json, share: float) -> str:
    lang = seat.lang
    kind = tell(lang, rank(lang, share))
    about = clip(person.get("description") or "", 110)
    spoken = tell(lang, "spoken", n=person["quotes"]) if person["quotes"] else tell(lang, "silent")
    line = tag("small", e(about), "about") if about else ""
    fill = tag("span", "", style=f"width:{max(3, round(100 * share))}%")
    weight = tag("span", tag("span", fill, "weight") + tag("small", e(f"{kind} · {spoken}")), "rank")
    words = tag("span", tag("b", e(person["name"])) + line + weight, "words")
    names = " ".join([person["name"], *person["aliases"]]).lower()
    return button(face(person["name"]) + words, "person", "person", id=person["id"], names=names)
