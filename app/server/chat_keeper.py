"""Gives what programs ask to the user's chats, where the user wants it kept there.

Off, no word of it leaves this server but to the engine.

Threads: the server's event loop.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Protocol

from app.core.conversations import ProgramMessage, ProgramTurn
from app.core.errors import KnownError
from app.core.messages import Role
from app.server.conversations import said_by

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.messages import ToolCall
    from app.core.protocol import AnswerFinished
    from app.server.asked import Asked
    from app.server.given_media import AskedMessage
    from app.server.media_intake import MediaIntake

logger = logging.getLogger(__name__)


class KeepsPrograms(Protocol):
    """Keeps conversations as chats; `Conversations` is one."""

    def keep_program_chat(self, turn: ProgramTurn) -> None:
        """Keep a conversation with the answer that it got. Any thread."""


class ChatKeeper:
    """Keeps conversations.

    Args:
        programs: keeps them; None for nobody.
        media: keeps the files of their pictures and sounds.
        keeps_chats: whether they are to be kept, by what the user has set now.
    """

    def __init__(
        self,
        programs: KeepsPrograms | None,
        media: MediaIntake,
        keeps_chats: Callable[[], bool],
    ) -> None:
        self._programs = programs
        self._media = media
        self._keeps_chats = keeps_chats

    async def keep(
        self, asked: Asked, said: str, text: str, calls: Sequence[ToolCall], end: AnswerFinished
    ) -> None:
        """Keep a conversation with its answer.

        A text that goes on without a chat template is no conversation.

        Args:
            asked: what was asked.
            said: the words by which the answer is known again.
            text: all that the model said.
            calls: of tools, in the answer.
            end: of the answer.
        """
        if self._programs is None or asked.is_text or not self._keeps_chats():
            return
        system = [one.text for one in asked.messages if one.role is Role.SYSTEM]
        given = [one for one in asked.messages if one.role is not Role.SYSTEM]
        if not given or given[-1].role is Role.ASSISTANT:
            return  # an answer that goes on: what it belongs to cannot be told
        try:
            messages = tuple([await self._kept(one) for one in given])
        except KnownError as error:
            logger.warning("a conversation was not kept: %s", error)
            return
        answer = ProgramMessage(Role.ASSISTANT, text or _written(calls), said)
        self._programs.keep_program_chat(ProgramTurn("\n\n".join(system), messages, answer, end))

    async def _kept(self, message: AskedMessage) -> ProgramMessage:
        """Return a message as it is kept; what came of a tool is told like words of the user.

        Raises:
            KnownError: a file of it cannot be kept.
        """
        words = said_by(message.text, message.calls)
        match message.role:
            case Role.ASSISTANT:
                text = "\n\n".join(filter(None, (message.text, _written(message.calls))))
                return ProgramMessage(Role.ASSISTANT, text, words)
            case _:
                media = await self._media.keep(message.media)
                return ProgramMessage(Role.USER, message.text, words, media)


def _written(calls: Sequence[ToolCall]) -> str:
    """Return calls of tools as they are shown."""
    named = ({"name": one.name, "arguments": one.arguments} for one in calls)
    told = (json.dumps(one, ensure_ascii=False, indent=2) for one in named)
    return "\n\n".join(f"```json\n{one}\n```" for one in told)
