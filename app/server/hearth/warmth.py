"""`/hearth/v1/warmth`: how soon an answer would begin, before it is asked for.

Threads: the server's event loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.server.dialects.anthropic_messages import Messages
from app.server.dialects.openai_chat import ChatCompletion
from app.server.dialects.openai_messages import text_of
from app.server.errors import NOT_FOUND, ApiError
from app.server.hearth.chat_json import chat_of_name
from app.server.hearth.chats import read_attachments
from app.server.served_model import model_name

if TYPE_CHECKING:
    from app.core.protocol import WarmthMeasured
    from app.server.answering import Answerer
    from app.server.asked import Asked
    from app.server.desk import Taken
    from app.server.hearth.chat_access import ChatAccess
    from app.server.model_switch import ModelSwitch

_ANTHROPIC_VERSION: Final = b"anthropic-version"  # a header that its clients always send


class WarmthAddress:
    """Serves it.

    Args:
        switch: has the model loaded that is asked about.
        answering: asks it.
        chats: of the user; None where nobody may ask about them.
    """

    def __init__(self, switch: ModelSwitch, answering: Answerer, chats: ChatAccess | None) -> None:
        self._switch = switch
        self._answering = answering
        self._chats = chats

    async def measure(self, taken: Taken) -> None:
        """Tell it of a request for an answer, or of a chat."""
        if taken.fields.has("chat"):
            await self._measure_chat(taken)
            return
        asked = _read(taken)
        async with self._switch.using(asked.model) as info:
            measured = await self._answering.warmth(asked, taken.program)
        await taken.reply(_told(measured, model_name(info)))

    async def _measure_chat(self, taken: Taken) -> None:
        fields = taken.fields
        name = fields.text("chat")
        if self._chats is None:
            raise ApiError(NOT_FOUND, "The user's chats are not served here.")
        self._chats.require_shared()
        chat_id = chat_of_name(name)
        text, attachments = text_of(fields, "content"), read_attachments(fields)
        await self._chats.chat(chat_id)
        async with self._switch.using("") as info:
            measured = await self._chats.warmth(chat_id, text, attachments)
        await taken.reply(_told(measured, model_name(info)))


def _read(taken: Taken) -> Asked:
    """Read a request in the words of whoever has sent it."""
    fields = taken.fields
    headers = {name for name, _value in taken.scope["headers"]}
    if _ANTHROPIC_VERSION in headers or fields.has("system"):
        return Messages.read_to_count(fields).asked
    return ChatCompletion.read(fields).asked


def _told(measured: WarmthMeasured, model: str) -> dict[str, Any]:
    return {
        "object": "hearth.warmth",
        "model": model,
        "n_ctx": measured.n_ctx,
        "n_tokens": measured.n_tokens,
        "n_live": measured.n_live,
        "n_disk": measured.n_stored,
        "n_cold": measured.n_cold,
        "expected_ms": round(measured.expected_ms, 1) or None,
    }
