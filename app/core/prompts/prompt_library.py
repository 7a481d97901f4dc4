"""Texts that the user writes again and again, by name; a file that can be edited by hand as well.

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
from app.core.plain_value import PlainValue
from app.core.system.files import move_aside, write_atomically

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME: Final = "prompts.json"
LONGEST_NAME: Final = 80  # characters
LONGEST_TEXT: Final = 100_000
MOST_PROMPTS: Final = 1_000


class SavedPrompt(PlainValue, frozen=True):
    """A text and the name under which it is found."""

    name: str
    text: str


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
        file: JSON, a list of objects with `name` and `text`; need not exist. That of an
            installation is `FILE_NAME` in its folder of settings.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._problem: Problem | None = None

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the file, once."""
        problem, self._problem = self._problem, None
        return problem

    def prompts(self) -> tuple[SavedPrompt, ...]:
        """Return what is there now; nothing of a file that cannot be read."""
        try:
            found, problem = self._read()
        except OSError as error:
            found, problem = (), _unreadable(self._file, error)
        self._problem = problem or self._problem
        return found

    def _read(self) -> tuple[tuple[SavedPrompt, ...], Problem | None]:
        """Return what is there now, and what was wrong with it; what is damaged is moved aside.

        Raises:
            OSError: the file is there and cannot be read.
        """
        found: list[SavedPrompt] = []
        problem = None
        try:
            found = _parsed(self._file.read_bytes())
        except FileNotFoundError:
            pass
        except (ValueError, RecursionError) as error:
            problem = _not_understood(self._file, error)
        found.sort(key=lambda prompt: (prompt.name.casefold(), prompt.name))
        return tuple(found), problem

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
        gone = {name, replaces}
        kept = [one for one in self._before_a_change() if one.name not in gone]
        if len(kept) >= MOST_PROMPTS:
            raise BadPrompt(phrase("There are already {n} prompts.", n=len(kept)))
        self._write([*kept, SavedPrompt(name, prompt.text)])

    def remove(self, name: str) -> None:
        """Forget a prompt; nothing happens where there is none of that name.

        Raises:
            KnownError: the file cannot be written; nothing was changed.
        """
        self._write([one for one in self._before_a_change() if one.name != name])

    def _before_a_change(self) -> tuple[SavedPrompt, ...]:
        """Return what is there, of which nothing may be lost when the file is replaced.

        Raises:
            KnownError: it cannot be read, or is damaged and cannot be moved aside.
        """
        try:
            found, problem = self._read()
            if problem is not None and self._file.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        except OSError as error:
            raise PROMPTS_NOT_SAVED(caught=error, path=self._file) from error
        self._problem = problem or self._problem
        return found

    def _write(self, prompts: list[SavedPrompt]) -> None:
        plain = [{"name": prompt.name, "text": prompt.text} for prompt in prompts]
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


def _parsed(data: bytes) -> list[SavedPrompt]:
    """Return the prompts of the file; of two with one name, the last.

    Raises:
        ValueError: it holds something else.
    """
    said = json.loads(data.decode("utf-8-sig", "surrogatepass"))
    if not isinstance(said, list):
        raise ValueError("no list")
    found: dict[str, SavedPrompt] = {}
    for one in said:
        if not isinstance(one, dict) or not all(isinstance(one.get(key), str) for key in _KEYS):
            raise ValueError("an entry is no object with a name and a text")
        found[one["name"]] = SavedPrompt(one["name"], one["text"])
    return list(found.values())


_KEYS = ("name", "text")


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
