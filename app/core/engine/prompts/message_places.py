"""Where a chat template has no place for a message, and what becomes of the message there.

Programs write system messages in the middle of a conversation, or two messages of one role in a
row; many templates refuse that, drop the words without a word, or move them to the front. What a
template does is tried once, with a few words of our own. Each message is then put by what stands
before it alone: **a conversation that only grows has a prompt that only grows**, so what was
computed of it stays in use.

Threads: the engine thread, as the template.
"""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING

from app.core.content.answer_parts import COMMONEST, AnswerParts
from app.core.engine.errors import TemplateFailed, TemplateTooCostly
from app.core.messages import Role, ToolCall
from app.core.plain_value import PlainValue, replace
from app.core.protocol import PromptMessage

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    Render = Callable[[Sequence[PromptMessage]], Generator[None, None, str]]

_BETWEEN = "\n\n"
_WORD = re.compile(r"hearth\d{3}")


class _Place(enum.Enum):
    """Where a message goes."""

    OWN = enum.auto()  # it stays what it is
    USER = enum.auto()  # it becomes a message of the user
    BEFORE = enum.auto()  # its words go behind those of the message before


class _Kept(enum.IntEnum):
    """What a template keeps of a conversation with a message in a place, the worst first."""

    NOTHING = enum.auto()  # it refuses it
    SOME = enum.auto()  # words are missing, or not in their order
    WORDS = enum.auto()  # but what stands before the message is written otherwise than without it
    ALL = enum.auto()


class _Neighbours(PlainValue, frozen=True):
    """Two messages in a row of which a template may have no place for the second.

    Attributes:
        before: role of the first; None where the second begins the conversation.
        role: of the second.
        has_system: the conversation begins with a system message.
    """

    before: Role | None
    role: Role
    has_system: bool


# What is tried, the best first. A system message becomes words of the user beside it; behind what
# came of a tool the user says it, unless the template then forgets what was thought on the way.
_TRIED: dict[tuple[Role | None, Role], tuple[_Place, ...]] = {
    (None, Role.SYSTEM): (_Place.OWN, _Place.USER),
    (Role.SYSTEM, Role.SYSTEM): (_Place.OWN, _Place.BEFORE),
    (Role.USER, Role.SYSTEM): (_Place.OWN, _Place.BEFORE),
    (Role.ASSISTANT, Role.SYSTEM): (_Place.OWN, _Place.USER),
    (Role.TOOL, Role.SYSTEM): (_Place.OWN, _Place.USER, _Place.BEFORE),
    (Role.USER, Role.USER): (_Place.OWN, _Place.BEFORE),
    (Role.TOOL, Role.USER): (_Place.OWN, _Place.BEFORE),
    (Role.ASSISTANT, Role.ASSISTANT): (_Place.OWN, _Place.BEFORE),
    # A template that was written without tools gets what came of them as words of the user.
    (Role.ASSISTANT, Role.TOOL): (_Place.OWN, _Place.USER),
    (Role.TOOL, Role.TOOL): (_Place.OWN, _Place.USER),
    (Role.USER, Role.TOOL): (_Place.OWN, _Place.BEFORE),
}


class MessagePlaces:
    """Puts the messages of conversations where a template has a place for them.

    Args:
        render: writes messages with the template, with no prompt for an answer behind them.
    """

    def __init__(self, render: Render) -> None:
        self._render = render
        self._known: dict[_Neighbours, _Place] = {}

    def arranging(
        self, messages: Sequence[PromptMessage]
    ) -> Generator[None, None, list[PromptMessage]]:
        """Return messages as the template takes them, a slice of work at a time.

        Raises:
            TemplateTooCostly: the template's output has no end.
        """
        placed: list[PromptMessage] = []
        has_told = False  # the last one is a user's, with words of a system message in it
        for message in messages:
            before = placed[-1] if placed else None
            if has_told and message.role is Role.USER:
                place = _Place.BEFORE
            else:
                place = yield from self._place(before, message, placed)
            _put(placed, message, place)
            is_told = message.role is Role.SYSTEM and place is not _Place.OWN
            is_joined = place is _Place.BEFORE and has_told
            has_told = (is_told or is_joined) and placed[-1].role is Role.USER
        return placed

    def _place(
        self, before: PromptMessage | None, message: PromptMessage, placed: Sequence[PromptMessage]
    ) -> Generator[None, None, _Place]:
        role = None if before is None else before.role
        is_call = before is not None and bool(before.calls) and message.role is Role.ASSISTANT
        if is_call or (role, message.role) not in _TRIED:
            return _Place.OWN
        key = _Neighbours(role, message.role, bool(placed) and placed[0].role is Role.SYSTEM)
        if key not in self._known:
            self._known[key] = yield from self._best(key)
        return self._known[key]

    def _best(self, key: _Neighbours) -> Generator[None, None, _Place]:
        """Return the first place that keeps enough, or else the one that keeps the most.

        What a user or the model says moves only where its words would be lost.
        """
        enough = _Kept.ALL if key.role is Role.SYSTEM else _Kept.WORDS
        best, most = _Place.OWN, _Kept.NOTHING
        for place in _TRIED[key.before, key.role]:
            kept = yield from self._kept(key, place)
            if kept > most:
                best, most = place, kept
            if kept >= enough:
                break
        return best

    def _kept(self, key: _Neighbours, place: _Place) -> Generator[None, None, _Kept]:
        """Say what the template keeps of a conversation with a message in a place."""
        chat, message, rest = _example(key)
        tried = [*chat]
        _put(tried, message, place)
        if not chat and place is _Place.USER:  # as it goes on
            _put(tried, rest.pop(), _Place.BEFORE)
        written = yield from self._written([*tried, *rest])
        # Asked behind it, and when the answer is there; a system message alone asks nothing.
        is_asked = key.before not in (None, Role.SYSTEM)
        if not written or (is_asked and not (yield from self._written(tried))):
            return _Kept.NOTHING
        before = (yield from self._written([*chat, *rest])) if chat else ""
        head = before[: before.find(rest[0].text)] if before else ""
        words = _WORD.findall(head)
        wanted = [*words, message.text]
        if [one for one in _WORD.findall(written) if one in wanted] != wanted:
            return _Kept.SOME
        end = head.rfind(words[-1]) + len(words[-1]) if words else 0
        return _Kept.ALL if written.startswith(head[:end]) else _Kept.WORDS

    def _written(self, messages: Sequence[PromptMessage]) -> Generator[None, None, str]:
        """Return the text of messages, "" where the template refuses them."""
        try:
            return (yield from self._render(messages))
        except TemplateTooCostly:
            raise
        except TemplateFailed:
            return ""


