"""What a model is told to write a summary, in the language of the chat. Pure functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.chat_language import Language, language_of
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.protocol import PromptMessage

_READ_CHARS = 500  # of a message
_FENCE = "```"  # what is attached stands before the user's own words
_INSTRUCTIONS = {
    Language.ENGLISH: (
        "Summarise our conversation so far in at most 200 words, in the language of the "
        "conversation. Keep names, numbers, decisions, and what is still open; whoever reads it "
        "knows nothing else of it. If there is a summary of an earlier part, work it in. "
        "Answer with the summary only."
    ),
    Language.GERMAN: (
        "Fasse unser bisheriges Gespräch in höchstens 200 Wörtern zusammen, auf Deutsch. Behalte "
        "Namen, Zahlen, Entscheidungen und was noch offen ist; wer es liest, weiß sonst nichts "
        "davon. Gibt es eine Zusammenfassung eines früheren Teils, arbeite sie ein. "
        "Antworte nur mit der Zusammenfassung."
    ),
    Language.FRENCH: (
        "Résume notre conversation jusqu’ici en 200 mots au plus, en français. Garde les noms, "
        "les chiffres, les décisions et ce qui reste ouvert ; qui le lira n’en sait rien d’autre. "
        "S’il y a un résumé d’une partie antérieure, intègre-le. "
        "Réponds uniquement par le résumé."
    ),
    Language.SPANISH: (
        "Resume nuestra conversación hasta ahora en 200 palabras como máximo, en español. "
        "Conserva nombres, números, decisiones y lo que sigue abierto; quien lo lea no sabe nada "
        "más de ella. Si hay un resumen de una parte anterior, incorpóralo. "
        "Responde solo con el resumen."
    ),
    Language.ITALIAN: (
        "Riassumi la nostra conversazione finora in al massimo 200 parole, in italiano. Conserva "
        "nomi, numeri, decisioni e ciò che è ancora aperto; chi legge non ne sa altro. Se c’è un "
        "riassunto di una parte precedente, integralo. Rispondi solo con il riassunto."
    ),
    Language.PORTUGUESE: (
        "Resume a nossa conversa até agora em no máximo 200 palavras, em português. Mantém nomes, "
        "números, decisões e o que ainda está em aberto; quem lê não sabe mais nada dela. Se "
        "houver um resumo de uma parte anterior, integra-o. Responde apenas com o resumo."
    ),
    Language.DUTCH: (
        "Vat ons gesprek tot nu toe samen in hoogstens 200 woorden, in het Nederlands. Behoud "
        "namen, getallen, besluiten en wat nog open is; wie het leest weet er verder niets van. "
        "Is er een samenvatting van een eerder deel, verwerk die. "
        "Antwoord alleen met de samenvatting."
    ),
    Language.RUSSIAN: (
        "Кратко изложи наш разговор до этого места, не более 200 слов, на языке разговора. "
        "Сохрани имена, числа, решения и то, что ещё открыто; читатель больше ничего о нём не "
        "знает. Если есть изложение более ранней части, включи его. "
        "В ответе должно быть только изложение."
    ),
    Language.JAPANESE: (
        "これまでの会話を日本語で400字以内に要約してください。名前、数字、決定事項、"
        "未解決の点を残してください。読む人は会話のほかの部分を知りません。"
        "以前の部分の要約があれば、それも含めてください。要約だけを答えてください。"
    ),
    Language.KOREAN: (
        "지금까지의 대화를 한국어로 200단어 이내로 요약해 주세요. 이름, 숫자, 결정된 것, 아직 "
        "남은 것을 빠뜨리지 마세요. 읽는 사람은 대화의 다른 부분을 모릅니다. 앞부분의 요약이 "
        "있으면 함께 담아 주세요. 요약만 답하세요."
    ),
    Language.CHINESE: (
        "请用对话所用的语言总结我们到目前为止的对话，不超过300字。保留人名、数字、决定和"
        "尚未解决的事；读者不知道对话的其他内容。如果有更早部分的总结，请一并写入。只回答总结。"
    ),
}


def summary_instruction(messages: Iterable[PromptMessage]) -> str:
    """Return what asks for the summary of a chat, in the language in which the user writes."""
    asked = [one.text.rpartition(_FENCE)[2] for one in messages if one.role is Role.USER]
    last_first = "\n".join(text.strip()[:_READ_CHARS] for text in reversed(asked))
    return _INSTRUCTIONS[language_of(last_first)]
