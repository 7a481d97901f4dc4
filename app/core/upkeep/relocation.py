"""Moves everything Hearth wrote to another folder, so that a failure leaves the old or the new.

Chats, settings and state are copied and compared first. Then one small file in the system's own
folder, written atomically, says where they are from now on, and only then the old ones are deleted.
The stored memory, which may be large, is copied beforehand when it goes to another disk, and only
renamed, afterwards, on the same one.

Whatever ends this half-way, a full disk or the power: before that file is written, the old folders
count and are whole; after it, the new ones.

Longer than other files, so that the order of all steps can be read in one place.

Threads: any but the interface's, which this would block.
"""

from __future__ import annotations

import contextlib
import errno
import filecmp
import logging
import os
import shutil
from typing import TYPE_CHECKING

from app.core.chats.lock import lock_database
from app.core.errors import KnownError
from app.core.kvstore.folder import lock_store
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue
from app.core.system.files import (
    free_bytes,
    is_link,
    is_tagged_as_cache,
    sync_file,
    sync_folder,
    write_atomically,
)
from app.core.system.paths import MOVE_MARK, RAW_MEDIA, FolderOrigin, Paths
from app.core.upkeep.ownership import Ownership, bytes_of, files_in, is_model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_log = logging.getLogger(__name__)

_FOLDER_NAME = "Hearth"
_PROBE = f"{MOVE_MARK}.probe"
_CHUNK_BYTES = 4 << 20
_SPARE_BYTES = 64 << 20


class NotMoved(KnownError):
    """Everything is where it was, for the reason given."""

    def __init__(self, what: Phrase, remedy: Phrase, detail: str = "") -> None:
        super().__init__(
            what=what,
            effect=phrase("Your chats are where they were; nothing is lost."),
            remedy=remedy,
            detail=detail,
        )


class MoveCancelled(NotMoved):
    """The user wanted it no more."""

    def __init__(self) -> None:
        super().__init__(
            phrase("Hearth's folder was not moved: you stopped it."),
            phrase("You can move it any time."),
        )


class MoveResult(PlainValue, frozen=True):
    """What a move came to.

    Attributes:
        paths: where everything is now.
        left: old folders in which something could not be deleted.
    """

    paths: Paths
    left: tuple[Path, ...]


class _Job(PlainValue, frozen=True):
    """One file to copy; `is_compared` when it can't be computed again."""

    source: Path
    target: Path
    n_bytes: int
    is_compared: bool


class Adoption(PlainValue, frozen=True):
    """Using chats that lie elsewhere already, instead of moving these there.

    Attributes:
        source: where everything is; it stays there.
        target: where the other chats are.
    """

    source: Paths
    target: Paths

    def run(self) -> None:
        """Let the other folders count from now on.

        Raises:
            NotMoved: the disk refused.
        """
        try:
            use_folder(self.target)
        except OSError as error:
            raise _not_moved(error) from error


