"""The question before a link is opened: which site it leads to, and what hides that.

An address comes from a model and is made to be read by others: the name of the site stands in a
line of its own, whose end is always seen, for the end decides whose it is.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.ui.notices import NoticeAction, NoticeLine
from app.ui.plain_words import isolated

if TYPE_CHECKING:
    from app.ui.notices import NoticeArea

_WEB = ("http", "https")
_MAIL = "mailto"
_MOST_SHOWN = 2_000  # characters; the button copies all
_MOST_NAME = 32
# Written together, and like no others.
_OF_EAST_ASIA = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
# Scripts with letters that look like Latin ones.
_LIKE_LATIN = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "FULLWIDTH", "MATHEMATICAL")


@dataclass(frozen=True, slots=True)
class LinkWords:
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
    words = words_of(url)
    actions = [NoticeAction("Copy address", partial(QGuiApplication.clipboard().setText, address))]
    if words.site:
        is_mail = url.scheme().lower() == _MAIL
        verb = "Write a mail" if is_mail else "Open in browser"
        actions.insert(0, NoticeAction(verb, partial(_open, url)))
    site = NoticeLine(words.site, Qt.TextElideMode.ElideLeft, is_strong=True)
    whole = NoticeLine(address[:_MOST_SHOWN], Qt.TextElideMode.ElideMiddle)
    lines = (site, whole) if words.site else (whole,)
    notices.show_note(
        "link", "Open this link?", *actions, more=words.warning, lines=lines, owner=chat
    )


def _open(url: QUrl) -> None:
    QDesktopServices.openUrl(url)


def words_of(url: QUrl) -> LinkWords:
    """Return what is to be said of an address before it is opened."""
    scheme = url.scheme().lower()
    if scheme == _MAIL:
        receiver = url.path(QUrl.ComponentFormattingOption.FullyEncoded)
        return LinkWords(f"Mail to {receiver}") if receiver else LinkWords("")
    host = url.host(QUrl.ComponentFormattingOption.FullyEncoded)
    if scheme not in _WEB or not url.isValid() or not host:
        return LinkWords("", "Hearth does not open such an address.")
    warnings = []
    written = QUrl.fromAce(host.encode(), QUrl.AceProcessingOption.IgnoreIDNWhitelist)
    if written != host and _can_deceive(written):
        warnings.append(
            f"Its name is written “{isolated(written)}”, in letters that look like others."
        )
    elif written != host:
        host = written
    if url.userInfo():
        name = isolated(url.userInfo(QUrl.ComponentFormattingOption.FullyEncoded), _MOST_NAME)
        warnings.append(f"“{name}” before the “@” is a user name, not the site.")
    port = f":{url.port()}" if url.port() >= 0 else ""
    return LinkWords(f"{host}{port}", " ".join(warnings))


def _can_deceive(host: str) -> bool:
    """Return whether a name could be taken for another: it mixes scripts, or looks like Latin."""
    for part in host.split("."):
        letters = [letter for letter in part if letter.isalpha()]
        scripts = {_script(letter) for letter in letters}
        if len(scripts) > 1 or scripts & set(_LIKE_LATIN):
            return True
    return False


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "UNKNOWN").split()[0]
    return _OF_EAST_ASIA[0] if name in _OF_EAST_ASIA else name
