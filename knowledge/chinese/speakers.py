"""Who says each quote, read in order: cues before and after, left-out subjects, pronouns, turns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from knowledge.chinese import words
from knowledge.chinese.clauses import Clause, clauses, ends_with_speaking
from knowledge.chinese.cues import speaker_before
from knowledge.chinese.marks import Quoted, is_speech
from knowledge.chinese.subjects import Subject, SubjectFinder
from knowledge.types import Cue, Gender

_HEARD = re.compile(
    "(?:也|便|一|又|才|都)?(?:听了|听说|听罢|听毕|听见|听得|听如此|听这|听他|听到|听，|闻言|闻听|闻说|见说|见问|听言)"
)
_WRITTEN = re.compile(
    "(?:[写书题刻镌赋](?:着|道|曰|云|的是|有)*|(?:字|联|诗|词|匾|偈|帖|条|赋|歌|曲)[^，。]{0,6}(?:道是|云|曰|道|是))$"
)
_THOUGHT = re.compile(f"(?:{words.alternatives(words.THINK)})[道着]?$")
_VOCATIVE = re.compile("[^，。！？：、；…—\n]{1,6}(?=[，！、。？…])")
_TO = re.compile("(?:向|对着?|与|和|同|问|望着|朝着?|冲着?|拉着|告诉|嘱咐|吩咐|骂|劝|叫|回|命|携着?)$")


@dataclass(frozen=True, slots=True)
class Said:
    """A quote with the people (keys of the resolver) who say and hear it."""

    quote: Quoted
    speaker: str | None
    addressee: str | None
    cue: Cue
    turn: int
    thought: bool = False
    told: bool = False  # the words of the cue name the addressee


class SpeakerReader:
    """Reads the quotes of one text in order."""

    def __init__(
        self,
        plain: str,
        finder: SubjectFinder,
        resolve: Callable[[str], str],
        gender: Callable[[str], Gender],
    ) -> None:
        """`resolve` maps a surface to its person's key, `gender` a key to what is known of it."""
        self._plain = plain
        self._finder = finder
        self._resolve = resolve
        self._gender = gender
        self._recent: list[str] = []  # people in order of their latest mention as a subject
        self._said: list[Said] = []
        self._votes: dict[str, Counter[Gender]] = {}
        self._tells_gender = plain.count("她") > 3

    def read(self, quotes: Sequence[Quoted]) -> list[Said]:
        """Every quote that is speech or thought, attributed."""
        kept = [quote for quote in quotes if self._is_said(quote)]
        for number, quote in enumerate(kept):
            following = kept[number + 1] if number + 1 < len(kept) else None
            self._said.append(self._one(quote, following))
        self._fill_back()
        return [self._heard(number) for number in range(len(self._said))]

    def _fill_back(self) -> None:
        """In a bare exchange that opens before anyone is named, the one after next spoke first."""
        for number in range(len(self._said) - 3, -1, -1):
            one, other, third = self._said[number : number + 3]
            near = third.quote.outer_start - one.quote.outer_end < 300
            if one.speaker is None and near and third.speaker not in (None, other.speaker):
                self._said[number] = replace(one, speaker=third.speaker, cue="implicit")

    def _heard(self, number: int) -> Said:
        """The quote with its addressee filled in from who answers it, where nothing else told."""
        said = self._said[number]
        if said.addressee is not None or said.thought or said.speaker is None:
            return said
        for after in self._said[number + 1 : number + 3]:
            near = after.quote.outer_start - said.quote.outer_end < 200
            if near and after.speaker not in (None, said.speaker):
                return replace(said, addressee=after.speaker)
        return said

    def _is_said(self, quote: Quoted) -> bool:
        before = self._plain[max(0, quote.outer_start - 30) : quote.outer_start].rstrip(" ：，\n")
        clause = re.split('[，。！？；：”"」]', before)[-1]
        if _WRITTEN.search(clause):
            return False
        cued = ends_with_speaking(clause) or self._cue_after(quote) is not None
        return is_speech(self._plain, quote, cued=cued)

    def _narration_start(self, quote: Quoted) -> int:
        previous = self._said[-1].quote if self._said else None
        start = quote.paragraph_start
        if previous and previous.outer_end > start:
            return previous.outer_end
        if self._plain[start : quote.outer_start].strip() == "":
            before = (
                self._plain[:start].rstrip()[-1:]
                if start < 200
                else self._plain[start - 200 : start].rstrip()[-1:]
            )
            if before == "：":  # the cue stands alone in the paragraph before
                end = start - 1
                while end > 0 and self._plain[end - 1] in " \n":
                    end -= 1
                start = self._plain.rfind("\n", 0, end) + 1
                if previous and previous.outer_end > start:
                    return previous.outer_end
        return start

    def _cue_after(self, quote: Quoted) -> Clause | None:
        """The clause after the quote that names who spoke: “……”他说。 or “……”他坐在窗边，头也不抬地说。"""
        plain = self._plain
        stop = min(quote.paragraph_end, quote.outer_end + 60)
        start = quote.outer_end
        while start < stop and plain[start] in " ，,":
            start += 1
        if start >= stop or plain[start] in words.CLAUSE_END:
            return None
        for clause in clauses(plain, start, stop):
            if any(mark in words.SENTENCE_END or mark in '“「"' for mark in plain[start : clause.start]):
                return None
            text = plain[clause.start : clause.end]
            ending = plain[clause.end : clause.end + 1]
            if ending == "：":
                return None
            if len(text) <= 20 and ending not in '“「"' and ends_with_speaking(text, after=True):
                return Clause(start, clause.end)
        return None

    def _one(self, quote: Quoted, following: Quoted | None) -> Said:
        plain = self._plain
        start = self._narration_start(quote)
        stretch = clauses(plain, start, quote.outer_start)
        last = plain[stretch[-1].start : stretch[-1].end] if stretch else ""
        mark = plain[start : quote.outer_start].rstrip(" \n")[-1:]
        cued = mark == "：" or (ends_with_speaking(last) and mark not in "。！？…")
        previous = self._said[-1] if self._said else None
        turn = len(self._said) if previous is None else previous.turn + 1
        thought = bool(_THOUGHT.search(last)) and cued
        inside = previous is not None and previous.quote.outer_end == start and start > quote.paragraph_start
        self._watch(start, quote.outer_start)
        if cued:
            speaker, cue = self._before(start, quote)
            if inside and previous is not None and mark == "，" and speaker == previous.speaker:
                turn = previous.turn  # “……，”他说，“……”
            return self._make(quote, speaker, cue, turn, thought, stretch)
        after = self._cue_after(quote)
        if after is not None:
            subject = speaker_before(plain, after.start, after.end, self._finder)
            if subject is not None:
                speaker, cue = self._meant(subject)
                self._see(speaker)
                return self._make(quote, speaker, cue, turn, False, ())
        if inside and previous is not None:
            same = mark not in "。！？…"
            speaker = previous.speaker
            if not same and stretch:
                subject = speaker_before(plain, start, quote.outer_start, self._finder)
                if subject is not None:
                    speaker = self._meant(subject)[0] or speaker
            return self._make(quote, speaker, "implicit", previous.turn if same else turn, False, ())
        if stretch and (subject := speaker_before(plain, start, quote.outer_start, self._finder)):
            return self._make(quote, self._meant(subject)[0], "implicit", turn, False, ())
        if following is None or following.outer_start > quote.paragraph_end or self._beat(quote, following):
            rest = clauses(plain, quote.outer_end, quote.paragraph_end)
            if rest and (subject := self._finder.find(plain, rest[0])):
                speaker = self._meant(subject)[0]
                self._see(speaker)
                return self._make(quote, speaker, "implicit", turn, False, ())
        return self._make(quote, self._by_turn(quote), "implicit", turn, False, ())

    def _beat(self, quote: Quoted, following: Quoted) -> bool:
        """Whether what stands before the next quote of the paragraph belongs to this one: no cue leads on."""
        return self._plain[quote.outer_end : following.outer_start].rstrip()[-1:] in "，。！？…"

    def _before(self, start: int, quote: Quoted) -> tuple[str | None, Cue]:
        subject = speaker_before(self._plain, start, quote.outer_start, self._finder)
        if subject is not None:
            return self._meant(subject)
        previous = self._said[-1] if self._said else None
        if previous is not None and quote.outer_start - previous.quote.outer_end < 400:
            text = self._plain[previous.quote.outer_end : quote.outer_start].lstrip(" \n")
            if _HEARD.match(text) and previous.addressee:
                return previous.addressee, "anaphoric"
            if quote.paragraph_start < previous.quote.outer_end:
                return previous.speaker, "anaphoric"
        return (self._recent[-1] if self._recent else None), "anaphoric"

    def _meant(self, subject: Subject) -> tuple[str | None, Cue]:
        surface = self._plain[subject.start : subject.end]
        if subject.kind != "pronoun":
            return self._resolve(surface), "explicit"
        wanted: Gender = "f" if surface.startswith("她") else "m" if self._tells_gender else "?"
        previous = self._said[-1].speaker if self._said else None
        fits = [key for key in reversed(self._recent[-6:]) if self._may_be(key, wanted)]
        sure = [key for key in fits if wanted != "?" and self._sex(key) == wanted]
        # In an exchange the other one answers, unless only the last speaker fits.
        answering = [key for key in sure or fits if key != previous]
        found = next(iter((answering if self._fresh(subject) else []) or sure or fits), previous)
        if found is not None and wanted != "?":
            self._votes.setdefault(found, Counter())[wanted] += 1
        return found, "anaphoric"

    def _fresh(self, subject: Subject) -> bool:
        """Whether no one acted between the quote before and this pronoun, in a new paragraph."""
        if not self._said:
            return False
        previous = self._said[-1].quote
        between = self._plain[previous.outer_end : subject.start]
        return "\n" in between and not self._finder.names_in(self._plain, previous.outer_end, subject.start)

    def _sex(self, key: str) -> Gender:
        known = self._gender(key)
        votes = self._votes.get(key)
        if known != "?" or not votes:
            return known
        return "f" if votes["f"] > votes["m"] else "m" if votes["m"] > votes["f"] else "?"

    def _may_be(self, key: str, wanted: Gender) -> bool:
        return wanted == "?" or self._sex(key) in ("?", wanted)

    def _by_turn(self, quote: Quoted) -> str | None:
        """In a bare exchange the one before last speaks again; a vocative is never the speaker."""
        called = self._called(quote)
        recent = self._said[-6:]
        if not recent or quote.outer_start - recent[-1].quote.outer_end > 300:
            return None
        last = recent[-1].speaker
        for said in reversed(recent[:-1]):
            if said.speaker not in (None, last, called):
                return said.speaker
        if recent[-1].addressee not in (None, last, called):
            return recent[-1].addressee
        others = [key for key in reversed(self._recent) if key not in (last, called)]
        return others[0] if others else None

    def _called(self, quote: Quoted) -> str | None:
        match = _VOCATIVE.match(self._plain, quote.start, quote.end)
        if match and self._finder.is_name(match[0]):
            return self._resolve(match[0])
        return None

    def _watch(self, start: int, end: int) -> None:
        for clause in clauses(self._plain, start, end):
            subject = self._finder.find(self._plain, clause)
            if subject and subject.kind in ("name", "role"):
                self._see(self._resolve(self._plain[subject.start : subject.end]))

    def _see(self, key: str | None) -> None:
        if key is None:
            return
        if key in self._recent:
            self._recent.remove(key)
        self._recent.append(key)
        del self._recent[:-12]

    def _make(
        self,
        quote: Quoted,
        speaker: str | None,
        cue: Cue,
        turn: int,
        thought: bool,
        stretch: Sequence[Clause],
    ) -> Said:
        self._see(speaker)
        if speaker is None:
            cue = "none"
        told = None if thought else self._told(speaker, stretch)
        addressee = told if told or thought else self._addressee(quote, speaker)
        return Said(quote, speaker, addressee, cue, turn, thought, told is not None)

    def _told(self, speaker: str | None, stretch: Sequence[Clause]) -> str | None:
        """The addressee as the cue names it: 向黛玉道, 问他."""
        for clause in reversed(stretch[-2:]):
            for start, end in self._finder.names_in(self._plain, clause.start, clause.end):
                if _TO.search(self._plain, max(clause.start, start - 3), start):
                    key = self._resolve(self._plain[start:end])
                    if key != speaker:
                        return key
        return None

    def _addressee(self, quote: Quoted, speaker: str | None) -> str | None:
        called = self._called(quote)
        if called not in (None, speaker):
            return called
        for said in reversed(self._said[-4:]):
            near = quote.outer_start - said.quote.outer_end < 600
            if near and said.speaker not in (None, speaker):
                return said.speaker
            if near and said.speaker == speaker and said.addressee not in (None, speaker):
                return said.addressee
        return None
