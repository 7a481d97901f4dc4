"""What the library says of one model, and of all of them, and what may be one: frozen values.

And sorting and choosing them. Threads: values and pure functions of them, any thread.
"""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING, TypeAlias

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.core.gguf.summary import ModelKind, ModelSummary
    from app.core.phrases import Phrase


class Origin(enum.StrEnum):
    """Whose a file is; all but the first belong to other programs."""

    FOLDER = "folder"  # one of the user's own
    OLLAMA = "ollama"
    LM_STUDIO = "lm-studio"
    JAN = "jan"
    GPT4ALL = "gpt4all"
    LLAMA_CPP = "llama.cpp"
    HUGGING_FACE = "hugging-face"

    @property
    def program(self) -> str:
        """The program's own name; "" for a folder of the user's."""
        return _TITLES.get(self, "")


_TITLES = {
    Origin.OLLAMA: "Ollama",
    Origin.LM_STUDIO: "LM Studio",
    Origin.JAN: "Jan",
    Origin.GPT4ALL: "GPT4All",
    Origin.LLAMA_CPP: "llama.cpp",
    Origin.HUGGING_FACE: "Hugging Face",
}


class Usable(PlainValue, frozen=True):
    """A whole model that can be loaded.

    Attributes:
        summary: of all its files together.
    """

    summary: ModelSummary


class Accessory(PlainValue, frozen=True):
    """A whole file that is of use together with a model only: a projector, an adapter."""

    summary: ModelSummary
    reason: Phrase


class Unusable(PlainValue, frozen=True):
    """Nothing that can be loaded: damaged, half downloaded, no model at all.

    Attributes:
        file: name of the file it is said of, where the model has several; else "".
    """

    reason: Phrase
    file: str = ""


EntryState: TypeAlias = Usable | Accessory | Unusable


class LibraryEntry(PlainValue, frozen=True):
    """One model, in one file or split into several.

    Attributes:
        path: absolute, of its first file: what is loaded.
        files: absolute paths of all its files that are there, in order.
        name: what people know it by.
        size_bytes: of all files together.
        modified_s: when the newest of them was changed, in seconds since 1970.
        projector: path of the file that belongs to it, where its program says so; "" for none.
        also_known_as: other paths of the same files, and other names of the model.
        is_only_opened: it is known because the user has opened it, and lies in no folder of theirs.
    """

    path: str
    files: tuple[str, ...]
    name: str
    origin: Origin
    size_bytes: int
    modified_s: float
    state: EntryState
    projector: str = ""
    also_known_as: tuple[str, ...] = ()
    is_only_opened: bool = False


class FolderProblem(PlainValue, frozen=True):
    """A folder that could not be looked through, or not to its end."""

    folder: str
    reason: Phrase


class LibraryContents(PlainValue, frozen=True):
    """What one scan found.

    Attributes:
        entries: by name.
        n_headers_read: files that were opened; the others had not changed.
    """

    entries: tuple[LibraryEntry, ...] = ()
    problems: tuple[FolderProblem, ...] = ()
    n_headers_read: int = 0


_ENDING = ".gguf"
# What browsers and programs for downloads put behind the name until they are done.
_UNFINISHED = (
    *(".part", ".incomplete", ".crdownload", ".aria2", ".download", ".downloadinprogress"),
    *(".partial", ".opdownload", ".tmp", ".!qb", ".ytdl"),
)
_UNFINISHED_PREFIX = "incomplete-"
_PART = re.compile(r"(.*)-(\d{5})-of-(\d{5})\.gguf", re.IGNORECASE | re.DOTALL)


class Candidate(PlainValue, frozen=True):
    """A file that may be a model.

    Attributes:
        path: absolute, as it was found.
        name: what its program calls the model; "" to take the name from the file.
        projector: path of one that its program says belongs to it; "" for none.
        is_partial: its download has not ended.
        is_chosen: it lies in a folder that the user named, whoever it belongs to.
        is_opened: the user has opened it, wherever it lies.
    """

    path: Path
    origin: Origin
    name: str = ""
    projector: str = ""
    is_partial: bool = False
    is_chosen: bool = False
    is_opened: bool = False


