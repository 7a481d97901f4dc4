"""A chat as another program tells it, made into one that the database takes.

What comes from a file is loose: messages in any order, parents that are not there, circles, times
that nobody could have written. Nothing here recurses, so a chat of 100,000 messages in a row is
read like any other.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from app.core.chats.parts.transfer import LONGEST_NAME, TransferredChat, TransferredMessage
from app.core.chats.records import MessageStatus, TitleOrigin
from app.core.interchange.errors import NotAChat, Note
from app.core.messages import Role
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.parts.transfer import TransferredTokens
    from app.core.content.media import MediaFile
    from app.core.messages import Attachment

_TITLE_CHARS = 60
_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
_MILLISECONDS, _MICROSECONDS, _NANOSECONDS = 1e11, 1e14, 1e17  # seconds never grow so large
_MAX_DIGITS = 32

Key = str | int


class LooseMessage(PlainValue, frozen=True):
    """One message.

    Attributes:
        thinking: what the model thought before it; "" for nothing, or where the text has it.
        tokens: with the place of its base in the file.
    """

    role: Role
    text: str
    created_at: datetime | None = None
    status: MessageStatus = MessageStatus.COMPLETE
    model: str = ""
    problem: str = ""
    thinking: str = ""
    stats: tuple[tuple[str, float | str], ...] = ()
    attachments: tuple[Attachment, ...] = ()
    media: tuple[MediaFile, ...] = ()
    tokens: TransferredTokens | None = None


class LooseNode(PlainValue, frozen=True):
    """A message and what it follows; one without a message hands its followers on to its parent.

    Attributes:
        parent: None for the first.
    """

    key: Key
    parent: Key | None
    message: LooseMessage | None


class Head(PlainValue, frozen=True):
    """What is said of a chat beside its messages; keys are those of the nodes.

    Attributes:
        shown: the last message that is shown; None for the newest.
        shows_nothing: none of them is.
    """

    title: str = ""
    title_origin: TitleOrigin = TitleOrigin.USER
    created_at: datetime | None = None
    updated_at: datetime | None = None
    shown: Key | None = None
    shows_nothing: bool = False
    system_prompt: str = ""
    sampling: tuple[tuple[str, float | str], ...] = ()
    context_from: Key | None = None
    title_from: Key | None = None
    memory_pinned: bool = False
    memory_off: bool = False
    is_unread: bool = False
    folder: str = ""
    is_pinned: bool = False
    is_archived: bool = False


@dataclass(frozen=True, slots=True)
class AssembledChat:
    """A chat that can be written.

    Attributes:
        source_id: by which the other program knows it; "" where it has none.
    """

    chat: TransferredChat
    notes: Counter[Note] = field(default_factory=Counter)
    source_id: str = ""


def assembled(
    nodes: Sequence[LooseNode],
    head: Head,
    otherwise: datetime,
    *,
    notes: Counter[Note] | None = None,
    merges_answers: bool = True,
) -> AssembledChat:
    """Put a chat together.

    Args:
        nodes: in the order in which versions of one message stand; of the same key the first.
        head: of the chat.
        otherwise: the time where none is said.
        notes: what the reader noted already.
        merges_answers: answers in a row become one, as programs write them that call tools.

    Raises:
        NotAChat: no message is left.
    """
    notes = Counter() if notes is None else notes
    known = {node.key: node for node in reversed(nodes)}
    parents = _kept_parents(nodes, known, notes)
    order = _parents_first([node.key for node in nodes if node.key in parents], parents, notes)
    if not order and not (head.shows_nothing and not nodes):
        raise NotAChat(phrase("It has no messages with text."), head.title)
    tree = _Tree(merges_answers=merges_answers)
    for key in order:
        message = known[key].message
        assert message is not None
        tree.add(key, parents[key], message)
    times = _times(tree, head, otherwise, notes)
    return AssembledChat(_chat(tree, known, head, times, otherwise), notes)


def _chat(
    tree: _Tree,
    known: dict[Key, LooseNode],
    head: Head,
    times: Sequence[datetime],
    otherwise: datetime,
) -> TransferredChat:
    tokens = _moved_tokens(tree)
    begun_at = head.created_at or min(times, default=otherwise)
    messages = tuple(
        TransferredMessage(
            parent=tree.parent_of[place],
            role=message.role,
            text=_whole_text(message),
            created_at=times[place],
            status=message.status,
            model=message.model[:LONGEST_NAME],
            problem=message.problem,
            stats=message.stats,
            attachments=tuple(replace(a, name=a.name[:LONGEST_NAME]) for a in message.attachments),
            media=message.media,
            tokens=tokens[place],
        )
        for place, message in enumerate(tree.messages)
    )
    first_words = title_of(next((one.text for one in messages if one.role is Role.USER), ""))
    return TransferredChat(
        title=head.title.strip()[:LONGEST_NAME] or first_words,
        title_origin=head.title_origin if head.title.strip() else TitleOrigin.FIRST_WORDS,
        created_at=begun_at,
        updated_at=head.updated_at or max(times, default=begun_at),
        messages=messages,
        leaf=_shown(tree, known, head),
        system_prompt=head.system_prompt,
        sampling=head.sampling,
        context_from=_place(tree, head.context_from),
        title_from=_place(tree, head.title_from),
        memory_pinned=head.memory_pinned,
        memory_off=head.memory_off,
        is_unread=head.is_unread,
        folder=head.folder,
        is_pinned=head.is_pinned,
        is_archived=head.is_archived,
    )


class _Tree:
    """Messages in their places; grows by `add`, parents first."""

    def __init__(self, *, merges_answers: bool) -> None:
        self._merges_answers = merges_answers
        self._n_children: Counter[int] = Counter()
        self._texts: dict[int, list[str]] = {}
        self.messages: list[LooseMessage] = []
        self.parent_of: list[int | None] = []
        self.places: dict[Key, int] = {}

    def add(self, key: Key, parent: Key | None, message: LooseMessage) -> None:
        above = None if parent is None else self.places[parent]
        if self._merges_answers and above is not None and self._goes_on(above, message):
            self.messages[above] = _joined(self.messages[above], message)
            self.places[key] = above
            return
        self.places[key] = len(self.messages)
        self.messages.append(message)
        self.parent_of.append(above)
        if above is not None:
            self._n_children[above] += 1

    def _goes_on(self, above: int, message: LooseMessage) -> bool:
        roles = (self.messages[above].role, message.role)
        return roles == (Role.ASSISTANT, Role.ASSISTANT) and not self._n_children[above]


def _joined(first: LooseMessage, more: LooseMessage) -> LooseMessage:
    return replace(
        first,
        text="\n\n".join(filter(None, (first.text, more.text))),
        thinking="\n\n".join(filter(None, (first.thinking, more.thinking))),
        status=more.status,
        model=more.model or first.model,
        problem=more.problem or first.problem,
        attachments=first.attachments + more.attachments,
        media=first.media + more.media,
    )


def _whole_text(message: LooseMessage) -> str:
    if not message.thinking.strip():
        return message.text
    return f"<think>\n{message.thinking.strip()}\n</think>\n\n{message.text}"


def _kept_parents(
    nodes: Sequence[LooseNode], known: dict[Key, LooseNode], notes: Counter[Note]
) -> dict[Key, Key | None]:
    """Return for each message the nearest before it that has words; None for a first one."""
    nearest: dict[Key, Key | None] = {}  # of nodes without a message, as far as they were followed
    parents: dict[Key, Key | None] = {}
    for node in nodes:
        if node.message is None or node.key in parents:
            continue
        passed: list[Key] = []
        seen: set[Key] = set()
        key = node.parent
        while key is not None:
            found = known.get(key)
            if found is None:
                notes[Note.BAD_PARENT] += 1
                key = None
            elif found.message is not None:
                break
            elif key in nearest:
                key = nearest[key]
                break
            elif key in seen:  # a circle of nodes without words
                key = None
            else:
                passed.append(key)
                seen.add(key)
                key = found.parent
        nearest |= dict.fromkeys(passed, key)
        parents[node.key] = key
    return parents


def _parents_first(
    keys: Sequence[Key], parents: dict[Key, Key | None], notes: Counter[Note]
) -> list[Key]:
    """Return keys so that each stands behind its parent, else as they came.

    Where messages follow each other in a circle, the one that came first begins.
    """
    waiting: defaultdict[Key, list[Key]] = defaultdict(list)
    placed: set[Key] = set()
    order: list[Key] = []

    def place(first: Key) -> None:
        due = deque([first])
        while due:
            key = due.popleft()
            placed.add(key)
            order.append(key)
            due.extend(waiting.pop(key, ()))

    for key in dict.fromkeys(keys):
        parent = parents[key]
        if parent is None or parent in placed:
            place(key)
        else:
            waiting[parent].append(key)
    for key in keys:  # what is left stands in circles, or below one
        if key not in placed and waiting:
            notes[Note.BAD_PARENT] += 1
            waiting[parents[key]].remove(key)  # type: ignore[index]
            parents[key] = None
            place(key)
    return order


def _shown(tree: _Tree, known: dict[Key, LooseNode], head: Head) -> int | None:
    """Return the place of the last message that is shown."""
    if head.shows_nothing or not tree.messages:
        return None
    seen: set[Key] = set()
    key = head.shown
    while key is not None and key not in seen:
        if key in tree.places:
            return tree.places[key]
        seen.add(key)
        key = known[key].parent if key in known else None
    return len(tree.messages) - 1  # nothing can follow the last one


def _place(tree: _Tree, key: Key | None) -> int | None:
    return None if key is None else tree.places.get(key)


def _moved_tokens(tree: _Tree) -> list[TransferredTokens | None]:
    """Return the tokens of each message; what goes on from tokens that are not there says none."""
    moved: list[TransferredTokens | None] = []
    for place, message in enumerate(tree.messages):
        tokens = message.tokens
        if tokens is not None and tokens.base is not None:
            base = tree.places.get(tokens.base)
            is_there = base is not None and base < place and moved[base] is not None
            tokens = replace(tokens, base=base) if is_there else None
        moved.append(tokens)
    return moved


# -- times --


def _times(tree: _Tree, head: Head, otherwise: datetime, notes: Counter[Note]) -> list[datetime]:
    """Return a time for each message: its own, else that of the message before."""
    times: list[datetime] = []
    begin = head.created_at or next(
        (one.created_at for one in tree.messages if one.created_at), otherwise
    )
    for message, parent in zip(tree.messages, tree.parent_of, strict=True):
        if message.created_at is None:
            notes[Note.NO_TIME] += 1
        times.append(message.created_at or (begin if parent is None else times[parent]))
    return times


def time_of(value: object) -> datetime | None:
    """Return a moment as another program writes it; None where it cannot be meant.

    Seconds, milliseconds, micro- or nanoseconds since 1970, as a number or in digits; ISO 8601, in
    UTC where it names no zone. A moment before 1990 or in the future is none.
    """
    moment: datetime | None = None
    try:
        if isinstance(value, str):
            moment = _time_of_text(value.strip())
        elif isinstance(value, int | float) and not isinstance(value, bool):
            moment = _time_of_number(value)
    except (ValueError, OverflowError, OSError):
        return None
    if moment is None or not _EARLIEST <= moment <= datetime.now(UTC) + timedelta(days=1):
        return None
    return moment


def _time_of_text(text: str) -> datetime | None:
    if not text or len(text) > 64:
        return None
    if text.replace(".", "", 1).isdecimal() and len(text) < _MAX_DIGITS:
        return _time_of_number(float(text))
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _time_of_number(number: float) -> datetime | None:
    if not math.isfinite(number):
        return None
    for limit, unit in ((_NANOSECONDS, 1e9), (_MICROSECONDS, 1e6), (_MILLISECONDS, 1e3)):
        if abs(number) >= limit:
            number /= unit
            break
    return datetime.fromtimestamp(number, UTC)


def title_of(text: str) -> str:
    """Return the first line of a text, not too long."""
    lines = text.strip().splitlines() or [""]
    first = lines[0].strip()
    if len(first) <= _TITLE_CHARS:
        return first
    return first[: _TITLE_CHARS - 1].rstrip() + "…"
