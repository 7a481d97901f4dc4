"""The door to the documents of the user: what is listed, what it says, and passages that are found.

The user lists files and folders; a look compares what lies there with what was read, and reads what
is new or changed. Two programs may look at once: each change is one transaction of whoever makes
it, and what the other one has read meanwhile is not read again. Nothing that was read is forgotten
because a disk is taken away; what no file says any more is. When the parsers become better, all
files are read again by the next look, also those that were refused.

Longer than other files: each change of the documents has to know what a look does meanwhile.

Threads: any. All that reads files is done on a lane; the other methods take milliseconds, and
longer while a long document is stored or an embedder is asked, so that they belong on a side
thread.
"""

from __future__ import annotations

import hashlib
import logging
import os
import random
import stat
import threading
import time
from typing import TYPE_CHECKING, Final, Protocol, Self

from app.core.documents import index, search
from app.core.documents.database import DocumentDatabase, LibraryDamaged
from app.core.documents.embedding import EmbeddingState, PassageEmbedding
from app.core.documents.reader import MAX_TEXT_BYTES
from app.core.documents.sources import SeenFile, SourceList, absolute, is_within, look_through
from app.core.documents.text import READING_VERSION, DocumentText
from app.core.errors import KnownError, Problem
from app.core.messages import Attachment, TextSource
from app.core.plain_value import PlainValue, replace
from app.core.system.files import is_link
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from app.core.documents.index import KnownFile
    from app.core.documents.refusals import FileVersion
    from app.core.documents.search import FoundPassage
    from app.core.system.stop_signal import StopSignal

_END_S = 5.0
# The coarsest clock of a file system (FAT): what changes twice in this time may keep its time.
_SETTLED_NS = 2_000_000_000
_MOST_HASHED_BYTES = 200_000_000  # a reader refuses larger files
_MOST_ANSWERS: Final = 50
_OPEN = (
    os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)  # a pipe would wait
)

_log = logging.getLogger(__name__)


class ReadFile(Protocol):
    """What a reader says of a file; see `ReadDocument`."""

    @property
    def text(self) -> DocumentText:
        """What it says."""

    @property
    def digest(self) -> str:
        """Of the bytes that were read: BLAKE2b-256, in hex."""

    @property
    def n_bytes(self) -> int:
        """How many they were."""

    @property
    def modified_ns(self) -> int:
        """When the file had been changed last."""


class Reader(Protocol):
    """What reads files; see `DocumentReader`."""

    def read(
        self, path: Path, stop: StopSignal | None = None, max_text_bytes: int = MAX_TEXT_BYTES
    ) -> ReadFile:
        """Return what a file says.

        Raises:
            KnownError: it cannot be read.
            TransferStopped: `stop` was called.
        """

    def page(
        self,
        path: Path,
        number: int,
        stop: StopSignal | None = None,
        version: FileVersion | None = None,
    ) -> bytes:
        """Return a page of a PDF, counted from 1, as a picture: a JPEG file.

        Raises:
            KnownError: it cannot be drawn, or the file has another version than this.
            TransferStopped: `stop` was called.
        """

    def close(self) -> None:
        """Give up what is being read."""


def path_as_listed(path: str | Path) -> Path:
    """Return a path as it is listed: from the root, without "~" and "..", links as they are."""
    return absolute(path)


def attachment_of(path: Path, read: ReadFile) -> Attachment:
    """Return what a file says as it goes along with a message as a whole."""
    return _whole(path, read.digest, read.modified_ns, read.text)


def attachment_of_file(file: KnownFile, text: DocumentText) -> Attachment:
    """Return what a listed file says, in the same words as `attachment_of`."""
    return _whole(file.path, file.digest, file.modified_ns, text)


def _whole(path: Path, digest: str, modified_ns: int, text: DocumentText) -> Attachment:
    source = TextSource(
        os.fsencode(absolute(path)).decode("utf-8", "replace"),
        digest,
        max(0, modified_ns) / 1e9,
        n_pages=len(text.page_starts),
        pages_without_text=text.pages_without_text,
    )
    return Attachment(path.name, text.text, source)


class LookProgress(PlainValue, frozen=True):
    """How far a look is.

    Attributes:
        n_files: that lie there.
        n_to_read: of them, those that are new or changed.
        n_read: how many of these are done, refused ones included.
        reading: the path of the next one; "" for none.
        n_gone: files that were known and are not there any more.
        is_over: nothing follows.
        is_cut: there are more files than are looked at.
        problem: why the look ended early.
    """

    n_files: int = 0
    n_to_read: int = 0
    n_read: int = 0
    reading: str = ""
    n_gone: int = 0
    is_over: bool = False
    is_cut: bool = False
    problem: Problem | None = None


