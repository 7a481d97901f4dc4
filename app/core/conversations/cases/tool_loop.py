"""The loop of answer, call, result and answer: what a model calls is run, with the user's word.

All of a loop is in the messages of its branch: the calls with the answer that made them, each
result below. So a loop goes on after a crash where it was, and every step can be gone back to.
What is decided here is who is asked, and when a loop ends by itself (`loop_guard.py`).

Threads: the worker thread of `Conversations`; a call runs on a lane of its own.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownChat, UnknownMessage
from app.core.chats.records import MessageStatus
from app.core.content.tool_steps import ToolStep
from app.core.conversations.cases.passages import without_given
from app.core.conversations.cases.tool_files import CallOutcome, kept
from app.core.conversations.errors import NO_CALL_WAITS
from app.core.conversations.events import (
    AnswerFailed,
    MessageAdded,
    MessageChanged,
    ToolAsked,
    ToolLoopStopped,
    ToolQuestionEnded,
)
from app.core.conversations.session import key_of
from app.core.conversations.texts.chat_text import read_part
from app.core.errors import KnownError
from app.core.messages import Role, ToolCall
from app.core.plain_value import PlainValue, replace
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.core.tools.errors import ARGUMENTS_UNREADABLE, TOOL_UNKNOWN
from app.core.tools.loop_guard import LoopEnd, LoopState, why
from app.core.tools.permissions import Grant
from app.core.tools.toolbox import failed
from app.core.tools.values import ToolResult, are_arguments, same_arguments

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.session import Session
    from app.core.conversations.texts.prompt_media import PromptMedia
    from app.core.tools.toolbox import Toolbox
    from app.core.tools.values import Decision, Tool

_log = logging.getLogger(__name__)
_REFUSED = "The user did not allow this call."
_FITS_TOO = "{} above has this, too."
_CHANGED = "The user changed the arguments to {arguments}.\n\n"


class _Asking(PlainValue, frozen=True):
    """The user is asked about a call."""

    message_id: MessageId
    call: ToolCall
    tool: Tool


class _Calling(PlainValue, frozen=True, eq=False):
    """A call runs."""

    message_id: MessageId
    stop: StopSignal


@dataclass(slots=True)
class ToolLoop:
    """The loops of all chats, one in each at most."""

    session: Session
    answer: Callable[[Chat, Sequence[Message]], None]  # begins an answer behind a branch
    _loops: dict[ChatId, _Asking | _Calling] = field(default_factory=dict)
    _renewed: dict[ChatId, MessageId] = field(default_factory=dict)  # go on past this answer

    def is_calling(self, chat_id: ChatId) -> bool:
        """Whether a call runs in a chat."""
        return isinstance(self._loops.get(chat_id), _Calling)

    def is_asked(self, chat_id: ChatId, message_id: MessageId, call: ToolCall) -> bool:
        """Whether a call waits for the user's word."""
        loop = self._loops.get(chat_id)
        return isinstance(loop, _Asking) and (loop.message_id, loop.call) == (message_id, call)

    def step(self, chat_id: ChatId) -> None:
        """Do what comes next in the loop that the branch of a chat ends with, or tell why not."""
        try:
            self._step(chat_id)
        except KnownError as error:
            self.session.emit(AnswerFailed(chat_id, error.problem()))

    def _step(self, chat_id: ChatId) -> None:
        store = self.session.store_of(chat_id)
        chat, path = store.chat(chat_id), store.path(chat_id)
        found = _open_calls(path)
        if chat.is_deleted:
            return
        if found is None:
            if path and path[-1].role is Role.TOOL:
                self.answer(chat, path)
            return
        n_known, waiting = found
        guarded = _guarded(path[:n_known], self._renewed.get(chat_id))
        if isinstance(guarded, LoopEnd):
            self.session.emit(ToolLoopStopped(chat_id, why(guarded)))
        elif waiting:
            self._ask_or_run(chat, path[n_known - 1], waiting[0])
        else:
            self.answer(chat, path[:n_known])

    def go_on(self, chat_id: ChatId) -> None:
        """Go on with a loop that was cut off, or has stopped by itself.

        Raises:
            KnownError: nobody can answer, or the disk has no room.
        """
        self._renewed[chat_id] = self.session.store_of(chat_id).path(chat_id)[-1].id
        self._step(chat_id)

    def _ask_or_run(self, chat: Chat, parent: Message, call: ToolCall) -> None:
        tools = self.session.tools.frozen(chat.setup)
        tool = tools.find(call.name) if tools is not None else None
        if tool is None:
            self._keep(chat.id, parent.id, call, failed(TOOL_UNKNOWN(name=call.name[:100])))
        elif not are_arguments(call.arguments):
            error = ARGUMENTS_UNREADABLE(name=call.name[:100])
            self._keep(chat.id, parent.id, call, failed(error))
        else:
            grant = self.session.tools.box.permissions.standing(tool, call, key_of(chat.id))
            if isinstance(grant, Grant):
                self._run(chat.id, parent.id, (tool, call, grant))
            else:
                self._loops[chat.id] = _Asking(parent.id, call, tool)
                self.session.emit(ToolAsked(chat.id, parent.id, call, tool, grant))
            return
        self._step(chat.id)

    def decide(
        self,
        chat_id: ChatId,
        place: tuple[MessageId, str],
        decision: Decision | None,
        arguments: str | None,
    ) -> None:
        """Take what the user says to the call that was shown; None refuses it.

        Args:
            place: the message behind which the result will stand, and the id of the call.
            arguments: as the user has changed them; None as they are.

        Raises:
            KnownError: no such call waits, or what was decided cannot be saved.
        """
        asking = self._loops.get(chat_id)
        if not isinstance(asking, _Asking) or (asking.message_id, asking.call.id) != place:
            raise NO_CALL_WAITS()
        if not self._still_waits(chat_id, asking):
            self.cancel(chat_id)
            raise NO_CALL_WAITS()
        store, parent_id = self.session.store_of(chat_id), asking.message_id
        call = asking.call if arguments is None else replace(asking.call, arguments=arguments)
        if decision is not None and not are_arguments(call.arguments):
            raise ARGUMENTS_UNREADABLE(name=call.name[:100])
        if decision is None:
            self.cancel(chat_id)
            self._keep(chat_id, parent_id, call, ToolResult(_REFUSED, is_error=True))
            self._step(chat_id)
            return
        permissions, is_kept = self.session.tools.box.permissions, store is self.session.store
        grant = permissions.decide(asking.tool, call, decision, key_of(chat_id), is_kept=is_kept)
        self.cancel(chat_id)
        self._run(chat_id, parent_id, (asking.tool, call, grant), asking.call)

    def branch_changed(self, chat_id: ChatId) -> None:
        """Ask no more about a call that the branch of a chat does not end with any more."""
        asking = self._loops.get(chat_id)
        if isinstance(asking, _Asking) and not self._still_waits(chat_id, asking):
            self.cancel(chat_id)

    def _still_waits(self, chat_id: ChatId, asking: _Asking) -> bool:
        path = self.session.store_of(chat_id).path(chat_id)
        found = _open_calls(path)
        return found is not None and path[found[0] - 1].id == asking.message_id

    def cancel(self, chat_id: ChatId) -> None:
        """Ask about nothing in a chat any more; a call that runs is told to stop."""
        loop = self._loops.pop(chat_id, None)
        if isinstance(loop, _Calling):
            loop.stop.stop()
        elif loop is not None:
            self.session.emit(ToolQuestionEnded(chat_id))

    def end(self) -> None:
        """Stop all calls: the program ends."""
        for chat_id in list(self._loops):
            self.cancel(chat_id)

    # -- a call --

    def _run(
        self,
        chat_id: ChatId,
        parent_id: MessageId,
        allowed: tuple[Tool, ToolCall, Grant],
        asked: ToolCall | None = None,
    ) -> None:
        """Run a call beside everything else; `asked` is what the model wanted, if it differs."""
        call, box = allowed[1], self.session.tools.box
        message = self._add(chat_id, parent_id, call)
        stop = StopSignal()
        self._loops[chat_id] = _Calling(message.id, stop)
        done = partial(self._done, message, call, asked)
        work = partial(_called, box, allowed, self.session.media, stop)
        Lane("tool call").add(work, partial(self.session.submit, done))

    def _add(self, chat_id: ChatId, parent_id: MessageId, call: ToolCall) -> Message:
        message = self.session.store_of(chat_id).add_message(
            chat_id,
            parent_id=parent_id,
            role=Role.TOOL,
            text="",
            status=MessageStatus.STREAMING,
            stats=ToolStep(call).as_stats(),
        )
        self.session.emit(MessageAdded(chat_id, message))
        return message

    def _keep(
        self, chat_id: ChatId, parent_id: MessageId, call: ToolCall, result: ToolResult
    ) -> None:
        """Keep what came of a call that was not made."""
        self._finish(self._add(chat_id, parent_id, call), call, CallOutcome(result))

    def _finish(self, message: Message, call: ToolCall, came: CallOutcome) -> None:
        result = came.result
        links = tuple((one.title, one.address) for one in result.links)
        step = ToolStep(call, round(came.seconds, 3), result.is_error, links, came.files)
        store = self.session.store_of(message.chat_id)
        chat, path = store.chat(message.chat_id), store.path(message.chat_id)
        fresh, known = without_given(result.passages, path, read_part(chat, path))
        finished = store.finish_message(
            message.id,
            text="\n".join(filter(None, (*map(_FITS_TOO.format, known), result.text))),
            status=MessageStatus.COMPLETE,
            stats=step.as_stats(),
            media=came.media,
            attachments=fresh,
        )
        self.session.emit(MessageChanged(message.chat_id, finished))

    def _done(
        self,
        message: Message,
        call: ToolCall,
        asked: ToolCall | None,
        came: CallOutcome,
    ) -> None:
        """Keep a result and go on, unless the user has stopped the loop."""
        chat_id = message.chat_id
        loop = self._loops.get(chat_id)
        is_current = isinstance(loop, _Calling) and loop.message_id == message.id
        if is_current:
            del self._loops[chat_id]
        if asked is not None and same_arguments(asked.arguments) != same_arguments(call.arguments):
            told = _CHANGED.format(arguments=call.arguments)
            came = replace(came, result=replace(came.result, text=told + came.result.text))
        try:
            self._finish(message, call, came)
        except (UnknownChat, UnknownMessage):  # deleted meanwhile
            return
        except KnownError as error:  # the disk: it can be called again
            cut = replace(message, status=MessageStatus.INTERRUPTED)
            self.session.emit(MessageChanged(chat_id, cut))
            self.session.emit(AnswerFailed(chat_id, error.problem()))
            return
        if is_current:
            self.step(chat_id)


