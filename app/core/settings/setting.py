"""One row of the table of settings: its kind, its words, what it allows, and what can go wrong.

Threads: pure values, any thread.
"""

from __future__ import annotations

import contextlib
import enum
import math
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.core.errors import Cause, ErrorRow, KnownError, WordedError
from app.core.phrases import NO_WORDS, Amount, Phrase, phrase
from app.core.plain_value import PlainValue


class BadSetting(KnownError):
    """A value was chosen that its row does not allow."""

    def __init__(self, objection: Phrase) -> None:
        super().__init__(
            what=objection,
            effect=phrase("The setting keeps its previous value."),
            remedy=phrase("Choose another value."),
        )


class SettingsNotSaved(WordedError):
    """The settings file could not be written."""

    cause = Cause.SIDE_FOLDER

    what = phrase("Hearth could not save the settings to {path} ({reason}).")
    effect = phrase("The change applies until you close Hearth; your chats are not affected.")
    remedy = phrase("Make the file and its folder writable, or free some space.")


# A setting was named that there is not.
UNKNOWN_SETTING = ErrorRow(
    what=phrase("“{said}” does not name a setting."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("Use --set KEY=VALUE. The keys are {known}."),
)


Value = TypeVar("Value", str, int, float)

AT_ONCE = NO_WORDS
NEXT_LOAD = phrase("Takes effect the next time a model is loaded.")
NEXT_START = phrase("Takes effect at the next start.")


class SettingGroup(enum.Enum):
    """Where a dialog shows a setting."""

    LOOK = phrase("Appearance")
    CHATS = phrase("Chats")
    MODEL = phrase("Models")
    MEMORY = phrase("Conversation memory")
    API = phrase("API")
    NETWORK = phrase("Network")


class Editing(enum.Enum):
    """How a dialog has a setting changed.

    Attributes:
        FIELD: a field of the kind of its value.
        TEXT: a field of several lines.
        FONT: a list of the fonts that the system has.
        ELSEWHERE: a page of its own does that.
    """

    FIELD = enum.auto()
    TEXT = enum.auto()
    FONT = enum.auto()
    ELSEWHERE = enum.auto()


class Choice(PlainValue, frozen=True):
    """One value of a setting that has a few, and what a dialog calls it."""

    value: str
    label: Phrase


@dataclass(frozen=True, slots=True)
class Setting(Generic[Value]):
    """One row of the table; the type of `default` is the kind of the setting.

    A yes or no is a text with two `choices`, of which one is `switched_on`.

    Attributes:
        key: `table.name` in the file.
        label: what a dialog calls it.
        note: what it does, one sentence for the user.
        rationale: why no default can serve everybody.
        group: where a dialog shows it.
        choices: the only values allowed, each with what a dialog calls it; empty for any.
        switched_on: of two choices, the one for which a switch is on; "" where it is no yes or no.
        minimum: smallest number allowed; None for no limit.
        maximum: largest number allowed; None for no limit.
        step: between two numbers, where a dialog counts up and down.
        least: what a dialog says in place of the smallest number; no words for the number.
        unchosen: what it means to choose nothing, where that is something else than the default;
            no words where it is not.
        when: it takes effect.
        editing: how a dialog has it changed.
        has_page: whether a page of its own says more of it; a dialog leads there.
        groups_digits: whether a dialog sets thousands apart.
        in_percent: whether a dialog shows 1 as 100 %.
    """

    key: str
    default: Value
    label: Phrase
    note: Phrase
    rationale: str
    group: SettingGroup
    choices: tuple[Choice, ...] = ()
    switched_on: str = ""
    minimum: float | None = None
    maximum: float | None = None
    step: float = 1.0
    least: Phrase = NO_WORDS
    unchosen: Phrase = NO_WORDS
    when: Phrase = AT_ONCE
    editing: Editing = Editing.FIELD
    has_page: bool = False
    groups_digits: bool = True
    in_percent: bool = False

    def objection(self, value: object) -> Phrase | None:
        """Return what is wrong with `value` for this row; None if nothing."""
        kind = type(self.default)
        fits = isinstance(value, (int, float) if kind is float else kind)
        if not fits or isinstance(value, bool):
            return self._of_another_kind()
        if self.choices and value not in [choice.value for choice in self.choices]:
            choices = ", ".join(choice.value for choice in self.choices)
            return phrase(
                "The setting {key} must be one of {choices}.", key=self.key, choices=choices
            )
        if isinstance(value, (int, float)):
            return self._out_of_range(value)
        return None

    def _out_of_range(self, value: float) -> Phrase | None:
        if not math.isfinite(value):
            return phrase("The setting {key} must be a number.", key=self.key)
        if self.minimum is not None and value < self.minimum:
            return phrase(
                "The setting {key} must be at least {least}.",
                key=self.key,
                least=self._written(self.minimum),
            )
        if self.maximum is not None and value > self.maximum:
            most = self._written(self.maximum)
            return phrase("The setting {key} must be at most {most}.", key=self.key, most=most)
        return None

    def _written(self, limit: float) -> Amount | str:
        """Return a limit as people write it."""
        is_whole = limit == int(limit)
        return Amount(limit) if is_whole and self.groups_digits else f"{limit:g}"

    def _of_another_kind(self) -> Phrase:
        if isinstance(self.default, str):
            return phrase("The setting {key} must be text.", key=self.key)
        if isinstance(self.default, int):
            return phrase("The setting {key} must be a whole number.", key=self.key)
        return phrase("The setting {key} must be a number.", key=self.key)

    def value_of(self, text: str) -> Value:
        """Return the value that is written as `text`, as on a command line.

        Raises:
            BadSetting: it is none, or this row does not allow it.
        """
        value: object = text
        with contextlib.suppress(ValueError):  # which the row then objects to
            if isinstance(self.default, int):
                value = int(text)
            elif isinstance(self.default, float):
                value = float(text)
        objection = self.objection(value)
        if objection is not None:
            raise BadSetting(objection)
        allowed: Any = value
        return type(self.default)(allowed)
