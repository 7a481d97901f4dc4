"""What the release feed says: which version is the newest, and where to get it.

The feed is a JSON object with the texts `version`, `page` and, if there is something to say,
`notes`: one sentence. It comes from outside and is trusted with nothing: a page is only accepted if
it is an https address without anything unusual in it, and notes are plain text of bounded length.

Only this file knows where Hearth is at home on the web. The addresses are STAND-INS until the
project has a home: `.example` is reserved (RFC 2606), nobody can own an address under it, and none
of these answers.

Opens no connection; who asks is `app/ui/upkeep/updates.py`. Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from app import __version__
from app.core.errors import KnownError
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from packaging.version import Version


HOMEPAGE = "https://hearth.example/"
DOWNLOAD_PAGE = f"{HOMEPAGE}download"
# Nobody answers under a stand-in, so nobody is to be asked or named there.
HAS_HOME = not HOMEPAGE.endswith(".example/")
# Read below, written by packaging/release_files.py.
RELEASE_FEED = f"{HOMEPAGE}latest.json"
_MOST_NOTES = 300  # characters
_MOST_VERSION = 40
_MOST_PAGE = 2_000
# No user and password, no letters that programs read differently.
_PAGE = re.compile(
    r"https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?(/[\w~!$&'()*+,;=:@%./?#-]*)?",
    re.ASCII | re.IGNORECASE,
)


class FeedMalformed(KnownError):
    """The release feed says something that cannot be understood."""

    def __init__(self, what: Phrase, detail: str = "") -> None:
        super().__init__(
            what=what,
            effect=phrase("Hearth could not check for a newer version; nothing was changed."),
            remedy=phrase("Try again later, or look at {page}.", page=HOMEPAGE),
            detail=detail,
        )


class FeedNotReached(KnownError):
    """The release feed could not be asked."""

    def __init__(self, what: Phrase, remedy: Phrase | None = None, detail: str = "") -> None:
        super().__init__(
            what=what,
            effect=phrase("Hearth could not check for a newer version; nothing was changed."),
            remedy=remedy or phrase("Try again later."),
            detail=detail,
        )


def version_of(text: str) -> Version:
    """Read a version such as "0.7.0", "1.0rc2" or "1.0.0-beta.1".

    What stands behind a "+" says of which build it is, not which is newer, and is left out.

    Raises:
        FeedMalformed: it is none.
    """
    from packaging.version import InvalidVersion, Version  # which most starts never need

    try:
        if len(text) > _MOST_VERSION:
            raise InvalidVersion
        return Version(Version(text).public)
    except InvalidVersion as error:
        raise FeedMalformed(
            phrase("The list of versions contains no valid version."),
            detail=repr(text[:_MOST_VERSION]),
        ) from error


class Release(PlainValue, frozen=True):
    """The newest version.

    Attributes:
        page: where to get it, an https address.
        notes: what is new, one sentence of plain text; may be "".
    """

    version: Version
    page: str
    notes: str

    def is_newer(self, running: str = __version__) -> bool:
        """Return whether it is newer than the version that runs."""
        return self.version > version_of(running)


def read_feed(data: bytes) -> Release:
    """Return what the feed says.

    Raises:
        FeedMalformed: it is not what was described above.
    """
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FeedMalformed(
            phrase("The list of versions is not JSON."), detail=repr(error)
        ) from error
    if not isinstance(said, dict):
        raise FeedMalformed(phrase("The list of versions is not a JSON object."))
    version = version_of(_text(said, "version"))
    page = _text(said, "page")
    if len(page) > _MOST_PAGE or not _PAGE.fullmatch(page):
        raise FeedMalformed(
            phrase("The list of versions links to an address that is not plain https."),
            detail=repr(page[:_MOST_PAGE]),
        )
    return Release(version, page, _one_line(_text(said, "notes", "")))


def _text(said: dict[str, object], name: str, default: str | None = None) -> str:
    value = said.get(name, default)
    if not isinstance(value, str):
        raise FeedMalformed(
            phrase("The list of versions has no text “{name}”.", name=name),
            detail=repr(value)[:200],
        )
    return value


def _one_line(text: str) -> str:
    """Return a text without line breaks and without characters that only steer others."""
    line = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return line if len(line) <= _MOST_NOTES else f"{line[: _MOST_NOTES - 1]}…"
