"""In which language a chat is, for what a model is asked about it. Pure functions.

It is guessed from the script and from small words; where that is not certain, it is English, and
whoever asks names the language of the chat besides.
"""

from __future__ import annotations

import enum
import re

_READ_CHARS = 2_000  # of a text
_LEAST_WORDS = 2  # small words that tell a language
_LEAST_SHARE = 0.2  # of the letters, that tell a script


class Language(enum.Enum):
    """A language that a model is asked in."""

    ENGLISH = enum.auto()
    GERMAN = enum.auto()
    FRENCH = enum.auto()
    SPANISH = enum.auto()
    ITALIAN = enum.auto()
    PORTUGUESE = enum.auto()
    DUTCH = enum.auto()
    RUSSIAN = enum.auto()
    JAPANESE = enum.auto()
    KOREAN = enum.auto()
    CHINESE = enum.auto()


# Characters that a language alone is written with, as classes of regular expressions.
_SCRIPTS = {
    Language.RUSSIAN: "а-яёА-ЯЁ",
    Language.JAPANESE: "\u3041-\u30ff",
    Language.KOREAN: "\uac00-\ud7a3",
    Language.CHINESE: "\u4e00-\u9fff",
}
_SMALL_WORDS = {
    Language.ENGLISH: "the and is of to what how you for with are that this do does my in it",
    Language.GERMAN: (
        "der die das und ist nicht ich du ein eine wie was mit für auf den dem zu von kann mir"
    ),
    Language.FRENCH: (
        "le la les des et est je un une que pour dans comment quel quelle avec ne pas du sur moi"
    ),
    Language.SPANISH: (
        "el los las y es que un una para cómo qué con por del cuál mi puedo me en no está"
    ),
    Language.ITALIAN: (
        "il lo gli e è che un una per come cosa con del della di non mi posso sono qual perché"
    ),
    Language.PORTUGUESE: (
        "o os as e é que um uma para como qual com por do da não você eu me em está são"
    ),
    Language.DUTCH: (
        "de het een en is niet ik je van voor met hoe wat op zijn kan mijn dat dit er"
    ),
}


def language_of(text: str) -> Language:
    """Return the language of the beginning of a text."""
    start = text[:_READ_CHARS]
    n_letters = sum(map(str.isalpha, start))
    for language, script in _SCRIPTS.items():
        n_own = len(re.findall(f"[{script}]", start))
        if n_own and n_own >= _LEAST_SHARE * n_letters:
            return language
    words = re.findall(r"[^\W\d_]+", start.casefold())
    counts = {
        language: sum(word in small_words.split() for word in words)
        for language, small_words in _SMALL_WORDS.items()
    }
    most = max(counts.values())
    likeliest = [language for language, count in counts.items() if count == most]
    is_certain = most >= _LEAST_WORDS and len(likeliest) == 1
    return likeliest[0] if is_certain else Language.ENGLISH
