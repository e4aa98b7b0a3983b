"""The middle: the conversation, with its steps and its evidence; and the passage in its place."""

from __future__ import annotations

from ui.draw import button, clip, e, face, prose, tag
from ui.seat import Json, Seat
from ui.strings import tell


def header(seat: Seat) -> str:
    if seat.chat is None:
        key = "choose_person" if seat.book else "choose_book"
        return tag("div", tag("p", e(tell(seat.lang, key))), "welcome")
    meet = tell(seat.lang, "meet", name=seat.name, n=seat.chat["chapter"])
    title = seat.book["title"] if seat.book else ""
    words = tag("div", tag("h2", e(seat.name)) + tag("p", f"<cite>{e(title)}</cite> · {e(meet)}"))
    return tag("div", face(seat.name, "large") + words, "meeting")


def conversation(seat: Seat) -> str:
    if seat.chat is None:
        return ""
    lines = [_line(seat, m) for m in seat.messages]
    if seat.live:
        lines.append(_line(seat, seat.live))
    if seat.error:
        lines.append(_problem(seat))
    if not any(m["role"] == "user" for m in seat.messages) and not seat.live:
        lines.append(_starters(seat))
    return tag("div", "".join(lines), "talkroom", role="log", aria_live="polite")


def _line(seat: Seat, message: Json) -> str:
    mine = message["role"] == "user"
    if mine:
        body = tag("div", prose(message["content"]), "say")
        return tag("article", body + _tools(seat, message, mine), "line mine")
    streaming = message["status"] == "streaming"
    body = _steps(seat, message, streaming)
    if message["content"]:
        body += tag("div", prose(message["content"]), "say" + (" typing" if streaming else ""))
    if message["status"] == "partial":
        body += tag("small", e(tell(seat.lang, "partial")), "mark")
    if message["status"] == "failed":
        told = message.get("error") or {}
        body += tag(
            "div", e(" ".join([told.get("message", ""), told.get("cure", "")])), "problem", role="alert"
        )
    if "second_try" in message.get("warnings", ()):
        body += tag("small", e(tell(seat.lang, "second_try")), "mark")
    body += _evidence(seat, message)
    if not streaming:
        body += _tools(seat, message, mine)
    return tag("article", face(seat.name) + tag("div", body, "body"), "line theirs")


def _steps(seat: Seat, message: Json, streaming: bool) -> str:
    steps = [s for s in message.get("steps", ()) if s["type"] != "answer"]
    if not steps:
        waiting = tag("span", e(tell(seat.lang, "thinking")), "pulse")
        return tag("div", waiting, "steps") if streaming and not message["content"] else ""
    rows, query = [], ""
    for n, step in enumerate(steps):
        now = streaming and n == len(steps) - 1 and not message["content"]
        if step["type"] == "think":
            rows.append(tag("li", e(step["text"]), "thought" + (" pulse" if now else "")))
        elif step["type"] == "search":
            query = step["text"]
            key = "searching" if now else "searched"
            rows.append(tag("li", e(tell(seat.lang, key, query=query)), "looked" + (" pulse" if now else "")))
        else:
            found = step.get("passages", ())
            words = tell(seat.lang, "found", n=len(found)) if found else tell(seat.lang, "found_none")
            rows.append(tag("li", e(words) + "".join(_passage(seat, p) for p in found), "results"))
    title = tell(seat.lang, "searched", query=clip(query, 60)) if query else tell(seat.lang, "thought")
    title = tell(seat.lang, "thinking") if streaming and not message["content"] else title
    inside = tag("summary", e(title), "pulse" if streaming and not message["content"] else "") + tag(
        "ol", "".join(rows)
    )
    opened = {"open": "open"} if streaming and not message["content"] else {}
    return tag("details", inside, "steps", **opened)


def _passage(seat: Seat, passage: Json) -> str:
    words = tag("b", e(tell(seat.lang, "ch", n=passage["chapter"]))) + " " + e(clip(passage["text"], 150))
    return button(words, "passage", "found", start=passage["start"], end=passage["end"])


def _evidence(seat: Seat, message: Json) -> str:
    found = message.get("evidence", ())
    if not found or message["status"] == "streaming":
        return ""
    chips = "".join(
        button(
            tag("b", e(tell(seat.lang, "ch", n=p["chapter"]))) + " " + e(clip(p["text"], 44)),
            "passage",
            "chip",
            start=p["start"],
            end=p["end"],
        )
        for p in found
    )
    return tag("div", tag("small", e(tell(seat.lang, "evidence"))) + chips, "evidence")


def _tools(seat: Seat, message: Json, mine: bool) -> str:
    lang, row = seat.lang, []
    siblings = message.get("siblings", ())
    if len(siblings) > 1:
        at = siblings.index(message["id"])
        row.append(button("‹", "select", title="←", id=siblings[at - 1]) if at else tag("span", "‹", "off"))
        row.append(tag("span", f"{at + 1}/{len(siblings)}", "count"))
        last = at == len(siblings) - 1
        row.append(tag("span", "›", "off") if last else button("›", "select", title="→", id=siblings[at + 1]))
    if not mine and message.get("parent_id"):
        row.append(button("↻", "again", title=tell(lang, "again"), id=message["id"]))
    if message.get("parent_id") or mine:
        row.append(button("✎", "edit", title=tell(lang, "edit"), id=message["id"]))
        row.append(button("✕", "delete", title=tell(lang, "delete"), id=message["id"]))
    return tag("div", "".join(row), "tools")


def _problem(seat: Seat) -> str:
    told = seat.error or {}
    words = told.get("message") or tell(seat.lang, "lost" if told.get("code") == "lost" else "failed_reply")
    inside = tag("b", e(words)) + " " + e(told.get("cure", ""))
    if told.get("retry"):
        inside += button(e(tell(seat.lang, "retry")), "again", "chip", id=told["retry"])
    return tag("div", inside, "problem", role="alert")


def _starters(seat: Seat) -> str:
    words = [tell(seat.lang, f"starter_{n}", name=seat.name) for n in (1, 2, 3)]
    return tag("div", "".join(button(e(w), "starter", "chip", text=w) for w in words), "starters")


def passage(seat: Seat, place: Json | None) -> str:
    """The drawer with a passage in its place; empty when closed."""
    if place is None:
        return ""
    title = place.get("chapter_title") or tell(seat.lang, "place", n=place["chapter"])
    close = button("✕", "close", "quiet", tell(seat.lang, "close"))
    text = f"{e(place['before'])}<mark>{e(place['text'])}</mark>{e(place['after'])}"
    head = tag("header", tag("h3", e(title)) + close)
    return tag("aside", head + tag("div", text, "page"), "drawer", role="dialog", aria_label=title)
