"""What form an answer is bound to.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class ConstraintKind(enum.StrEnum):
    """In what an answer's form is written."""

    GRAMMAR = "grammar"  # GBNF, as llama.cpp reads it
    JSON_SCHEMA = "json_schema"


@dataclass(frozen=True, slots=True)
class Constraint:
    """The form of an answer.

    Attributes:
        text: of the grammar or the schema.
    """

    kind: ConstraintKind
    text: str
