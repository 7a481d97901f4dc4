"""What Hearth says where it knows no window: English text that can be translated when it is shown.

A phrase keeps its text and what is filled in apart, so that it crosses a thread or a process as
plain values and the window says it in the user's language; elsewhere `str` gives the English. Every
text is written out at the call of `phrase`, where `make translations` finds it: no f-string, and no
phrase put together from pieces of others.

Threads: pure values, any thread.
"""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Mapping


class Phrase(PlainValue, frozen=True):
    """A sentence, a label or a note.

    Attributes:
        text: in English; names in braces stand for what is filled in.
        values: the names and what each stands for. Where there are none, a brace is a brace.
        numbers: names whose value is a number as English writes it, "1,234.5", which another
            language writes in its own way.

    Raises:
        ValueError: it has no value for a name.
    """

    text: str
    values: tuple[tuple[str, str], ...] = ()
    numbers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        try:
            self.filled_into(self.text)
            for name in self.numbers:
                float(dict(self.values)[name].replace(",", ""))
        except (KeyError, IndexError, AttributeError) as error:
            raise ValueError("cannot be filled in") from error

    def __str__(self) -> str:
        return self.filled_into(self.text)

    def filled_into(self, text: str) -> str:
        """Return a translation of the text, or the text itself, with the values in it.

        Raises:
            KeyError: the text has a name in braces that no value has.
            IndexError: it has braces without a name.
            ValueError: it has a brace too many.
        """
        return text.format(**dict(self.values)) if self.values else text

    def with_values(self, values: Mapping[str, object]) -> Phrase:
        """Return the phrase with those of the values that its text names.

        Raises:
            KeyError: it names one that is not there.
        """
        names = [name for _, name, _, _ in Formatter().parse(self.text) if name]
        return _filled(self.text, {name: values[name] for name in names})


class Amount(PlainValue, frozen=True):
    """A number that is filled into a phrase."""

    number: float
    decimals: int = 0

    def __str__(self) -> str:
        return f"{self.number:,.{self.decimals}f}"


def phrase(text: str, /, **values: object) -> Phrase:
    """Return a text with what is filled in, as it reads now."""
    return _filled(text, values)


def _filled(text: str, values: Mapping[str, object]) -> Phrase:
    return Phrase(
        text,
        tuple((name, str(value)) for name, value in values.items()),
        tuple(name for name, value in values.items() if isinstance(value, Amount)),
    )


NO_WORDS = Phrase("")
