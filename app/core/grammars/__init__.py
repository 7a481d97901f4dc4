"""What form an answer may be bound to: grammars in GBNF and JSON schemas, checked without a model.

llama.cpp has grammars too, and ours are its own: what it refuses and what it allows is the same, as
the tests prove with its own code. But of a grammar that it refuses it says nothing that could be
shown, some keep it busy for ever, and a token that does not fit ends the process. So what is read
and followed here is never told to it.
"""

from __future__ import annotations

from app.core.grammars.elements import Grammar
from app.core.grammars.faults import Fault, MalformedGrammar, MalformedSchema
from app.core.grammars.gbnf import parse_grammar
from app.core.grammars.recogniser import Recogniser, State, TooAmbiguous
from app.core.grammars.schema import parse_schema
from app.core.grammars.token_trie import FittingTokens, TokenTrie

__all__ = [
    "Fault",
    "FittingTokens",
    "Grammar",
    "MalformedGrammar",
    "MalformedSchema",
    "Recogniser",
    "State",
    "TokenTrie",
    "TooAmbiguous",
    "parse_grammar",
    "parse_schema",
]
