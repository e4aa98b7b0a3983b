"""How the page looks and listens: styles and scripts of our own, nothing fetched from elsewhere."""

from __future__ import annotations

from pathlib import Path

# One listener a region: a click on anything with data-act reaches Python with its data.
LISTEN = """
element.addEventListener('click', (event) => {
  const target = event.target.closest('[data-act]');
  if (!target) return;
  if (target.dataset.act === 'dark') { document.body.classList.toggle('dark'); return; }
  trigger('click', {...target.dataset});
});
"""


def css() -> str:
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")


def script() -> str:
    return "<script>" + (Path(__file__).parent / "page.js").read_text(encoding="utf-8") + "</script>"
