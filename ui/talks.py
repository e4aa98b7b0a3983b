"""The side of the page: the name of the house, the way to the shelf, and earlier talks."""

from __future__ import annotations

from ui.draw import button, e, face, tag
from ui.seat import Json, Seat
from ui.strings import tell


def side(seat: Seat) -> str:
    lang = seat.lang
    brand = button("Bookfolk", "shelf", "brand", tell(lang, "shelf"))
    to = "en" if lang == "zh" else "zh"
    other = button(e(tell(lang, "language")), "language", "quiet", to=to)
    dark = button("◐", "dark", "quiet", tell(lang, "dark"))
    ways = button(e(tell(lang, "shelf")), "shelf", "way" + (" here" if seat.view == "shelf" else ""))
    if seat.book is not None and seat.view == "chat":
        ways += button(e(tell(lang, "new_talk")), "back", "way")
    return tag("div", brand + ways, "ways") + _talks(seat) + tag("footer", other + dark, "corner")


def menu(seat: Seat) -> str:
    """Opens the side on a phone."""
    return button("☰", "menu", "menu", tell(seat.lang, "menu"))


def _talks(seat: Seat) -> str:
    if not seat.talks:
        return tag("div", tag("p", e(tell(seat.lang, "no_talks")), "hint"), "talks")
    rows = "".join(_talk(seat, t) for t in seat.talks)
    return tag("div", tag("h2", e(tell(seat.lang, "talks"))) + rows, "talks")


def _talk(seat: Seat, talk: Json) -> str:
    lang, here = seat.lang, seat.chat is not None and seat.chat["id"] == talk["id"]
    book = next((b["title"] for b in seat.books if b["id"] == talk["book_id"]), "")
    under = " · ".join(w for w in (tell(lang, "ch", n=talk["chapter"]), book) if w)
    words = tag("span", tag("b", e(talk["title"])) + tag("small", e(under)), "words")
    opened = button(face(talk["title"], "mini") + words, "talk", "talk", id=talk["id"])
    sure = tell(lang, "sure_talk", name=talk["title"])
    drop = button("✕", "drop_talk", "drop", tell(lang, "drop_talk"), id=talk["id"], sure=sure)
    return tag("div", opened + drop, "talkrow here" if here else "talkrow")
