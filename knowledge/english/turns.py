"""Turns: the stretches of speech that one person utters in a row, with their best tag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from knowledge.english.quotes import Span
from knowledge.english.tags import Tag, Tagger


@dataclass(frozen=True, slots=True)
class Turn:
    """Quotes `first` to `last` (inclusive) in paragraphs `begin` to `end`; `tag` names the speaker if any.

    `joined` tells that another turn stands before it in the same paragraph.
    """

    first: int
    last: int
    begin: int
    end: int
    tag: Tag | None
    joined: bool = False


def best_tag(after: Tag | None, before: Tag | None) -> Tag | None:
    """The surer of the two: one with a verb of saying, and of those the one that follows."""
    ranked = [tag for tag in (after, before) if tag is not None]
    ranked.sort(key=lambda tag: (not tag.verb, tag.place == "lead", tag.place == "before"))
    return ranked[0] if ranked else None


def build_turns(
    spans: Sequence[Span], tags: Sequence[Tag | None], clash: Callable[[Tag, Tag], bool]
) -> tuple[Turn, ...]:
    """Group quotes; `clash` tells whether two tags of one paragraph cannot mean the same speaker."""
    turns: list[Turn] = []
    for index, (span, tag) in enumerate(zip(spans, tags, strict=True)):
        last = turns[-1] if turns else None
        same = last is not None and (span.continues or last.end == span.paragraph)
        if last is not None and same:
            apart = tag is not None and last.tag is not None and tag.place != "lead" and clash(last.tag, tag)
            if not apart:
                merged = last.tag if last.tag and (last.tag.verb or not tag) else tag
                turns[-1] = Turn(last.first, index, last.begin, span.paragraph, merged, last.joined)
                continue
        joined = last is not None and last.end == span.paragraph
        turns.append(Turn(index, index, span.paragraph, span.paragraph, tag, joined))
    return tuple(turns)


def read_tags(tagger: Tagger, count: int) -> tuple[Tag | None, ...]:
    """The best tag of every quote."""
    return tuple(best_tag(tagger.after(index), tagger.before(index)) for index in range(count))
