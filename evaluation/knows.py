"""Does a character know this by that chapter? Precision and recall on our own probes.

Each probe names a novel, an anchor (a short phrase that stands once in it), a person, and a chapter; we said
as readers whether that person was there, said it, or was told it in the passage. Tuned: the rules of presence
were written while looking at the first chapters of one of these novels, and at the probes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from knowledge.annotate import annotate
from knowledge.presence import Knowledge, presence
from knowledge.reading import read_book
from knowledge.segments import segment
from knowledge.types import Annotation, Book

PROBES = Path(__file__).with_name("probes") / "knows.tsv"


@dataclass(frozen=True, slots=True)
class Probe:
    """`knows`: whether `person` knows what stands at `anchor` by the end of chapter `until`."""

    novel: str
    chapter: int
    anchor: str
    until: int
    person: str
    knows: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was answered to a probe. `found` is False where the person is missing from the cast."""

    probe: Probe
    answer: bool
    found: bool


@dataclass(frozen=True, slots=True)
class Rate:
    """`hits` of `n`, with the 95 % Wilson interval."""

    hits: int
    n: int

    @property
    def value(self) -> float:
        return self.hits / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.n:
            return 0.0, 1.0
        z, p, n = 1.96, self.value, self.n
        centre, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, (centre - spread) / (1 + z * z / n)), min(1.0, (centre + spread) / (1 + z * z / n))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.3f} [{low:.3f}, {high:.3f}] (n = {self.n})"


def load(path: Path = PROBES) -> tuple[Probe, ...]:
    """All probes of a table. Raises ValueError for a line that has not six fields."""
    probes = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith(("#", "novel\t")):
            continue
        novel, chapter, anchor, until, person, knows = line.split("\t")
        probes.append(Probe(novel, int(chapter), anchor, int(until), person, knows == "yes"))
    return tuple(probes)


def find_anchor(book: Book, anchor: str) -> int:
    """Offset of `anchor`, line breaks counting as blanks. Raises ValueError unless it stands there once."""
    found = list(re.finditer(r"\s+".join(map(re.escape, anchor.split())), book.text))
    if len(found) != 1:
        raise ValueError(f"{anchor!r} stands {len(found)} times in {book.title}")
    return found[0].start()


def find_person(annotation: Annotation, name: str) -> str | None:
    """Id of the one meant by `name`: a main name, else an alias, else a name that holds its words."""
    for person in annotation.characters:
        if name == person.name:
            return person.id
    for person in annotation.characters:
        if name in person.aliases:
            return person.id
    words = set(name.split())
    return next((p.id for p in annotation.characters if words <= set(p.name.split())), None)


def evaluate(books: Mapping[str, tuple[Book, Annotation]], probes: Iterable[Probe]) -> tuple[Outcome, ...]:
    """Answers to the probes of the novels in `books`, by name."""
    known = {}
    for name, (book, annotation) in books.items():
        segments = segment(book)
        known[name] = Knowledge(segments, presence(book, segments, annotation))
    outcomes = []
    for probe in probes:
        if probe.novel not in books:
            continue
        book, annotation = books[probe.novel]
        person = find_person(annotation, probe.person)
        offset = find_anchor(book, probe.anchor)
        answer = person is not None and known[probe.novel].knows(person, offset, probe.until)
        outcomes.append(Outcome(probe, answer, person is not None))
    return tuple(outcomes)


def precision(outcomes: Sequence[Outcome]) -> Rate:
    """Of what was said to be known, the share that is."""
    said = [one for one in outcomes if one.answer]
    return Rate(sum(one.probe.knows for one in said), len(said))


def recall(outcomes: Sequence[Outcome]) -> Rate:
    """Of what is known, the share that was said to be."""
    true = [one for one in outcomes if one.probe.knows]
    return Rate(sum(one.answer for one in true), len(true))


def novels(shared: Path, samples: Path) -> dict[str, tuple[Book, Annotation]]:
    """The novels of the probes, annotated without help: the sample, and the two under `shared`."""
    files = {"PrideAndPrejudice": samples / "pride-and-prejudice.txt"}
    for name in ("Emma", "TheSignOfTheFour"):
        files[name] = shared / "data" / "pdnc" / name / "novel_text.txt"
    read = {name: read_book(file.read_bytes(), file.name) for name, file in files.items()}
    return {name: (book, annotate(book)) for name, book in read.items()}


def table(outcomes: Sequence[Outcome]) -> str:
    """Precision and recall of each novel and of all, each with its interval and n."""
    rows = [("all", list(outcomes))]
    for name in dict.fromkeys(one.probe.novel for one in outcomes):
        rows.append((name, [one for one in outcomes if one.probe.novel == name]))
    lines = [f"{'novel':<20} {'precision':<34} recall"]
    lines += [f"{name:<20} {precision(group)!s:<34} {recall(group)}" for name, group in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[1]
    answers = evaluate(novels(root.parent / "shared", root / "samples"), load())
    print(table(answers))
