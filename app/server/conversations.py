"""Which conversation a request goes on with, so that it finds its memory.

A request brings its whole conversation along and no name. It goes on with the one whose words it
begins with, the longest; what it adds is read, nothing else. Where that one is being answered, or
there is none, it is a conversation of its own, and finds in the store what others have in common
with it.

Where the user wants it, `ChatKeeper` keeps what was asked, and the answer, as chats.

Threads: the server's event loop; the file is read and written on a lane.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import secrets
from typing import TYPE_CHECKING, Final

from msgspec import structs

from app.core.conversations.api_records import ApiRecord, ApiRecords, digests_of
from app.core.conversations.cases.program_chats import ProgramMessage, ProgramTurn
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace
from app.core.protocol import TEMPORARY, ChatKey, key_of_program
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.core.conversations.conversations import Conversations
    from app.core.messages import ToolCall
    from app.core.protocol import AnswerFinished, PromptMessage
    from app.server.asked import Asked, AskedMessage
    from app.server.fair_share import Program
    from app.server.media_intake import MediaIntake


logger = logging.getLogger(__name__)

_TEXT: Final = "text"  # in place of a role: what goes on without a chat template
_ANSWER: Final = Role.ASSISTANT.value
_TRIM_EACH: Final = 256  # records that are kept


class AnswerPlace(PlainValue, frozen=True):
    """Where in a conversation an answer belongs.

    Attributes:
        chat: under which its memory is kept.
        messages: of the request, with the exact tokens that are known of them.
        words: role and words of each message.
        program: that asks.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    words: tuple[tuple[str, str], ...]
    program: Program


class ApiConversations:
    """The conversations of all clients.

    Args:
        records: the exact tokens of earlier answers.
        keeps: whether anything of them is kept; else they are warm only as long as this program
            runs and nobody else needs the room.
    """

    def __init__(self, records: ApiRecords, keeps: Callable[[], bool]) -> None:
        self._records = records
        self._keeps = keeps
        self._aside = Lane("api records")
        self._aside.add(records.trim)
        self._passing = ApiRecords(None)
        self._n_kept = 0  # since this began; the lane's own
        self._busy: set[ChatKey] = set()
        self._vocabulary = ""

    def close(self) -> None:
        """Wait for what is being written."""
        self._aside.wait()
        self._passing.close()

    def model_changed(self) -> None:
        """Another model is loaded: which tokens are its own shows with its first answer."""
        self._vocabulary = ""

    async def place(
        self, messages: Sequence[PromptMessage], program: Program, *, is_text: bool
    ) -> AnswerPlace:
        """Find where a request goes on; to be `hold` while it is answered."""
        words = tuple((_TEXT if is_text else one.role.value, _words_of(one)) for one in messages)
        records = self._records_now()
        if is_text:
            text = messages[0].text
            found = await self._on_thread(lambda: _of_text(records, text, self._vocabulary))
            known = tuple(_with_record(messages[0], one) for one in found) or tuple(messages)
        else:
            digests = digests_of(words)
            found = await self._on_thread(lambda: records.find(digests, self._vocabulary))
            by_digest = {record.digest: record for record in found}
            known = tuple(
                _with_record(message, by_digest.get(digest))
                for message, digest in zip(messages, digests, strict=True)
            )
        free = (record.chat for record in reversed(found) if record.chat not in self._busy)
        return AnswerPlace(next(free, None) or self.new_key(program), known, words, program)

    def new_key(self, program: Program) -> ChatKey:
        """Return the key of a conversation of a program that has not been."""
        kept = "" if self._keeps() else TEMPORARY
        return ChatKey(f"{kept}{key_of_program(program.tag, secrets.token_hex(8))}")

    def _records_now(self) -> ApiRecords:
        return self._records if self._keeps() else self._passing

    @contextlib.contextmanager
    def hold(self, place: AnswerPlace) -> Iterator[AnswerPlace]:
        """Let nobody else go on with a conversation meanwhile."""
        if place.chat in self._busy:  # another request was quicker
            place = replace(place, chat=self.new_key(place.program))
        self._busy.add(place.chat)
        try:
            yield place
        finally:
            self._busy.discard(place.chat)

    async def answered(self, place: AnswerPlace, answer: str, finished: AnswerFinished) -> None:
        """Keep which tokens an answer was made of.

        Args:
            answer: what names it (`said_by`) when the client sends it along the next time.
        """
        if finished.record is None:
            return
        self._vocabulary = finished.record.vocabulary
        records = self._passing if place.chat.startswith(TEMPORARY) else self._records
        digest = digests_of((*place.words, (_ANSWER, answer)))[-1]
        record = ApiRecord(digest, place.chat, finished.record)
        await self._on_thread(lambda: self._keep(records, record))

    def _keep(self, records: ApiRecords, record: ApiRecord) -> None:
        """Keep a record, and now and then forget the oldest. The lane."""
        records.keep(record)
        self._n_kept += 1
        if self._n_kept % _TRIM_EACH == 0:
            records.trim()

    async def _on_thread(self, work: Callable[[], list[ApiRecord] | None]) -> list[ApiRecord]:
        found = await asyncio.wrap_future(self._aside.submit(work))
        return found or []


def _of_text(records: ApiRecords, text: str, vocabulary: str) -> list[ApiRecord]:
    """Return the record of the longest text that is known of those a text begins with."""
    longest = records.find_text(text, vocabulary)
    return [] if longest is None else [longest]


def said_by(text: str, calls: Sequence[ToolCall]) -> str:
    """Return what names an answer: its words, and the calls of tools in it."""
    if not calls:
        return text
    return text.strip() + json.dumps([[call.name, call.arguments.strip()] for call in calls])


def _words_of(message: PromptMessage) -> str:
    """Return what names a message: what it says, and what media are where in it."""
    said = said_by(message.text, message.calls)
    if not message.media:
        return said
    media = [(one.at, *structs.astuple(one.medium)) for one in message.media]
    return said + json.dumps(media)


def _with_record(message: PromptMessage, record: ApiRecord | None) -> PromptMessage:
    return message if record is None else replace(message, record=record.record)


class ChatKeeper:
    """Keeps conversations.

    Args:
        programs: keeps them; None for nobody.
        media: keeps the files of their pictures and sounds.
        keeps_chats: whether they are to be kept, by what the user has set now.
    """

    def __init__(
        self,
        programs: Conversations | None,
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
        told = itertools.takewhile(lambda one: one.role is Role.SYSTEM, asked.messages)
        system = [one.text for one in told]
        given = asked.messages[len(system) :]
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
        """Return a message as it is kept.

        What came of a tool, and what the program says on the way, is told like words of the user.

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
