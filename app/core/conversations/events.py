"""What `Conversations` tells a front end, beside the engine's own model events.

Longer than other files: one class for each thing that is told.

Threads: frozen plain values, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.messages import TextKind
from app.core.plain_value import PlainValue
from app.core.prompts.overflow import is_nearly_full
from app.core.protocol import (
    LEAST_ANSWER,
    EngineStopped,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    PrefixSource,
    ProblemRaised,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.core.chats.records import (
        Chat,
        ChatFolder,
        ChatId,
        Message,
        MessageId,
        TrashedChat,
    )
    from app.core.content.media import MediaFile
    from app.core.errors import Cause, Problem
    from app.core.messages import Attachment, ToolCall
    from app.core.phrases import Phrase
    from app.core.protocol import (
        ChatMemory,
        InspectedToken,
        MemoryReport,
        SharedMemory,
        TemplatePreviewed,
        WaitReason,
        WarmthMeasured,
    )
    from app.core.tools.values import Question, Tool


class ModelResting(PlainValue, frozen=True):
    """The model gave its memory back, and is loaded again as soon as it is needed."""


class TemporaryChatBegun(PlainValue, frozen=True):
    """A temporary chat is there, and empty; no list shows it."""

    chat: Chat


class TemporaryChatLeft(PlainValue, frozen=True):
    """A temporary chat is gone, with all that was said in it."""

    chat_id: ChatId


class TemporaryChatKept(PlainValue, frozen=True):
    """A chat like any other has all that was said in a temporary one, which is gone next."""

    chat_id: ChatId
    kept: Chat


class CauseEnded(PlainValue, frozen=True):
    """What was behind a problem is over; its notice goes."""

    cause: Cause


class ChatsListed(PlainValue, frozen=True):
    """A page of all chats but deleted ones, newest first, and all folders in their order.

    Attributes:
        trashed: chats that can be brought back.
        is_last: no other page follows.
    """

    chats: tuple[Chat, ...]
    folders: tuple[ChatFolder, ...] = ()
    trashed: frozenset[ChatId] = frozenset()
    is_last: bool = True


class FoldersListed(PlainValue, frozen=True):
    """All folders of the chat list in their order, after any of them changed."""

    folders: tuple[ChatFolder, ...]


class FolderMade(PlainValue, frozen=True):
    """A folder was made, for the user to name; comes after `FoldersListed`."""

    folder: ChatFolder


class FolderDeleted(PlainValue, frozen=True):
    """A folder was deleted and its chats are in none; `Chats.restore_folder` brings it back.

    Attributes:
        chat_ids: of the chats that were in it, those in the trash included.
    """

    folder: ChatFolder
    chat_ids: tuple[ChatId, ...]


class TrashListed(PlainValue, frozen=True):
    """All chats in the trash, those that were deleted last first."""

    chats: tuple[TrashedChat, ...]


class ChatCreated(PlainValue, frozen=True):
    """A first message made a new chat; its messages follow as `MessageAdded`.

    Attributes:
        ticket: of the call of `send`; 0 for a chat that was made otherwise.
    """

    chat: Chat
    ticket: int = 0


class ChatOpened(PlainValue, frozen=True):
    """A chat's current branch, oldest message first.

    Attributes:
        messages: of a long chat only the end; `Chats.read_earlier` sends the others.
        is_whole: whether there are no others.
    """

    chat: Chat
    messages: tuple[Message, ...]
    is_whole: bool = True


class TemplateShown(PlainValue, frozen=True):
    """What `Models.preview_template` has shown.

    Attributes:
        source: of the template.
    """

    source: str
    preview: TemplatePreviewed


class EarlierMessages(PlainValue, frozen=True):
    """All that comes before the messages of `ChatOpened`, oldest first."""

    chat_id: ChatId
    messages: tuple[Message, ...]


class BranchShown(PlainValue, frozen=True):
    """Another branch of a chat is shown from now on; carries all of it.

    Attributes:
        focus: the message that made it another one; None when nothing is left.
    """

    chat_id: ChatId
    messages: tuple[Message, ...]
    focus: MessageId | None


class VersionsListed(PlainValue, frozen=True):
    """Which messages of a chat stand beside each other, oldest first; those without are left out.

    Attributes:
        versions: by message, itself among them.
    """

    chat_id: ChatId
    versions: Mapping[MessageId, tuple[MessageId, ...]]


class MessageDeleted(PlainValue, frozen=True):
    """A message and what follows it left the chat; `undo_delete_message` brings them back."""

    message: Message


class ChatForked(PlainValue, frozen=True):
    """A chat that goes off another one was made, for the user to go on in."""

    chat: Chat


class ChatChanged(PlainValue, frozen=True):
    """Anything of a chat but its messages changed: title, time, setup, pin, what is unread."""

    chat: Chat


class ChatsChanged(PlainValue, frozen=True):
    """Several chats were pinned, archived or moved at once; else as `ChatChanged`."""

    chats: tuple[Chat, ...]


class ChatsDeleted(PlainValue, frozen=True):
    """Chats left the list at once and are in the trash; `Chats.restore` brings them back."""

    chats: tuple[Chat, ...]


class ChatsRestored(PlainValue, frozen=True):
    """Chats are back from the trash."""

    chats: tuple[Chat, ...]


class MessageAdded(PlainValue, frozen=True):
    """A message was appended to the current branch; `ticket` as in `ChatCreated`."""

    chat_id: ChatId
    message: Message
    ticket: int = 0


class MessageRemoved(PlainValue, frozen=True):
    """A message left the current branch (kept in the tree), for example by Regenerate."""

    chat_id: ChatId
    message_id: MessageId


class MessageChanged(PlainValue, frozen=True):
    """Status, text or stats of a message changed; carries the whole message."""

    chat_id: ChatId
    message: Message


class AnswerDelta(PlainValue, frozen=True):
    """New text at the end of a streaming answer.

    Attributes:
        kind: of all of the text.
    """

    chat_id: ChatId
    message_id: MessageId
    text: str
    kind: TextKind = TextKind.ANSWER


class AnswerQueued(PlainValue, frozen=True):
    """An answer cannot go on now; comes again where the reason becomes another one.

    It ends with `AnswerResumed`, or with the answer.
    """

    chat_id: ChatId
    message_id: MessageId
    reason: WaitReason


class AnswerResumed(PlainValue, frozen=True):
    """An answer that was queued begins, or goes on where it was."""

    chat_id: ChatId
    message_id: MessageId


class SendRefused(PlainValue, frozen=True):
    """A message could not be stored; it belongs back into the composer.

    Attributes:
        ticket: of the call of `send`.
        is_too_long: it does not fit the context, as `Chats.measure` would tell, too.
        is_answering: the chat is still being answered.
    """

    chat_id: ChatId | None
    text: str
    problem: Problem
    attachments: tuple[Attachment, ...] = ()
    ticket: int = 0
    is_too_long: bool = False
    is_answering: bool = False
    media: tuple[MediaFile, ...] = ()


class AltTextChanged(PlainValue, frozen=True):
    """A picture or a sound of a message is described in other words; `MessageChanged` came before.

    Attributes:
        position: among the media of the message, from 0.
        before: what was said; `ChatMedia.describe` with it takes the change back.
    """

    chat_id: ChatId
    message_id: MessageId
    position: int
    before: str


class EditStored(PlainValue, frozen=True):
    """Another version of a message is on disk; `ticket` of the call that asked for it."""

    chat_id: ChatId
    ticket: int


class AnswerRefused(PlainValue, frozen=True):
    """An answer could not be begun, or another version not be stored; what was asked is kept.

    Attributes:
        ticket: of the edit; without an `EditStored` before it, nothing of that was stored.
    """

    chat_id: ChatId
    problem: Problem
    ticket: int = 0


class AnswerFailed(PlainValue, frozen=True):
    """An answer ended with a problem; comes after the `MessageChanged` that says so."""

    chat_id: ChatId
    problem: Problem


class ChatResumed(PlainValue, frozen=True):
    """The KV cache of an opened chat is back, or why it is not.

    Attributes:
        n_cached: tokens that need not be read again.
        n_prompt: tokens of the chat.
        read_ms: what reading the others is expected to take; 0 if unknown.
    """

    chat_id: ChatId
    n_cached: int
    n_prompt: int
    restore_ms: float
    source: PrefixSource
    read_ms: float = 0.0


class MemoryListed(PlainValue, frozen=True):
    """The memory of all chats.

    Attributes:
        chats: those of `report`, by id.
        documents: files that are kept read, with what is stored of them.
        n_others: conversations of other programs that have some.
        others_bytes: that these take, at least: of what only some of them share, the largest.
    """

    report: MemoryReport
    chats: tuple[tuple[ChatId, ChatMemory], ...]
    n_others: int = 0
    others_bytes: int = 0
    documents: tuple[tuple[Path, ChatMemory], ...] = ()


class LeavingOut(PlainValue, frozen=True):
    """What would be left out of a chat, and what that costs.

    Attributes:
        first: the first message that the model still reads; None for what is being written.
        n_messages: that it would not read any more.
        n_out: tokens of these.
        n_after: tokens of the prompt then.
        n_again: of those, tokens of messages that it has read before.
        seconds: that reading these again takes, by what this model has shown; 0 unknown.
    """

    first: MessageId | None
    n_messages: int
    n_out: int
    n_after: int
    n_again: int
    seconds: float = 0.0


class ContextUse(PlainValue, frozen=True):
    """What a chat takes of the context, and what is being written with it; counts are tokens.

    Attributes:
        chat_id: None for a chat that does not exist yet.
        n_ctx: all there is; 0 without a model.
        n_total: of it needed before the answer begins.
        n_system: of those the system prompt.
        n_messages: what was said, and what the chat template puts around it.
        n_attachments: what is attached, also to what is being written.
        n_media: of those, pictures and sounds of what is being written that the model is given.
        n_draft: what is being written.
        n_chat: of all of them those of the chat as it stands, without what is being written.
        n_answer: of the chat the answer that it ends with.
        n_least: of the chat what cannot be left out; 0 where that was not counted.
        leaving_out: what of it would be left out for room, where there is little; None for nothing.
    """

    chat_id: ChatId | None
    n_ctx: int = 0
    n_total: int = 0
    n_system: int = 0
    n_messages: int = 0
    n_attachments: int = 0
    n_draft: int = 0
    n_chat: int = 0
    n_answer: int = 0
    n_least: int = 0
    leaving_out: LeavingOut | None = None
    n_media: int = 0

    def has_room_after(self, n_tokens: int) -> bool:
        """Whether an answer to so many tokens fits; what was not counted may."""
        return not self.n_ctx or n_tokens + LEAST_ANSWER <= self.n_ctx

    @property
    def has_room(self) -> bool:
        """Whether all that was counted can be answered."""
        return self.has_room_after(self.n_total)

    @property
    def n_alone(self) -> int:
        """Tokens of what is being written, or else of the last turn, behind the system prompt."""
        n_written = self.n_total - self.n_chat
        return self.n_system + n_written if n_written else self.n_least

    @property
    def is_nearly_full(self) -> bool:
        """Whether an answer will soon end for want of room, or has none already."""
        return is_nearly_full(self.n_total, self.n_ctx)


class MediumMeasured(PlainValue, frozen=True):
    """What a picture or a sound takes of the model, before anything of it is computed.

    Attributes:
        digest: of its file.
        n_tokens: of the context; 0 where the model is not given it, or nobody knows.
        seconds: until all of it is read, by what this machine has shown; 0 where it has not.
    """

    digest: str
    n_tokens: int = 0
    seconds: float = 0.0


class ChatWarmthMeasured(PlainValue, frozen=True):
    """How soon an answer in a chat would begin.

    Attributes:
        chat_id: None for a chat that does not exist yet.
        ticket: of the call of `measure_warmth`.
    """

    chat_id: ChatId | None
    ticket: int
    warmth: WarmthMeasured


class SharedMemoryMeasured(PlainValue, frozen=True):
    """What the chats share that begin with a text.

    Attributes:
        ticket: of the call of `measure_shared`.
    """

    ticket: int
    shared: SharedMemory


class SummaryBegun(PlainValue, frozen=True):
    """The oldest messages of a chat are being summarised because somebody asked for that."""

    chat_id: ChatId


class SummaryEnded(PlainValue, frozen=True):
    """They are summarised and left out, or nothing was done; `ChatChanged` came before.

    Attributes:
        is_kept: there is a summary.
        problem: why there is none; None where it was stopped.
    """

    chat_id: ChatId
    is_kept: bool
    problem: Problem | None = None


class PromptRead(PlainValue, frozen=True):
    """Progress of a prefill; counts include the reused beginning."""

    chat_id: ChatId
    n_done: int
    n_total: int


class InspectionRead(PlainValue, frozen=True):
    """How much of a chat is read that an answer is looked into for; counts as in `PromptRead`."""

    chat_id: ChatId
    message_id: MessageId
    n_done: int
    n_total: int


class AnswerInspected(PlainValue, frozen=True):
    """The next places of an answer that is looked into, in their order.

    Attributes:
        n_total: of all its places, the one behind its last token included.
        model: name of the one that was asked, which need not be the one that answered.
        vocabulary: names the one of the tokens.
    """

    chat_id: ChatId
    message_id: MessageId
    places: tuple[InspectedToken, ...]
    n_total: int
    model: str = ""
    vocabulary: str = ""


class ContinuationFound(PlainValue, frozen=True):
    """How an answer would go on with one of the tokens that were asked about, in their order.

    Attributes:
        tokens: of it, the one that was asked about included.
        is_end: the answer would end there.
    """

    chat_id: ChatId
    message_id: MessageId
    tokens: tuple[int, ...]
    text: str
    is_end: bool


class InspectionDone(PlainValue, frozen=True):
    """An answer is looked into no more.

    Attributes:
        was_interrupted: an answer was asked for meanwhile; not all was told.
        problem: why not all could be told.
    """

    chat_id: ChatId
    message_id: MessageId
    was_interrupted: bool = False
    problem: Problem | None = None


class ToolAsked(PlainValue, frozen=True):
    """A model wants to call a tool, and the user has to allow it.

    Attributes:
        message_id: behind which the result will stand.
        tool: as the chat has it.
        question: why to ask: it is new, or was changed since it was allowed.
    """

    chat_id: ChatId
    message_id: MessageId
    call: ToolCall
    tool: Tool
    question: Question


class ToolQuestionEnded(PlainValue, frozen=True):
    """Nothing is asked about a call in a chat any more."""

    chat_id: ChatId


class ToolLoopStopped(PlainValue, frozen=True):
    """A model has called tools so much that the user decides whether it goes on."""

    chat_id: ChatId
    why: Phrase


class ChatsDamaged(PlainValue, frozen=True):
    """The file with the chats is damaged; the user decides what is done.

    Attributes:
        backup: the newest one that is sound; None for none.
    """

    problem: Problem
    backup: Path | None = None


ConversationEvent = (
    ChatsDamaged
    | ChatsListed
    | FoldersListed
    | FolderMade
    | FolderDeleted
    | TrashListed
    | ChatCreated
    | TemporaryChatBegun
    | TemporaryChatKept
    | TemporaryChatLeft
    | ChatOpened
    | EarlierMessages
    | BranchShown
    | VersionsListed
    | ChatForked
    | MessageDeleted
    | ChatChanged
    | ChatsChanged
    | ChatsDeleted
    | ChatsRestored
    | MessageAdded
    | MessageRemoved
    | MessageChanged
    | AnswerDelta
    | AnswerQueued
    | AnswerResumed
    | SendRefused
    | AltTextChanged
    | EditStored
    | AnswerRefused
    | AnswerFailed
    | ChatResumed
    | MemoryListed
    | ContextUse
    | ChatWarmthMeasured
    | SharedMemoryMeasured
    | MediumMeasured
    | SummaryBegun
    | SummaryEnded
    | PromptRead
    | InspectionRead
    | AnswerInspected
    | ContinuationFound
    | InspectionDone
    | ModelLoading
    | ModelResting
    | ModelLoaded
    | ModelLoadFailed
    | ModelUnloaded
    | ProblemRaised
    | CauseEnded
    | TemplateShown
    | EngineStopped
    | ToolAsked
    | ToolQuestionEnded
    | ToolLoopStopped
)
