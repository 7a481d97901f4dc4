"""Chats on a disk that answers when it is told to: jobs wait, in any order, until a test decides.

Stands in for `Chats` behind a window. What it was asked to store is a `Job`; storing it and
telling the window about it are two steps, as they are when the program is killed in between.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.core.chats.records import (
    Chat,
    ChatId,
    ChatSetup,
    Message,
    MessageId,
    MessageStatus,
    ProjectPlace,
)
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.chats import Chats
from app.core.conversations.events import (
    AnswerRefused,
    BranchShown,
    ChatCreated,
    ChatOpened,
    EditStored,
    MessageAdded,
    MessageChanged,
    SendRefused,
)
from app.core.conversations.texts.chat_text import title_of
from app.core.errors import Problem
from app.core.messages import Role
from app.core.phrases import phrase
from app.core.plain_value import replace
from tests.helpers.recorded_doors import RecordedDoor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.content.media import MediaFile
    from app.core.conversations.cases.message_sender import MessageContent
    from app.core.messages import Attachment

FULL = Problem(
    phrase("The disk is full."), phrase("Your message is unchanged."), phrase("Free some space.")
)
NO_SETUP = ChatSetup()
NO_OPTIONS = AnswerOptions()


@dataclass
class Job:
    """Something to be stored.

    Attributes:
        target: the message that is edited; None for a new message.
        is_answered: it is the last of those that were sent together.
        events: what the window is told when it is stored.
    """

    ticket: int
    chat_id: ChatId | None
    text: str
    attachments: tuple[Attachment, ...] = ()
    media: tuple[MediaFile, ...] = ()
    target: MessageId | None = None
    is_answered: bool = True
    events: list[object] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """All that the user wrote or attached; of a picture its name."""
        names = [one.name for one in self.media]
        return [self.text, *(one.text for one in self.attachments), *names]


@dataclass
class SlowDisk:
    """The chats, each as the branch that is shown, and what is to be stored.

    Args:
        tell: gives an event to the window.
        now: the time in seconds since 1970.
    """

    tell: Callable[[object], None]
    now: Callable[[], float] = time.time
    chats: dict[ChatId, Chat] = field(default_factory=dict)
    paths: dict[ChatId, list[Message]] = field(default_factory=dict)
    every_text: list[str] = field(default_factory=list)  # of all versions, and what goes along
    waiting: dict[int, Job] = field(default_factory=dict)  # by ticket: not stored
    untold: dict[int, Job] = field(default_factory=dict)  # stored
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    # -- the door --

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Take every call that stores nothing."""
        recorded: Callable[..., None] = getattr(RecordedDoor(Chats, []), name)
        return recorded

    def send(
        self,
        chat_id: ChatId | None,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        media: Sequence[MediaFile] = (),
        setup: ChatSetup = NO_SETUP,
        options: AnswerOptions = NO_OPTIONS,
        ticket: int = 0,
        must_fit: bool = False,
        earlier: Sequence[MessageContent] = (),
        project: ProjectPlace | None = None,
    ) -> None:
        """Take new messages."""
        for one in earlier:
            job = Job(one.ticket, chat_id, one.text, one.attachments, one.media, is_answered=False)
            self.waiting[one.ticket] = job
        self.waiting[ticket] = Job(ticket, chat_id, text, tuple(attachments), tuple(media))

    def edit(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        media: Sequence[MediaFile] = (),
        ticket: int = 0,
    ) -> None:
        """Take another version of a message."""
        along = tuple(attachments), tuple(media)
        self.waiting[ticket] = Job(ticket, chat_id, text, *along, message_id)

    def open(self, chat_id: ChatId) -> None:
        """Read a chat, at once."""
        self.tell(ChatOpened(self.chats[chat_id], tuple(self.paths[chat_id])))

    # -- what a test decides --

    def is_answering(self, chat_id: ChatId | None) -> bool:
        """Whether a chat is being answered."""
        path = self.paths.get(chat_id, []) if chat_id is not None else []
        return any(message.status is MessageStatus.STREAMING for message in path[-1:])

    def create(self, ticket: int) -> ChatId | None:
        """Make the chat of a first message and tell it; None where it needs none."""
        job = self.waiting[ticket]
        if job.chat_id is not None:
            return None
        chat = self._new_chat(job)
        job.chat_id = chat.id
        self.tell(ChatCreated(chat, ticket))
        return chat.id

    def store(self, ticket: int) -> bool:
        """Store what was given; False where the chat is being answered, which refuses it."""
        job = self.waiting.pop(ticket)
        if self.is_answering(job.chat_id):
            self._refuse(job)
            return False
        if job.chat_id is None:
            chat = self._new_chat(job)
            job.chat_id = chat.id
            job.events.append(ChatCreated(chat, ticket))
        path = self.paths[job.chat_id]
        said = self._message(job.chat_id, Role.USER, job.text)
        message = replace(said, attachments=job.attachments, media=job.media)
        if job.target is None:
            path.append(message)
            job.events.append(MessageAdded(job.chat_id, message, ticket))
        else:
            place = next((n for n, one in enumerate(path) if one.id == job.target), len(path))
            path[place:] = [message]
            job.events += [
                EditStored(job.chat_id, ticket),
                BranchShown(job.chat_id, tuple(path), message.id),
            ]
        self.every_text += job.texts
        self.chats[job.chat_id] = replace(self.chats[job.chat_id], leaf_id=message.id)
        if job.is_answered:
            answer = self._message(job.chat_id, Role.ASSISTANT, "", MessageStatus.STREAMING)
            path.append(answer)
            job.events.append(MessageAdded(job.chat_id, answer))
        self.untold[ticket] = job
        return True

    def report(self, ticket: int) -> Job:
        """Tell the window what was stored."""
        job = self.untold.pop(ticket)
        for event in job.events:
            self.tell(event)
        return job

    def refuse(self, ticket: int) -> None:
        """Refuse to store something."""
        self._refuse(self.waiting.pop(ticket))

    def end_answer(self, chat_id: ChatId, status: MessageStatus) -> None:
        """End an answer and tell it."""
        path = self.paths[chat_id]
        path[-1] = replace(path[-1], status=status, text="answered")
        self.tell(MessageChanged(chat_id, path[-1]))

    def die(self) -> None:
        """Nobody is told anything any more; what was not stored is gone."""
        self.waiting.clear()
        self.untold.clear()
        for path in self.paths.values():
            if path and path[-1].status is MessageStatus.STREAMING:
                path[-1] = replace(path[-1], status=MessageStatus.INTERRUPTED, text="cut")

    def _refuse(self, job: Job) -> None:
        if job.target is not None and job.chat_id is not None:
            self.tell(AnswerRefused(job.chat_id, FULL, job.ticket))
        else:
            along = job.attachments, job.ticket
            self.tell(SendRefused(job.chat_id, job.text, FULL, *along, media=job.media))

    def _new_chat(self, job: Job) -> Chat:
        now = datetime.fromtimestamp(self.now(), UTC)
        number = ChatId(next(self._numbers))
        chat = Chat(number, title_of(job.text, job.attachments, job.media), "", None, now, now)
        self.chats[chat.id], self.paths[chat.id] = chat, []
        return chat

    def _message(
        self,
        chat_id: ChatId,
        role: Role,
        text: str,
        status: MessageStatus = MessageStatus.COMPLETE,
    ) -> Message:
        number, now = MessageId(next(self._numbers)), datetime.fromtimestamp(self.now(), UTC)
        return Message(number, chat_id, None, role, text, status, now)
