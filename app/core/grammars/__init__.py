"""What form an answer may be bound to: grammars in GBNF and JSON schemas, by llguidance.

llguidance is imported when the first form is read, and only here.
"""

from __future__ import annotations

from app.core.grammars.gbnf import parse_grammar
from app.core.grammars.matching import (
    Fault,
    Form,
    FormMatcher,
    FormTokens,
    FormTooLarge,
    MalformedGrammar,
    MalformedSchema,
    TokenUnknown,
)
from app.core.grammars.schema import parse_schema

__all__ = [
    "Fault",
    "Form",
    "FormMatcher",
    "FormTokens",
    "FormTooLarge",
    "MalformedGrammar",
    "MalformedSchema",
    "TokenUnknown",
    "parse_grammar",
    "parse_schema",
]
