"""What the library says of one model, and of all of them: frozen values."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from app.core.gguf import ModelSummary
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


@dataclass(frozen=True, slots=True)
class Usable:
    """A whole model that can be loaded.

    Attributes:
        summary: of all its files together.
    """

    summary: ModelSummary


@dataclass(frozen=True, slots=True)
class Accessory:
    """A whole file that is of use together with a model only: a projector, an adapter."""

    summary: ModelSummary
    reason: Phrase


@dataclass(frozen=True, slots=True)
class Unusable:
    """Nothing that can be loaded: damaged, half downloaded, no model at all.

    Attributes:
        file: name of the file it is said of, where the model has several; else "".
    """

    reason: Phrase
    file: str = ""


EntryState: TypeAlias = Usable | Accessory | Unusable


@dataclass(frozen=True, slots=True)
class LibraryEntry:
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


@dataclass(frozen=True, slots=True)
class FolderProblem:
    """A folder that could not be looked through, or not to its end."""

    folder: str
    reason: Phrase


@dataclass(frozen=True, slots=True)
class LibraryContents:
    """What one scan found.

    Attributes:
        entries: by name.
        n_headers_read: files that were opened; the others had not changed.
    """

    entries: tuple[LibraryEntry, ...] = ()
    problems: tuple[FolderProblem, ...] = ()
    n_headers_read: int = 0
