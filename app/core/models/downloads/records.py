"""What is to be downloaded, on disk: one small JSON file for each download.

JSON and not a database: a download changes its record a handful of times, a dozen of them is many,
and each is replaced whole by a rename, so that a kill or a power cut leaves the old or the new one.
With a file for each, a damaged one costs one entry, and two programs that download different models
do not meet. How far a download is, its part says by its length; nothing of that is written here.

A record is written by the program that runs its download, and by nobody while it does not run.
Threads: one thread.
"""

from __future__ import annotations

import contextlib
import json
import logging
from pathlib import Path

from msgspec import convert, to_builtins

from app.core.errors import Problem
from app.core.models.downloads.values import DownloadId, DownloadOrder
from app.core.plain_value import PlainValue, replace
from app.core.system.files import replace_file, sync_folder, write_atomically
from app.core.system.paths import INNER_FOLDER_MODE

logger = logging.getLogger(__name__)

_VERSION = 1
_SUFFIX = ".json"


class DownloadRecord(PlainValue, frozen=True):
    """One download that is not done.

    Attributes:
        place: in the queue; the smallest is first.
        published: names of the files that this download has finished.
        problem: what ended it; None if it only waits.
    """

    order: DownloadOrder
    place: int
    published: tuple[str, ...] = ()
    problem: Problem | None = None

    def with_published(self, name: str) -> DownloadRecord:
        """Return it with one more finished file."""
        return replace(self, published=(*self.published, name))

    def continued_as(self, order: DownloadOrder) -> DownloadRecord:
        """Return it for an order of a later revision: what has the same content there stays."""
        same = {file.content for file in order.files}
        finished = (file for file in self.order.files if file.name in self.published)
        published = tuple(file.name for file in finished if file.content in same)
        return replace(self, order=order, published=published, problem=None)

    @property
    def is_complete(self) -> bool:
        """Whether it has finished all files."""
        return all(file.name in self.published for file in self.order.files)


class DownloadRecords:
    """The records in one folder, which need not exist yet.

    Args:
        beside: a folder for models in here is remembered by its way from here, because the whole is
            found elsewhere on another machine; see `Paths.beside`. None: paths stay as they are.
    """

    def __init__(self, folder: Path, beside: Path | None = None) -> None:
        self._folder = folder
        self._beside = beside

    def load(self) -> list[DownloadRecord]:
        """Return all records, the first in the queue first; what is none is moved aside.

        Raises:
            OSError: the folder cannot be read.
        """
        found = []
        files = sorted(self._folder.glob(f"*{_SUFFIX}")) if self._folder.is_dir() else []
        for file in files:
            try:
                record = self._at_home(_parsed(file.read_bytes()))
                self._rename(file, self._path(record.order.id))
                found.append(record)
            except FileNotFoundError:
                continue  # another program is done with it
            except OSError as error:
                logger.warning("a download cannot be read: %s", error.strerror)
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                logger.warning("a download cannot be understood: %s", type(error).__name__)
                with contextlib.suppress(OSError):
                    file.replace(file.with_suffix(".broken"))
        return sorted(found, key=lambda record: record.place)

    def find(self, download_id: DownloadId) -> DownloadRecord | None:
        """Return the record of a download as it is on disk now; None if there is none."""
        try:
            return self._at_home(_parsed(self._path(download_id).read_bytes()))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def save(self, record: DownloadRecord) -> None:
        """Write a record, durable on return.

        Raises:
            OSError: the disk refused; the old one is untouched.
        """
        self._folder.mkdir(mode=INNER_FOLDER_MODE, parents=True, exist_ok=True)
        folder = Path(record.order.folder)
        if self._beside is not None and folder.is_relative_to(self._beside):
            way = folder.relative_to(self._beside).as_posix()
            kept = replace(record, order=replace(record.order, folder=way))
        else:
            kept = record
        text = json.dumps({"version": _VERSION, **to_builtins(kept)}, indent=1)
        write_atomically(self._path(record.order.id), [text.encode()])

    def remove(self, download_id: DownloadId) -> None:
        """Delete a record, if it is there.

        Raises:
            OSError: the disk refused.
        """
        self._path(download_id).unlink(missing_ok=True)
        if self._folder.is_dir():
            sync_folder(self._folder)

    def _rename(self, file: Path, own: Path) -> None:
        """Give a record the name that it has where the stick is mounted now.

        Raises:
            ValueError: it was not the place that has changed, so it is a damaged one.
        """
        if file == own:
            return
        if self._beside is None or own.exists():
            raise ValueError("the name of another download")
        replace_file(file, own)

    def _at_home(self, record: DownloadRecord) -> DownloadRecord:
        if self._beside is None:
            return record
        folder = str(self._beside / record.order.folder)  # an absolute one stays as it is
        return replace(record, order=replace(record.order, folder=folder))

    def _path(self, download_id: DownloadId) -> Path:
        return self._folder / f"{download_id}{_SUFFIX}"


def _parsed(data: bytes) -> DownloadRecord:
    """Read a record.

    Raises:
        ValueError, KeyError, TypeError, RecursionError: it is none of this version.
    """
    said = json.loads(data)
    if said.pop("version") != _VERSION:
        raise ValueError("another version")
    record = convert(said, DownloadRecord)
    if not record.order.files or any(file.size_bytes < 0 for file in record.order.files):
        raise ValueError("no files")
    return record