class Relocation:
    """One move.

    Args:
        source: where everything is; Hearth must not be at work there.
        target: where it shall be; `to` and `back` make one.
    """

    def __init__(self, source: Paths, target: Paths) -> None:
        self.source = source
        self.target = target

    @classmethod
    def to(cls, source: Paths, chosen: Path) -> Relocation:
        """Return the move into a folder the user chose, or below it if other things lie there."""
        chosen = chosen.absolute()
        target = Paths.under(chosen, FolderOrigin.MOVED)
        if not _may_be_filled(target):
            target = Paths.under(chosen / _FOLDER_NAME, FolderOrigin.MOVED)
        return cls(source, target)

    @classmethod
    def back(cls, source: Paths) -> Relocation:
        """Return the move to where the system wants everything."""
        return cls(source, Paths.of_system())

    def check(self) -> None:
        """Find out beforehand what would keep `run` from moving.

        Raises:
            NotMoved: other files lie there, it is the old folder or inside it, there is too little
                room, or nothing can be written.
        """
        self._check_place()
        try:
            free = self._free_bytes()
        except OSError as error:
            raise _not_moved(error) from error
        needed = sum(job.n_bytes for job in self._jobs()) + _SPARE_BYTES
        if free < needed:
            raise NotMoved(
                phrase(
                    "Hearth's folder was not moved: it needs {needed} MB, but only {free} MB is "
                    "free there.",
                    needed=f"{needed / 1e6:,.0f}",
                    free=f"{free / 1e6:,.0f}",
                ),
                phrase("Free some space on that disk, or choose a folder on another."),
            )

    def run(
        self, progress: Callable[[int, int], None], is_cancelled: Callable[[], bool]
    ) -> MoveResult:
        """Move everything.

        Args:
            progress: told how many bytes of how many are copied.
            is_cancelled: asked often; a move can be stopped until the new folders count.

        Raises:
            NotMoved: see `check`, or the disk failed; the old folders count and are whole.
            MoveCancelled: likewise.
            ChatsInUse: another Hearth is at work with the chats.
            StoreInUse: likewise with their stored memory.
            KnownError: another of `app.core.chats.errors`: they cannot be kept from others.
        """
        with contextlib.ExitStack() as stack, lock_database(self.source.database):
            stack.enter_context(lock_store(self.source.kv_store))
            self._check_place()
            self._clear_target()
            self.check()
            jobs = self._jobs()
            try:
                self._copy(jobs, progress, is_cancelled)
                self._commit()
            except (OSError, NotMoved) as error:
                if Paths.locate() != self.target:
                    self._clear_target()
                raise _not_moved(error) if isinstance(error, OSError) else error from error
            is_old_of_no_use = self._hand_over_mark()
            stack.close()  # its lock lies in the folder that is renamed
            self._carry_memory()
            if is_old_of_no_use:
                for file in self._made_media():  # where it was not copied, it is made again
                    _delete(file)
                for file in [*(job.source for job in jobs), self.source.data / MOVE_MARK]:
                    _delete(file)
        return MoveResult(self.target, self._remove_old_folders())

    # -- beforehand --

    def _free_bytes(self) -> int:
        """Return the bytes there will be room for; what a move copies there meanwhile stays."""
        left_over = sum(map(bytes_of, self._left_over())) if _is_marked(self.target) else 0
        self.target.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            write_atomically(self.target.data / _PROBE, [b"Can this be written?"])
            return free_bytes(self.target.data) + left_over
        finally:
            _delete(self.target.data / _PROBE)
            with contextlib.suppress(OSError):
                self.target.data.rmdir()

    def _check_place(self) -> None:
        if self.source.place not in (FolderOrigin.SYSTEM, FolderOrigin.MOVED):
            raise NotMoved(
                phrase(
                    "Hearth's folder was not moved: its location was given when Hearth was started."
                ),
                phrase(
                    "Close Hearth, move the folder yourself, and start Hearth with the new "
                    "location."
                ),
            )
        for _, new in self._folders():
            for old, _ in self._folders():
                if new.resolve().is_relative_to(old.resolve()):
                    raise NotMoved(
                        phrase(
                            "Hearth's folder was not moved: the new folder is the old one or "
                            "inside it."
                        ),
                        phrase("Choose another folder."),
                    )
        if not _may_be_filled(self.target):
            raise NotMoved(
                phrase(
                    "Hearth's folder was not moved: {folder} is not empty.",
                    folder=self.target.root or self.target.data,
                ),
                phrase("Choose an empty folder."),
            )

    def _folders(self) -> list[tuple[Path, Path]]:
        """Return old and new folders, that of the stored memory last."""
        old, new = self.source, self.target
        return [
            (old.data, new.data),
            (old.config, new.config),
            (old.state, new.state),
            (old.cache, new.cache),
        ]

    def _jobs(self) -> list[_Job]:
        """Return what must be copied before the new folders can count."""
        own = Ownership(self.source)
        return [
            _Job(file, new / file.relative_to(old), bytes_of(file), old != self.source.cache)
            for old, new in self._folders()
            if old != self.source.cache or not self._is_same_disk()
            for file in own.files_in(old)
            if not file.name.startswith(MOVE_MARK)
        ]

    def _made_media(self) -> list[Path]:
        own = Ownership(self.source)
        made = self.source.cache / RAW_MEDIA
        return [file for file in own.files_in(self.source.cache) if file.parent == made]

    def _is_same_disk(self) -> bool:
        store = self.source.kv_store
        if is_link(self.source.cache) or is_link(store):  # what it leads to would stay
            return False
        ancestor = self.target.cache
        while not ancestor.exists() and ancestor != ancestor.parent:
            ancestor = ancestor.parent
        try:
            return ancestor.stat().st_dev == self.source.cache.stat().st_dev
        except OSError:
            return False

    # -- moving --

    def _copy(
        self,
        jobs: list[_Job],
        progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool],
    ) -> None:
        _mark(self.target)
        n_total, n_done = sum(job.n_bytes for job in jobs), 0

        def advance(n_bytes: int) -> None:
            nonlocal n_done
            n_done += n_bytes
            progress(n_done, n_total)
            if is_cancelled():
                raise MoveCancelled

        for _, new in self._folders():
            new.mkdir(mode=0o700, parents=True, exist_ok=True)
        advance(0)
        for job in jobs:
            _copy_file(job, advance)
        for folder in {job.target.parent for job in jobs if job.is_compared}:
            sync_folder(folder)
        for folder in {new.parent for _, new in self._folders()}:
            for around in (folder, folder.parent):
                with contextlib.suppress(PermissionError):  # one that may not be listed
                    sync_folder(around)

    def _commit(self) -> None:
        """Let the new folders count from now on, or, when that may not last, the old ones."""
        try:
            use_folder(self.target)
            if Paths.locate() != self.target:
                raise OSError(errno.EINVAL, "its name cannot be kept", str(self.target.root))
        except OSError:
            with contextlib.suppress(OSError):
                use_folder(self.source)
            raise

    def _hand_over_mark(self) -> bool:
        """Say durably that the old folders are of no use now and the new ones are.

        Returns:
            False when that failed: the old ones are better kept then.
        """
        try:
            (self.target.data / MOVE_MARK).unlink(missing_ok=True)
            sync_folder(self.target.data)
            _mark(self.source)
        except OSError as error:
            _log.warning("the old folders are kept: %r", error)
            return False
        return True

    def _carry_memory(self) -> None:
        """Rename what is on the same disk; when that fails, it is computed again in time."""
        if not self._is_same_disk():
            return
        old, new = self.source.kv_store, self.target.kv_store
        if not is_tagged_as_cache(old):
            return
        try:
            Ownership(self.target).remove_empty_folders(self.target.cache)
            new.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            old.rename(new)
        except OSError as error:
            _log.warning("the stored memory could not be carried along: %r", error)

    def _remove_old_folders(self) -> tuple[Path, ...]:
        """Remove what is empty, and return old folders that are not."""
        own = Paths.of_system().moved_to
        for old, _ in self._folders():
            Ownership(self.source).remove_empty_folders(old)
        if self.source.root is not None:
            with contextlib.suppress(OSError):
                self.source.root.rmdir()  # alone: the user may have put other things into it
        return tuple(
            old
            for old, _ in self._folders()
            if old.is_dir() and any(file != own and not is_model(file) for file in files_in(old))
        )

    def _clear_target(self) -> None:
        """Delete what an earlier move, or this one, left there before it was stopped."""
        if not _is_marked(self.target):
            return
        for file in list(self._left_over()):
            _delete(file)  # the mark last
        _delete(self.target.data / MOVE_MARK)
        for _, new in self._folders():
            Ownership(self.target).remove_empty_folders(new)

    def _left_over(self) -> Iterator[Path]:
        own = Ownership(self.target)
        for _, new in self._folders():
            for file in own.files_in(new):
                if not file.name.startswith(MOVE_MARK):
                    yield file


