"""The questions asked of the chat tables, and the rows turned into records.

Longer than other files: one short function for each question.

Threads: pure functions on a connection; see `ChatStore`.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import convert, structs, to_builtins
from sqlalchemy import and_, delete, func, literal, select, update
from sqlalchemy.dialects.sqlite import insert

from app.core.chats.errors import UnknownChat, UnknownMessage
from app.core.chats.media_names import is_digest, plain_medium
from app.core.chats.records import Chat, ChatId, Message, MessageId, MessageStatus, TitleOrigin
from app.core.chats.tables import (
    AttachmentRow,
    ChatRow,
    DeletedMessageRow,
    MessageMediaRow,
    MessageRow,
    StaleMemoryRow,
    TokenRecordRow,
)
from app.core.chats.token_records import PackedRecord, pack, sequences, unpack
from app.core.errors import BugError, Problem, told_as
from app.core.messages import Attachment, Role, source_as_text, source_of_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Row, Select

    from app.core.content.media import MediaFile
    from app.core.messages import TokenRecord


def end_of_branch(links: Iterable[tuple[int, int | None]], start: int) -> int:
    """Return the leaf a user means by the branch through `start`: follow the newest answer down.

    Args:
        links: every (message, parent) of one chat, in any order.
        start: where the branch is entered; returned when nothing follows it.
    """
    newest_child: dict[int, int] = {}
    for message_id, parent_id in links:
        if parent_id is not None:
            newest_child[parent_id] = max(message_id, newest_child.get(parent_id, message_id))
    end = start
    while end in newest_child:
        end = newest_child[end]
    return end


# One column per field, in the order of the record's fields.
CHAT = select(
    ChatRow.id,
    ChatRow.title,
    ChatRow.system_prompt,
    ChatRow.leaf_id,
    ChatRow.created_at,
    ChatRow.updated_at,
    ChatRow.sampling,
    ChatRow.context_from,
    ChatRow.memory_pinned,
    ChatRow.memory_off,
    ChatRow.is_unread,
    ChatRow.title_origin,
    ChatRow.title_from,
    ChatRow.trashed_at.is_not(None).label("is_deleted"),
    ChatRow.model_path,
    ChatRow.folder_id,
    ChatRow.pinned_at,
    ChatRow.archived_at,
    ChatRow.project_version,
)
MESSAGE = select(
    MessageRow.id,
    MessageRow.chat_id,
    MessageRow.parent_id,
    MessageRow.role,
    MessageRow.text,
    MessageRow.status,
    MessageRow.created_at,
    MessageRow.model,
    MessageRow.problem,
    MessageRow.stats,
)
_RECORD = select(
    TokenRecordRow.message_id,
    TokenRecordRow.base_id,
    TokenRecordRow.token_base,
    TokenRecordRow.n_chars,
    TokenRecordRow.text_digest,
    TokenRecordRow.vocabulary,
    TokenRecordRow.token_ids,
)


_ORIGINS = {origin.value: origin for origin in TitleOrigin}


def chat_of(row: Row[*tuple[Any, ...]]) -> Chat:
    """Return a row of `CHAT` as a record."""
    # By place, not by name: a list of 100,000 chats is built in half the time.
    chat_id, title, prompt, leaf, created, updated, sampling, *rest = row
    read_from, pinned, off, unread, origin, title_from, deleted, path, *place = rest
    return Chat(
        chat_id, title, prompt, leaf, created, updated,
        tuple(json.loads(sampling).items()) if sampling else (),
        read_from, pinned, off, unread, _ORIGINS[origin], title_from, deleted,
        os.fsdecode(path) if path else "", *place,
    )  # fmt: skip


def message_of(
    row: Row[*tuple[Any, ...]],
    record: TokenRecord | None,
    attachments: tuple[Attachment, ...] = (),
    media: tuple[MediaFile, ...] = (),
) -> Message:
    """Return a row of `MESSAGE`, its token record and what is attached as one record."""
    message_id, chat_id, parent_id, role, text, status, created_at, model, problem, stats = row
    return Message(
        id=message_id,
        chat_id=chat_id,
        parent_id=parent_id,
        role=Role(role),
        text=text,
        status=MessageStatus(status),
        created_at=created_at,
        model=model,
        problem=problem_of_text(problem),
        record=record,
        stats=stats_of(stats) if stats else (),
        attachments=attachments,
        media=media,
    )


def problem_text(problem: Problem | None) -> str:
    """Return a problem as stored: a JSON object, "" for none."""
    written = "" if problem is None else json.dumps(to_builtins(problem), ensure_ascii=False)
    return without_lone_surrogates(written)


def problem_of_text(stored: str) -> Problem | None:
    """Return a stored problem; a sentence, as earlier versions stored it, is taken as it is."""
    if not stored:
        return None
    try:
        return convert(json.loads(stored), Problem)
    except (ValueError, RecursionError):
        return told_as(stored)


def stats_text(stats: Mapping[str, float | str] | Mapping[str, float]) -> str:
    """Return stats as stored: a JSON object, "" for none."""
    written = json.dumps(dict(stats), ensure_ascii=False) if stats else ""
    return without_lone_surrogates(written)


def stats_of(text: str) -> tuple[tuple[str, float | str], ...]:
    """Return stored stats in the order they were given."""
    return tuple(json.loads(text).items())


def without_lone_surrogates(text: str) -> str:
    """Return `text` without lone surrogates, which are no characters and no database takes.

    They come from damaged pastes; each becomes U+FFFD, a pair becomes the character it stands for.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


