"""Texts that the user writes again and again, by name; a file that can be edited by hand as well.

Prompts that come with Hearth stand among them and are not in the file: it says which of them the
user has changed or deleted, so that those never come back.

A damaged file is moved aside and reported; another window may write the file, too: it is read again
before each change, and whenever the list is asked for.

Threads: a `PromptLibrary` belongs to the thread that made it (the interface's); the file is small.
"""

from __future__ import annotations

import errno
import json
import os
from typing import TYPE_CHECKING, Final

from app.core.errors import ErrorRow, KnownError, Problem
from app.core.phrases import Amount, Phrase, phrase
from app.core.plain_value import PlainValue, replace
from app.core.system.files import move_aside, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

FILE_NAME: Final = "prompts.json"
LONGEST_NAME: Final = 80  # characters
LONGEST_TEXT: Final = 100_000
MOST_PROMPTS: Final = 1_000


class SavedPrompt(PlainValue, frozen=True):
    """A text and the name under which it is found."""

    name: str
    text: str


class _Kept(PlainValue, frozen=True):
    """What the file says: the user's prompts, and the keys of supplied ones that are gone."""

    prompts: tuple[SavedPrompt, ...] = ()
    gone: frozenset[str] = frozenset()


class BadPrompt(KnownError):
    """A prompt that cannot be kept."""

    def __init__(self, objection: Phrase) -> None:
        super().__init__(
            what=objection,
            effect=phrase("The prompt was not saved."),
            remedy=phrase("Change it, then save it again."),
        )


# The file could not be written.
PROMPTS_NOT_SAVED = ErrorRow(
    what=phrase("Hearth could not save the prompts to {path} ({reason})."),
    effect=phrase("Nothing was changed; your chats are not affected."),
    remedy=phrase("Make the file and its folder writable, or free some space."),
)