class PartName(PlainValue, frozen=True):
    """What the name of a file of a split model says.

    Attributes:
        prefix: what all its files have in common.
        index: from 1.
        count: files of the model.
    """

    prefix: str
    index: int
    count: int

    def file_name(self, index: int) -> str:
        """Return the name of another file of the model; `index` from 1."""
        return f"{self.prefix}-{index:05}-of-{self.count:05}{_ENDING}"


def looks_like_a_model(name: str) -> bool:
    """Return whether a file of this name may be a model, or one whose download has not ended."""
    return name.lower().endswith(_ENDING) or (is_unfinished(name) and not _is_control_file(name))


def is_unfinished(name: str) -> bool:
    """Return whether the name says that it is a model whose download has not ended."""
    lower = name.lower()
    if lower.startswith(_UNFINISHED_PREFIX) and lower.endswith(_ENDING):
        return True
    return _ENDING in lower and lower.endswith(_UNFINISHED)


def _is_control_file(name: str) -> bool:
    """Return whether it is what aria2 keeps beside a file, which has its final name already."""
    return name.lower().endswith(".aria2")


def part_of(name: str) -> PartName | None:
    """Return what the name says of a split model; None when it is of none."""
    found = _PART.fullmatch(name)
    if found is None:
        return None
    index, count = int(found[2]), int(found[3])
    return PartName(found[1], index, count) if 1 <= index <= count and count > 1 else None


class SortKey(enum.StrEnum):
    """What entries are sorted by; what is largest or newest comes first, names from A on."""

    NAME = "name"
    SIZE = "size"
    PARAMETERS = "parameters"
    CONTEXT = "context"
    DATE = "date"


class EntryFilter(PlainValue, frozen=True):
    """Which entries are wanted; each condition that is empty lets all pass.

    Attributes:
        words: all of them stand in the name, the path, the architecture or the quantisation; upper
            and lower case make no difference.
        kinds: of the file; those without a summary have none.
        is_usable_only: leave out what cannot be loaded by itself.
    """

    words: str = ""
    kinds: frozenset[ModelKind] = frozenset()
    origins: frozenset[Origin] = frozenset()
    is_usable_only: bool = False


def ordered(entries: Iterable[LibraryEntry], key: SortKey) -> tuple[LibraryEntry, ...]:
    """Return the entries sorted; by name and path where the key makes no difference."""
    return tuple(sorted(entries, key=lambda entry: (-_amount(entry, key), *_by_name(entry))))


def chosen(entries: Iterable[LibraryEntry], wanted: EntryFilter) -> tuple[LibraryEntry, ...]:
    """Return the entries that fulfil all conditions, in the order they have."""
    return tuple(entry for entry in entries if _fits(entry, wanted))


def _amount(entry: LibraryEntry, key: SortKey) -> float:
    summary = None if isinstance(entry.state, Unusable) else entry.state.summary
    match key:
        case SortKey.NAME:
            return 0
        case SortKey.SIZE:
            return entry.size_bytes
        case SortKey.DATE:
            return entry.modified_s
        case SortKey.PARAMETERS:
            return summary.n_parameters if summary else 0
        case SortKey.CONTEXT:
            return summary.n_ctx_train if summary else 0


def _by_name(entry: LibraryEntry) -> tuple[str, str]:
    return entry.name.casefold(), entry.path


def _fits(entry: LibraryEntry, wanted: EntryFilter) -> bool:
    if wanted.is_usable_only and not isinstance(entry.state, Usable):
        return False
    if wanted.origins and entry.origin not in wanted.origins:
        return False
    summary = None if isinstance(entry.state, Unusable) else entry.state.summary
    if wanted.kinds and (summary is None or summary.kind not in wanted.kinds):
        return False
    described = f"{summary.architecture} {summary.quantisation}" if summary else ""
    text = " ".join((entry.name, entry.path, described, *entry.also_known_as)).casefold()
    return all(word in text for word in wanted.words.casefold().split())
