"""How the page looks and listens: styles and scripts of our own, nothing fetched from elsewhere."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

# One listener a region: a click on anything with data-act, or a moved slider, reaches Python with its data.
# What only concerns the browser (light or dark, the menu) is answered by page.js.
LISTEN = """
element.addEventListener('click', (event) => {
  const target = event.target.closest('button[data-act]');
  if (!target || !window.bookfolk.goes(target)) return;
  const field = target.closest('.rewording')?.querySelector('textarea');
  trigger('click', {...target.dataset, ...(field ? {text: field.value} : {})});
});
element.addEventListener('change', (event) => {
  const target = event.target.closest('input[data-act]');
  if (target) trigger('click', {...target.dataset, value: target.value});
});
"""

# What the browser knows of its reader: language, and the talk that was open.
ARRIVE = "(seat, gaze) => [seat, gaze, window.bookfolk.arrives()]"


def css() -> str:
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in ("page.css", "chat.css"))


def head() -> str:
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    return f'<meta name="color-scheme" content="light dark"><script>{script}</script>'
