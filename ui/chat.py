"""The conversation: its head, its lines with their steps and evidence, and what can be done with them."""

from __future__ import annotations

from ui.draw import button, clip, e, face, prose, tag
from ui.evidence import chips, found
from ui.people import chapter
from ui.seat import Json, Seat
from ui.strings import tell
from ui.talks import menu


def header(seat: Seat) -> str:
    """Who it is, in which book, and the chapter where they are met."""
    if seat.chat is None:
        return ""
    title = seat.book["title"] if seat.book else ""
    names = tag("div", tag("h2", e(seat.name)) + tag("cite", e(title)), "names")
    who = menu(seat) + face(seat.name, "portrait") + names
    inside = tag("div", who, "who") + chapter(seat, tell(seat.lang, "meet"))
    return tag("div", inside, "meeting", data_chat=seat.chat["id"], data_thinking=tell(seat.lang, "thinking"))


def conversation(seat: Seat) -> str:
    """Every line that stands; the reply under way is drawn apart."""
    if seat.chat is None:
        return ""
    fresh = not any(m["role"] == "user" for m in seat.messages) and not seat.live
    lines = [_meeting(seat)] if fresh else []
    lines += [_line(seat, m) for m in seat.messages]
    if seat.error:
        lines.append(_problem(seat))
    if fresh:
        lines.append(_starters(seat))
    return tag("div", "".join(lines), "lines", lang=_tongue(seat))


def under_way(seat: Seat) -> str:
    """The reply that is being made."""
    if seat.chat is None or seat.live is None:
        return ""
    return tag("div", _line(seat, seat.live), "lines live", role="status", lang=_tongue(seat))


def _tongue(seat: Seat) -> str:
    """The language of what is said, the book's: fonts and screen readers choose by it."""
    return str(seat.book.get("language", "")) if seat.book else ""


def _meeting(seat: Seat) -> str:
    about = (seat.person or {}).get("description") or ""
    words = tag("h3", e(seat.name)) + (tag("p", e(about)) if about else "")
    return tag("div", face(seat.name, "large") + words, "frontispiece")


def _line(seat: Seat, message: Json) -> str:
    if message["role"] == "user":
        body = _wording(seat, message) or tag("div", prose(message["content"]), "say")
        return tag("article", body + _tools(seat, message), "line mine")
    streaming = message["status"] == "streaming"
    body = _steps(seat, message, streaming)
    if wording := _wording(seat, message):
        body += wording
    elif message["content"]:
        body += tag("div", prose(message["content"]), "say typing" if streaming else "say")
    if message["status"] == "partial":
        body += tag("small", e(tell(seat.lang, "partial")), "note")
    if message["status"] == "failed":
        told = (message.get("error") or {}) | {"retry": message["id"]}
        body += _told(seat, told)
    if "second_try" in message.get("warnings", ()):
        body += tag("small", e(tell(seat.lang, "second_try")), "note")
    body += chips(seat, message)
    if not streaming:
        body += _tools(seat, message)
    return tag("article", face(seat.name) + tag("div", body, "body"), "line theirs")


def _wording(seat: Seat, message: Json) -> str:
    """The line as a field, while its wording is changed."""
    if not seat.editing or seat.editing != message["id"]:
        return ""
    lang = seat.lang
    field = tag("textarea", e(message["content"]), aria_label=tell(lang, "edit"))
    save = button(e(tell(lang, "save")), "reword", "chip strong", id=message["id"])
    leave = button(e(tell(lang, "cancel")), "cancel", "chip")
    hint = tag("small", e(tell(lang, "editing")))
    return tag("div", field + tag("div", save + leave + hint, "row"), "rewording")


def _steps(seat: Seat, message: Json, streaming: bool) -> str:
    """What was thought, looked up and found before the words came; open until they do."""
    lang = seat.lang
    steps = [s for s in message.get("steps", ()) if s["type"] != "answer"]
    waiting = streaming and not message["content"]
    if not steps:
        return tag("div", tag("span", e(tell(lang, "thinking")), "stirs"), "steps") if waiting else ""
    rows = "".join(_step(seat, s, waiting and s is steps[-1]) for s in steps)
    query = next((s["text"] for s in reversed(steps) if s["type"] == "search"), "")
    if waiting:
        last = steps[-1]["type"]
        key = "searching" if last == "search" else "thinking"
        title = tell(lang, key, query=clip(query, 60), n=seat.chapter)
    else:
        title = tell(lang, "searched", query=clip(query, 60)) if query else tell(lang, "thought")
    summary = tag("summary", e(title), "stirs" if waiting else "")
    opened = {"open": "open"} if waiting else {}
    return tag("details", summary + tag("ol", rows), "steps", **opened)


def _step(seat: Seat, step: Json, now: bool) -> str:
    lang, stirs = seat.lang, " stirs" if now else ""
    if step["type"] == "think":
        return tag("li", e(step["text"]), "thought" + stirs)
    if step["type"] == "search":
        words = tell(lang, "searching" if now else "searched", query=step["text"], n=seat.chapter)
        return tag("li", e(words), "looked" + stirs)
    passages = step.get("passages", ())
    words = tell(lang, "found", n=len(passages)) if passages else tell(lang, "found_none")
    return tag("li", tag("small", e(words)) + "".join(found(seat, p) for p in passages), "results")


def _tools(seat: Seat, message: Json) -> str:
    if not message["id"] or seat.editing == message["id"]:
        return ""
    lang, mine, row = seat.lang, message["role"] == "user", []
    siblings = message.get("siblings", ())
    if len(siblings) > 1:
        at = siblings.index(message["id"])
        row += [_arrow(seat, "‹", "earlier", siblings[at - 1] if at else "")]
        row += [tag("span", f"{at + 1}/{len(siblings)}", "count")]
        row += [_arrow(seat, "›", "later", siblings[at + 1] if at + 1 < len(siblings) else "")]
    if not mine and message.get("parent_id"):
        row.append(button("↻", "again", title=tell(lang, "again"), id=message["id"]))
    if message.get("parent_id") or mine:
        row.append(button("✎", "edit", title=tell(lang, "edit"), id=message["id"]))
        row.append(
            button("✕", "delete", title=tell(lang, "delete"), id=message["id"], sure=tell(lang, "sure_line"))
        )
    return tag("div", "".join(row), "tools")


def _arrow(seat: Seat, sign: str, key: str, target: str) -> str:
    return (
        button(sign, "select", title=tell(seat.lang, key), id=target) if target else tag("span", sign, "off")
    )


def _problem(seat: Seat) -> str:
    return _told(seat, seat.error or {})


def _told(seat: Seat, told: Json) -> str:
    """What went wrong, what helps, and another try where one can be made."""
    words = told.get("message") or tell(seat.lang, "lost" if told.get("code") == "lost" else "failed_reply")
    inside = tag("b", e(words)) + " " + e(told.get("cure", ""))
    if told.get("retry"):
        inside += button(e(tell(seat.lang, "retry")), "again", "chip", id=told["retry"])
    return tag("div", inside, "problem", role="alert")


def _starters(seat: Seat) -> str:
    """First lines, about people that are known by this chapter."""
    others = [p["name"] for p in seat.people if p["id"] != (seat.person or {}).get("id")]
    words = [tell(seat.lang, "starter_1"), tell(seat.lang, "starter_2")]
    if others:
        words.insert(0, tell(seat.lang, "starter_of", other=others[0]))
    row = "".join(button(e(w), "starter", "chip", text=w) for w in words)
    return tag("div", tag("small", e(tell(seat.lang, "starters"))) + row, "starters")
