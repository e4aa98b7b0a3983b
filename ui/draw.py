"""Small pieces of HTML. Every word that comes from a book, a model or a person is escaped here."""

from __future__ import annotations

import re
from html import escape
from zlib import crc32

_WIDE = re.compile(r"[⺀-鿿]")


def e(text: object) -> str:
    return escape(str(text), quote=True)


def tag(name: str, inside: str, css: str = "", **attributes: object) -> str:
    """An element; `inside` is HTML, attributes are escaped, `_` in their names becomes `-`."""
    given = "".join(f' {k.replace("_", "-")}="{e(v)}"' for k, v in attributes.items() if v not in ("", None))
    return f"<{name}{f' class={chr(34)}{css}{chr(34)}' if css else ''}{given}>{inside}</{name}>"


def button(inside: str, act: str, css: str = "", title: str = "", **data: object) -> str:
    """A button that the page's one listener hears; `data` reaches the handler. With `sure`, a question that
    is asked first."""
    named = {f"data_{k}": v for k, v in data.items()}
    return tag("button", inside, css, type="button", data_act=act, title=title, aria_label=title, **named)


def initial(name: str) -> str:
    """What stands in a portrait: the last two characters of a Chinese name, the first letter of another."""
    name = re.sub(r"^(?:Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Lord|Colonel|Captain)\.?\s+", "", name.strip())
    return name[-2:] if _WIDE.match(name) else name[:1].upper() or "?"


def face(name: str, css: str = "") -> str:
    """A round portrait with a colour of its own."""
    return tag(
        "span",
        e(initial(name)),
        f"face {css}".strip(),
        style=f"--hue:{hue(name)}",
        aria_hidden="true",
    )


def hue(name: str) -> int:
    """A colour that a name keeps, in degrees."""
    return crc32(name.encode()) % 360


def prose(text: str) -> str:
    """A model's or a person's text as paragraphs. No Markdown, no links, no images: it is only words."""
    parts = [p for p in re.split(r"\n\s*\n", text.strip()) if p.strip()]
    return "".join(tag("p", "<br>".join(e(line) for line in p.splitlines())) for p in parts)


def clip(text: str, most: int) -> str:
    """The beginning of `text`, cut at a word."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    cut = text[:most]
    return (cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut) + "…"
