"""Who is who: forms of names gathered into people, families kept apart."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence

from knowledge.english.forms import Form, Key
from knowledge.english.joins import join_pets, join_wives
from knowledge.english.lexicon import GIVEN_TITLES, MARRIED, TITLES, UNMARRIED, given_names
from knowledge.english.names import canonical_title
from knowledge.english.person import NOBLE, Person, agree, same_given

_PAGE = 3000  # characters
_ROYAL = NOBLE - {"sir", "lady"}
_PLAIN = frozenset({"mr", "mister", "monsieur", "m", "herr", "signor", "signore", "don", "senor", "master"})


class Gathering:
    """Builds people from forms; `talks` are pairs of keys whose owners were seen to speak in turn."""

    def __init__(self, forms: dict[Key, Form], talks: Counter[frozenset[Key]]) -> None:
        self._forms = forms
        self._talks = talks
        self.people: list[Person] = []
        self._surnames = self._find_surnames()

    def gather(self) -> list[Person]:
        """All people, most named first."""
        by_size: dict[str, list[Form]] = defaultdict(list)
        for form in sorted(self._forms.values(), key=lambda f: (-f.count, f.first)):
            last = form.parts[-1]
            plural = last.endswith("s") and (last[:-1] in self._surnames or last[:-2] in self._surnames)
            if (plural and (form.title or form.article)) or (form.title and len(last) == 1):
                continue  # the Miss Bennets, Mr. E.
            by_size[self._shape(form)].append(form)
        for form in by_size["full"]:
            self._full(form)
        for form in by_size["titled"]:
            self._titled(form)
        for form in by_size["single"]:
            self._single(form)
        for form in sorted(by_size["article"], key=lambda f: -len(f.parts)):
            self._article(form)
        self.people = join_wives(join_pets(self.people, self.apart), self.apart)
        return sorted((p for p in self.people if p.forms), key=lambda p: -p.count)

    def apart(self, one: Person, other: Person | Form, *, least: int = 2) -> bool:
        """Whether the two are named together, in a sentence or turn by turn, too often to be one."""
        sentences = one.sentences & other.sentences
        theirs = other.forms if isinstance(other, Person) else [other]
        turns = sum(self._talks[frozenset((a.key, b.key))] for a in one.forms for b in theirs)
        together = len(sentences) + 2 * turns
        return together >= max(least, 0.04 * min(one.count, other.count))

    def _shape(self, form: Form) -> str:
        if form.article and not form.title:
            return "article"
        if len(form.parts) > 1:
            return "full"
        return "titled" if form.title else "single"

    def _find_surnames(self) -> set[str]:
        """Words that follow Mr, Mrs, Miss or a rank alone, or that end a longer name."""
        votes, against = Counter[str](), Counter[str]()
        whole = {(form.title, form.parts[0]) for form in self._forms.values() if len(form.parts) > 1}
        for form in self._forms.values():
            if form.article and not form.title:
                continue
            if len(form.parts) > 1:
                # The place in a full name tells more than a title does.
                votes[form.parts[-1]] += 3 * form.count
                against[form.parts[0]] += form.count
            elif form.title and form.title not in GIVEN_TITLES:
                lean = form.parts[0] in given_names() and (
                    form.title in UNMARRIED or (form.title, form.parts[0]) in whole
                )
                (against if lean else votes)[form.parts[0]] += form.count
        return {word for word in votes if votes[word] > against[word]}

    def _full(self, form: Form) -> None:
        given, surname = form.parts[0], form.parts[-1]
        alone = self._forms.get(("", False, (surname,)))
        if form.count < 3 and alone and alone.count > 20 * form.count and surname in given_names():
            return  # two names that happened to meet: "the Academy Anne"
        if form.title in MARRIED and given_names().get(given) == "m":
            given = ""  # Mrs. James Cooper has her husband's
        for person in self.people:
            same = same_given(person.given, given) or (not given and not person.given)
            if person.surname == surname and same and agree(person, form):
                person.forms.append(form)
                return
        if form.title or form.is_person() or given in given_names():
            self.people.append(Person(given, surname, [form]))

    def _titled(self, form: Form) -> None:
        word = form.parts[0]
        is_given = word not in self._surnames or (
            form.title in GIVEN_TITLES - {"lady"} and word in given_names()
        )
        if is_given:
            known = [p for p in self._named(word) if agree(p, form)]
            if form.title in UNMARRIED or form.title == "master":
                known = [p for p in known if not p.has(MARRIED | NOBLE)]
            whole = [p for p in known if any(f.title == form.title and word in f.parts for f in p.forms)]
            if whole:
                whole[0].forms.append(form)
                return
            if form.title in _ROYAL:
                known = [p for p in known if p.has({form.title})]
            elif form.title in NOBLE or form.title in GIVEN_TITLES - UNMARRIED - {
                "master",
                "baby",
                "old-man",
            }:
                known = [p for p in known if p.has({form.title})] or [p for p in known if not p.has(NOBLE)][
                    :1
                ]
            owner = self._first_free(known, form)
            if owner:
                owner.forms.append(form)
            else:
                self.people.append(Person(word, "", [form]))
            return
        owner = self._heir(form, word)
        if owner:
            owner.forms.append(form)
        else:
            self.people.append(Person("", word, [form]))

    def _heir(self, form: Form, surname: str) -> Person | None:
        """Whom `Mr. Bennet` or `Miss Bennet` means among the known bearers of the surname."""
        family = [p for p in self.people if p.surname == surname and agree(p, form)]
        same = [p for p in family if form.title in p.titles and not p.given]
        if same:
            return same[0]
        title = form.title
        for person in family:
            officer = not person.given and not person.has(_PLAIN | MARRIED | UNMARRIED | NOBLE)
            if title in _PLAIN and officer and 4 * form.count < person.count and not self.apart(person, form):
                return person  # a doctor or captain whom some call Mr.
        family = [p for p in family if p.given]
        if title in MARRIED or title == "lady":
            return next((p for p in family if p.has({title})), None)
        if title in UNMARRIED:
            family = [p for p in family if not p.has(MARRIED | NOBLE)]
        elif title in _PLAIN:
            family = [p for p in family if not p.titles or p.has(_PLAIN | {"dr", "doctor"})]
        else:
            ranked = [p for p in family if p.has({title})]
            plain = [p for p in family if not p.titles]
            family = ranked or (plain if len(plain) == 1 else [])
        # The eldest goes by the surname alone: whoever is called "Miss Eliza" is not "Miss Bennet".
        most = max((self._bare(p) for p in family), default=0)
        plainly = [p for p in family if not self._distinguished(p, title) and self._bare(p) > 0.05 * most]
        others = [p for p in family if 5 * (n := self._distinguished(p, title)) > form.count or n < 8]
        plainly.sort(key=lambda p: -self._bare(p))
        others.sort(key=lambda p: -self._bare(p))
        return self._first_free([*plainly, *others], form)

    def _distinguished(self, person: Person, title: str) -> int:
        """How often the person is called by title and given name, as a younger brother or sister is."""
        return sum(f.count for f in person.forms if f.title == title and person.given in f.parts)

    def _bare(self, person: Person) -> int:
        form = self._forms.get(("", False, (person.given,)))
        return person.count + (form.count if form else 0)

    def _first_free(self, people: Sequence[Person], form: Form) -> Person | None:
        for person in people:
            alone = self._forms.get(("", False, (person.given,)))
            probe = Person(person.given, person.surname, [*person.forms, *([alone] if alone else [])])
            if not self.apart(probe, form, least=4 if len(people) == 1 else 3):
                return person
        return None

    def _single(self, form: Form) -> None:
        word = form.parts[0]
        named = [p for p in self._named(word) if p.given == word or self._pet(p, form)]
        family = [p for p in self.people if p.surname == word]
        heavy = max((p.count for p in family), default=0)
        if named and (word not in self._surnames or word in given_names()):
            plain = [p for p in named if not p.has(NOBLE)] or named
            plain = [p for p in plain if not self._by_surname(p, form)]
            plain.sort(key=lambda p: (-self._weight(p), p.forms[0].first))
            if plain and self._weight(plain[0]) >= heavy:
                plain[0].forms.append(form)
                return
        if family:
            family.sort(key=lambda p: (p.gender == "f", p.has(NOBLE), -p.count))
            free = [p for p in family if not self.apart(p, form, least=3)]
            best = free[0] if free and 5 * free[0].count > family[0].count else family[0]
            best.forms.append(form)
        elif form.is_person():
            hyphened = set(word.split("-")) - {word, "the", "a", "o"}
            whole = [p for p in self.people if p.given in hyphened]
            if len(whole) == 1 and not self.apart(whole[0], form, least=4):
                whole[0].forms.append(form)
                return
            self.people.append(Person(word, "", [form]))

    def _pet(self, person: Person, form: Form) -> bool:
        """Whether a related given name may be the person's, who is known without title or surname."""
        if person.surname or all(f.title for f in person.forms) or self.apart(person, form):
            return False
        theirs = sorted(at for f in person.forms for at in f.places)
        return sum(_beside(theirs, at) for at in form.places) > 0.3 * form.count

    def _by_surname(self, person: Person, form: Form) -> bool:
        """Whether the person goes by surname and elsewhere, so that the frequent given name is another's."""
        by_surname = [at for f in person.forms if person.given not in f.parts for at in f.places]
        if 2 * len(by_surname) < person.count or form.count < 3 * person.count:
            return False
        near = sum(_beside(form.places, at) for at in by_surname)
        return near < 0.4 * len(by_surname)

    def _weight(self, person: Person) -> int:
        return sum(f.count for f in person.forms if person.given in f.parts)

    def _named(self, word: str) -> list[Person]:
        return sorted(
            (p for p in self.people if same_given(p.given, word)), key=lambda p: (p.given != word, -p.count)
        )

    def _article(self, form: Form) -> None:
        parts = set(form.parts)
        if len(parts) == 1 and (bare := self._forms.get(("", False, form.parts))):
            owner = next((p for p in self.people if bare in p.forms), None)
            if owner and (form.count < bare.count or form.said):
                owner.forms.append(form)
                return
        if form.parts[-1] in self._surnames and not form.said:
            return  # the Gillis place, the Weston carriage
        if len(parts) == 1 and form.parts[0] in TITLES:
            rank = canonical_title(form.parts[0])
            ranked = sorted((p for p in self.people if p.has({rank})), key=lambda p: -p.titles[rank])
            if ranked and all(ranked[0].count > 2 * p.count for p in ranked[1:]):
                ranked[0].forms.append(form)
                return
        longer = [
            p
            for p in self.people
            for f in p.forms[:3]
            if (f.article or not f.title)
            and (f.parts[-1] == form.parts[-1] or (f.parts[0] == form.parts[0] and f.article))
            and (parts <= set(f.parts) or set(f.parts) <= parts)
        ]
        longer = list(dict.fromkeys(longer))
        if len(longer) > 1:
            longer = [p for p in longer if p.count > 5 * sum(q.count for q in longer if q is not p)]
        if len(longer) == 1 and not self.apart(longer[0], form, least=4):
            longer[0].forms.append(form)
        elif form.said:
            self.people.append(Person("", "", [form]))


def _beside(places: Sequence[int], at: int) -> bool:
    """Whether one of the sorted `places` lies within a page of `at`."""
    index = bisect_left(places, at - _PAGE)
    return index < len(places) and places[index] <= at + _PAGE
