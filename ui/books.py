"""The shelf: books as covers, and one that is being read in."""

from __future__ import annotations

from ui.draw import button, clip, e, hue, tag
from ui.seat import Json, Seat
from ui.strings import tell


def shelf(seat: Seat) -> str:
    lang = seat.lang
    head = tag("h1", e(tell(lang, "shelf_title"))) + tag("p", e(tell(lang, "tagline")))
    cards = "".join(_card(seat, b) for b in seat.books)
    plus = tag("span", "+", "plus") + tag("b", e(tell(lang, "upload"))) + tag("small", e(tell(lang, "kinds")))
    add = tag("div", tag("div", button(plus, "upload", "cover blank"), "spine"), "bookcard")
    return tag("header", head, "hero") + progress(seat) + tag("div", cards + add, "covers")


def cover(book: Json, css: str = "") -> str:
    """A cloth cover in the book's own colour."""
    title, author = tag("b", e(clip(book["title"], 60))), tag("i", e(clip(book["author"] or "", 40)))
    plate = tag("span", title + tag("span", "", "rule") + author, "plate")
    style = f"--hue:{hue(book['title'])}"
    return tag("span", plate, f"cover {css}".strip(), style=style, lang=book.get("language", ""))


def _card(seat: Seat, book: Json) -> str:
    lang, ready = seat.lang, book["status"] == "ready"
    words = tag("small", e(facts(seat, book) if ready else tell(lang, book["status"])), "facts")
    if book.get("error"):
        words += tag("small", e(book["error"]), "wrong")
    sure = tell(lang, "sure_book", title=book["title"])
    drop = button("✕", "drop_book", "drop", tell(lang, "drop_book"), id=book["id"], sure=sure)
    opened = button(cover(book), "book", "open", book["title"], id=book["id"])
    return tag("div", tag("div", opened + drop, "spine") + words, f"bookcard {book['status']}")


def facts(seat: Seat, book: Json) -> str:
    """How long it is, in the reader's language."""
    told = [tell(seat.lang, "chapters", n=book["chapters"])]
    if book["words"]:
        told.append(tell(seat.lang, "words" if book["language"] != "zh" else "signs", n=f"{book['words']:,}"))
    return " · ".join(told)


def progress(seat: Seat) -> str:
    """A book being read in: which stage, how far; or why it could not be."""
    told = seat.progress
    if told is None:
        return ""
    if told.get("error"):
        words = tag("b", e(tell(seat.lang, "upload_failed"))) + " " + e(told["error"])
        return tag("div", words, "problem", role="alert")
    share = round(100 * told["fraction"])
    fill = tag("div", "", "fill", style=f"width:{max(share, 2)}%")
    bar = tag(
        "div", fill, "bar", role="progressbar", aria_valuenow=share, aria_valuemin="0", aria_valuemax=100
    )
    title = tag("b", e(tell(seat.lang, "reading", title=told["title"])))
    stage = tag("small", e(f"{tell(seat.lang, 'stage_' + told['stage'])} · {share} %"))
    return tag("div", tag("div", title + stage, "row") + bar, "progress", role="status")
