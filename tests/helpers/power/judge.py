"""Runs a program under the recorder, and makes the disk as a power cut could have left it.

What a file system promises is taken at its least: bytes are on the disk when their file was
synchronised, names when their folder was, and a file's own name also when the file was (as ext4,
XFS, APFS and NTFS do). Of the rest any sectors may have come to the disk, in any order, and names
in theirs. Times of 512 bytes are torn, never less.

Threads: any.
"""

from __future__ import annotations

import enum
import os
import struct
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

SOURCE = Path(__file__).with_name("recorder.c")
REPOSITORY = Path(__file__).resolve().parents[3]
SECTOR = 512
_HEAD = struct.Struct("<cIQIIQ")
_UNSEEN = "-shm"  # a mapping, which SQLite makes anew after a crash


class Kind(enum.Enum):
    """What was done."""

    CREATED = b"C"
    OPENED = b"O"
    WRITTEN = b"W"
    CUT = b"T"
    SYNCED = b"F"
    FOLDER_SYNCED = b"D"
    RENAMED = b"R"
    DELETED = b"U"
    SAID = b"P"


class Step(NamedTuple):
    """One thing that a program did.

    Attributes:
        file: number of the file; 0 where it is about names.
        at: offset in bytes, or the new size.
        path: inside of the folder.
        other: the new name.
        data: what was written, or said.
    """

    kind: Kind
    file: int
    at: int
    path: str
    other: str
    data: bytes


class Survival(enum.Enum):
    """What comes to the disk of what was not synchronised."""

    NOTHING = enum.auto()
    EVERYTHING = enum.auto()
    SOME_SECTORS = enum.auto()


@dataclass
class _File:
    """A file as programs see it, and as the disk has it for sure."""

    now: bytearray = field(default_factory=bytearray)
    sure: bytes = b""
    unsure: list[tuple[int, bytes] | int] = field(default_factory=list)  # writes, and sizes

    def write(self, at: int, data: bytes) -> None:
        """Take a write."""
        _put(self.now, at, data)
        self.unsure.append((at, data))

    def cut(self, size: int) -> None:
        """Take a new size."""
        _cut(self.now, size)
        self.unsure.append(size)

    def sync(self) -> None:
        """Everything is on the disk."""
        self.sure, self.unsure = bytes(self.now), []

    def after_cut(self, survival: Survival, chance: random.Random) -> bytes:
        """Return what is there after a power cut."""
        if survival is Survival.EVERYTHING:
            return bytes(self.now)
        left = bytearray(self.sure)
        for change in self.unsure if survival is Survival.SOME_SECTORS else ():
            if isinstance(change, int):
                if chance.random() < 0.5:
                    _cut(left, change)
                continue
            at, data = change
            for begin in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    _put(left, at + begin, data[begin : begin + SECTOR])
        return bytes(left)


def _put(content: bytearray, at: int, data: bytes) -> None:
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data


def _cut(content: bytearray, size: int) -> None:
    if size <= len(content):
        del content[size:]
    else:
        content.extend(bytes(size - len(content)))