def _nobody(_progress: LookProgress) -> None:
    pass


class DocumentLibrary:
    """The documents of one installation.

    Methods raise a `KnownError` where the disk refuses, another program writes for long, or the
    database was damaged (`LibraryDamaged`): then it is empty, and the next look fills it again.

    Args:
        database: file of the database; made when something is asked.
        list_file: file of the list.
        reader: reads files; closed with the library.
        embedder: GGUF file of the model that makes vectors of passages and questions, beside the
            words that are searched; None for none.

    Attributes:
        reader: for files that are not listed.
    """

    def __init__(
        self, database: Path, list_file: Path, reader: Reader, embedder: Path | None = None
    ) -> None:
        self._database = DocumentDatabase(database)
        self._list = SourceList(list_file)
        self.reader = reader
        self._lane = Lane("documents")
        self._stop = threading.Event()
        self._embedding = PassageEmbedding(self._database, self._lane, embedder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Look no more, and close the database; waits a few seconds for what is being read."""
        self._stop.set()
        self._lane.close()
        self.reader.close()
        self._embedding.close()
        self._lane.wait(_END_S)
        self._database.close(for_good=True)

    # -- what is listed --

    def sources(self) -> tuple[Path, ...]:
        """Return the files and folders that are listed."""
        return self._list.all()

    def has_sources(self) -> bool:
        """Whether anything is listed, or the list cannot be read.

        Reads the list, which is small, and nothing else: no thread is started, no database opened.
        """
        try:
            return bool(self._list.all())
        except KnownError:
            return True  # a look will say why

    def add(self, paths: Sequence[str | Path]) -> None:
        """List files and folders; the next look reads them.

        Raises:
            KnownError: one of them is not there; nothing was listed.
        """
        with self._database.writing():  # one at a time changes the list
            self._list.add(paths)

    def remove(self, source: str | Path) -> None:
        """Take a file or folder off the list; what lies in no other source is forgotten.

        Raises:
            KnownError: it is not listed.
        """
        with self._database.writing() as connection:
            self._list.remove(source)
            rest, gone = self._list.all(), absolute(source)
            paths = [one.path for one in index.files(connection)]
            outside = [
                path for path in paths if is_within(path, [gone]) and not is_within(path, rest)
            ]
            index.forget_files(connection, outside)
            index.forget_unused(connection, at_once=True)
        self._tidy(lambda: False)

    def keep(self, path: Path, *, is_kept: bool) -> None:
        """Keep a file read from now on, or no more: chats about it begin at once."""
        with self._database.writing():  # one at a time changes the list
            self._list.keep(absolute(path), is_kept=is_kept)

    # -- what is known --

    def documents(self) -> tuple[KnownFile, ...]:
        """Return all files, also those that could not be read, in the order of their paths."""
        kept = frozenset(self._list.kept())
        with self._database.reading() as connection:
            files = index.files(connection)
        if not kept:
            return files
        return tuple(replace(one, is_kept=True) if one.path in kept else one for one in files)

    def kept(self) -> tuple[KnownFile, ...]:
        """Return the files that are kept read, without those that no look has found yet."""
        paths = self._list.kept()
        if not paths:
            return ()
        with self._database.reading() as connection:
            return tuple(replace(one, is_kept=True) for one in index.files_at(connection, paths))

    def files_of(self, digest: str) -> tuple[KnownFile, ...]:
        """Return the files that have a document, those that are there first."""
        with self._database.reading() as connection:
            return index.files_of(connection, digest)

    def state(self) -> tuple[int, ...]:
        """Return numbers that become others when what `documents` returns does; quicker."""
        with self._database.reading() as connection:
            return index.state(connection)

    def text(self, digest: str) -> DocumentText | None:
        """Return what a document says; None where it is not known, or no longer."""
        with self._database.reading() as connection:
            return index.document(connection, digest)

    def whole(self, file: KnownFile) -> Attachment | None:
        """Return a listed file as it goes along whole; None where its text is not known."""
        text = self.text(file.digest)
        return None if text is None else attachment_of_file(file, text)

    def search(
        self,
        question: str,
        limit: int,
        among: Collection[str] | None = None,
        *,
        by_meaning: bool = True,
    ) -> tuple[FoundPassage, ...]:
        """Return the passages that fit a question, best first.

        Args:
            question: any text.
            limit: how many at most; no more than 50.
            among: digests of the documents to look into, older versions included; None for all that
                files have now.
            by_meaning: ask the embedder, too, which may take seconds.
        """
        by_vectors = self._embedding.ranking(question) if by_meaning else None
        with self._database.reading() as connection:
            numbers = search.ranked(connection, question, among, by_vectors)
            return tuple(search.found(connection, numbers[: min(limit, _MOST_ANSWERS)]))

    def gather(
        self, question: str, n_tokens: int, among: Collection[str] | None = None
    ) -> tuple[FoundPassage, ...]:
        """Return passages for a model: the best, with what stands beside them, in reading order.

        None that has common words of the question only, and whose vector is like any other.

        Args:
            question: any text.
            n_tokens: what they may have together, as `FoundPassage.n_tokens` counts.
            among: as of `search`.
        """
        by_vectors = self._embedding.ranking(question)
        with self._database.reading() as connection:
            numbers = search.fitting(connection, question, among, by_vectors)
            return tuple(search.gathered(connection, numbers, n_tokens))

    def read_on(self, digest: str, begin: int, n_chars: int) -> tuple[FoundPassage, ...]:
        """Return the passages of a document from an offset in its text on.

        Args:
            digest: of the document; one that is not known has none.
            begin: characters before the first one.
            n_chars: that they may have together; the first one is given however long it is.
        """
        with self._database.reading() as connection:
            return tuple(search.in_order(connection, digest, begin, n_chars))

    def digests_within(self, paths: Iterable[Path]) -> frozenset[str]:
        """Return the documents that some files and folders have now."""
        within = [absolute(path) for path in paths]
        return frozenset(
            one.digest for one in self.documents() if one.digest and is_within(one.path, within)
        )

    # -- vectors --

    def set_embedder(self, path: Path | None) -> None:
        """Use another embedder, or none, from the next question on.

        Its vectors are made on the lane; those of the one before are forgotten then.
        """
        self._embedding.choose(path)
        self._embedding.begin()

    def test_embedder(self, path: Path) -> None:
        """Return when an embedder has made a vector, which takes seconds.

        Raises:
            KnownError: why it cannot.
        """
        self._embedding.test(path)

    def embed(self) -> Future[Problem | None]:
        """Make the vectors that are missing, on the lane, also with an embedder that has failed.

        Each look does so behind it, unless its embedder fails.

        Returns:
            Why some are missing still; None also where `stop_looking` or `close` was called.
        """
        return self._embedding.begin()

    def embedding_state(self) -> EmbeddingState:
        """Return how many passages have vectors, and why no more."""
        return self._embedding.state()

    # -- looking --

    def look(self, tell: Callable[[LookProgress], None] = _nobody) -> Future[LookProgress]:
        """Read what is new or changed, on the lane, when all looks before are over.

        Args:
            tell: receives how far it is, on the lane; must not block.

        Returns:
            What is told last. Cancelled where the library is closed before.
        """
        return self._lane.submit(self._look, tell)

    def stop_looking(self) -> None:
        """End a look behind the file that is being read, and those that wait for it."""
        self._lane.clear()
        self._stop.set()
        self._lane.add(self._stop.clear)
        self._embedding.go_on()

    def _look(self, tell: Callable[[LookProgress], None]) -> LookProgress:
        try:
            try:
                last = self._compare(tell)
            except LibraryDamaged:  # it is empty now
                last = self._compare(tell)
        except KnownError as error:
            last = LookProgress(problem=error.problem())
        last = replace(last, is_over=True, reading="")
        tell(last)
        self._embedding.go_on()
        return last

    def _compare(self, tell: Callable[[LookProgress], None]) -> LookProgress:
        self._heed_parsers()
        # In this order, so that nothing counts as gone that another program adds meanwhile.
        known = {one.path: one for one in self.documents()}
        sources = self._list.all()
        seen = look_through(sources, self._stop.is_set)
        there = {one.path: one for one in seen.files}
        if self._stop.is_set():
            return LookProgress(len(there))
        missed = [path for path in known if path not in there]
        far = [path for path in missed if is_within(path, seen.out_of_reach)]
        # Of more than is looked at, the rest may lie beyond.
        beyond = [path for path in missed if seen.is_cut and path.exists()]
        gone = set(missed) - {*far, *beyond}
        changed = [one for one in seen.files if not _is_same(one, known.get(one.path))]
        back = [path for path in there if path in known and not known[path].is_reachable]
        newly_far = [path for path in far if known[path].is_reachable]
        if gone or back or newly_far:
            with self._database.writing() as connection:
                index.forget_files(connection, gone)
                index.mark_reachable(connection, back, is_reachable=True)
                index.mark_reachable(connection, newly_far, is_reachable=False)
        random.shuffle(changed)  # so that two programs that look at once share the work
        progress = LookProgress(len(there), len(changed), n_gone=len(gone), is_cut=seen.is_cut)
        for one in changed:
            if self._stop.is_set():
                break
            tell(replace(progress, reading=str(one.path)))
            if _stays_within(one.path, sources):  # links may be on its way by now
                self._take(one)
            progress = replace(progress, n_read=progress.n_read + 1)
        if gone or changed:
            with self._database.writing() as connection:
                index.forget_unused(connection)
        self._tidy(self._stop.is_set)
        return progress

    def _tidy(self, should_stop: Callable[[], bool]) -> None:
        """Take words of forgotten passages out of the index where that is due.

        A part at a time, so that nobody waits for the whole.
        """
        with self._database.reading() as connection:
            n_left = index.leftovers_due(connection)
        is_first, is_more = True, n_left > 0
        while is_more and not should_stop():
            with self._database.writing() as connection:
                is_more = index.tidy(connection, n_left, is_first=is_first)
            is_first = False

    def _take(self, seen: SeenFile) -> None:
        """Read a file, unless its bytes or another program's reading are known."""
        with self._database.reading() as connection:
            if index.is_up_to_date(connection, seen):
                return
        digest = before = _digest_of(seen)
        problem, read = None, None
        if digest is None or not self._knows(digest):
            try:
                read = self.reader.read(seen.path)
            except KnownError as error:
                digest, problem = None, error.problem()
            else:
                digest = read.digest
                seen = SeenFile(seen.path, read.n_bytes, read.modified_ns)
        may_change = problem is not None and problem.may_pass
        if problem is not None and (self._stop.is_set() or (may_change and self._keeps(before))):
            return  # why it was not read will pass
        if may_change or abs(time.time_ns() - seen.modified_ns) < _SETTLED_NS:
            seen = replace(seen, modified_ns=-1)  # so that the next look looks again
        with self._database.writing() as connection:
            if not _stays_within(seen.path, self._list.all()):
                return  # taken off the list meanwhile, or another file by way of a link
            if read is not None:
                index.put_document(connection, read.digest, seen.path, read.text)
            elif digest is not None and not index.has_document(connection, digest):
                return  # forgotten meanwhile; the next look reads it
            index.put_file(connection, seen, digest, problem)

    def _heed_parsers(self) -> None:
        """Have all files read again where earlier parsers have read them; later ones may have."""
        with self._database.reading() as connection:
            is_outdated = index.reading_version(connection) < READING_VERSION
        if is_outdated:
            with self._database.writing() as connection:
                if index.reading_version(connection) < READING_VERSION:
                    index.read_all_again(connection, READING_VERSION)

    def _keeps(self, digest: str | None) -> bool:
        """Whether earlier parsers have read these bytes, which is better than nothing."""
        return digest is not None and self.text(digest) is not None

    def _knows(self, digest: str) -> bool:
        with self._database.reading() as connection:
            return index.has_current(connection, digest)


def _stays_within(path: Path, sources: Sequence[Path]) -> bool:
    """Whether a file is listed, or lies in a listed folder and no link on the way leads out."""
    if path in sources:
        return True
    try:
        real = path.resolve()
        return not is_link(path) and any(
            path.is_relative_to(one) and real.is_relative_to(one.resolve()) for one in sources
        )
    except (OSError, RuntimeError, ValueError):  # links in a circle
        return False


def _is_same(seen: SeenFile, known: KnownFile | None) -> bool:
    if known is None:
        return False
    return (seen.n_bytes, seen.modified_ns) == (known.n_bytes, known.modified_ns)


def _digest_of(seen: SeenFile) -> str | None:
    """Return the digest of a file; None where it cannot be read, is huge, or another by now."""
    if seen.n_bytes > _MOST_HASHED_BYTES:
        return None
    try:
        with os.fdopen(os.open(seen.path, _OPEN), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=32))
            after = os.fstat(file.fileno())
    except (OSError, ValueError):
        return None
    is_same = (after.st_size, after.st_mtime_ns) == (seen.n_bytes, seen.modified_ns)
    return digest.hexdigest() if is_same else None
