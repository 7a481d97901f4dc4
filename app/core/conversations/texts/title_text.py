"""What a model is told to write a title, and what becomes of what it wrote. Pure functions.

What a model says is untrusted: it may be marked up, hold characters that turn text around, or be no
title at all. Where that is in doubt there is none, and the chat keeps its first words.
"""

from __future__ import annotations

import re
import unicodedata

from app.core.conversations.texts.chat_language import Language, language_of

_INSTRUCTIONS = {
    Language.ENGLISH: (
        "Write a title of at most 6 words for this conversation, in the language of the "
        "conversation. Answer with the title only."
    ),
    Language.GERMAN: (
        "Schreib einen Titel von höchstens 6 Wörtern für dieses Gespräch, auf Deutsch. "
        "Antworte nur mit dem Titel."
    ),
    Language.FRENCH: (
        "Écris un titre de 6 mots au plus pour cette conversation, en français. "
        "Réponds uniquement par le titre."
    ),
    Language.SPANISH: (
        "Escribe un título de 6 palabras como máximo para esta conversación, en español. "
        "Responde solo con el título."
    ),
    Language.ITALIAN: (
        "Scrivi un titolo di al massimo 6 parole per questa conversazione, in italiano. "
        "Rispondi solo con il titolo."
    ),
    Language.PORTUGUESE: (
        "Escreve um título de no máximo 6 palavras para esta conversa, em português. "
        "Responde apenas com o título."
    ),
    Language.DUTCH: (
        "Schrijf een titel van hoogstens 6 woorden voor dit gesprek, in het Nederlands. "
        "Antwoord alleen met de titel."
    ),
    Language.RUSSIAN: (
        "Напиши заголовок не длиннее 6 слов для этого разговора, на языке разговора. "
        "В ответе должен быть только заголовок."
    ),
    Language.JAPANESE: (
        "この会話に6語以内の短い題名を日本語で付けてください。題名だけを答えてください。"
    ),
    Language.KOREAN: (
        "이 대화에 어울리는 제목을 6단어 이내로, 한국어로 써 주세요. 제목만 답하세요."
    ),
    Language.CHINESE: "请用对话所用的语言为这段对话写一个不超过12个字的标题。只回答标题。",
}


def instruction_for(text: str) -> str:
    """Return what asks for the title of a chat that begins with `text`."""
    return _INSTRUCTIONS[language_of(text)]


MOST_CHARS = 60
_MOST_WORDS = 12
_JOINERS = "\u200c\u200d"  # part of words and of emoji
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")
_QUOTES = "\"'“”„‟‘’‚‛«»‹›「」『』《》〈〉＂＇`´"
_MARKS_BEFORE, _MARKS_BEHIND = "*_~#>=|", "*_~|"  # of Markdown; "C#" is none
_ENDS = ".。．｡…,،、，;；:：-–—"  # that end no title; a question or an exclamation may
_LABEL = re.compile(
    r"(?:(?:the|a|an|my|chat|conversation|suggested|possible|short|new)\s+){0,3}"
    r"(?:title|titel|titre|título|titulo|titolo|tytuł|заголовок|название|"
    r"标题|標題|题目|タイトル|題名|제목)"
    r"[*_\"']*\s*[:：=]",  # a dash is a part of titles
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:[-+•·]|\d{1,2}[.)])\s+")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
# Control tokens, tags, code: what such words come from is no title.
_NO_WORDS = re.compile(r"<\|?\s*/?\w|\|>|\[/?(?:INST|THINK)|```|\ufffd|https?://")
_SENTENCES = re.compile(
    r"(?<=\w\w)(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bst)(?<!\bvs)[.!?]\s+\w|[。！？]\s*\w", re.IGNORECASE
)
_SPEAKER = re.compile(r"(?:user|assistant|system|human|ai|model)\s*[:：]", re.IGNORECASE)
_NO_TITLE = re.compile(
    r"(?:sure|certainly|of course|okay|ok|yes|no|here is|here are|here's|here’s|sorry|apolog\w*|"
    r"i am|i'm|i’m|i can|i can't|i can’t|i cannot|i don't|i don’t|i will|i'll|i’ll|as an ai|"
    r"unfortunately|let me|let's|let’s|the user|thank you|thanks|you are|you're|"
    r"natürlich|gerne|klar|hier ist|entschuldig\w*|tut mir leid|ich bin|ich kann|leider|"
    r"bien sûr|voici|désolée?|je suis|je ne|je peux|d'accord|"
    r"claro|por supuesto|aquí (?:está|tienes)|lo siento|"
    r"certo|ecco|mi dispiace|desculp\w*|aqui está|natuurlijk|"
    r"конечно|вот|извини\w*|к сожалению|当然|好的|抱歉|对不起|申し訳|もちろん|죄송|물론)"
    r"(?!\w)",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"(?:the |a |no )?title|untitled|(?:new |this )?(?:chat|conversation)|none|n a|null|unknown|"
    r"titel|titre|título|titolo|заголовок|标题|題名|タイトル|제목"
)
_RUN_OF_INSTRUCTION = 4  # words in a row that are no accident
_WORDS_OF_AN_ANSWER = 5  # that begin a title and the answer alike
_WORDS_OF_A_SENTENCE = 8  # with a full stop