# -- messages --


def ids_up_from(message_id: int, limit: int | None = None) -> Select[int]:
    """Select the ids of a message and of all before it in its branch, or of the nearest `limit`.

    A cycle in a damaged file ends instead of running for ever: UNION adds no row twice, and with a
    limit each step counts.
    """
    steps = literal(0) if limit is None else literal(1)
    branch = (
        select(MessageRow.id, MessageRow.parent_id, steps.label("steps"))
        .where(MessageRow.id == message_id)
        .cte("branch", recursive=True)
    )
    further = branch.c.steps if limit is None else branch.c.steps + 1
    parents = select(MessageRow.id, MessageRow.parent_id, further).join(
        branch, MessageRow.id == branch.c.parent_id
    )
    if limit is not None:
        parents = parents.where(branch.c.steps < limit)
    return select(branch.union(parents).c.id)


MARKED = select(DeletedMessageRow.message_id)  # deleted by the user, not purged yet


def ids_below(chat_id: int, parent_id: int | None) -> Select[int]:
    """Select the messages that follow `parent_id`, the first ones for None; no deleted ones."""
    return select(MessageRow.id).where(
        MessageRow.chat_id == chat_id,
        MessageRow.parent_id.is_not_distinct_from(parent_id),
        MessageRow.id.not_in(MARKED),
    )


def is_there(connection: Connection, message_id: int) -> bool:
    """Tell whether a message exists and neither it nor one before it was deleted."""
    if connection.execute(MARKED.limit(1)).first() is None:  # nearly always, and at once
        branch = select(MessageRow.id).where(MessageRow.id == message_id)
        return connection.execute(branch).first() is not None
    branch = ids_up_from(message_id)
    ids = connection.execute(branch).scalars().all()
    deleted = connection.execute(MARKED.where(DeletedMessageRow.message_id.in_(branch))).first()
    return bool(ids) and deleted is None


def hidden_ids(connection: Connection, chat_id: int) -> set[int]:
    """Return the messages of a chat that were deleted, and all that follow them, in one pass."""
    marked = set(connection.execute(MARKED).scalars())
    if not marked:
        return set()
    links = select(MessageRow.id, MessageRow.parent_id).where(MessageRow.chat_id == chat_id)
    hidden: set[int] = set()
    for message_id, parent_id in connection.execute(links.order_by(MessageRow.id)):
        if message_id in marked or parent_id in hidden:  # a parent is older than its child
            hidden.add(message_id)
    return hidden