def joined(messages: Sequence[PromptMessage]) -> list[PromptMessage]:
    """Return messages as the strictest template takes them: no system, no role twice in a row."""
    placed: list[PromptMessage] = []
    for message in messages:
        is_system = message.role is Role.SYSTEM
        own = replace(message, role=Role.USER) if is_system else message
        is_same = bool(placed) and placed[-1].role is own.role and own.role is not Role.TOOL
        can_join = is_same and not placed[-1].calls
        _put(placed, own, _Place.BEFORE if can_join else _Place.OWN)
    return placed


def _put(placed: list[PromptMessage], message: PromptMessage, place: _Place) -> None:
    match place:
        case _Place.OWN:
            placed.append(message)
        case _Place.USER:
            placed.append(replace(message, role=Role.USER, call_id=""))
        case _Place.BEFORE:
            placed[-1] = _together(placed[-1], message)


def _together(first: PromptMessage, second: PromptMessage) -> PromptMessage:
    """Join two messages; what was thought before the second is left out."""
    added = second.text if second.parts is None else second.said.answer
    text = _BETWEEN.join(filter(None, (first.text, added)))
    return replace(first, text=text, calls=second.calls, record=None)


def _example(
    key: _Neighbours,
) -> tuple[list[PromptMessage], PromptMessage, list[PromptMessage]]:
    """Return a conversation, the message to be put behind it, and what follows."""
    call, other = ToolCall("hearth103", "{}", "hearth104"), ToolCall("hearth203", "{}", "hearth204")
    answer = PromptMessage(Role.ASSISTANT, "hearth102")
    question = PromptMessage(Role.USER, "hearth106")
    message = PromptMessage(key.role, "hearth900")
    system = PromptMessage(Role.SYSTEM, "hearth100")
    other_role = Role.USER if key.role is Role.ASSISTANT else Role.ASSISTANT
    follows = [PromptMessage(other_role, "hearth901")]
    begin = [*([system] if key.has_system else []), PromptMessage(Role.USER, "hearth101")]
    match key.before, key.role:
        case None, _:
            return [], message, [question]
        case Role.SYSTEM, _:
            return [system], message, [question]
        case before, Role.TOOL:
            calls = (call, other) if before is Role.TOOL else (call,)
            chat = [*begin, PromptMessage(Role.ASSISTANT, "", calls=calls)]
            message = replace(message, call_id=calls[-1].id)
            if before is Role.TOOL:
                chat.append(PromptMessage(Role.TOOL, "hearth105", call_id=call.id))
            elif before is Role.USER:
                chat.append(question)
            return chat, message, follows
        case Role.TOOL, role:
            # Words of a user behind a tool's are a new question; those of a program are none, and
            # what the model has thought since the question is to be kept.
            asked = _thought() if role is Role.SYSTEM else PromptMessage(Role.ASSISTANT, "")
            result = PromptMessage(Role.TOOL, "hearth105", call_id=call.id)
            return [*begin, replace(asked, calls=(call,)), result], message, follows
        case Role.USER, _:
            return [*begin, answer, question], message, follows
        case _:
            return [*begin, answer], message, follows


def _thought() -> PromptMessage:
    begin, end = (f"{COMMONEST[0]}\n", f"\n{COMMONEST[1]}\n\n")
    thought = "hearth107"
    text = f"{begin}{thought}{end}"
    parts = AnswerParts(len(begin), len(begin) + len(thought), len(text))
    return PromptMessage(Role.ASSISTANT, text, parts=parts)
