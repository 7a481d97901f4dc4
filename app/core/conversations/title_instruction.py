"""What a model is told to write a title, in the language of the chat. Pure functions."""

from __future__ import annotations

from app.core.conversations.chat_language import Language, language_of

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
