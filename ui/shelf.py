"""The left side: books, people, earlier talks."""

from __future__ import annotations

from ui.draw import button, clip, e, face, tag
from ui.seat import Json, Seat
from ui.strings import tell

SHOWN = 12


def brand(seat: Seat) -> str:
    switch = button(e(tell(seat.lang, "language")), "language", "quiet")
    dark = button("◐", "dark", "quiet", tell(seat.lang, "dark"))
    head = tag("div", tag("h1", "Bookfolk") + tag("span", dark + switch, "corner"), "brandrow")
    return tag("header", head + tag("p", e(tell(seat.lang, "tagline"))), "brand")


def books(seat: Seat) -> str:
    cards = "".join(_book(seat, b) for b in seat.books)
    empty = tag("p", e(tell(seat.lang, "no_books")), "hint")
    return tag("h2", e(tell(seat.lang, "shelf"))) + (cards or empty) + _progress(seat)


def _book(seat: Seat, book: Json) -> str:
    lang = seat.lang
    here = seat.book is not None and seat.book["id"] == book["id"]
    if book["status"] == "ready":
        facts = [tell(lang, "chapters", n=book["chapters"]), tell(lang, "words", n=f"{book['words']:,}")]
    else:
        facts = [tell(lang, book["status"]), book.get("error") or ""]
    inside = tag("b", e(book["title"])) + tag("i", e(book["author"]))
    inside += tag("small", e(" · ".join(f for f in facts if f)))
    return button(inside, "book", "book here" if here else "book", id=book["id"])


def _progress(seat: Seat) -> str:
    told = seat.progress
    if told is None:
        return ""
    if told.get("error"):
        return tag("div", e(told["error"]), "problem", role="alert")
    share = round(100 * told["fraction"])
    bar = tag(
        "div", tag("div", "", "fill", style=f"width:{share}%"), "bar", role="progressbar", aria_valuenow=share
    )
    words = (
        tell(seat.lang, "reading", title=told["title"]) + " · " + tell(seat.lang, f"stage_{told['stage']}")
    )
    return tag("div", tag("small", e(words)) + bar, "progress")


def people(seat: Seat) -> str:
    if seat.book is None:
        return ""
    wanted = seat.wanted.strip().lower()
    found = [p for p in seat.people if wanted in " ".join([p["name"], *p["aliases"]]).lower()]
    rows = "".join(_person(seat, p) for p in found[:SHOWN])
    more = len(found) - SHOWN
    return rows + (tag("p", e(tell(seat.lang, "more", n=more)), "hint") if more > 0 else "")


def _person(seat: Seat, person: Json) -> str:
    share = person["prominence"]
    rank = "leading" if share >= 0.25 else "supporting" if share >= 0.05 else "minor"
    about = clip(person.get("description") or tell(seat.lang, rank), 90)
    bar = tag(
        "span",
        tag("span", "", "", style=f"width:{max(4, round(100 * share))}%"),
        "weight",
        title=tell(seat.lang, rank),
    )
    words = tag("span", tag("b", e(person["name"])) + tag("small", e(about)) + bar, "words")
    here = seat.person is not None and seat.person["id"] == person["id"]
    return button(
        face(person["name"]) + words, "person", "person here" if here else "person", id=person["id"]
    )


def spoiler(seat: Seat) -> str:
    if seat.book is None:
        return ""
    total = seat.book["chapters"]
    key = "spoiler_all" if seat.chapter >= total else "spoiler"
    return tag("p", e(tell(seat.lang, key, n=seat.chapter, total=total)), "hint")


def talks(seat: Seat) -> str:
    if not seat.talks:
        return ""
    rows = "".join(
        button(
            face(t["title"], "small")
            + tag("span", e(t["title"]))
            + tag("small", e(tell(seat.lang, "ch", n=t["chapter"]))),
            "talk",
            "talk",
            id=t["id"],
        )
        for t in seat.talks[:8]
    )
    return tag("h2", e(tell(seat.lang, "talks"))) + rows
