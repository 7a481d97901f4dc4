"""What the transcript needs beside the messages: places, earlier messages, links, what is possible.

The messages themselves it takes from the open chat's list. A link is opened only after a question:
an address comes from a model and is made to be read by others, so the name of the site stands in a
line of its own, whose end is always seen, for the end decides whose it is.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.core.plain_value import PlainValue
from app.ui.kit.notices import NoticeAction, NoticeArea, NoticeLine
from app.ui.transcript.model.citations import passage_of
from app.ui.words.plain_text import isolated
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.ui.chat.message_gestures import AnswerRules
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.render.scroll_anchor import ScrollAnchor
    from app.ui.transcript.transcript_view import TranscriptView


_WEB = ("http", "https")
_MAIL = "mailto"
_MOST_SHOWN = 2_000  # characters; the button copies all
_MOST_NAME = 32
# Letters of which names are made, small as names have them. Only a name whose parts are each of one
# alphabet is shown in its letters; whatever is in none of them could pass for another sign.
_DIGITS = "0123456789-"
_ALPHABETS = tuple(
    re.compile(f"[{letters}{_DIGITS}]*")
    for letters in (
        "a-z\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u0148\u014a-\u017e",
        "\u03ac-\u03ce",  # Greek
        "\u0430-\u045f\u0491",  # Cyrillic
        "\u05d0-\u05ea",  # Hebrew
        "\u0620-\u064a\u0671-\u06d3",  # Arabic
        "\u0900-\u0963",  # Devanagari
        "\u0e01-\u0e3a\u0e40-\u0e4e",  # Thai
        "\uac00-\ud7a3",  # Hangul
        "a-z\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff",  # CJK and kana
    )
)
# Of these alone a name could be made that looks like a Latin one.
_LIKE_LATIN = re.compile(
    "[\u0430\u0432\u0433\u0435\u043a\u043c-\u0440\u0441\u0442\u0443\u0445\u044a-\u044c\u0455\u0456"
    f"\u0458\u045b{_DIGITS}]+|[\u03b1-\u03b3\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf-\u03c2\u03c4\u03c5\u03c7\u03c9"
    f"{_DIGITS}]+"
)
_LIKE_SIGNS = re.compile("[\u30ce\u30fc\u4e00\u4e36\u4e3f]")  # among Latin letters
_NOT_DECODED = "xn--"  # it breaks the rules of such names
_ASCII_LETTER = re.compile("[a-z]")


class _LinkText(PlainValue, frozen=True):
    """What is said of an address.

    Attributes:
        site: who is asked, or who gets the mail; "" where that cannot be known.
        warning: what hides it.
    """

    site: str
    warning: str = ""


def ask_to_open(notices: NoticeArea, address: str, chat: object = None) -> None:
    """Show where a link of a chat leads; it is opened only when the user presses a button."""
    url = QUrl(address)
    words = link_text(url)
    actions = [
        NoticeAction(tr("Copy address"), partial(QGuiApplication.clipboard().setText, address))
    ]
    if words.site:
        is_mail = url.scheme().lower() == _MAIL
        verb = tr("Write email") if is_mail else tr("Open in browser")
        actions.insert(0, NoticeAction(verb, partial(_open, url)))
    site = NoticeLine(words.site, Qt.TextElideMode.ElideLeft, is_strong=True)
    whole = NoticeLine(address[:_MOST_SHOWN], Qt.TextElideMode.ElideMiddle)
    lines = (site, whole) if words.site else (whole,)
    notices.show_note(
        "link", tr("Open this link?"), *actions, more=words.warning, lines=lines, owner=chat
    )


def _open(url: QUrl) -> None:
    QDesktopServices.openUrl(url)


def link_text(url: QUrl) -> _LinkText:
    """Return what is to be said of an address before it is opened."""
    scheme = url.scheme().lower()
    if scheme == _MAIL:
        receiver = url.path(QUrl.ComponentFormattingOption.FullyEncoded)
        return _LinkText(tr("Email to {address}", address=receiver)) if receiver else _LinkText("")
    host = url.host(QUrl.ComponentFormattingOption.FullyEncoded)
    if scheme not in _WEB or not url.isValid() or not host:
        return _LinkText("", tr("Hearth does not open this kind of address."))
    warnings = []
    written = QUrl.fromAce(host.encode(), QUrl.AceProcessingOption.IgnoreIDNWhitelist)
    if not _can_deceive(written):
        host = written
    elif written != host:
        warnings.append(
            tr(
                "Its name is encoded as “{name}”; its letters may look like others.",
                name=isolated(written),
            )
        )
    else:
        warnings.append(
            tr("Its name has characters that cannot be shown, and may look like another.")
        )
    if url.userInfo():
        name = isolated(url.userInfo(QUrl.ComponentFormattingOption.FullyEncoded), _MOST_NAME)
        warnings.append(tr("“{name}” before the “@” is a user name, not the site.", name=name))
    port = f":{url.port()}" if url.port() >= 0 else ""
    return _LinkText(f"{host}{port}", " ".join(warnings))


def _can_deceive(host: str) -> bool:
    """Return whether a part of a name could be taken for another one."""
    return any(
        part.startswith(_NOT_DECODED) if part.isascii() else _is_suspicious(part)
        for part in host.lower().split(".")
    )


def _is_suspicious(part: str) -> bool:
    """Return whether it mixes alphabets, has other signs, or looks like Latin."""
    if not any(alphabet.fullmatch(part) for alphabet in _ALPHABETS):
        return True
    if _LIKE_LATIN.fullmatch(part):
        return True
    return bool(_ASCII_LETTER.search(part) and _LIKE_SIGNS.search(part))


class _ScrollPositions:
    """Places above the end; a chat that was left at its end is shown from there again."""

    def __init__(self, transcript: TranscriptView) -> None:
        self._transcript = transcript
        self._places: dict[ChatId, ScrollAnchor] = {}

    def remember(self, chat_id: ChatId) -> None:
        """Remember what is on the screen of a chat that is being left."""
        anchor = self._transcript.scroller.anchor()
        if anchor is None:
            self._places.pop(chat_id, None)
        else:
            self._places[chat_id] = anchor

    def put(self, chat_id: ChatId, anchor: ScrollAnchor) -> None:
        """Know from elsewhere where a chat was being read."""
        self._places[chat_id] = anchor

    def go_back(self, chat_id: ChatId) -> None:
        """Show what was being read, as soon as that message is there."""
        anchor = self._places.get(chat_id)
        if anchor is not None and self._transcript.messages.row_of(anchor.message_id) >= 0:
            del self._places[chat_id]
            self._transcript.scroller.bring(anchor)


class TranscriptPresenter(QObject):
    """Brings each chat back to where it was being read, and offers what the model can do.

    Sends `source_requested` with an `Attachment` whose document the user wants to see.
    """

    source_requested = Signal(object)

    def __init__(
        self,
        open_chat: OpenChat,
        rules: AnswerRules,
        transcript: TranscriptView,
        notices: NoticeArea,
    ) -> None:
        super().__init__(transcript)
        self._open_chat = open_chat
        self._rules = rules
        self._notices = notices
        self._transcript = transcript
        self._scroll_positions = _ScrollPositions(transcript)
        open_chat.leaving.connect(self._keep_place)
        open_chat.read.connect(self._go_back)
        open_chat.earlier_read.connect(self._go_back)
        rules.changed.connect(self._show_possible)
        transcript.shown.connect(open_chat.read_earlier)
        transcript.requests.follow_link.connect(self.ask_to_open)
        transcript.requests.show_source.connect(self.source_requested)
        self._show_possible()

    @Slot(str)
    def ask_to_open(self, address: str) -> None:
        """Show a passage; of another link where it leads, and open it only when told to."""
        passage = passage_of(address, self._open_chat.messages.passages())
        if passage is not None:
            self.source_requested.emit(passage)
            return
        ask_to_open(self._notices, address, self._open_chat.id)

    def place(self) -> ScrollAnchor | None:
        """Return where the open chat is being read; None at its end, and while it is opened."""
        if self._open_chat.id is None or self._open_chat.is_opening:
            return None
        return self._transcript.scroller.anchor()

    def return_to(self, chat_id: ChatId, place: ScrollAnchor) -> None:
        """Show a chat from there when it is opened, as it was before a restart."""
        self._scroll_positions.put(chat_id, place)

    @Slot()
    def _keep_place(self) -> None:
        if self._open_chat.id is not None and not self._open_chat.is_opening:
            self._scroll_positions.remember(self._open_chat.id)

    @Slot()
    def _go_back(self) -> None:
        if self._open_chat.id is not None:
            self._scroll_positions.go_back(self._open_chat.id)

    @Slot()
    def _show_possible(self) -> None:
        self._open_chat.messages.set_can_answer(
            possible=self._rules.can_answer,
            anew=self._rules.fits_regenerated,
            going_on=self._rules.fits_continued,
        )
        self._open_chat.messages.senses.set_place(is_here=self._rules.is_here)
