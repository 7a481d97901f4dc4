"""One message that a client has sent into a chat, and what has become of it.

Threads: the server's event loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from app.core.chats.records import MessageStatus
from app.core.conversations.events import (
    AnswerDelta,
    AnswerQueued,
    AnswerRefused,
    AnswerResumed,
    ChatsDeleted,
    MessageAdded,
    MessageChanged,
    PromptRead,
    SendRefused,
)
from app.core.messages import Role, TextKind
from app.core.protocol import FinishReason
from app.server.answering import Reading, SaidWords
from app.server.errors import CONFLICT, FAILED, NOT_FOUND, NOT_READY, ApiError, too_long

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, Message
    from app.core.conversations.events import ConversationEvent

    TurnPiece = Message | Reading | SaidWords


class ChatTurn:
    """Follows one message from its sending to the end of its answer.

    Attributes:
        ticket: by which its first event is known.
        question: as it was stored; None before.
        answer: as it was when it began; None before.
        is_left: nobody waits for it any more.
        has_ended: nothing comes of it any more.
    """

    def __init__(self, chat_id: ChatId, ticket: int) -> None:
        self.chat_id = chat_id
        self.ticket = ticket
        self.question: Message | None = None
        self.answer: Message | None = None
        self.is_left = False
        self.has_ended = False
        self._pieces: deque[TurnPiece | ApiError] = deque()
        self._has_pieces = asyncio.Event()

    async def next(self) -> TurnPiece | None:
        """Wait for what comes next: the question, words, the whole answer; None behind the end.

        Raises:
            ApiError: it was refused, or its answer failed.
        """
        while not self._pieces:
            if self.has_ended:
                return None
            self._has_pieces.clear()
            await self._has_pieces.wait()
        piece = self._pieces.popleft()
        if isinstance(piece, ApiError):
            raise piece
        return piece

    def give_up(self, told: ApiError) -> None:
        """Tell whoever waits that nothing more comes; a turn that has ended stays as it is."""
        self._end(told)

    def take(self, event: ConversationEvent) -> None:
        """Take an event, which may be of something else."""
        match event:
            case MessageAdded(message=message, ticket=self.ticket):
                self.question = message
                self._put(message)
            case SendRefused(ticket=self.ticket):
                self._end(refusal_of(event))
            case ChatsDeleted(chats) if any(chat.id == self.chat_id for chat in chats):
                told = "The chat was put into the trash while it was answered."
                self._end(ApiError(NOT_FOUND, told, code="chat_in_trash"))
            case _ if self.question is not None:
                self._take_behind(event, self.question)
            case _:
                pass

    def _take_behind(self, event: ConversationEvent, question: Message) -> None:
        """Take an event that comes when the question is stored."""
        match event:
            case MessageAdded(self.chat_id, message) if _answers(message, question):
                self.answer = message
            case AnswerRefused(self.chat_id, problem) if self.answer is None:
                self._end(ApiError(FAILED if problem.is_bug else NOT_READY, problem.text()))
            case PromptRead(self.chat_id, n_done, n_total):
                self._put(Reading(n_done, n_total))
            case _ if self.answer is not None:
                self._take_of_answer(event, self.answer)
            case _:
                pass

    def _take_of_answer(self, event: ConversationEvent, answer: Message) -> None:
        match event:
            case AnswerDelta(message_id=answer.id, text=text, kind=TextKind.THINKING) if text:
                self._put(SaidWords(0, text, ""))
            case AnswerDelta(message_id=answer.id, text=text, kind=TextKind.ANSWER):
                self._put(SaidWords(0, "", text))
            case AnswerQueued(message_id=answer.id) | AnswerResumed(message_id=answer.id):
                self._put(Reading())
            case MessageChanged(message=message) if message.id == answer.id:
                if message.status is not MessageStatus.STREAMING:
                    self._finish(message)
            case _:
                pass

    def _finish(self, message: Message) -> None:
        """Take the end of the answer; told again when it is on disk, which is no news then."""
        if self.has_ended:
            return
        if message.status is MessageStatus.FAILED and not message.text:
            self._end(_failure(message))
            return
        self._put(message)
        self._end(None)

    def _put(self, piece: TurnPiece | ApiError) -> None:
        self._pieces.append(piece)
        self._has_pieces.set()

    def _end(self, error: ApiError | None) -> None:
        if self.has_ended:
            return
        self.has_ended = True
        if error is not None:
            self._put(error)
        self._has_pieces.set()


def _answers(message: Message, question: Message) -> bool:
    return message.role is Role.ASSISTANT and message.parent_id == question.id


def _failure(answer: Message) -> ApiError:
    told = "There is no answer." if answer.problem is None else answer.problem.text()
    if dict(answer.stats).get("reason") == FinishReason.TOO_LONG:
        return too_long(answer.problem, "content")
    return ApiError(NOT_READY, told)


def refusal_of(event: SendRefused) -> ApiError:
    """Return what is told of a message that could not be stored."""
    problem = event.problem
    if event.is_answering:
        told = "This chat is still being answered. Wait for that, or stop it in Hearth."
        return ApiError(CONFLICT, told, code="chat_is_answering", retry_after_s=1)
    if event.is_too_long:
        return too_long(problem, "content")
    return ApiError(FAILED if problem.is_bug else NOT_READY, problem.text())
