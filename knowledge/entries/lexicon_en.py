"""English patterns, written for nineteenth- and twentieth-century prose; not tuned on any "
"annotated data."""

from __future__ import annotations

import re

from knowledge.entries.lexicon import Lexicon, Rules, labelled

_TRAITS = (
    "able absurd active affable affectionate agreeable ambitious amiable arrogant artful awkward "
    "bold brave "
    "candid careful careless cautious charming cheerful civil clever cold compassionate "
    "conceited confident "
    "constant cool courageous courteous cowardly cruel cunning curious decided delicate "
    "determined dignified "
    "diligent discreet dull eager easy elegant eloquent energetic envious excellent extravagant faithful "
    "fastidious fearless fierce foolish frank friendly frivolous generous gentle gracious grave greedy "
    "handsome harsh haughty hearty honest humble idle ignorant imaginative impatient impulsive indolent "
    "indulgent industrious ingenious innocent insolent intelligent jealous kind lazy lively "
    "loyal mean meek "
    "melancholy mild modest nervous noble obstinate odd patient plain pleasant polite pompous "
    "practical pretty "
    "proud prudent quick quiet reserved resolute restless ridiculous romantic rough rude "
    "sarcastic selfish "
    "sensible sensitive serious severe shrewd shy silent silly simple sincere sober solemn stern "
    "stubborn "
    "stupid sullen sweet sympathetic talkative tender thoughtful thoughtless timid tiresome "
    "truthful unaffected "
    "unfeeling unselfish unsociable upright vain virtuous vivacious vulgar warm-hearted weak "
    "wicked wild wise witty"
)
_TRAIT = "|".join(_TRAITS.split())
_BEING = r"(?:was|were|is|are|am|be|been|seemed|appeared|looked|grew|became)"
_PERSON = (
    r"(?:man|woman|girl|boy|child|lady|gentleman|person|fellow|creature|youth|character|companion|friend)"
)
_NATURE = (
    r"(?:temper|disposition|mind|understanding|manners?|air|face|figure|features|eyes|hair|voice|"
    r"habits?|way|"
    r"heart|character|sense|smile|countenance|nature|talents?|taste|spirits|looks|complexion|imagination)"
)
_KIN = (
    r"(?:daughter|son|wife|husband|widow|widower|sister|brother|father|mother|uncle|aunt|niece|"
    r"nephew|cousin|"
    r"grandfather|grandmother|guardian|ward|heir|heiress|orphan|child|children|family|parents)"
)
_TRADE = (
    r"(?:clergyman|vicar|curate|rector|captain|colonel|major|lieutenant|officer|soldier|sailor|"
    r"doctor|physician|"
    r"surgeon|lawyer|attorney|merchant|farmer|teacher|schoolmaster|governess|housekeeper|servant|"
    r"maid|butler|"
    r"coachman|squire|baronet|knight|landlord|innkeeper|clerk|banker|painter|writer|student|"
    r"detective|beadle)"
)


_VAGUE = ("ward", "heir", "heiress", "orphan", "child", "children", "family", "parents", "widow", "widower")
_KINSHIP = {
    **{word: word for word in re.findall(r"\w+", _KIN[3:-1]) if word not in _VAGUE},
    "papa": "father",
    "mamma": "mother",
    "mama": "mother",
    "friend": "friend",
    "servant": "servant",
}


def _rules(*rows: tuple[float, str]) -> Rules:
    return tuple((worth, re.compile(pattern, re.I)) for worth, pattern in rows)