class PromptLibrary:
    """The saved prompts of one user, in the order of their names.

    Args:
        file: JSON, a list of objects with `name` and `text`, or with `gone`, the key of a supplied
            prompt; need not exist. That of an installation is `FILE_NAME` in its settings' folder.
        supplied: returns what comes with Hearth, by keys that never change; the user's prompt of
            the same name stands in its place.
    """

    def __init__(
        self, file: Path, supplied: Callable[[], Mapping[str, SavedPrompt]] = dict
    ) -> None:
        self._file = file
        self._supplied = supplied
        self._problem: Problem | None = None

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the file, once."""
        problem, self._problem = self._problem, None
        return problem

    def prompts(self) -> tuple[SavedPrompt, ...]:
        """Return what is there now; nothing where there is a file that cannot be read."""
        try:
            kept, problem = self._read()
        except OSError as error:
            self._problem = _unreadable(self._file, error)
            return ()
        self._problem = problem or self._problem
        names = {prompt.name.casefold() for prompt in kept.prompts}
        found = list(kept.prompts)
        for key, prompt in self._supplied().items():
            if key not in kept.gone and prompt.name.casefold() not in names:
                found.append(prompt)
        return tuple(sorted(found, key=lambda prompt: (prompt.name.casefold(), prompt.name)))

    def _read(self) -> tuple[_Kept, Problem | None]:
        """Return what is there now, and what was wrong with it; what is damaged is moved aside.

        Raises:
            OSError: the file is there and cannot be read.
        """
        try:
            return _parsed(self._file.read_bytes()), None
        except FileNotFoundError:
            return _Kept(), None
        except (ValueError, RecursionError) as error:
            return _Kept(), _not_understood(self._file, error)

    def put(self, prompt: SavedPrompt, replaces: str = "") -> None:
        """Keep a prompt, in place of the one of that name or of `replaces`.

        Raises:
            BadPrompt: it has no name, or is too long.
            KnownError: the file cannot be written; nothing was changed.
        """
        name = " ".join(prompt.name.split())
        objection = _objection(name, prompt.text)
        if objection is not None:
            raise BadPrompt(objection)
        kept = self._without({name, replaces})
        if len(kept.prompts) >= MOST_PROMPTS:
            raise BadPrompt(phrase("There are already {n} prompts.", n=len(kept.prompts)))
        self._write(replace(kept, prompts=(*kept.prompts, SavedPrompt(name, prompt.text))))

    def remove(self, name: str) -> None:
        """Forget a prompt; nothing happens where there is none of that name.

        Raises:
            KnownError: the file cannot be written; nothing was changed.
        """
        self._write(self._without({name}))

    def _without(self, names: set[str]) -> _Kept:
        """Return what is there but for these, of which nothing may be lost in the new file.

        Raises:
            KnownError: it cannot be read, or is damaged and cannot be moved aside.
        """
        try:
            kept, problem = self._read()
            if problem is not None and self._file.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        except OSError as error:
            raise PROMPTS_NOT_SAVED(caught=error, path=self._file) from error
        self._problem = problem or self._problem
        folded = {name.casefold() for name in names}
        supplied = self._supplied().items()
        gone = {key for key, prompt in supplied if prompt.name.casefold() in folded}
        others = tuple(one for one in kept.prompts if one.name not in names)
        return _Kept(others, kept.gone | gone)

    def _write(self, kept: _Kept) -> None:
        plain = [{"name": prompt.name, "text": prompt.text} for prompt in kept.prompts]
        plain += [{_GONE: key} for key in sorted(kept.gone)]
        content = json.dumps(plain, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file.resolve(), [content])
        except OSError as error:
            raise PROMPTS_NOT_SAVED(caught=error, path=self._file) from error


def matching(prompts: tuple[SavedPrompt, ...], typed: str) -> list[SavedPrompt]:
    """Return the prompts whose names have these letters: as a beginning, of a word, anywhere."""
    wanted = typed.casefold().strip()
    ranked = [(_rank(prompt.name.casefold(), wanted), prompt) for prompt in prompts]
    return [prompt for rank, prompt in sorted(ranked, key=lambda one: one[0]) if rank < _NOT_AT_ALL]


_NOT_AT_ALL = 3


def _rank(name: str, wanted: str) -> int:
    if name.startswith(wanted):
        return 0
    if any(word.startswith(wanted) for word in name.split()):
        return 1
    return 2 if wanted in name else _NOT_AT_ALL


def _objection(name: str, text: str) -> Phrase | None:
    if not name:
        return phrase("A prompt needs a name.")
    if len(name) > LONGEST_NAME:
        return phrase("The name has more than {n} characters.", n=LONGEST_NAME)
    if not text.strip():
        return phrase("A prompt needs a text.")
    if len(text) > LONGEST_TEXT:
        return phrase("The text has more than {n} characters.", n=Amount(LONGEST_TEXT))
    return None


def _parsed(data: bytes) -> _Kept:
    """Return what the file says; of two prompts with one name, the last.

    Raises:
        ValueError: it holds something else.
    """
    said = json.loads(data.decode("utf-8-sig", "surrogatepass"))
    if not isinstance(said, list):
        raise ValueError("no list")
    found: dict[str, SavedPrompt] = {}
    gone: set[str] = set()
    for one in said:
        if isinstance(one, dict) and isinstance(one.get(_GONE), str):
            gone.add(one[_GONE])
            continue
        if not isinstance(one, dict) or not all(isinstance(one.get(key), str) for key in _KEYS):
            raise ValueError("an entry is no object with a name and a text")
        found[one["name"]] = SavedPrompt(one["name"], one["text"])
    return _Kept(tuple(found.values()), frozenset(gone))


_KEYS, _GONE = ("name", "text"), "gone"


def _unreadable(file: Path, error: OSError) -> Problem:
    return Problem(
        what=phrase(
            "Hearth could not read the saved prompts in {path} ({reason}).",
            path=file,
            reason=error.strerror or error,
        ),
        effect=phrase("Saved prompts are not available; your chats are not affected."),
        remedy=phrase("Make the file readable."),
        detail=repr(error),
    )


def _not_understood(file: Path, error: Exception) -> Problem:
    return Problem(
        what=phrase("Hearth does not understand the file of saved prompts ({error}).", error=error),
        effect=phrase("Saved prompts are not available; your chats are not affected."),
        remedy=move_aside(file),
        detail=repr(error),
    )
