"""`/hearth/v1/chats`: the user's chats, read and gone on with.

Threads: the server's event loop.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request

from app.core.chats.parts.pages import ChatPlace
from app.core.chats.records import MessageStatus
from app.core.conversations.texts.chat_sampling import searched_of, with_searched
from app.core.messages import Attachment
from app.core.plain_value import PlainValue
from app.core.protocol import AnswerStats
from app.server.answering import Reading, SaidWords
from app.server.dialects.openai_messages import text_of
from app.server.errors import OK, bad_field
from app.server.fields import Fields, fields_of
from app.server.hearth.chat_json import (
    chat_json,
    chat_name,
    chat_of_name,
    message_json,
    place_name,
    place_of_name,
    searched_json,
)
from app.server.hearth.documents import Searched, read_searched, served
from app.server.replies import EventStream, event, reading_comment

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from app.core.chats.records import ChatId, ChatSetup, Message
    from app.server.desk import Taken
    from app.server.errors import ApiError
    from app.server.hearth.chat_access import ChatAccess
    from app.server.hearth.chat_turn import ChatTurn
    from app.server.hearth.document_access import DocumentAccess
    from app.server.model_switch import ModelSwitch

_MOST_CHATS: Final = 100  # of a page
_USUAL_CHATS: Final = 50
_MOST_ATTACHMENTS: Final = 100


class MessageRequest(PlainValue, frozen=True):
    """A message that is to be sent.

    Attributes:
        text: may be empty where something is attached.
        searched: what the chat searches from now on; None for what it has searched so far.
    """

    text: str
    attachments: tuple[Attachment, ...] = ()
    is_streamed: bool = False
    searched: Searched | None = None

    @classmethod
    def read(cls, fields: Fields) -> MessageRequest:
        """Read a request.

        Raises:
            ApiError: there is nothing to send, or it cannot be read.
        """
        text, attachments = text_of(fields, "content"), read_attachments(fields)
        if not text.strip() and not attachments:
            raise bad_field("content", "must say something.")
        return cls(text, attachments, fields.flag("stream"), read_searched(fields))


def read_attachments(fields: Fields) -> tuple[Attachment, ...]:
    """Return the texts that go along with a message.

    Raises:
        ApiError: one cannot be read, or there are too many.
    """
    given = fields.items("attachments")
    if len(given) > _MOST_ATTACHMENTS:
        raise bad_field("attachments", f"may hold at most {_MOST_ATTACHMENTS} texts.")
    inner = (fields_of(one, f"attachments[{at}]") for at, one in enumerate(given))
    return tuple(Attachment(one.text("name", "text"), one.text("text")) for one in inner)


class ChatAddresses:
    """Serves them.

    Args:
        switch: keeps the model loaded meanwhile.
        chats: of the user.
        documents: of the user; None where there are none.
    """

    def __init__(
        self, switch: ModelSwitch, chats: ChatAccess, documents: DocumentAccess | None
    ) -> None:
        self._switch = switch
        self._chats = chats
        self._documents = documents

    async def list(self, taken: Taken) -> None:
        """Tell a page of the list."""
        self._chats.require_shared()
        asked = _query(taken)
        n_chats = asked.count("limit", 1, _MOST_CHATS) or _USUAL_CHATS
        after = asked.text("after")
        found = await self._chats.page(place_of_name(after) if after else None, n_chats + 1)
        page, has_more = found[:n_chats], len(found) > n_chats
        memory = await self._chats.memory()
        last = page[-1][0].chat if has_more else None
        await taken.reply(
            {
                "object": "list",
                "data": [chat_json(one, memory, is_answering=busy) for one, busy in page],
                "has_more": has_more,
                "next": None if last is None else place_name(ChatPlace(last.updated_at, last.id)),
            }
        )

    async def read(self, taken: Taken) -> None:
        """Tell a chat with the messages of the branch that is shown of it."""
        self._chats.require_shared()
        chat_id = _chat_of(taken)
        counted, path = await self._chats.chat(chat_id)
        memory = await self._chats.memory()
        told = chat_json(counted, memory, is_answering=_is_answering(path))
        told["system_prompt"] = counted.chat.system_prompt
        told["search"] = searched_json(counted.chat.setup)
        told["messages"] = [message_json(one) for one in path]
        await taken.reply(told)

    async def go_on(self, taken: Taken) -> None:
        """Send a message into a chat, and tell the answer."""
        self._chats.require_shared()
        new = MessageRequest.read(taken.fields)
        chat_id = _chat_of(taken)
        counted, path = await self._chats.chat(chat_id)
        setup = await self._searching(counted.chat.setup, new.searched)
        if _is_answering(path):  # the message will be refused
            setup = None
        async with self._switch.using(""):
            await self._send(chat_id, new, setup, taken)

    async def _searching(self, setup: ChatSetup, searched: Searched | None) -> ChatSetup | None:
        """Have a look at the documents that are searched; return what a chat is set up with.

        Returns:
            None where it stays as it is.

        Raises:
            ApiError: there are none.
        """
        if searched is None:
            if searched_of(setup) and self._documents is not None:
                await self._documents.look_briefly()
            return None
        documents = served(self._documents)
        await documents.look_briefly()
        return with_searched(setup, await documents.searched(searched.paths))

    async def _send(
        self, chat_id: ChatId, new: MessageRequest, setup: ChatSetup | None, taken: Taken
    ) -> None:
        with self._chats.send(chat_id, new.text, new.attachments, setup) as turn:
            if new.is_streamed:
                stream = EventStream(_events(turn, taken), _error_event)
                await stream.send(taken.send)
                return
            told: list[Message] = []
            while (piece := await turn.next()) is not None:
                if not isinstance(piece, Reading | SaidWords):
                    told.append(piece)
        question, answer = told
        taken.logged.answers.append(stats_of(answer))
        await taken.reply(
            {
                "object": "hearth.turn",
                "chat": chat_name(chat_id),
                "message": message_json(question),
                "answer": message_json(answer),
            }
        )


async def _events(turn: ChatTurn, taken: Taken) -> AsyncGenerator[bytes, None]:
    is_stored = False
    while (piece := await turn.next()) is not None:
        match piece:
            case Reading():
                yield reading_comment(piece)
            case SaidWords(thinking=thinking, answer=answer):
                told = {"thinking": thinking, "content": answer}
                yield event({name: said for name, said in told.items() if said}, "delta")
            case _ if not is_stored:
                is_stored = True
                yield event(message_json(piece), "message")
            case _:
                taken.logged.answers.append(stats_of(piece))
                taken.logged.status = OK
                yield event(message_json(piece), "answer")


def stats_of(answer: Message) -> AnswerStats:
    """Return the counts of an answer, for the log."""
    known = {name: one for name, one in answer.stats if isinstance(one, int | float)}
    return AnswerStats(
        n_prompt=int(known.get("n_prompt", 0)),
        n_reused=int(known.get("n_reused", 0)),
        n_restored=int(known.get("n_restored", 0)),
        n_generated=int(known.get("n_generated", 0)),
        ttft_ms=known.get("ttft_ms", 0.0),
    )


def _error_event(error: ApiError) -> bytes:
    return event(error.for_openai(), "error")


def _is_answering(path: Sequence[Message]) -> bool:
    return bool(path) and path[-1].status is MessageStatus.STREAMING


def _chat_of(taken: Taken) -> ChatId:
    return chat_of_name(taken.scope["path_params"]["id"])


def _query(taken: Taken) -> Fields:
    """Return what stands behind the address; numbers are told apart from words."""
    given: dict[str, Any] = dict(Request(taken.scope).query_params)
    with contextlib.suppress(KeyError, ValueError):
        given["limit"] = int(given["limit"])
    return Fields(given)
