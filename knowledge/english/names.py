"""Capitalised names in the text: `Mr. Darcy`, `Lady Catherine de Bourgh`, `the White Rabbit`."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.english.lexicon import ADDRESS, GIVEN_TITLES, KIN, TITLES, given_names
from knowledge.english.wordlist import words_of
from knowledge.english.words import Casing, Words

_PARTICLES = words_of("de du la le von van der den di da del della des of")
_NEVER = words_of(
    """
    i i'm i'll i've i'd i’m i’ll i’ve i’d oh o ah god lord heaven heavens christ jesus devil satan
    providence monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december christmas easter english french german italian
    american russian spanish irish scotch scottish welsh dutch roman greek latin indian european british
    englishman englishmen englishwoman frenchman irishman americans chapter volume book part mr mrs miss
    the a an and but or yes no well why what when where who how then there here this that these those it
    he she they we you his her its their my your our if so as at in on of to for with by from not nor
    now never none nothing is are was were be do did does have has had will would shall should can could
    may might must let ay aye hallo hullo hello hush good bad dear poor old little young great very
    north south east west majesty highness honour honor excellency lordship ladyship bible church
    parliament aha halloa hem humph lor ugh ha ho hurrah fie tut pshaw alas eh hark damn confound bah
    faith egad oho hoo whew st ahem gracious mercy nonsense welcome hold stop wait stay listen mind
    indeed certainly internet project gutenberg ebook amen adieu bravo pray thank thanks please come go
    look see yours sincerely street road lane square park house hall court castle bridge hotel inn town
    city county river sea island hill mount room kindness nature fortune love death time truth justice
    beauty art science
    """
)
_SAME_TITLE = {
    "doctor": "dr", "mister": "mr", "capt": "captain", "prof": "professor", "col": "colonel",
    "gen": "general",
    "rev": "reverend", "lieut": "lieutenant", "sergt": "sergeant", "mme": "madame", "mlle": "mademoiselle",
    "missis": "mrs", "m": "monsieur", "saint": "st", "auntie": "aunt", "señor": "senor", "señora": "senora",
}  # fmt: skip
_UNTITLED = words_of("i the a an and of my your his her is was you he she it in to")
_PLACE_ENDS = words_of(
    """
    street road lane square park house court castle bridge hotel inn town city county river sea island
    islands hill mount abbey lodge cottage farm wood woods forest place station office club school
    college hospital church terrace gardens row yard mill common heath bay lake valley company times
    gazette museum
    """
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name at words `first` to `last` (inclusive).

    `title` is lower case without stop ("" where there is none); `words` keep their case; `article` tells of a
    "the" before; `owns` of a possessive.
    """

    first: int
    last: int
    title: str
    words: tuple[str, ...]
    article: bool
    owns: bool

    @property
    def key(self) -> tuple[str, bool, tuple[str, ...]]:
        """What two mentions share when they read alike."""
        return self.title, self.article, tuple(word.lower() for word in self.words)


def find_names(words: Words, cases: Casing) -> tuple[Name, ...]:
    """Every run of capitalised words that may name someone, in order."""
    found: list[Name] = []
    at, count = 0, len(words)
    while at < count:
        name = _name_at(words, cases, at)
        if name is None:
            at += 1
        else:
            found.append(name)
            at = name.last + 1
    return tuple(found)


def canonical_title(title: str) -> str:
    """ "doctor" -> "dr", "capt" -> "captain"."""
    return _SAME_TITLE.get(title, title)


def is_name_word(words: Words, cases: Casing, at: int) -> bool:
    """Whether the capitalised word at `at` is a name's, not just the first of a sentence."""
    word, lower = words.text[at], words.lower[at]
    if not word[0].isupper():
        return False
    within, small = cases.within[lower], cases.small[lower]
    if word.isupper() and len(word) > 1:
        return within > small and within > 1 and lower not in _NEVER
    if lower in _NEVER:
        beast = (
            at > 0
            and words.lower[at - 1] == "the"
            and at + 1 < len(words)
            and words.text[at + 1][0].isupper()
        )
        if beast and _joined(words, at) and _joined(words, at + 1) and not words.text[at].isupper():
            return True  # the March Hare
        return within > 4 * small + 4 and lower in given_names() and not words.initial[at]
    if not words.initial[at]:
        return True
    if within == 0:
        return small == 0 and (lower in given_names() or cases.opening[lower] > 2)
    return small <= within


