"""Imports chats: first a preview, in which nothing is written, then one transaction for each chat.

Threads: any but the interface's; the store is reached through the call that is handed in.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.interchange.chat_archive import ChatArchive, is_chat_archive
from app.core.interchange.chats_there import ChatsThere
from app.core.interchange.errors import BrokenFile, Cancelled, Note, NotImported
from app.core.interchange.original_files import OriginalFiles
from app.core.interchange.reading import Found, Item, Mended, Unread, read_chats
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.core.chats.parts.transfer import TransferredChat
    from app.core.content.media import MediaFile
    from app.core.errors import Problem
    from app.core.interchange.chats_there import StoreCall

MOST_TOLD = 500  # of what cannot be read; the rest is counted
_MOST_TITLES = 200


class PreviewedChat(PlainValue, frozen=True):
    """A chat of the preview.

    Attributes:
        is_known: it is in the database already.
    """

    title: str
    n_messages: int
    is_known: bool


class ImportSummary(PlainValue, frozen=True):
    """What was found, or imported.

    Attributes:
        n_chats, n_messages: that can be imported, or were.
        n_known: of the chats, or beside them, those that are there already.
        programs: where they come from, with how many.
        listed: the first chats.
        unread: what cannot be read, and why; the first of it.
        n_unread: all of it.
        notes: what could not be taken over as it was, with how often.
        n_mended: files in which some of the text was damaged.
        was_cancelled: the user ended it before everything was done.
        problem: what ended it before everything was done.
    """

    n_chats: int = 0
    n_messages: int = 0
    n_known: int = 0
    programs: tuple[tuple[str, int], ...] = ()
    listed: tuple[PreviewedChat, ...] = ()
    unread: tuple[Unread, ...] = ()
    n_unread: int = 0
    notes: tuple[tuple[Note, int], ...] = ()
    n_mended: int = 0
    was_cancelled: bool = False
    problem: Problem | None = None


@dataclass(slots=True)
class _Tally:
    """Counts what comes by."""

    n_chats: int = 0
    n_messages: int = 0
    n_known: int = 0
    programs: Counter[str] = field(default_factory=Counter)
    listed: list[PreviewedChat] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    n_unread: int = 0
    notes: Counter[Note] = field(default_factory=Counter)
    n_mended: int = 0

    def count(self, found: Found, *, is_known: bool) -> None:
        chat = found.chat.chat
        self.n_chats += 1
        self.n_messages += len(chat.messages)
        self.programs[found.program] += 1
        self.notes.update(found.chat.notes)
        if len(self.listed) < _MOST_TITLES:
            self.listed.append(PreviewedChat(chat.title, len(chat.messages), is_known))

    def refuse(self, item: Unread) -> None:
        self.n_unread += 1
        if len(self.unread) < MOST_TOLD:
            self.unread.append(item)

    def summary(
        self, *, was_cancelled: bool = False, problem: Problem | None = None
    ) -> ImportSummary:
        return ImportSummary(
            self.n_chats,
            self.n_messages,
            self.n_known,
            tuple(self.programs.most_common()),
            tuple(self.listed),
            tuple(self.unread),
            self.n_unread,
            tuple((note, self.notes[note]) for note in Note if self.notes[note]),
            self.n_mended,
            was_cancelled,
            problem,
        )


def preview_import(
    path: Path | Sequence[Path],
    call: StoreCall,
    progress: Callable[[int], None] = lambda _n: None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> ImportSummary:
    """Read everything and write nothing.

    Args:
        path: a file, a zip archive or a folder, or several of them.
        call: reaches the store.
        progress: told how many chats were found so far.
        is_cancelled: asked often.

    Raises:
        NotImported: nothing in it can be read, or it cannot be opened.
        Cancelled: the user wanted it no more.
        KnownError: the chats cannot be read.
    """
    tally = _Tally()
    known = ChatsThere(call)
    for item in _all_in(path, _checker(is_cancelled)):
        match item:
            case Found(program, read):
                is_known = known.has(program, read)
                tally.n_known += is_known
                tally.count(item, is_known=is_known)
                progress(tally.n_chats)
            case Unread():
                tally.refuse(item)
            case Mended():
                tally.n_mended += 1
    if not tally.n_chats:
        reason = tally.unread[0].reason if tally.unread else phrase("It contains no chats.")
        raise NotImported(
            "; ".join(map(_told, tally.unread)), name=_first(path).name, reason=reason
        )
    return tally.summary()


def run_import(
    path: Path | Sequence[Path],
    call: StoreCall,
    *,
    skips_known: bool = True,
    progress: Callable[[int], None] = lambda _n: None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> ImportSummary:
    """Write what can be read, a chat at a time; a chat is there as a whole, or not at all.

    Args:
        path: as for the preview.
        call: reaches the store; other work goes on between two chats.
        skips_known: leave out what is there already.
        progress: told how many chats were looked at.
        is_cancelled: asked often; what was imported stays.

    Raises:
        NotImported: it cannot be opened.
    """
    run = _Import(call, skips_known=skips_known, progress=progress, is_cancelled=is_cancelled)
    try:
        run.begin()
        for one in _each(path):
            try:
                run.chats_of(one)
            except OSError as error:
                run.refuse(one, error)
    except Cancelled:
        return run.summary(was_cancelled=True)
    except KnownError as error:
        return run.summary(problem=error.problem())
    if run.failure is not None and not run.n_seen:
        raise NotImported(repr(run.failure), name=_first(path).name, reason=_of_system(run.failure))
    return run.summary()


class _Import:
    """One import."""

    def __init__(
        self,
        call: StoreCall,
        *,
        skips_known: bool,
        progress: Callable[[int], None],
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._call = call
        self._skips_known = skips_known
        self._progress = progress
        self._is_cancelled = is_cancelled
        self._known: ChatsThere
        self._tally = _Tally()
        self.n_seen = 0  # chats that were looked at
        self.failure: OSError | None = None  # of the first file that could not be read on
        self._archive: ChatArchive | None = None  # the last file, while it is read
        self._files = OriginalFiles(None)

    def begin(self) -> None:
        """Look which chats there are, and where their originals lie."""
        self._files = OriginalFiles(self._call(lambda store: store.media.folder))
        self._known = ChatsThere(self._call)

    def chats_of(self, path: Path) -> None:
        """Import the chats of one file."""
        with contextlib.ExitStack() as stack:
            self._archive = _opened(path, stack)
            for item in read_chats(path, _checker(self._is_cancelled)):
                match item:
                    case Found():
                        self._take(item)
                    case Unread():
                        self._tally.refuse(item)
                    case Mended():
                        self._tally.n_mended += 1

    def refuse(self, path: Path, error: OSError) -> None:
        """Note that a file could not be read on; what was read before, and others, count."""
        self.failure = self.failure or error
        self._tally.refuse(Unread(path.name, "", _of_system(error)))

    def _take(self, item: Found) -> None:
        self.n_seen += 1
        read = item.chat
        is_known = self._known.has(item.program, read)
        self._tally.n_known += is_known
        n_missing = self._take_originals(read.chat)
        if not (is_known and self._skips_known):
            self._call(lambda store: store.transfer.add_chat(read.chat))
            self._take_vanished(read.chat)
            self._tally.count(item, is_known=is_known)
            self._tally.notes[Note.NO_ORIGINAL] += n_missing
        self._progress(self.n_seen)

    def _take_originals(self, chat: TransferredChat) -> int:
        """Store the files of a chat's media before the chat; returns how many are not there.

        So a kill in between leaves files that no message has, and never the other way round. What a
        chat lacks that is there already comes back, too.
        """
        n_missing = 0
        check = _checker(self._is_cancelled)
        for medium in _media_of(chat):
            is_there = self._files.sound_place_of(medium, check) is not None
            if not is_there and self._archive is not None:
                is_there = self._archive.take_original(medium, self._files, check)
            n_missing += not is_there
        return n_missing

    def _take_vanished(self, chat: TransferredChat) -> None:
        """Store once more what was deleted in between, as a file that no message had yet."""
        if self._archive is None:
            return
        for medium in _media_of(chat):
            if self._files.place_of(medium) is None:
                self._archive.take_original(medium, self._files, lambda: None)

    def summary(
        self, *, was_cancelled: bool = False, problem: Problem | None = None
    ) -> ImportSummary:
        """Return what was done."""
        return self._tally.summary(was_cancelled=was_cancelled, problem=problem)


def _media_of(chat: TransferredChat) -> tuple[MediaFile, ...]:
    """Return the media of all messages, each file once."""
    return tuple({one.digest: one for said in chat.messages for one in said.media}.values())


def _opened(path: Path, stack: contextlib.ExitStack) -> ChatArchive | None:
    """Return the archive that a file is; None for another one, or where it cannot be read."""
    if not is_chat_archive(path):
        return None
    try:
        return stack.enter_context(ChatArchive.open(path))
    except BrokenFile:  # told when its chats are read
        return None


def _each(path: Path | Sequence[Path]) -> Sequence[Path]:
    return [path] if isinstance(path, Path) else path


def _all_in(path: Path | Sequence[Path], check: Callable[[], None]) -> Iterator[Item]:
    for one in _each(path):
        try:
            yield from read_chats(one, check)
        except OSError as error:
            yield Unread(one.name, "", _of_system(error))


def _first(path: Path | Sequence[Path]) -> Path:
    return path if isinstance(path, Path) else path[0]


def _checker(is_cancelled: Callable[[], bool]) -> Callable[[], None]:
    def check() -> None:
        if is_cancelled():
            raise Cancelled

    return check


def _told(item: Unread) -> str:
    return f"{item.where}: {item.reason}"


def _of_system(error: OSError) -> Phrase:
    return phrase("Hearth cannot read it: {error}.", error=error.strerror or error)
