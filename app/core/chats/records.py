"""What the chat store hands out: frozen plain values, safe on any thread."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NewType

from app.core.content.answer_parts import SplitAnswer, parts_of_stats, split_answer
from app.core.content.tool_steps import NO_CALLS, calls_of_stats, step_of_stats
from app.core.messages import Role
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.core.content.answer_parts import AnswerParts
    from app.core.content.media import MediaFile
    from app.core.content.tool_steps import CallsMade, ToolStep
    from app.core.errors import KnownError, Problem
    from app.core.messages import Attachment, TokenRecord
    from app.core.projects.values import ProjectContent

ChatId = NewType("ChatId", int)
MessageId = NewType("MessageId", int)
FolderId = NewType("FolderId", int)

FIRST_TEMPORARY = 2**52  # far behind all that a file ever counts; a float still holds it


def is_temporary(chat_id: ChatId) -> bool:
    """Whether the chat is in memory alone, and gone when it is left."""
    return chat_id >= FIRST_TEMPORARY


class MessageStatus(enum.StrEnum):
    """How far a message has come."""

    COMPLETE = "complete"
    STREAMING = "streaming"  # being written by a running answer
    STOPPED = "stopped"  # ended by the user or a limit; can be continued
    INTERRUPTED = "interrupted"  # the program ended in the middle; can be continued
    FAILED = "failed"  # ended by an error, told in `Message.problem`


class TitleOrigin(enum.StrEnum):
    """Whose words the title of a chat is."""

    FIRST_WORDS = "first_words"  # of its first message
    MODEL = "model"
    USER = "user"  # never replaced by another


# Of `ChatSetup.sampling`: words that stand for messages, and which (`texts/summary.py`).
SUMMARY, SUMMARY_OF = "summary", "summary_of"
SEARCHED = "searched"  # files and folders, or a mark for all, as a list in JSON


class ChatSetup(PlainValue, frozen=True):
    """What a chat wants of the model.

    Attributes:
        system_prompt: instructions before the first message; "" for none.
        sampling: how tokens are chosen, by the names of `SamplingParams`, "max_tokens", "stop",
            texts that end an answer, one a line, "thinking", a word of `ThinkingChoice`, and
            "form", which of the texts "grammar" and "json_schema" answers are bound to; what it
            does not name is as set for all chats. Also what is done when the chat outgrows the
            context, and the summary of what is left out (`core/prompts/overflow.py`).
    """

    system_prompt: str = ""
    sampling: tuple[tuple[str, float | str], ...] = ()


class Chat(PlainValue, frozen=True, gc=False):
    """One chat of the list; the garbage collector passes over it: there may be 100,000.

    Attributes:
        system_prompt: instructions before the first message; "" for none.
        leaf_id: last message of the branch that is shown; None in an empty chat.
        created_at: UTC; also the chat's idea of "today", so that its prompt never changes.
        updated_at: UTC; the list is ordered by it.
        sampling: as in `ChatSetup`.
        context_from: the first message the model reads; None, or one of another branch, for all.
        memory_pinned: what is stored of its computation never makes room for other chats.
        memory_off: nothing that is computed for it is stored.
        is_unread: an answer ended while nobody looked at it.
        title_origin: whose words the title is.
        title_from: the answer up to which a model knew the chat when it wrote the title.
        is_deleted: it lies in the trash and can be brought back.
        model_path: of the file that answered last; "" when unknown.
        folder_id: the folder it lies in; None for none.
        pinned_at: UTC, while it stands above the others; else None.
        archived_at: UTC, while it is out of the way; else None.
        project_version: of the project that it began with; 0 for none.
    """

    id: ChatId
    title: str
    system_prompt: str
    leaf_id: MessageId | None
    created_at: datetime
    updated_at: datetime
    sampling: tuple[tuple[str, float | str], ...] = ()
    context_from: MessageId | None = None
    memory_pinned: bool = False
    memory_off: bool = False
    is_unread: bool = False
    title_origin: TitleOrigin = TitleOrigin.FIRST_WORDS
    title_from: MessageId | None = None
    is_deleted: bool = False
    model_path: str = ""
    folder_id: FolderId | None = None
    pinned_at: datetime | None = None
    archived_at: datetime | None = None
    project_version: int = 0

    @property
    def setup(self) -> ChatSetup:
        """What it wants of the model."""
        return ChatSetup(self.system_prompt, self.sampling)


class ChatFolder(PlainValue, frozen=True):
    """A folder of the chat list.

    Attributes:
        position: orders them, the smallest first.
        created_at: UTC.
        project_version: counts the changes of what its chats begin with; 0 for nothing.
        project: that, of a folder that was deleted; else None, for there may be much of it.
    """

    id: FolderId
    name: str
    position: int
    created_at: datetime
    project_version: int = 0
    project: ProjectContent | None = None


class ProjectPlace(PlainValue, frozen=True):
    """The project that a new chat begins with.

    Attributes:
        folder_id: that the chat is made in.
        version: of its project.
    """

    folder_id: FolderId
    version: int = 0


class ProjectStart(PlainValue, frozen=True):
    """What a new chat of a project begins with; it is copied into the chat.

    Attributes:
        name: of the project.
        setup: what the chat wants of the model.
        attachments: whole documents, which go along with the first message.
        missing: names of documents of the project that could not be had.
    """

    place: ProjectPlace
    name: str
    setup: ChatSetup
    attachments: tuple[Attachment, ...] = ()
    missing: tuple[str, ...] = ()

    def along(self, attachments: Sequence[Attachment]) -> tuple[Attachment, ...]:
        """Return what goes along with the first message: its documents first, each once."""
        known = {one.source.digest for one in self.attachments if one.source}
        others = (
            one for one in attachments if one.source is None or one.source.digest not in known
        )
        return (*self.attachments, *others)


class TrashedChat(PlainValue, frozen=True):
    """A chat in the trash.

    Attributes:
        trashed_at: UTC, as the clock said then; to be shown and nothing else.
        days_left: that it stays at least; 0 when the next purge takes it.
    """

    chat: Chat
    trashed_at: datetime
    days_left: int


class Message(PlainValue, frozen=True):
    """One node of a chat's tree.

    Attributes:
        parent_id: the message it follows; None for a first message.
        text: as typed, or as the model said it, its thinking with the marks around it included.
        model: name of the model that answered; "" for the user's messages.
        problem: why the answer failed; else None.
        record: exact tokens up to the end of this answer, when known.
        stats: of the answer, by name (see `core.protocol.AnswerStats`); empty if unknown.
        attachments: texts that belong to it, in order.
        media: pictures and sounds that belong to it, in order.
    """

    id: MessageId
    chat_id: ChatId
    parent_id: MessageId | None
    role: Role
    text: str
    status: MessageStatus
    created_at: datetime
    model: str = ""
    problem: Problem | None = None
    record: TokenRecord | None = None
    stats: tuple[tuple[str, float | str], ...] = ()
    attachments: tuple[Attachment, ...] = ()
    media: tuple[MediaFile, ...] = ()

    @property
    def parts(self) -> AnswerParts | None:
        """Where the thinking of an answer lies in its text; None where that was not kept."""
        return parts_of_stats(dict(self.stats)) if self.stats else None

    @property
    def said(self) -> SplitAnswer:
        """What an answer says, and what was thought before; without the calls of tools.

        Of the result of a call all of it is what stands beside the answer, as thinking does.
        """
        step = self.step
        if step is not None:
            sources = "\n".join(f"- [{title}](<{link}>)" for title, link in step.plain_links)
            told = "\n\n".join(filter(None, (step.call.arguments, self.text, sources)))
            return SplitAnswer(told, "", is_thinking=self.status is MessageStatus.STREAMING)
        made = self.calls
        text = self.text[: made.at] if made.calls else self.text
        return split_answer(text, self.parts)

    @property
    def calls(self) -> CallsMade:
        """The tools that an answer calls."""
        return calls_of_stats(dict(self.stats)) if self.stats else NO_CALLS

    @property
    def step(self) -> ToolStep | None:
        """Which call a message is the result of; None for any other message."""
        return step_of_stats(dict(self.stats)) if self.role is Role.TOOL else None


class PurgeResult(PlainValue, frozen=True):
    """What a purge did, or a step of one.

    Attributes:
        chats: that are gone; their ids are never used again.
        changed: chats that go on without some of their messages.
        failure: what kept something from being deleted; it is tried again by the next purge.
    """

    chats: tuple[ChatId, ...] = ()
    changed: tuple[ChatId, ...] = ()
    failure: KnownError | None = None
