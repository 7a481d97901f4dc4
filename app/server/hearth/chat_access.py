"""The user's chats for the server: read them, and go on with one as the window does.

All is done by the use cases: this is one more listener beside the window. What belongs to a message
that a client has sent is known by its ticket, and from then on by the chat and the message.

Threads: events come on the conversations' worker; all else on the server's event loop. A job with
the chats is waited for on a thread aside.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import TYPE_CHECKING, Final, TypeVar

from app.core.chats.errors import UnknownChat
from app.core.chats.parts.pages import CountedChat
from app.core.chats.records import MessageStatus
from app.core.conversations.events import (
    AnswerDelta,
    AnswerQueued,
    AnswerRefused,
    AnswerResumed,
    ChatsDeleted,
    ChatWarmthMeasured,
    MemoryListed,
    MessageAdded,
    MessageChanged,
    PromptRead,
    SendRefused,
)
from app.core.errors import KnownError
from app.server.errors import (
    CONFLICT,
    FORBIDDEN,
    NOT_READY,
    ApiError,
    of_problem,
    of_refused,
)
from app.server.hearth.chat_json import chat_name, no_such_chat
from app.server.hearth.chat_turn import ChatTurn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.core.chats.parts.pages import ChatPlace
    from app.core.chats.records import ChatId, ChatSetup, Message
    from app.core.chats.store import ChatStore
    from app.core.conversations.conversations import Conversations
    from app.core.conversations.events import ConversationEvent
    from app.core.messages import Attachment
    from app.core.protocol import ChatMemory, WarmthMeasured

_FIRST_TICKET: Final = 1 << 40  # those of the window begin at 1, and at -1
_MEMORY_S: Final = 2.0  # while a model is being loaded the engine tells nothing
_HEARD = (
    MessageAdded,
    MessageChanged,
    AnswerDelta,
    AnswerQueued,
    AnswerResumed,
    AnswerRefused,
    SendRefused,
    PromptRead,
    ChatsDeleted,
)

T = TypeVar("T")


class ChatAccess:
    """The chats of one program.

    Args:
        conversations: the use cases.
        loop: of the server.
        is_shared: whether the user lets other programs have the chats now.
    """

    def __init__(
        self,
        conversations: Conversations,
        loop: asyncio.AbstractEventLoop,
        is_shared: Callable[[], bool],
    ) -> None:
        self._doors = conversations.doors
        self._loop = loop
        self._is_shared = is_shared
        self._tickets = itertools.count(_FIRST_TICKET)
        self._turns: dict[int, ChatTurn] = {}
        self._memory: list[asyncio.Future[dict[ChatId, ChatMemory]]] = []
        self._warmth: dict[int, asyncio.Future[WarmthMeasured]] = {}
        self._leave = conversations.listen(self._take)

    def close(self) -> None:
        """Hear nothing any more."""
        self._leave()

    def give_up(self, why: str) -> None:
        """Let nobody wait any more, and stop their answers; `why` are sentences for clients."""
        told = ApiError(NOT_READY, why)
        for turn in tuple(self._turns.values()):
            turn.give_up(told)
            if turn.answer is not None:
                self._doors.chats.stop(turn.chat_id, turn.answer.id)
        for asked in self._warmth.values():
            if not asked.done():
                asked.set_exception(told)

    def require_shared(self) -> None:
        """Do nothing where other programs may have the chats.

        Raises:
            ApiError: the user keeps them.
        """
        if not self._is_shared():
            raise ApiError(
                FORBIDDEN,
                'The user\'s chats are not shared. Choose "Share" for "Your chats" in the settings '
                "of the API, or start `hearth serve` with --share-chats.",
                code="chats_not_shared",
            )

    # -- reading --

    async def page(
        self, place: ChatPlace | None, n_chats: int
    ) -> tuple[tuple[CountedChat, bool], ...]:
        """Return the next chats of the list, and of each whether it is being answered.

        Raises:
            ApiError: the chats cannot be read.
        """

        def read(store: ChatStore) -> tuple[tuple[CountedChat, bool], ...]:
            return tuple(
                (one, _is_answering(store.tail(one.chat.id, 1)))
                for one in store.pages.behind(place, n_chats)
            )

        return await self._run(read)

    async def chat(self, chat_id: ChatId) -> tuple[CountedChat, tuple[Message, ...]]:
        """Return a chat, and the messages of the branch that is shown of it.

        Raises:
            ApiError: it is not there, or in the trash.
        """

        def read(store: ChatStore) -> tuple[CountedChat, tuple[Message, ...]]:
            path = store.path(chat_id)
            return CountedChat(store.chat(chat_id), len(path)), path

        found, path = await self._run(read, chat_id)
        if found.chat.is_deleted:
            raise _in_trash(chat_id)
        return found, path

    async def memory(self) -> dict[ChatId, ChatMemory] | None:
        """Return where the memory of chats is; None while the engine does not tell."""
        told: asyncio.Future[dict[ChatId, ChatMemory]] = self._loop.create_future()
        self._memory.append(told)
        self._doors.memory.report()
        try:
            async with asyncio.timeout(_MEMORY_S):
                return await told
        except TimeoutError:
            return None
        finally:
            if told in self._memory:
                self._memory.remove(told)

    async def _run(self, job: Callable[[ChatStore], T], chat_id: ChatId | None = None) -> T:
        try:
            return await asyncio.to_thread(self._doors.store.run, job)
        except UnknownChat:
            raise no_such_chat("" if chat_id is None else chat_name(chat_id)) from None
        except KnownError as error:
            raise of_problem(error.problem(), NOT_READY) from error

    # -- asking --

    @contextlib.contextmanager
    def send(
        self,
        chat_id: ChatId,
        text: str,
        attachments: tuple[Attachment, ...],
        setup: ChatSetup | None = None,
    ) -> Iterator[ChatTurn]:
        """Send a message of the user, and give what becomes of it; left early, the answer ends.

        Args:
            setup: what the chat wants of the model from now on; None for what it wanted so far.
        """
        turn = ChatTurn(chat_id, next(self._tickets))
        self._turns[turn.ticket] = turn
        if setup is not None:
            self._doors.chats.set_up(chat_id, setup)
        self._doors.chats.send(chat_id, text, attachments, ticket=turn.ticket, must_fit=True)
        try:
            yield turn
        finally:
            turn.is_left = True
            self._settle(turn)

    async def warmth(
        self, chat_id: ChatId, text: str, attachments: tuple[Attachment, ...]
    ) -> WarmthMeasured:
        """Return how soon an answer in a chat would begin.

        Raises:
            ApiError: there would be none.
        """
        ticket = next(self._tickets)
        told: asyncio.Future[WarmthMeasured] = self._loop.create_future()
        self._warmth[ticket] = told
        self._doors.memory.measure_warmth(chat_id, text, attachments, ticket=ticket)
        try:
            measured = await told
        finally:
            del self._warmth[ticket]
        if measured.problem is not None:
            raise of_refused(measured.problem, "content")
        return measured

    def _settle(self, turn: ChatTurn) -> None:
        """Let go of a turn that has ended; stop the answer of one that nobody waits for."""
        if turn.has_ended:
            self._turns.pop(turn.ticket, None)
        elif turn.is_left and turn.answer is not None:
            self._turns.pop(turn.ticket, None)
            self._doors.chats.stop(turn.chat_id, turn.answer.id)

    # -- events --

    def _take(self, event: ConversationEvent) -> None:
        """Hand on what somebody waits for. Any thread."""
        wanted = (
            (self._turns and isinstance(event, _HEARD))
            or (self._memory and isinstance(event, MemoryListed))
            or (self._warmth and isinstance(event, ChatWarmthMeasured))
        )
        if wanted:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the server has ended
                self._loop.call_soon_threadsafe(self._deliver, event)

    def _deliver(self, event: ConversationEvent) -> None:
        match event:
            case MemoryListed():
                waiting, self._memory = self._memory, []
                for told in waiting:
                    _answer(told, dict(event.chats))
            case ChatWarmthMeasured() if event.ticket in self._warmth:
                _answer(self._warmth[event.ticket], event.warmth)
            case _:
                self._tell_turns(event)

    def _tell_turns(self, event: ConversationEvent) -> None:
        for turn in tuple(self._turns.values()):
            turn.take(event)
            self._settle(turn)


def _answer(told: asyncio.Future[T], value: T) -> None:
    if not told.done():
        told.set_result(value)


def _is_answering(branch: Sequence[Message]) -> bool:
    return bool(branch) and branch[-1].status is MessageStatus.STREAMING


def _in_trash(chat_id: ChatId) -> ApiError:
    return ApiError(
        CONFLICT,
        f'The chat "{chat_name(chat_id)}" is in the trash. Restore it in Hearth first.',
        code="chat_in_trash",
    )
