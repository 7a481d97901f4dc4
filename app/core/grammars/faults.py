"""Where the text of a grammar or of a schema is wrong, and what was expected there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.phrases import Phrase

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_MEND = phrase("Correct it in the settings of the chat, under “Form of the answer”.")


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong in a text.

    Attributes:
        line: from 1.
        column: from 1, in characters.
        words: what is wrong, one sentence.
        is_loose: answers are not bound to what stands there, and to all else they are.
    """

    line: int
    column: int
    words: Phrase
    is_loose: bool = False

    @classmethod
    def at(cls, text: str, offset: int, words: Phrase, *, is_loose: bool = False) -> Fault:
        """Return a fault at an offset into a text, in characters."""
        ends = [found.end() for found in _LINE_ENDS.finditer(text, 0, offset)]
        line_begin = ends[-1] if ends else 0
        return cls(len(ends) + 1, offset - line_begin + 1, words, is_loose)


class MalformedGrammar(KnownError):
    """A text that is no grammar, or one that cannot be followed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(
            what=fault.words,
            effect=phrase(
                "That is in line {line}, column {column} of the grammar that answers of this chat "
                "are bound to; the model was not asked.",
                line=fault.line,
                column=fault.column,
            ),
            remedy=_MEND,
        )
        self.fault = fault


class MalformedSchema(KnownError):
    """A text that is no JSON schema, or one that cannot be kept to."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(
            what=fault.words,
            effect=phrase(
                "That is in line {line}, column {column} of the JSON schema that answers of this "
                "chat are bound to; the model was not asked.",
                line=fault.line,
                column=fault.column,
            ),
            remedy=_MEND,
        )
        self.fault = fault


class TokenUnknown(KnownError):
    """A grammar names a token that the loaded model does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(
            what=phrase("The loaded model has no token “{name}”.", name=name),
            effect=phrase("The grammar of this chat names it, so the model was not asked."),
            remedy=phrase("Change the grammar in the settings of the chat, or open another model."),
        )