def chat_of_message(connection: Connection, message_id: int) -> ChatId:
    """Return the chat of a message, also of a deleted one.

    Raises:
        UnknownMessage: there is none of that id.
    """
    chat_id = connection.execute(
        select(MessageRow.chat_id).where(MessageRow.id == message_id)
    ).scalar_one_or_none()
    if chat_id is None:
        raise UnknownMessage(f"message {message_id}")
    return ChatId(chat_id)


def require_message(connection: Connection, chat_id: int, message_id: int) -> None:
    """Refuse a message that is not in that chat, or was deleted.

    Raises:
        UnknownMessage: it is not, or was.
    """
    if chat_of_message(connection, message_id) != chat_id or not is_there(connection, message_id):
        raise UnknownMessage(f"message {message_id}")


def branch_end(connection: Connection, chat_id: int, message_id: int) -> MessageId:
    """Return where the branch through `message_id` ends, never behind what was deleted."""
    links = select(MessageRow.id, MessageRow.parent_id).where(
        MessageRow.chat_id == chat_id, MessageRow.id.not_in(MARKED)
    )
    return MessageId(end_of_branch(connection.execute(links), message_id))


def mark_stale(connection: Connection, chat_ids: Iterable[int]) -> None:
    """Record that more may be stored of these chats elsewhere than their messages."""
    rows = [{"chat_id": chat_id} for chat_id in chat_ids]
    if rows:  # replaced, which gives another ticket
        connection.execute(insert(StaleMemoryRow).prefix_with("OR REPLACE"), rows)


def messages(
    connection: Connection, ids: Select[int], *, with_records: bool = True
) -> tuple[Message, ...]:
    """Load the messages that `ids` names, oldest first, with their token records."""
    rows = connection.execute(MESSAGE.where(MessageRow.id.in_(ids)).order_by(MessageRow.id)).all()
    attached, media = _attachments(connection, ids), media_of(connection, ids)
    records: Mapping[int, TokenRecord] = {}
    if with_records:
        records = unpack(packed_records(connection, ids), {row[0] for row in rows})
    return tuple(
        message_of(row, records.get(row[0]), attached.get(row[0], ()), media.get(row[0], ()))
        for row in rows
    )


def _attachments(connection: Connection, ids: Select[int]) -> dict[int, tuple[Attachment, ...]]:
    rows = connection.execute(
        select(
            *(AttachmentRow.message_id, AttachmentRow.name, AttachmentRow.text),
            AttachmentRow.source,
        )
        .where(AttachmentRow.message_id.in_(ids))
        .order_by(AttachmentRow.message_id, AttachmentRow.position)
    )
    found: dict[int, tuple[Attachment, ...]] = {}
    for message_id, name, text, source in rows:
        attachment = Attachment(name, text, source_of_text(source))
        found[message_id] = (*found.get(message_id, ()), attachment)
    return found


def attach(connection: Connection, message_id: int, attachments: Sequence[Attachment]) -> None:
    """Write what belongs to a new message."""
    rows = attachment_columns(message_id, attachments)
    if rows:
        connection.execute(insert(AttachmentRow), rows)


def attachment_columns(
    message_id: int, attachments: Sequence[Attachment]
) -> list[dict[str, int | str]]:
    """Return the rows of what is attached to a message."""
    return [
        {
            "message_id": message_id,
            "position": position,
            "name": without_lone_surrogates(attachment.name),
            "text": without_lone_surrogates(attachment.text),
            "source": source_as_text(attachment.source),
        }
        for position, attachment in enumerate(attachments)
    ]


def sibling_groups(connection: Connection, chat_id: int) -> list[tuple[int, ...]]:
    """Return the messages that follow the same one, oldest first, if there are several left."""
    in_chat = and_(MessageRow.chat_id == chat_id, MessageRow.id.not_in(MARKED))
    parents = (
        select(MessageRow.parent_id)
        .where(in_chat)
        .group_by(MessageRow.parent_id)
        .having(func.count() > 1)
        .subquery()
    )
    links = (
        select(MessageRow.parent_id, MessageRow.id)
        .join(parents, MessageRow.parent_id.is_not_distinct_from(parents.c.parent_id))
        .where(in_chat)
        .order_by(MessageRow.id)
    )
    groups: dict[int | None, list[int]] = {}
    for parent_id, message_id in connection.execute(links):
        groups.setdefault(parent_id, []).append(message_id)
    return [tuple(group) for group in groups.values()]