def task_for(source: Paths, chosen: Path) -> Relocation | Adoption:
    """Return what a folder that the user chose is good for: its own chats, or these."""
    chosen = chosen.absolute()
    for root in (chosen, chosen / _FOLDER_NAME):
        kept = Paths.under(root, FolderOrigin.MOVED)
        if root != source.root and kept.database.is_file() and not _is_marked(kept):
            return Adoption(source, kept)
    return Relocation.to(source, chosen)


def use_folder(paths: Paths) -> None:
    """Write down, durably, where everything is from now on; moves nothing.

    Raises:
        OSError: the disk refused.
    """
    moved_to = Paths.of_system().moved_to
    if paths.root is not None:
        moved_to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(moved_to, [os.fsencode(paths.root)])
    elif moved_to.exists():
        moved_to.unlink()
        sync_folder(moved_to.parent)


def _may_be_filled(target: Paths) -> bool:
    """Return whether nothing lies there, or only what a move that was stopped left."""
    if _is_marked(target):
        return True
    own = Paths.of_system().moved_to
    folders = [target.root] if target.root else [target.data, target.config, target.cache]
    return not any(
        file != own
        and not file.name.startswith(MOVE_MARK)
        and not (is_model(file) and target.root is None)  # it stayed there when all else went
        for folder in folders
        for file in files_in(folder)
    )


def _mark(paths: Paths) -> None:
    """Say that whatever lies there is a move's own, and of no use."""
    paths.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(paths.data / MOVE_MARK, [os.fsencode(paths.data)])


def _is_marked(target: Paths) -> bool:
    """Return whether a move to this very place was stopped; a copy of it elsewhere is none."""
    try:
        return (target.data / MOVE_MARK).read_bytes() == os.fsencode(target.data)
    except OSError:
        return False


def _delete(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("a file could not be deleted: %r", error)


def _copy_file(job: _Job, advance: Callable[[int], None]) -> None:
    job.target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if is_link(job.source):
        link = job.source.readlink()
        is_inside = (job.target.parent / link).exists()  # was copied before
        job.target.symlink_to(link if is_inside else job.source.parent.resolve() / link)
        return
    with job.source.open("rb") as old, job.target.open("wb") as new:
        while chunk := old.read(_CHUNK_BYTES):
            new.write(chunk)
            advance(len(chunk))
        if job.is_compared:
            new.flush()
            sync_file(new.fileno())
    shutil.copystat(job.source, job.target)
    filecmp.clear_cache()  # else a second attempt would be given the answer of the first
    if job.is_compared and not filecmp.cmp(job.source, job.target, shallow=False):
        raise OSError(errno.EIO, "the copy differs", str(job.target))


def _not_moved(error: OSError) -> NotMoved:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return NotMoved(
            phrase("Hearth's folder was not moved: the disk is full."),
            phrase("Free some space, or choose another disk."),
            repr(error),
        )
    cause = (error.strerror or str(error)).lower()
    return NotMoved(
        phrase("Hearth's folder was not moved ({file}: {cause}).", file=error.filename, cause=cause)
        if error.filename
        else phrase("Hearth's folder was not moved ({cause}).", cause=cause),
        phrase("Choose a folder that you can write to, on a working disk."),
        repr(error),
    )