def _joined(words: Words, at: int, *, after_title: bool = False) -> bool:
    """Whether word `at` follows the one before with nothing but a blank (or an abbreviating stop) between."""
    if at >= len(words) or words.owns[at - 1]:
        return False
    gap = words.gap[at]
    if gap.strip() == "":
        return gap != "" and "\n\n" not in gap
    stop = gap.rstrip()
    return stop == "." and (after_title or len(words.text[at - 1]) == 1)


def _title_at(words: Words, at: int) -> str:
    """The title that stands at `at` with a name-like word after it, or ""."""
    lower = words.lower[at]
    if lower not in TITLES or not words.text[at][0].isupper():
        return ""
    follows = _joined(words, at + 1, after_title=True) and words.text[at + 1][0].isupper()
    return lower if follows and words.lower[at + 1] not in _UNTITLED else ""


def _name_at(words: Words, cases: Casing, at: int) -> Name | None:
    title, first = _title_at(words, at), at
    cursor = at
    while title and (again := _title_at(words, cursor + 1)):
        title, cursor = again if again not in GIVEN_TITLES else title, cursor + 1
    cursor = cursor + 1 if title else cursor
    if not title and not is_name_word(words, cases, at):
        return None
    parts = [words.text[cursor]]
    last = cursor
    while not words.owns[last] and len(parts) < 6:
        after = last + 1
        if _joined(words, after) and _goes_on(words, cases, after, parts) and not _title_at(words, after):
            parts.append(words.text[after])
            last = after
        elif _particle(words, cases, last, bool(title)):
            parts += [words.text[after], words.text[after + 1]]
            last = after + 1
        else:
            break
    while not title and len(parts) > 1 and parts[0].lower() in ("old", "young", "little", "poor", "dear"):
        parts, first = parts[1:], first + 1
    article = first > 0 and words.lower[first - 1] in ("the",) and _joined(words, first)
    place = parts[-1].lower() in _PLACE_ENDS and parts[0].lower() not in given_names()
    if place and not title and not article and len(parts) > 1:
        return None
    cased = tuple(_cased(word) for word in parts)
    if not title and not article and len(cased) == 1 and _hardly_a_name(cased[0].lower()):
        return None
    return Name(first, last, canonical_title(title), cased, article, words.owns[last])


def _goes_on(words: Words, cases: Casing, at: int, parts: list[str]) -> bool:
    """Whether word `at` is part of the name begun; Anna Hill is no hill."""
    if is_name_word(words, cases, at):
        return True
    given = len(parts) == 1 and parts[0].lower() in given_names()
    return given and words.lower[at] in _PLACE_ENDS and words.text[at].istitle()


def _particle(words: Words, cases: Casing, last: int, titled: bool) -> bool:
    """Whether "de Bourgh" or (after an article or title) "of Hearts" follows."""
    after = last + 1
    if after + 1 >= len(words) or words.lower[after] not in _PARTICLES or words.text[after] == "Of":
        return False
    if not (_joined(words, after) and _joined(words, after + 1) and words.text[after + 1][0].isupper()):
        return False
    if words.lower[after] == "of":
        return words.lower[last] in (
            "king",
            "queen",
            "prince",
            "duke",
            "duchess",
            "princess",
            "knave",
            "lord",
        )
    return is_name_word(words, cases, after + 1)


def _hardly_a_name(lower: str) -> bool:
    """Forms of address (Sir, Captain) and initials; Mamma and Papa may be all the name a person has."""
    return lower not in KIN and (len(lower) < 2 or lower in TITLES or lower in ADDRESS)


def _cased(word: str) -> str:
    return word.capitalize() if word.isupper() and len(word) > 1 else word
