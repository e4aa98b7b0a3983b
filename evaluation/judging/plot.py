"""Small charts as inline SVG; colours follow the page's."""

from __future__ import annotations

import html
from collections.abc import Sequence

from evaluation.judging.statistics import Bin, Estimate

_SIDE = 260
_PAD = 44


def reliability(title: str, bins: Sequence[Bin]) -> str:
    """Accuracy over confidence, both from 0.5 (accuracy from 0) to 1; a dot's area is its share of items."""
    total = sum(b.n for b in bins) or 1
    body = [_axes("confidence", "accuracy", (0.5, 1.0), (0.0, 1.0))]
    body.append(_line(0.5, 0.5, 1.0, 1.0, "4 4"))
    for b in bins:
        x, y = _x(b.confidence), _y(b.accuracy)
        radius = 3 + 14 * (b.n / total) ** 0.5
        told = f"confidence {b.confidence:.2f}, accuracy {b.accuracy:.2f}, n={b.n}"
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#3b7dd8" fill-opacity=".55">'
            f"<title>{told}</title></circle>"
        )
    return _svg(f"Calibration: {title}", _SIDE + 2 * _PAD, _SIDE + 2 * _PAD, body)


def bars(title: str, rows: Sequence[tuple[str, Estimate, float]]) -> str:
    """One bar a set with its interval, and a hollow mark for the value to beat."""
    left, width, step = 230, 420, 30
    body = []
    for n, (name, found, rival) in enumerate(rows):
        y = _PAD + n * step
        middle = y + 9
        low, high, beat = (left + width * v for v in (found.low, found.high, rival))
        body += [
            f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{html.escape(name)}</text>',
            f'<rect x="{left}" y="{y}" width="{width * found.value:.1f}" height="18" fill="#3b7dd8"/>',
            f'<line x1="{low:.1f}" y1="{middle}" x2="{high:.1f}" y2="{middle}" '
            'stroke="currentColor" stroke-width="2"/>',
            f'<circle cx="{beat:.1f}" cy="{middle}" r="5" fill="none" stroke="currentColor"/>',
            f'<text x="{left + width + 8}" y="{y + 14}">{found.value:.2f} (n={found.n})</text>',
        ]
    half = left + width / 2
    bottom = _PAD + step * len(rows)
    body.append(
        f'<line x1="{half}" y1="{_PAD - 6}" x2="{half}" y2="{bottom}" stroke="currentColor" '
        'stroke-dasharray="4 4"/>'
    )
    return _svg(title, left + width + 110, bottom + 10, body)


def _x(value: float) -> float:
    return _PAD + _SIDE * (value - 0.5) / 0.5


def _y(value: float) -> float:
    return _PAD + _SIDE * (1.0 - value)


def _line(x1: float, y1: float, x2: float, y2: float, dash: str) -> str:
    return (
        f'<line x1="{_x(x1):.1f}" y1="{_y(y1):.1f}" x2="{_x(x2):.1f}" y2="{_y(y2):.1f}" '
        f'stroke="currentColor" stroke-dasharray="{dash}"/>'
    )


def _axes(across: str, up: str, xs: tuple[float, float], ys: tuple[float, float]) -> str:
    low, high = _PAD + _SIDE, _PAD
    return (
        f'<rect x="{_PAD}" y="{high}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="currentColor"/>'
        f'<text x="{_PAD}" y="{low + 16}">{xs[0]}</text>'
        f'<text x="{_PAD + _SIDE}" y="{low + 16}" text-anchor="end">{xs[1]}</text>'
        f'<text x="{_PAD + _SIDE / 2}" y="{low + 32}" text-anchor="middle">{across}</text>'
        f'<text x="{_PAD - 6}" y="{low}" text-anchor="end">{ys[0]}</text>'
        f'<text x="{_PAD - 6}" y="{high + 10}" text-anchor="end">{ys[1]}</text>'
        f'<text x="{_PAD - 6}" y="{_PAD + _SIDE / 2}" text-anchor="end">{up[:3]}.</text>'
    )


def _svg(title: str, width: float, height: float, body: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{html.escape(title)}</figcaption><svg viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-size="13" fill="currentColor" role="img" '
        f'aria-label="{html.escape(title)}">{"".join(body)}</svg></figure>'
    )
