"""Vectors for the passages of a library, with the embedder that the user picked, and for questions.

Those of passages are made aside, a few at a time, so that a question waits for few; what was made
is kept, so that they go on where they ended. A question without a vector is no failure: its words
are searched. After a failure that does not pass by itself nothing is tried until the file has
changed, or somebody asks for it: a model that ends llama.cpp would do so again and again.

Threads: any.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Final

from app.core.documents import index
from app.core.documents.embedder import TextEmbedder, identity_of
from app.core.errors import KnownError, Problem
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.documents.database import DocumentDatabase
    from app.core.documents.search import PassageRanking
    from app.core.documents.text import DocumentText
    from app.core.documents.vectors import BarePassage, VectorTable
    from app.core.system.lanes import Lane

_PATIENCE_S: Final = 5.0  # of a search
_LEAST_S, _MOST_S = 0.2, 0.6  # that passages which are embedded at once should take
_MOST_AT_ONCE: Final = 32
_MOST_CHARS: Final = 10_000  # of a question

_log = logging.getLogger(__name__)


class EmbeddingState(PlainValue, frozen=True):
    """How many passages have vectors.

    Attributes:
        path: of the embedder; None for none.
        n_passages: of all documents.
        n_embedded: of them, those that have a vector.
        is_working: vectors are being made, or about to be.
        problem: why none are made.
    """

    path: Path | None
    n_passages: int
    n_embedded: int
    is_working: bool
    problem: Problem | None


class PassageEmbedding:
    """Makes the vectors of one library.

    Args:
        database: of the library.
        lane: does what takes long.
        path: of the embedder; None for none.
        embedder: another than the usual one.
    """

    def __init__(
        self,
        database: DocumentDatabase,
        lane: Lane,
        path: Path | None,
        embedder: TextEmbedder | None = None,
    ) -> None:
        self._database = database
        self._lane = lane
        self._embedder = embedder or TextEmbedder()
        self._lock = threading.Lock()
        # Guarded by _lock:
        self._path = path
        self._problem: Problem | None = None
        self._failed: tuple[int, int] | None = None  # what failed: size and time of the file
        self._work: Future[Problem | None] | None = None  # under way
        self._identity: tuple[Path, tuple[int, int], str] | None = None  # of the file as it was
        self._table: VectorTable | None = None
        # The lane's own:
        self._made_for = path
        self._after, self._n_at_once = 0, 1

    def close(self) -> None:
        """End the child, also in the middle of its work."""
        self._embedder.close()

    @property
    def path(self) -> Path | None:
        """Of the embedder; None for none."""
        return self._path

    def choose(self, path: Path | None) -> None:
        """Use another embedder, or none, from the next question on."""
        with self._lock:
            self._path, self._problem, self._table = path, None, None

    def test(self, path: Path) -> None:
        """Return when an embedder has made a vector.

        Raises:
            KnownError: why it cannot.
        """
        self._embedder.vectors(path, self._identity_of(path), ["a"], is_question=True)

    def state(self) -> EmbeddingState:
        """Return how many passages have vectors now.

        Raises:
            KnownError: the database cannot be read.
        """
        from app.core.documents import vectors

        with self._lock:
            path, problem = self._path, self._problem
            is_working = self._work is not None and path is not None
        identity = ""
        if path is not None:
            try:
                identity = self._identity_of(path)
            except KnownError as error:
                problem = error.problem()
        with self._database.reading() as connection:
            n_passages, n_embedded = vectors.counted(connection, identity)
        return EmbeddingState(path, n_passages, n_embedded, is_working, problem)

    # -- questions --

    def ranking(self, question: str) -> PassageRanking | None:
        """Return what ranks passages by their likeness to a question; None where nothing can.

        Waits for the child for some seconds at most.
        """
        with self._lock:
            path = None if self._problem is not None else self._path
        if path is None or not question.strip():
            return None
        from app.core.documents import vectors  # NumPy, which searches by words do without

        try:
            identity = self._identity_of(path)
            with self._database.reading() as connection:
                if not vectors.counted(connection, identity)[1]:
                    return None
            texts = [question[:_MOST_CHARS]]
            asked = self._embedder.vectors(
                path, identity, texts, is_question=True, wait_s=_PATIENCE_S
            )
        except TimeoutError:
            _log.info("the embedder is busy; words are searched alone")
            return None
        except KnownError as error:
            self._note(path, error.problem())
            return None
        with self._lock:
            self._table = table = self._table or vectors.VectorTable()
        return partial(table.nearest, identity, asked)

    # -- passages --

    def go_on(self) -> None:
        """Do as `begin`, where there is an embedder of which it is not known that it fails."""
        with self._lock:
            path, problem, failed = self._path, self._problem, self._failed
        if path is not None and (
            problem is None or problem.may_pass or failed != _size_and_time(path)
        ):
            self.begin()

    def begin(self) -> Future[Problem | None]:
        """Make the vectors that are missing, on the lane.

        Returns:
            Why some are missing still; None also where the lane was cleared.
        """
        with self._lock:
            if self._work is not None:
                return self._work
            self._work = work = Future[Problem | None]()
        work.set_running_or_notify_cancel()
        try:
            self._queue(self._first, work)
        except RuntimeError:  # the system has no thread for it
            with self._lock:
                self._work = None
            raise
        return work

    def _queue(self, do: Callable[[], bool], work: Future[Problem | None]) -> None:
        def then(job: Future[bool]) -> None:
            error = None if job.cancelled() else job.exception()
            if error is not None:
                _log.error("no vectors could be made", exc_info=error)
            is_over = job.cancelled() or error is not None or not job.result()
            with self._lock:
                # Whoever chooses another one later finds no work under way.
                is_over = is_over and (job.cancelled() or self._path == self._made_for)
                if is_over:
                    self._work = None
            if is_over:
                work.set_result(self._problem)
            else:
                self._queue(self._next, work)

        self._lane.submit(do).add_done_callback(then)

    def _first(self) -> bool:
        """Make the first vectors that are missing; return whether there may be more."""
        self._after, self._n_at_once = 0, 1
        return self._next()

    def _next(self) -> bool:
        path = self._path
        if path != self._made_for:
            self._made_for, self._after = path, 0
        try:
            return self._made_some(path)
        except KnownError as error:
            self._note(path, error.problem())
            return False

    def _made_some(self, path: Path | None) -> bool:
        """Make some vectors; return whether there may be more to make.

        Raises:
            KnownError: why not.
        """
        from app.core.documents import vectors

        if path is None:
            with self._database.writing() as connection:
                vectors.forget_others(connection, "")
            return False
        identity = self._identity_of(path)
        with self._database.reading() as connection:
            todo = vectors.wanted(connection, identity, self._after, self._n_at_once)
            documents = {one.digest: index.document(connection, one.digest) for one in todo}
        texts = [_embedded(documents[one.digest], one) for one in todo]
        if not todo:
            self._note(path, None)
            return False
        begun = time.monotonic()
        made = self._embedder.vectors(path, identity, texts, is_question=False)
        took = time.monotonic() - begun
        with self._database.writing() as connection:
            if not self._after:
                vectors.forget_others(connection, identity)
            vectors.put(connection, identity, todo, made)
        self._note(path, None)
        self._after = todo[-1].number
        if took > _MOST_S:
            self._n_at_once = max(1, self._n_at_once // 2)
        elif took < _LEAST_S:
            self._n_at_once = min(_MOST_AT_ONCE, 2 * self._n_at_once)
        return True

    def _note(self, path: Path | None, problem: Problem | None) -> None:
        with self._lock:
            if path != self._path:
                return
            self._problem = problem
            self._failed = None if path is None else _size_and_time(path)
        if problem is not None:
            _log.info("no vectors are made: %s %s", problem.what.text, problem.detail)

    def _identity_of(self, path: Path) -> str:
        """Return the identity of a file, read again where it has changed.

        Raises:
            KnownError: it cannot be read.
        """
        seen = _size_and_time(path)
        with self._lock:
            known = self._identity
        if known is not None and known[:2] == (path, seen):
            return known[2]
        identity = identity_of(path)
        if seen is not None:
            with self._lock:
                self._identity = path, seen, identity
        return identity


def _size_and_time(path: Path) -> tuple[int, int] | None:
    """Return what changes with a file; None where there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns


def _embedded(document: DocumentText | None, one: BarePassage) -> str:
    """Return what is embedded of a passage: its text, below what stands above it."""
    assert document is not None  # it has passages
    above = " > ".join(dict.fromkeys(filter(None, (document.title, *one.headings))))
    return f"{above}\n{document.text[one.begin : one.end]}"
