"""What form an answer is bound to.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum

from app.core.plain_value import PlainValue


class ConstraintKind(enum.StrEnum):
    """In what an answer's form is written."""

    GRAMMAR = "grammar"  # GBNF, as llama.cpp reads it
    JSON_SCHEMA = "json_schema"


class Constraint(PlainValue, frozen=True):
    """The form of an answer.

    Attributes:
        text: of the grammar or the schema.
    """

    kind: ConstraintKind
    text: str
