"""The summary that stands for the oldest turns of a chat: where it is kept, and when it holds.

It is kept with the setup of the chat, beside a digest of exactly the messages that it stands for.
It is used only where these are the ones that the model does not read: in another branch, or once
one of them is another, the digest differs and the summary is left aside, not lost. Copies of a chat
(forks, exports) have the same words, so that it holds there, too.

In the prompt it stands at the end of the system prompt, which every chat template has a place for:
one that knows no system prompt gets it before the first question (`chat_template.py`).

Pure functions.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from app.core.chats.records import SUMMARY, SUMMARY_OF
from app.core.conversations.texts.chat_language import Language, language_of
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import PromptMessage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from app.core.chats.records import ChatSetup, Message


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


_OWN = (SUMMARY, SUMMARY_OF)
# Another heading would change the prompts of summarised chats and have them read again.
_HEADING = "Summary of the earlier part of this conversation:"
_DIGEST_BYTES = 16
_LEAST_CHARS = 20  # of a message that is cut
_CUT = " …"


def digest_of(messages: Sequence[Message]) -> str:
    """Name messages by all that the model would read of them."""
    return list(_digests(messages))[-1]


def _digests(messages: Iterable[Message]) -> Iterator[str]:
    """Name each beginning of a branch, that without a message first."""
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    yield digest.hexdigest()
    for message in messages:
        for part in (message.role.value, message.text):
            _feed(digest, part)
        for attachment in message.attachments:
            _feed(digest, attachment.name)
            _feed(digest, attachment.text)
        for medium in message.media:
            _feed(digest, medium.digest)
            _feed(digest, medium.name)
        digest.update(b"\n")
        yield digest.hexdigest()


def summary_of(setup: ChatSetup, left_out: Sequence[Message]) -> str:
    """Return the summary of the messages that are left out; "" where there is none of them."""
    values = dict(setup.sampling)
    text = str(values.get(SUMMARY, ""))
    if not text or not left_out or values.get(SUMMARY_OF) != digest_of(left_out):
        return ""
    return text


def has_summary(setup: ChatSetup) -> bool:
    """Whether there is a summary, of whatever messages."""
    return bool(dict(setup.sampling).get(SUMMARY))


def is_summary_in(setup: ChatSetup, path: Iterable[Message]) -> bool:
    """Whether the messages that a summary stands for are the beginning of a branch."""
    named = dict(setup.sampling).get(SUMMARY_OF)
    return has_summary(setup) and named in list(_digests(path))[1:]


def with_summary(setup: ChatSetup, text: str, left_out: Sequence[Message]) -> ChatSetup:
    """Return a setup with the summary of some messages; "" for one without a summary."""
    values = {name: value for name, value in setup.sampling if name not in _OWN}
    if text:
        values |= {SUMMARY: text, SUMMARY_OF: digest_of(left_out)}
    return replace(setup, sampling=tuple(values.items()))


def with_own_summary(old: ChatSetup, new: ChatSetup) -> ChatSetup:
    """Return `new` with the summary of `old`: who chooses a setup has nothing to say of that."""
    others = tuple(one for one in new.sampling if one[0] not in _OWN)
    return replace(new, sampling=(*others, *(one for one in old.sampling if one[0] in _OWN)))


def joined(system_prompt: str, summary: str) -> str:
    """Return a system prompt with a summary behind it."""
    told = f"{_HEADING}\n{summary}" if summary else ""
    return "\n\n".join(filter(None, (system_prompt, told)))


def request_for(
    messages: Sequence[PromptMessage], n_chars: int | None = None
) -> tuple[PromptMessage, ...]:
    """Return what a model is asked for a summary of `messages` with.

    Whole messages are the very beginning of the chat's prompt, so that nothing of them is read
    again.

    Args:
        messages: the system prompt and what is left out.
        n_chars: that fit the context; None for all.
    """
    taken = messages if n_chars is None else _shortened(messages, n_chars)
    return (*taken, PromptMessage(Role.USER, summary_instruction(messages)))


def clean_summary(said: str) -> str:
    """Return a summary without blanks around it, and with no more than one empty line in it."""
    return re.sub(r"\n{3,}", "\n\n", said).strip()


def _shortened(messages: Sequence[PromptMessage], n_chars: int) -> list[PromptMessage]:
    """Return the beginnings of messages, the long ones cut to the same length.

    Of so many that nothing would be left of each, only the last ones.
    """
    messages = messages[-max(1, n_chars // _LEAST_CHARS) :]
    while len(messages) > 1 and messages[0].role is Role.ASSISTANT:
        messages = messages[1:]
    lengths = sorted(len(message.text) for message in messages)
    left, longest = n_chars, 0
    for row, length in enumerate(lengths):
        longest = left // (len(lengths) - row)
        if length > longest:
            break
        left -= length
    else:
        return list(messages)
    most = max(_LEAST_CHARS, longest)
    return [
        message
        if len(message.text) <= most
        else PromptMessage(message.role, message.text[:most].rstrip() + _CUT)
        for message in messages
    ]


def _feed(digest: hashlib.blake2b, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    digest.update(len(data).to_bytes(8, "little"))
    digest.update(data)