class Disk:
    """A folder on a disk, brought forward step by step.

    Args:
        folder: as it is before the first step; all of it is on the disk.
    """

    def __init__(self, folder: Path) -> None:
        self._files: list[_File] = []
        self._number: dict[int, int] = {}  # of the recorder, and ours
        self._names: dict[str, int] = {}
        self._sure_names: dict[str, int] = {}
        self._unsure_names: list[tuple[str, str, int]] = []  # old name, new name, file
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.name.endswith(_UNSEEN):
                content = path.read_bytes()
                self._files.append(_File(bytearray(content), content))
                self._names[str(path)] = len(self._files) - 1
        self._sure_names = dict(self._names)

    def play(self, step: Step) -> None:
        """Go one step on."""
        match step.kind:
            case Kind.CREATED:
                self._files.append(_File())
                self._number[step.file] = len(self._files) - 1
                self._name("", step.path, len(self._files) - 1)
            case Kind.OPENED:
                self._number.setdefault(step.file, self._names.get(step.path, -1))
            case Kind.WRITTEN:
                self._file(step).write(step.at, step.data)
            case Kind.CUT:
                self._file(step).cut(step.at)
            case Kind.SYNCED:
                self._file(step).sync()
                self._name_is_sure(self._number[step.file])
            case Kind.FOLDER_SYNCED:
                self._names_are_sure(step.path)
            case Kind.RENAMED:
                self._name(step.path, step.other, self._names[step.path])
            case Kind.DELETED:
                self._name(step.path, "", self._names[step.path])
            case Kind.SAID:
                pass

    def now(self) -> dict[str, bytes]:
        """Return every file as programs see it."""
        return {
            name: bytes(self._files[number].now)
            for name, number in self._names.items()
            if not name.endswith(_UNSEEN)
        }

    def after_cut(self, survival: Survival, chance: random.Random) -> dict[str, bytes]:
        """Return every file as a power cut leaves it now."""
        names = self._sure_names
        if survival is not Survival.NOTHING:
            names = dict(names)
            n_kept = len(self._unsure_names)
            if survival is Survival.SOME_SECTORS:
                n_kept = chance.randint(0, n_kept)
            for old, new, number in self._unsure_names[:n_kept]:
                _rename(names, old, new, number)
        return {
            name: self._files[number].after_cut(survival, chance)
            for name, number in names.items()
            if not name.endswith(_UNSEEN)
        }

    def _file(self, step: Step) -> _File:
        return self._files[self._number[step.file]]

    def _name(self, old: str, new: str, number: int) -> None:
        _rename(self._names, old, new, number)
        self._unsure_names.append((old, new, number))

    def _names_are_sure(self, folder: str) -> None:
        """Names of this folder are on the disk, and what came before them in the journal."""
        last = max(
            (
                at
                for at, (old, new, _) in enumerate(self._unsure_names)
                if folder in (os.path.dirname(old), os.path.dirname(new))  # noqa: PTH120 - as text
            ),
            default=-1,
        )
        self._settle(last)

    def _name_is_sure(self, number: int) -> None:
        """The name under which a file was made goes to the disk with the file."""
        made = [
            at
            for at, (old, _new, one) in enumerate(self._unsure_names)
            if one == number and not old
        ]
        if made:
            self._settle(made[-1])

    def _settle(self, last: int) -> None:
        for old, new, number in self._unsure_names[: last + 1]:
            _rename(self._sure_names, old, new, number)
        del self._unsure_names[: last + 1]


def _rename(names: dict[str, int], old: str, new: str, number: int) -> None:
    if old:
        names.pop(old, None)
    if new:
        names[new] = number


# -- recording --


def compiled(folder: Path) -> Path:
    """Return the recorder, compiled into a folder."""
    library = folder / "recorder.so"
    options = ("-shared", "-fPIC", "-O1", "-Wall", "-Werror")
    subprocess.run(["cc", *options, SOURCE, "-o", library, "-ldl"], check=True, timeout=60)
    return library


@dataclass(frozen=True, slots=True)
class Recording:
    """What a program did to a folder.

    Attributes:
        steps: in the order in which they took effect.
        code: the program ended with.
    """

    steps: tuple[Step, ...]
    code: int


def record(
    library: Path, folder: Path, log: Path, arguments: Sequence[str], timeout_s: float
) -> Recording:
    """Run a Python program whose files lie in a folder."""
    log.unlink(missing_ok=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "POWER_ROOT": str(folder),
        "POWER_LOG": str(log),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=REPOSITORY,
        env=environment,
        check=False,
        timeout=timeout_s,
    )
    return Recording(tuple(_steps(log.read_bytes())), done.returncode)


def _steps(data: bytes) -> Iterator[Step]:
    at = 0
    while at + _HEAD.size <= len(data):
        kind, file, offset, n_path, n_other, n_data = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        path = data[at : at + n_path].decode("utf-8", "surrogateescape")
        at += n_path
        other = data[at : at + n_other].decode("utf-8", "surrogateescape")
        at += n_other
        yield Step(Kind(kind), file, offset, path, other, data[at : at + n_data])
        at += n_data


def lay_out(image: dict[str, bytes], was: Path, target: Path) -> None:
    """Write a disk into a new folder; its paths lay below `was`."""
    target.mkdir()
    for name, content in image.items():
        path = target / Path(name).relative_to(was)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
