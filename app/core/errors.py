"""The two families of failure, and what the user is told of them.

A `KnownError` is the world's fault: a full disk, a broken file, a model too large. It carries three
plain sentences: what happened, what it means for the user's chats, what to do next.
A `BugError` is ours: an invariant of this program does not hold.
Whatever crosses a thread or reaches a front end is a `Problem`, never an exception object.
"""

from __future__ import annotations

import enum
import traceback

from app.core.phrases import NO_WORDS, Phrase, phrase
from app.core.plain_value import PlainValue

EXIT_KNOWN_ERROR = 1
EXIT_BUG = 70
EXIT_INTERRUPTED = 130
EXIT_NOBODY_READS = 141  # as a shell reports a program that wrote into a closed pipe


class Cause(enum.StrEnum):
    """What lies behind several problems; while it lasts, they are one to the user.

    The event that ends it takes their notice away.
    """

    MODEL = "model"  # no model could be loaded
    ENGINE = "engine"  # its process ended
    FOLDER = "folder"  # what the user writes cannot be saved
    SIDE_FOLDER = "side folder"  # nor settings or memory, which matters less


class Problem(PlainValue, frozen=True):
    """A failure as the user sees it.

    Attributes:
        what: what happened, one sentence.
        effect: what it means for the user's chats, one sentence.
        remedy: what to do next, one sentence; `NO_WORDS` where there is nothing to do.
        detail: technical text for "Copy details"; may be empty.
        is_bug: True when this program is to blame.
        may_pass: True when the same may succeed later, for nothing is wrong with what was asked.
        cause: what it shares with other problems; None where it stands for itself.
    """

    what: Phrase
    effect: Phrase
    remedy: Phrase
    detail: str = ""
    is_bug: bool = False
    may_pass: bool = False
    cause: Cause | None = None

    def text(self) -> str:
        """Return the three sentences as one line, in English."""
        return " ".join(filter(None, map(str, (self.what, self.effect, self.remedy))))

    def copied(self) -> str:
        """Return what is copied to ask others for help: the sentences, in English, and details."""
        return "\n\n".join(filter(None, (self.text(), self.detail)))


def told_as(words: str) -> Problem:
    """Return words that say all that is known of a failure."""
    return Problem(Phrase(words), NO_WORDS, NO_WORDS)


class KnownError(Exception):
    """A failure caused by the environment, told in plain words.

    Args:
        what: what happened.
        effect: what it means for the user's chats.
        remedy: what to do next.
        detail: technical text, not shown unless asked for.
    """

    exit_code = EXIT_KNOWN_ERROR
    may_pass = False  # as in `Problem`
    cause: Cause | None = None  # as in `Problem`

    def __init__(self, what: Phrase, effect: Phrase, remedy: Phrase, detail: str = "") -> None:
        super().__init__(str(what))
        self.what = what
        self.effect = effect
        self.remedy = remedy
        self.detail = detail

    def problem(self) -> Problem:
        """Return the failure as plain values."""
        return Problem(
            self.what,
            self.effect,
            self.remedy,
            self.detail,
            may_pass=self.may_pass,
            cause=self.cause,
        )


class WordedError(KnownError):
    """A failure that is told from others by its class, which has its sentences.

    It is raised with the values that they name: `raise ChatsInUse(path=path)`. With what was
    caught, `raise NotSaved(caught=error, path=path)`, the sentences may name its `{reason}`.
    """

    what: Phrase
    effect: Phrase
    remedy = NO_WORDS

    def __init__(self, detail: str = "", /, **values: object) -> None:
        super().__init__(*_filled((self.what, self.effect, self.remedy), detail, values))


class ErrorRow(PlainValue, frozen=True):
    """A failure that no code tells from others: `raise NO_ROOM(path=path)`.

    A class of its own is only for what is caught by its type.

    Attributes:
        what, effect, remedy: sentences of a `KnownError`; names in braces are given to the call.
    """

    what: Phrase
    effect: Phrase
    remedy: Phrase = NO_WORDS
    may_pass: bool = False

    def __call__(self, detail: str = "", /, **values: object) -> KnownError:
        """Return the error as a `WordedError` makes itself.

        Raises:
            KeyError: a sentence names a value that was not given.
        """
        error = KnownError(*_filled((self.what, self.effect, self.remedy), detail, values))
        error.may_pass = self.may_pass
        return error


def _filled(
    sentences: tuple[Phrase, Phrase, Phrase], detail: str, values: dict[str, object]
) -> tuple[Phrase, Phrase, Phrase, str]:
    """Return what a `KnownError` is made of."""
    caught = values.pop("caught", None)
    if caught is not None:
        values = {"reason": getattr(caught, "strerror", None) or caught, **values}
        detail = detail or repr(caught)
    what, effect, remedy = (sentence.with_values(values) for sentence in sentences)
    return what, effect, remedy, detail


class BugError(Exception):
    """An invariant of this program does not hold."""

    exit_code = EXIT_BUG


def problem_of(error: BaseException) -> Problem:
    """Describe any exception for the user.

    A `KnownError` speaks for itself; everything else is reported as a defect of Hearth, with the
    traceback as detail.
    """
    if isinstance(error, KnownError):
        return error.problem()
    return Problem(
        what=phrase(
            "Something went wrong inside Hearth ({error}).",
            error=f"{type(error).__name__}: {error}",
        ),
        effect=phrase("Your chats are safe on disk."),
        remedy=phrase("Try again; if it keeps happening, restart Hearth and report the details."),
        detail="".join(traceback.format_exception(error)),
        is_bug=True,
    )