def clean_title(said: str, *, question: str, answer: str, instruction: str) -> str:
    """Return the title in what a model said; "" where there is none.

    Args:
        said: by the model.
        question: that the chat begins with.
        answer: to it.
        instruction: what the model was told.
    """
    line = _first_line(said)
    if _NO_WORDS.search(line):
        return ""
    title = _bare(line)
    if not _is_title(title, line, instruction) or _answers(title, line, question, answer):
        return ""
    return shortened(title)


def shortened(title: str) -> str:
    """Return a title of at most `MOST_CHARS` characters, cut where a word ends."""
    while len(title) > MOST_CHARS:
        cut = title[: MOST_CHARS + 1]
        words, space, _rest = cut.rpartition(" ")
        title = _bare(words) if space else _bare(_whole_characters(cut[:-1], title))
    return title


def _whole_characters(cut: str, text: str) -> str:
    """Return the beginning of a text without a last character that goes on behind it."""
    while cut and _continues(text[len(cut)]):
        cut = cut[:-1]
    return cut.rstrip(_JOINERS)


def _continues(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char).startswith("M")


def _first_line(said: str) -> str:
    """Return the first line with a word in it, without what is not seen."""
    for line in said.splitlines():
        text = "".join(" " if char.isspace() else char for char in line if _is_seen(char))
        if any(map(str.isalnum, text)):
            return " ".join(text.split())
    return ""


def _is_seen(char: str) -> bool:
    is_hidden = unicodedata.category(char) in _HIDDEN
    return char in _JOINERS or char.isspace() or not is_hidden


def _bare(text: str) -> str:
    """Return a text without quotes, Markdown, a label before it and a full stop behind it."""
    before = None
    while text != before:
        before = text
        text = _LINK.sub(r"\1", text).replace("**", "").replace("`", "").strip()
        text = text.lstrip(_MARKS_BEFORE + _JOINERS).rstrip(_MARKS_BEHIND + _JOINERS)
        for prefix in (_LABEL, _BULLET):
            found = prefix.match(text)
            text = text[found.end() :] if found else text
        text = _without_ends(text.strip())
    return text


def _without_ends(text: str) -> str:
    """Return a text without quotes around it and what ends no title."""
    text = text.rstrip(_ENDS + " ")
    first, last = text[:1], text[-1:]
    if first and first in _QUOTES:
        return text[1:]
    # An apostrophe may end a word: "the bakers’".
    if last and last in _QUOTES and (last not in "'’" or text.count(last) > 1):
        return text[:-1]
    return text


def _is_title(title: str, line: str, instruction: str) -> bool:
    words = _words(title)
    if not words or len(words) > _MOST_WORDS or _PLACEHOLDER.fullmatch(" ".join(words)):
        return False
    if _SENTENCES.search(title) or any(
        pattern.match(text) for pattern in (_NO_TITLE, _SPEAKER) for text in (line, title)
    ):
        return False
    is_stuck = any(words[at : at + 3] == [word] * 3 for at, word in enumerate(words))
    return not is_stuck and not _repeats(words, _words(instruction))


def _repeats(words: list[str], instruction: list[str]) -> bool:
    """Whether so many words stand in a row in an instruction, too, that it is repeated."""
    told = f" {' '.join(instruction)} "
    if len(words) > 1 and f" {' '.join(words)} " in told:
        return True
    runs = (
        words[at : at + _RUN_OF_INSTRUCTION] for at in range(len(words) - _RUN_OF_INSTRUCTION + 1)
    )
    return any(f" {' '.join(run)} " in told for run in runs)


def _answers(title: str, line: str, question: str, answer: str) -> bool:
    """Whether it goes on with the chat: a sentence with a full stop, or how the answer begins."""
    words = _words(title)
    has_full_stop = line.rstrip("\"'”’»*_ ").endswith((".", "。"))
    if has_full_stop and len(words) >= _WORDS_OF_A_SENTENCE:
        return True
    is_answer = _words(answer[: 4 * len(title)])[: len(words)] == words
    is_question = _words(question[: 4 * len(title)])[: len(words)] == words
    return len(words) >= _WORDS_OF_AN_ANSWER and is_answer and not is_question


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())
