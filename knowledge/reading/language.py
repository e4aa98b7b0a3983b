"""Which language a novel is in, and whether we read it."""

from __future__ import annotations

import re
from collections import Counter

from core.errors import IngestionError
from knowledge.types import Language

# Words that are frequent in one language and rare in the others.
_MARKERS = {
    "English": "the and of to was he that his with had she for her you not at but as which were they this",
    "French": "le les et des du une est que qui dans pour il elle vous pas était avec ce sur plus je ne nous",
    "German": "der die und das nicht ich er sie es den ein zu mit war auf dem eine sich von ist wie auch",
    "Spanish": "el los las que y una por con para del no se su como más pero era había le lo estaba muy al",
    "Italian": "il che di la un non per una con era sono del gli le della nel ma come più si al anche",
    "Portuguese": "o os que não uma do da em para com se era mas ao como dos ele ela mais seu sua havia foi",
    "Dutch": "het een van en dat niet zijn hij ik was met voor op te zij haar maar die naar ook er had",
    "Latin": "et in non est cum ad ut sed quod qui ex atque aut enim quam nec quae per esse si ab etiam",
    "Swedish": "och att det som en på är av för den med var han hon inte till jag ett om hade sig de men",
    "Finnish": "ja oli hän ei se että niin kun mutta en on joka sen ole kuin nyt jos vaan minä sitä",
    "Polish": "i w nie się na z do że to jest jak po co ale za od był tak już ja go ku",
}
_SCRIPTS = {
    "Chinese": r"[\u4e00-\u9fff]",
    "Japanese": r"[\u3040-\u30ff]",
    "Korean": r"[\uac00-\ud7af]",
    "Russian": r"[\u0400-\u04ff]",
    "Greek": r"[\u0370-\u03ff]",
    "Arabic": r"[\u0600-\u06ff]",
    "Hebrew": r"[\u0590-\u05ff]",
    "Hindi": r"[\u0900-\u097f]",
    "Thai": r"[\u0e00-\u0e7f]",
}
_WINDOWS, _WINDOW = 8, 6_000


def detect_language(text: str) -> Language:
    """ "en" or "zh", judged on samples from the whole text. Raises IngestionError (unsupported_language)."""
    name = language_name(text)
    if name == "English":
        return "en"
    if name == "Chinese":
        return "zh"
    what = f"The book seems to be in {name}" if name else "The language of the book could not be recognised"
    raise IngestionError(
        f"{what}; Bookfolk reads English and Chinese (simplified or traditional).",
        cure="Upload an English or Chinese edition.",
        code="unsupported_language",
    )


def language_name(text: str) -> str:
    """English name of the language of `text`, "" if none is recognised."""
    step = max(_WINDOW, len(text) // _WINDOWS)
    sample = " ".join(text[at : at + _WINDOW] for at in range(0, len(text), step))
    letters = sum(ch.isalpha() for ch in sample)
    if not letters:
        return ""
    counts = {name: len(re.findall(script, sample)) for name, script in _SCRIPTS.items()}
    if counts["Japanese"] > 0.15 * letters:
        return "Japanese"
    script = max(counts, key=lambda name: counts[name])
    # A Chinese character carries more than a Latin letter: mixed books are Chinese early.
    if counts[script] > (0.2 if script == "Chinese" else 0.5) * letters:
        return script
    words = Counter(re.findall(r"[^\W\d_]+", sample.lower()))
    total = sum(words.values())
    share = {name: sum(words[w] for w in set(marks.split())) / total for name, marks in _MARKERS.items()}
    best = max(share, key=lambda name: share[name])
    return best if share[best] > 0.1 else ""
