"""Words about people: titles, kin, ranks, given names with their pet forms, verbs of saying."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from knowledge.english.wordlist import words_of
from knowledge.types import Gender

MALE_TITLES = words_of(
    """
    mr mister sir lord master monsieur m messrs herr signor signore don senor señor father brother uncle
    grandfather grandpa baron count duke earl viscount marquis marquess prince king captain colonel
    general major admiral lieutenant sergeant corporal reverend rev bishop squire esq abbe abbé vicar
    friar dom padre old-man inspector constable capt col gen lieut sergt commander commodore emperor
    czar tsar sheikh rabbi
    """
)
FEMALE_TITLES = words_of(
    """
    mrs miss ms lady madame madam mademoiselle mme mlle frau fraulein fräulein signora signorina senora
    señora senorita señorita mother sister aunt auntie grandmother grandma baroness countess duchess
    marchioness princess queen dame mistress missis granny nurse nanny empress misses
    """
)
NEUTRAL_TITLES = words_of("dr doctor professor prof president st saint baby cousin judge")
TITLES = MALE_TITLES | FEMALE_TITLES | NEUTRAL_TITLES
MARRIED = words_of("mrs madame mme frau signora senora señora")
UNMARRIED = words_of("miss mademoiselle mlle fraulein fräulein signorina senorita señorita")
GIVEN_TITLES = words_of(
    """
    sir lady master aunt auntie uncle sister brother father mother cousin baby saint st king queen
    prince princess nurse don nanny granny old-man
    """
)
"""Titles that may stand before a given name alone."""

MALE_NOUNS = words_of(
    """
    man gentleman boy lad fellow father brother uncle son husband king lord prince duke waiter butler
    footman policeman constable soldier sailor captain colonel general major sergeant vicar clergyman
    priest parson landlord coachman groom valet postman milkman clerk magistrate judge beadle undertaker
    master sir papa dad daddy pa father-in-law brother-in-law son-in-law nephew grandfather grandson
    bridegroom monk friar bishop squire gamekeeper gardener porter cabman driver jailer turnkey youth
    tinker carpenter fisherman chap bachelor widower guardsman mariner tramp burglar thief robber
    baronet earl marquis count abbe abbot stepfather schoolmaster headmaster steward lawyer solicitor
    attorney doctor surgeon physician professor inspector officer detective lieutenant admiral engineer
    barman ostler hostler jew negro urchin
    """
)
FEMALE_NOUNS = words_of(
    """
    woman lady girl maid mother sister aunt daughter wife queen princess duchess housekeeper matron
    nurse governess hostess landlady mistress mamma mama mummy ma mum mam'selle madam niece grandmother
    granddaughter mother-in-law sister-in-law daughter-in-law widow bride nun cook maidservant lass
    damsel countess baroness actress schoolmistress stepmother housemaid parlourmaid charwoman barmaid
    signorina signora girlie spinster heroine waitress seamstress abbess lass lassie dame matriarch
    chambermaid
    """
)
NEUTRAL_NOUNS = words_of(
    """
    child servant stranger visitor guest friend companion neighbour neighbor cousin person voice speaker
    host prisoner student author poet artist teacher pupil baby infant patient traveller traveler
    passenger other another one third second first former latter figure creature animal elder younger
    eldest youngest invalid orphan secretary messenger shopkeeper tradesman
    """
)
PERSON_NOUNS = MALE_NOUNS | FEMALE_NOUNS | NEUTRAL_NOUNS
GROUP_NOUNS = words_of(
    """
    men women boys girls ladies gentlemen people children crowd others both all guests voices servants
    soldiers officers policemen chorus everyone everybody company party sisters brothers friends
    villagers mob jury neighbours neighbors pair couple two three parents
    """
)
KIN = {
    "mother": "f", "mamma": "f", "mama": "f", "mum": "f", "mummy": "f", "ma": "f", "mater": "f", "mammy": "f",
    "father": "m", "papa": "m", "dad": "m", "daddy": "m", "pa": "m", "pater": "m",
    "sister": "f", "brother": "m", "aunt": "f", "auntie": "f", "uncle": "m", "wife": "f", "husband": "m",
    "son": "m", "daughter": "f", "nephew": "m", "niece": "f", "grandmother": "f", "grandmamma": "f",
    "grandfather": "m", "grandpapa": "m", "granny": "f", "grandma": "f", "cousin": "?",
}  # fmt: skip
ADDRESS = words_of(
    """
    sir madam ma'am ma’am miss mamma mama papa mother father aunt uncle sister brother cousin captain
    colonel doctor general major inspector sergeant professor master mistress ladyship lordship majesty
    sire nurse grandmamma grandpapa granny dad daddy mummy mum boy girl child lad lass madame monsieur
    mademoiselle
    """
)

_SAYING = """
say ask cry reply answer return continue add exclaim whisper observe repeat remark murmur shout mutter
begin rejoin inquire enquire demand declare interrupt resume call sigh protest suggest explain echo gasp
growl retort urge interpose insist announce conclude groan scream laugh persist think respond admit agree
assent assure beg bellow breathe burst chuckle command comment complain confess correct croak declaim
ejaculate entreat falter giggle grumble hiss howl implore interject intimate lament mention moan mumble
mimic mourn muse note object offer order pant pipe plead pray proceed pronounce propose pursue put query
quote rap rave reason recite reflect relate remonstrate roar sing smile snap snarl sneer sniff snort sob
sputter stammer state stutter submit suppose swear tell thunder venture volunteer vociferate wail warn
whimper whine wonder yell yawn bawl blurt scoff snigger vow advise affirm argue bark bid boast bleat
concede concur cut coax counsel counter decide drawl enjoin expostulate finish grin grunt hint hum invite
jeer joke mouth nod opine own promise purr question quaver rattle read recall recollect rejoin reiterate
rebuke remind reprove screech shriek shrill shudder soothe speak splutter squeak squeal storm stipulate
summon sum surmise taunt tease testify titter trill upbraid utter wheeze write adjure apologize apologise
appeal beseech caution chime chirp commend confide contradict croon deny chorus dictate direct drone
expound fume gibber grate gurgle hail hazard heckle inform instruct jerk marvel maintain parry ponder
prompt rally ramble rasp resolve rumble sally scold simper snivel snuffle speculate tempt threaten
twitter wheedle
"""
_IRREGULAR = {
    "say": "said says", "begin": "began begins begun", "think": "thought thinks", "tell": "told tells",
    "speak": "spoke speaks", "sing": "sang sings", "swear": "swore swears", "burst": "burst bursts",
    "put": "put puts", "cut": "cut cuts", "read": "read reads",
    "write": "wrote writes", "bid": "bade bid bids",
    "cry": "cried cries", "reply": "replied replies", "deny": "denied denies", "parry": "parried",
    "beseech": "besought", "testify": "testified", "go": "went goes", "shrill": "shrilled",
    "come": "came comes",
    "break": "broke breaks", "rally": "rallied", "sally": "sallied",
}  # fmt: skip


@cache
def saying() -> frozenset[str]:
    """Forms (past, present, -ing) of verbs that lead in or follow direct speech."""
    forms: set[str] = set()
    for verb in _SAYING.split():
        stem = verb.removesuffix("e")
        doubled = verb + verb[-1] if re.fullmatch(r"[^aeiou]*[aeiou][bgmnpt]", verb) else stem
        regular = f"{doubled}ed {verb}s {doubled}ing"
        ing = f"{stem}ing {doubled}ing"
        forms.update(f"{_IRREGULAR.get(verb, regular)} {ing}".split())
    return frozenset(forms)


@cache
def given_names() -> dict[str, Gender]:
    """Lower-case given name or pet form -> "f", "m", or "?" where both bear it."""
    genders: dict[str, Gender] = {}
    for gender, *names in _rows():
        for name in names:
            genders[name] = gender if genders.get(name, gender) == gender else "?"  # type: ignore[assignment]
    return genders


@cache
def pet_forms() -> dict[str, frozenset[str]]:
    """Lower-case name -> every lower-case name that may mean the same person, itself included."""
    related: dict[str, set[str]] = {}
    for _, head, *others in _rows():
        for name in (head, *others):
            # A pet form is tied to its full name, not to every other pet form of it.
            related.setdefault(name, {name}).update((head, *others) if name == head else (head,))
    return {name: frozenset(forms) for name, forms in related.items()}


@cache
def _rows() -> tuple[tuple[str, ...], ...]:
    text = files("knowledge.english").joinpath("given_names.txt").read_text(encoding="utf-8")
    return tuple(tuple(line.lower().split()) for line in text.splitlines() if line and line[0] in "fm")