def ids_from(message_id: int) -> Select[int]:
    """Select the ids of a message and of everything that follows it, in all branches."""
    below = select(MessageRow.id).where(MessageRow.id == message_id).cte("below", recursive=True)
    children = select(MessageRow.id).join(below, MessageRow.parent_id == below.c.id)
    return select(below.union(children).c.id)


# -- token records --


def token_sequences(connection: Connection, chat_id: int) -> tuple[bytes, ...]:
    """Return the tokens of every branch of a chat, int32 little endian, from its records."""
    in_chat = select(MessageRow.id).where(MessageRow.chat_id == chat_id)
    return sequences(packed_records(connection, in_chat))


def packed_records(connection: Connection, ids: Select[int]) -> list[PackedRecord]:
    """Load the stored records of the messages `ids` names and of every base they go on from."""
    need = (
        select(TokenRecordRow.message_id, TokenRecordRow.base_id)
        .where(TokenRecordRow.message_id.in_(ids))
        .cte("need", recursive=True)
    )
    bases = select(TokenRecordRow.message_id, TokenRecordRow.base_id).join(
        need, TokenRecordRow.message_id == need.c.base_id
    )
    need_ids = select(need.union(bases).c.message_id)
    rows = connection.execute(
        _RECORD.where(TokenRecordRow.message_id.in_(need_ids)).order_by(TokenRecordRow.message_id)
    )
    return [PackedRecord(*row) for row in rows]


def replace_record(connection: Connection, message_id: int, record: TokenRecord | None) -> None:
    """Store, replace or remove the token record of an answer.

    Answers further down may go on from the old record, because an answer can be continued after
    it was built upon; they are read out before and packed anew after.
    """
    builders = select(TokenRecordRow.message_id).where(TokenRecordRow.base_id == message_id)
    builder_ids = connection.execute(builders.order_by(TokenRecordRow.message_id)).scalars().all()
    built = unpack(packed_records(connection, builders), set(builder_ids)) if builder_ids else {}
    connection.execute(
        # Without a base a record with a token_base is void, which is right for those that could
        # not be read and harmless for the others, written again below.
        update(TokenRecordRow).where(TokenRecordRow.base_id == message_id).values(base_id=None)
    )
    connection.execute(delete(TokenRecordRow).where(TokenRecordRow.message_id == message_id))
    if record is not None:
        _write_record(connection, message_id, record)
    for builder_id in built:
        _write_record(connection, builder_id, built[builder_id])


def _write_record(connection: Connection, message_id: int, record: TokenRecord) -> None:
    base = _nearest_record(connection, message_id, record.vocabulary)
    values = structs.asdict(pack(message_id, record, base))
    connection.execute(
        insert(TokenRecordRow)
        .values(values)
        .on_conflict_do_update(index_elements=["message_id"], set_=values)
    )


def _nearest_record(
    connection: Connection, message_id: int, vocabulary: str
) -> tuple[int, TokenRecord] | None:
    """Return the newest readable record before `message_id` in its branch, of that tokenizer."""
    earlier = select(TokenRecordRow.message_id).where(
        TokenRecordRow.message_id.in_(ids_up_from(message_id)),
        TokenRecordRow.message_id != message_id,
        TokenRecordRow.vocabulary == vocabulary,
    )
    newest = earlier.order_by(TokenRecordRow.message_id.desc()).limit(1)
    nearest = connection.execute(newest).scalar_one_or_none()
    if nearest is None:
        return None
    its_id = select(TokenRecordRow.message_id).where(TokenRecordRow.message_id == nearest)
    record = unpack(packed_records(connection, its_id), {nearest}).get(nearest)
    return None if record is None else (nearest, record)


_SLICE = 10_000  # ids in one statement; SQLite takes 32,766 values
_T = TypeVar("_T")