def _called(
    box: Toolbox,
    allowed: tuple[Tool, ToolCall, Grant],
    media: PromptMedia,
    stop: StopSignal,
    then: Callable[[CallOutcome], None],
) -> None:
    """Run a call; whatever happens, something comes of it.

    Its files lie beside the chats before the message is written that names them.
    """
    began = time.perf_counter()
    try:
        result = box.call(*allowed, stop)
    except (KnownError, TransferStopped) as error:
        result = failed(error)
    except Exception:  # noqa: BLE001 - the model waits for what comes of it
        _log.exception("a tool has failed in a way that nobody foresaw")
        result = ToolResult("The tool failed: an error in Hearth.", is_error=True)
    seconds = time.perf_counter() - began
    try:
        came = kept(result, seconds, media, stop)
    except Exception:  # noqa: BLE001 - as above
        _log.exception("the files of a result could not be kept")
        came = CallOutcome(replace(result, media=()), seconds)
    then(came)


def _open_calls(path: Sequence[Message]) -> tuple[int, tuple[ToolCall, ...]] | None:
    """Return up to where a branch with calls at its end is known, and which of them are left.

    None where it ends otherwise. A call that was cut off by a crash is left.
    """
    n_known = len(path)
    while n_known and path[n_known - 1].role is Role.TOOL:
        n_known -= 1
    if not n_known or not path[n_known - 1].calls.calls:
        return None
    calls, done = path[n_known - 1].calls.calls, set()
    for message in path[n_known:]:
        if message.status is not MessageStatus.COMPLETE or message.step is None:
            break
        done.add(message.step.call.id)
        n_known += 1
    return n_known, tuple(call for call in calls if call.id not in done)


def _guarded(path: Sequence[Message], renewed: MessageId | None) -> LoopState | LoopEnd:
    """Return how far a loop is since the user's last message, or why it ends here.

    Args:
        renewed: the message up to which the user has let it go on; calls before it are known still.
    """
    state: LoopState | LoopEnd = LoopState()
    for message in path:
        if message.role is Role.USER:
            state = LoopState()
        elif renewed is not None and message.id <= renewed:
            before = frozenset() if isinstance(state, LoopEnd) else state.seen
            made = [LoopState().with_calls([call]) for call in message.calls.calls]
            seen = (one.seen for one in made if isinstance(one, LoopState))
            state = LoopState(before.union(*seen))
        elif isinstance(state, LoopEnd):
            continue  # until the user says something
        elif message.calls.calls:
            state = state.with_calls(message.calls.calls)
        elif message.step is not None:
            told = "".join([message.text, *(one.text for one in message.attachments)])
            state = state.with_result(told, message.step.seconds)
    return state
