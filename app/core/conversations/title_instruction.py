"""What a model is told to write a title, in the language of the chat.

The language is guessed from the script and from small words; where that is not certain, it is
English, and the instruction asks for the language of the chat. Pure functions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_READ_CHARS = 2_000  # of a text, to tell its language
_LEAST_WORDS = 2  # small words that tell a language
_LEAST_SHARE = 0.2  # of the letters, that tell a script


@dataclass(frozen=True, slots=True)
class _Language:
    """One language.

    Attributes:
        small_words: that it is known by; "" for one known by its script.
        script: characters that it alone is written with, as a class of a regular expression.
    """

    instruction: str
    small_words: str = ""
    script: str = ""


_ENGLISH = (
    "Write a title of at most 6 words for this conversation, in the language of the conversation. "
    "Answer with the title only."
)
_LANGUAGES = (
    _Language(_ENGLISH, "the and is of to what how you for with are that this do does my in it"),
    _Language(
        "Schreib einen Titel von höchstens 6 Wörtern für dieses Gespräch, auf Deutsch. "
        "Antworte nur mit dem Titel.",
        "der die das und ist nicht ich du ein eine wie was mit für auf den dem zu von kann mir",
    ),
    _Language(
        "Écris un titre de 6 mots au plus pour cette conversation, en français. "
        "Réponds uniquement par le titre.",
        "le la les des et est je un une que pour dans comment quel quelle avec ne pas du sur moi",
    ),
    _Language(
        "Escribe un título de 6 palabras como máximo para esta conversación, en español. "
        "Responde solo con el título.",
        "el los las y es que un una para cómo qué con por del cuál mi puedo me en no está",
    ),
    _Language(
        "Scrivi un titolo di al massimo 6 parole per questa conversazione, in italiano. "
        "Rispondi solo con il titolo.",
        "il lo gli e è che un una per come cosa con del della di non mi posso sono qual perché",
    ),
    _Language(
        "Escreve um título de no máximo 6 palavras para esta conversa, em português. "
        "Responde apenas com o título.",
        "o os as e é que um uma para como qual com por do da não você eu me em está são",
    ),
    _Language(
        "Schrijf een titel van hoogstens 6 woorden voor dit gesprek, in het Nederlands. "
        "Antwoord alleen met de titel.",
        "de het een en is niet ik je van voor met hoe wat op zijn kan mijn dat dit er",
    ),
    _Language(
        "Напиши заголовок не длиннее 6 слов для этого разговора, на языке разговора. "
        "В ответе должен быть только заголовок.",
        script="а-яёА-ЯЁ",
    ),
    _Language(
        "この会話に6語以内の短い題名を日本語で付けてください。題名だけを答えてください。",
        script="\u3041-\u30ff",
    ),
    _Language(
        "이 대화에 어울리는 제목을 6단어 이내로, 한국어로 써 주세요. 제목만 답하세요.",
        script="\uac00-\ud7a3",
    ),
    _Language(
        "请用对话所用的语言为这段对话写一个不超过12个字的标题。只回答标题。",
        script="\u4e00-\u9fff",
    ),
)


def instruction_for(text: str) -> str:
    """Return what asks for the title of a chat that begins with `text`."""
    start = text[:_READ_CHARS]
    n_letters = sum(map(str.isalpha, start))
    for language in _LANGUAGES:
        if language.script:
            n_own = len(re.findall(f"[{language.script}]", start))
            if n_own and n_own >= _LEAST_SHARE * n_letters:
                return language.instruction
    words = re.findall(r"[^\W\d_]+", start.casefold())
    counts = [
        sum(word in language.small_words.split() for word in words) for language in _LANGUAGES
    ]
    most = max(counts)
    is_certain = most >= _LEAST_WORDS and counts.count(most) == 1
    return _LANGUAGES[counts.index(most)].instruction if is_certain else _ENGLISH