def chats_by_id(connection: Connection, chat_ids: Sequence[int]) -> list[Chat]:
    """Return the chats of these ids, in this order; those that are not there are left out."""
    found: dict[int, Chat] = {}
    for ids in slices(chat_ids):
        for row in connection.execute(CHAT.where(ChatRow.id.in_(ids))):
            chat = chat_of(row)
            found[chat.id] = chat
    return [found[chat_id] for chat_id in dict.fromkeys(chat_ids) if chat_id in found]


def change_chats(
    connection: Connection, chat_ids: Sequence[int], where: ColumnElement[bool], **values: Any
) -> tuple[Chat, ...]:
    """Change those of some chats of which `where` holds, and return them as they are then.

    Raises:
        UnknownChat: it holds of none of them.
    """
    changed: list[int] = []
    for ids in slices(chat_ids):
        fitting = ChatRow.id.in_(ids) & where
        changed += connection.execute(select(ChatRow.id).where(fitting)).scalars()
    if not changed and chat_ids:
        raise UnknownChat(f"chat {chat_ids[0]}")
    for ids in slices(changed):
        connection.execute(update(ChatRow).where(ChatRow.id.in_(ids)).values(values))
    there = set(changed)
    return tuple(chats_by_id(connection, [one for one in chat_ids if one in there]))


def slices(items: Sequence[_T], n: int = _SLICE) -> Iterator[Sequence[_T]]:
    """Cut a sequence into pieces of `n`; as many ids fit into a statement."""
    return (items[begin : begin + n] for begin in range(0, len(items), n))


_MEDIUM = select(
    MessageMediaRow.message_id,
    MessageMediaRow.kind,
    MessageMediaRow.name,
    MessageMediaRow.digest,
    MessageMediaRow.n_bytes,
    MessageMediaRow.width,
    MessageMediaRow.height,
    MessageMediaRow.duration_ms,
    MessageMediaRow.alt_text,
    MessageMediaRow.max_pixels,
)


def media_of(connection: Connection, ids: Select[int]) -> dict[int, tuple[MediaFile, ...]]:
    """Return what belongs to the messages that `ids` names, in order; nothing for most."""
    rows = connection.execute(
        _MEDIUM.where(MessageMediaRow.message_id.in_(ids)).order_by(
            MessageMediaRow.message_id, MessageMediaRow.position
        )
    ).all()
    found: dict[int, tuple[MediaFile, ...]] = {}
    for row in rows:
        found[row.message_id] = (*found.get(row.message_id, ()), _medium(row))
    return found


def attach_media(connection: Connection, message_id: int, media: Sequence[MediaFile]) -> None:
    """Write what belongs to a new message.

    Raises:
        BugError: there can be no such medium.
    """
    rows = media_columns(message_id, media)
    if rows:
        connection.execute(insert(MessageMediaRow), rows)


def media_columns(message_id: int, media: Sequence[MediaFile]) -> list[dict[str, Any]]:
    """Return the rows of what belongs to a message.

    Raises:
        BugError: there can be no such medium.
    """
    return [
        {"message_id": message_id, "position": position, **_columns(plain_medium(medium))}
        for position, medium in enumerate(media)
    ]


def _columns(medium: MediaFile) -> dict[str, Any]:
    numbers = (medium.n_bytes, medium.width, medium.height, medium.duration_ms, medium.max_pixels)
    if not is_digest(medium.digest) or min(numbers) < 0:
        raise BugError("no file of a medium is like that")
    return {
        "kind": int(medium.kind),
        "name": medium.name,
        "digest": medium.digest,
        "n_bytes": medium.n_bytes,
        "width": medium.width,
        "height": medium.height,
        "duration_ms": medium.duration_ms,
        "max_pixels": medium.max_pixels,
        "alt_text": medium.alt_text,
    }


def _medium(row: Row[*tuple[Any, ...]]) -> MediaFile:
    from app.core.content.media import MediaFile, MediaKind

    _message_id, kind, *facts = row
    return MediaFile(MediaKind(kind), *facts)
