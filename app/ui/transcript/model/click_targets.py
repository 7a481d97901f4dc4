"""What can be pressed in a message, apart from where it is drawn."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.core.chats.records import MessageId


class TargetKind(enum.Enum):
    """What pressing a click target does."""

    COPY_BLOCK = enum.auto()
    WRAP = enum.auto()
    UNWRAP = enum.auto()
    OPEN_PAGE = enum.auto()
    SHOW_CODE = enum.auto()
    SHOW_PICTURE = enum.auto()
    COPY_MESSAGE = enum.auto()
    EDIT = enum.auto()
    EDIT_QUESTION = enum.auto()
    PREVIOUS = enum.auto()
    NEXT = enum.auto()
    THINKING = enum.auto()
    ATTACHMENT = enum.auto()
    SAVE_FILE = enum.auto()
    OPEN_PICTURE = enum.auto()
    PLAY_SOUND = enum.auto()
    READ_ALL = enum.auto()
    EDIT_SUMMARY = enum.auto()
    REGENERATE = enum.auto()
    RETRY = enum.auto()
    COPY_DETAILS = enum.auto()
    ANSWER = enum.auto()
    CONTINUE = enum.auto()
    STOP = enum.auto()
    END_THINKING = enum.auto()


OF_MEDIA = (TargetKind.OPEN_PICTURE, TargetKind.PLAY_SOUND)
OF_PAGES = (TargetKind.OPEN_PAGE, TargetKind.SHOW_CODE, TargetKind.SHOW_PICTURE)
_WORDS = {
    TargetKind.COPY_BLOCK: QT_TR_NOOP("Copy"),
    TargetKind.WRAP: QT_TR_NOOP("Wrap long lines"),
    TargetKind.UNWRAP: QT_TR_NOOP("Do not wrap long lines"),
    TargetKind.OPEN_PAGE: QT_TR_NOOP("Open in browser"),
    TargetKind.SHOW_CODE: QT_TR_NOOP("Show code"),
    TargetKind.SHOW_PICTURE: QT_TR_NOOP("Show picture"),
    TargetKind.COPY_MESSAGE: QT_TR_NOOP("Copy message"),
    TargetKind.EDIT: QT_TR_NOOP("Edit"),
    TargetKind.EDIT_QUESTION: QT_TR_NOOP("Edit message"),
    TargetKind.PREVIOUS: QT_TR_NOOP("Previous version"),
    TargetKind.NEXT: QT_TR_NOOP("Next version"),
    TargetKind.THINKING: QT_TR_NOOP("Show or hide thinking"),
    TargetKind.ATTACHMENT: QT_TR_NOOP("Open attachment"),
    TargetKind.SAVE_FILE: QT_TR_NOOP("Save a copy…"),
    TargetKind.OPEN_PICTURE: QT_TR_NOOP("Open picture"),
    TargetKind.PLAY_SOUND: QT_TR_NOOP("Play sound"),
    TargetKind.READ_ALL: QT_TR_NOOP("Reread everything"),
    TargetKind.EDIT_SUMMARY: QT_TR_NOOP("Edit summary"),
    TargetKind.REGENERATE: QT_TR_NOOP("Regenerate"),
    TargetKind.RETRY: QT_TR_NOOP("Retry"),
    TargetKind.COPY_DETAILS: QT_TR_NOOP("Copy details"),
    TargetKind.ANSWER: QT_TR_NOOP("Answer"),
    TargetKind.CONTINUE: QT_TR_NOOP("Continue"),
    TargetKind.STOP: QT_TR_NOOP("Stop"),
    TargetKind.END_THINKING: QT_TR_NOOP("Answer now"),
}


class ClickTarget(PlainValue, frozen=True):
    """What can be pressed, apart from where it is drawn."""

    kind: TargetKind
    message_id: MessageId
    slot: int = 0


def target_words(kind: TargetKind) -> str:
    """Return what a click target is called, on its button, in its tooltip and in the menu."""
    return tr(_WORDS[kind])