ENGLISH = Lexicon(
    narrated={
        "persona": _rules(
            (1.0, rf"\b{_BEING}\s+(?:\w+[,\s]+){{0,3}}?(?:{_TRAIT})\b"),
            (1.5, rf"\b(?:was|is|were)\s+(?:an?|the|one of|of an?)\s+(?:[\w-]+[,\s]+){{0,6}}{_PERSON}\b"),
            (1.2, rf"\b(?:had|has|with|of)\s+(?:an?|the|such|so|no|great|little|much|his|"
                  rf"her)\s+(?:[\w-]+[,\s]+){{0,4}}{_NATURE}\b"),
            (1.0, r"\b(?:always|never|usually|seldom|generally|constantly|used to|accustomed to|"
                  r"in the habit|"
                  r"every (?:day|morning|evening|night)|would (?:often|always|sometimes)|"
                  r"by nature|naturally)\b"),
            (0.8, rf"\b(?:{_TRAIT})\b[^.;]*\b(?:{_TRAIT})\b"),
        ),
        "emotion": _rules((0.4, r"\b(?:felt|feel|feeling|feelings|heart|spirits|tears|tone|"
        "emotion|agitat\\w+)\b")),
        "background": _rules(
            (1.0, rf"\b{_KIN}\b"),
            (1.0, rf"\b{_TRADE}\b"),
            (1.2, r"\b(?:was born|years old|years of age|brought up|educated|inherited|"
                  r"had (?:been )?married|was married|"
                  r"had lived|lived (?:in|at|with)|estate|fortune|thousand (?:pounds|a year)|"
                  r"income|property|profession|"
                  r"served (?:in|as|under)|at school|native of|came from|belonged to|died|death of)\b"),
            (0.6, rf"\b(?:was|is|were)\s+(?:the|an?)\s+(?:\w+\s+){{0,3}}(?:{_KIN[3:-1]}|"
                  rf"{_TRADE[3:-1]})\b"),
            (0.4, r"\bhad\s+(?:been|lived|known|never|always|once|long)\b"),
        ),
        "goal": _rules(
            (1.2, r"\b(?:intend(?:ed|s)?|resolv(?:ed|es)|determin(?:ed|es)|meant to|means to|"
                  r"was (?:going|bent|set) (?:to|on|upon)|"
                  r"decid(?:ed|es)|plann(?:ed|ing)|made up (?:his|her|their|my) mind|purpose|"
                  r"resolution|intention|ambition)\b"),
            (1.0, r"\b(?:wish(?:ed|es)?|want(?:ed|s)?|long(?:ed|s) (?:to|for)|hop(?:ed|es|ing) (?:to|"
                  r"for|that)|desir(?:ed|es|ous)|"
                  r"eager to|anxious to|dream(?:ed|t) of|yearn(?:ed|s))\b"),
        ),
    },
    spoken={
        "persona": _rules(
            (1.2, r"\bI\s+(?:always|never|hate|detest|love|like|dislike|despise|cannot bear|"
                  r"can't bear|admire|prefer)\b"),
            (1.0, rf"\bI\s+am\s+(?:not\s+)?(?:\w+\s+){{0,3}}(?:{_TRAIT}|{_PERSON})\b"),
            (1.0, r"\bmy\s+(?:\w+\s+)?(?:temper|nature|opinion|way|habit|principles?|character|"
                  r"feelings|pride|taste|rule)\b"),
            (0.5, r"\b(?:for my part|as for me|I assure you|I declare|I dare say|upon my word|"
                  r"it is a rule)\b"),
        ),
        "emotion": _rules((0.5, r"\b(?:I|me|my|oh|how)\b")),
        "background": _rules(
            (1.2, r"\b(?:I was born|when I was|I used to|I have lived|I had (?:a|an|no|been)|"
                  r"I was (?:a|an|the)|years ago|"
                  r"my (?:own )?(?:father|mother|brother|sister|uncle|aunt|husband|wife|son|"
                  r"daughter|cousin|family|estate|"
                  r"fortune|house|home|profession|childhood|master|mistress))\b"),
        ),
        "goal": _rules(
            (1.2, r"\bI\s+(?:intend|mean|am (?:determined|resolved|going)|want|wish|long|hope|must|"
                  r"have resolved|have determined)\b"),
            (0.8, r"\bI\s+(?:will|shall|should like|would (?:give|rather|like))\b"),
            (0.8, r"\b(?:I'll|my (?:only |first |great )?(?:object|wish|hope|plan|purpose|design|"
                  r"ambition))\b"),
        ),
    },
    emotions=labelled(
        {
            "joy": (
                "happ(?:y|iness|ily) joy(?:ful)? delight(?:ed)? glad pleased cheerful(?:ly)? "
                "laugh(?:ed|ing|ter)? smil(?:ed|ing) merry elated rejoic\\w+"
            ),
            "love": (
                "loved? in\\s+love affection(?:ate(?:ly)?)? fond(?:ness)? tender(?:ness|ly)? ador\\w+ "
                "attachment passion(?:ate(?:ly)?)?"
            ),
            "sadness": (
                "sad(?:ly|ness)? sorrow(?:ful(?:ly)?)? grie(?:f|ved) wept weep(?:ing)? tears melancholy "
                "miser(?:y|able) unhapp(?:y|iness) wretched(?:ness)? mourn\\w* dejected sobb(?:ed|ing) "
                "lonely despair"
            ),
            "anger": (
                "ang(?:er|ry|rily) indigna(?:nt|ntly|tion) fur(?:y|ious(?:ly)?) rage "
                "resent(?:ed|ment|ful) vex(?:ed|ation) provoked irritat(?:ed|ion) wrath cross(?:ly)? "
                "displeas(?:ed|ure) offended"
            ),
            "fear": (
                "afraid fear(?:ed|ful(?:ly)?)? terr(?:or|ified) alarm(?:ed)? dread(?:ed)? "
                "frighten(?:ed)? trembl(?:ed|ing) anxi(?:ety|ous(?:ly)?) uneas(?:y|iness) "
                "nervous(?:ly)? horror"
            ),
            "surprise": (
                "surpris(?:ed|e) astonish(?:ed|ment) amaz(?:ed|ement) startled wonder(?:ed|ing) "
                "incredulous"
            ),
            "shame": (
                "asham(?:ed) shame blush(?:ed|ing)? embarrass(?:ed|ment) mortif(?:ied|ication) "
                "humiliat(?:ed|ion) confus(?:ed|ion) awkward(?:ly|ness)?"
            ),
            "pride": (
                "proud(?:ly)? pride triumph(?:ant(?:ly)?)? disdain(?:ful(?:ly)?)? "
                "contempt(?:uous(?:ly)?)? scorn(?:ful(?:ly)?)? haughty haughtily"
            ),
            "disgust": (
                "disgust(?:ed)? hat(?:ed|red) detest(?:ed)? abhor(?:red|rence)? loath(?:ed|ing)? "
                "dislik(?:e|ed)"
            ),
            "regret": (
                "regret(?:ted)? remorse repent(?:ed|ance)? sorry guilt(?:y)? "
                "repro(?:ach|ached)\\s+(?:him|her|my)self"
            ),
            "gratitude": "grateful(?:ly)? gratitude thankful(?:ly)?",
            "jealousy": "jealous(?:y)? env(?:y|ied|ious)",
            "hope": "hopeful(?:ly)? expectation longing impatien(?:t|ce)",
            "calm": "calm(?:ly|ness)? compos(?:ed|ure) tranquil(?:lity)? seren(?:e|ity) reliev(?:ed) relief",
        },
        r"\b",
        r"\b",
    ),
    situations=labelled(
        {
            "ball": "dance danced dancing ball partners",
            "meal": "dinner dined supper breakfast tea table luncheon",
            "letter": "letter note wrote writing postscript envelope",
            "walk": "walk walked walking park lane garden path woods",
            "journey": "carriage journey coach travelled road horses station train ship",
            "illness": "ill illness fever physician doctor sick bed",
            "proposal": "marry marriage proposal hand\\s+in\\s+marriage refuse engaged engagement wedding",
            "quarrel": "quarrel anger furious insult insolent shouted",
            "crime": "murder thief stole police prison blood pistol",
            "visit": "visit visitors call(?:ed)?\\s+on drawing-room parlour guests",
            "school": "school lesson teacher class scholar",
            "money": "money pounds debt fortune income",
            "death": "death died funeral grave coffin",
        },
        r"\b",
        r"\b",
    ),
    kin=_KINSHIP,
    least=20,
    most=420,
)  # fmt: skip
