"""Answers that fit a form, chosen at random among the tokens that may come next."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

from app.core.prompts.grammars.matching import Form, FormMatcher, FormTokens
from app.core.prompts.grammars.schema import parse_schema

if TYPE_CHECKING:
    import random

END = 256
NAMED = 257
WORDS = (b"ab", b"null", b'": ', b'", "', b"12", "世界".encode(), b"\xe4\xb8", b'":', b'"}', b'"]')
_CLOSING = frozenset(b'"}],:')


@functools.cache
def vocabulary() -> FormTokens:
    """Return a token for each byte, one that ends, one that is named `<|named|>`, and words."""
    pieces = [*(bytes([byte]) for byte in range(256)), b"", b"", *WORDS]
    return FormTokens(pieces, [END], {"<|named|>": NAMED})


def matcher_of(form: Form) -> FormMatcher:
    return FormMatcher.of(form, vocabulary())


def matcher_of_schema(schema: Any) -> FormMatcher:
    return matcher_of(parse_schema(json.dumps(schema)))


def accepts(matcher: FormMatcher, text: str) -> bool:
    """Whether a text is an answer of the form, read as text and token by token."""
    is_whole = matcher.completes(text)
    answer, data = matcher.from_start(), text.encode()
    assert is_whole == (all(_goes_on(answer, byte) for byte in data) and answer.allows(END))
    return is_whole


def _goes_on(answer: FormMatcher, token: int) -> bool:
    fits = answer.allows(token)
    assert fits == answer.fitting()[token]
    if fits:
        answer.accept(token)
    return fits


def random_answer(matcher: FormMatcher, rng: random.Random, n_tokens: int = 200) -> bytes | None:
    """Return an answer that ended by itself; None where it became too long, or nothing fits."""
    answer, said = matcher.from_start(), b""
    for _ in range(n_tokens):
        fits = answer.fitting().nonzero()[0].tolist()
        if not fits:
            return None
        closing = [token for token in fits if token in _CLOSING or token == END]
        token = rng.choice(closing if closing and rng.random() < 0.4 else fits)
        answer.accept(token)
        if token == END:
            return said
        said += bytes([token]) if token < END else WORDS[token - NAMED - 1]
    return None
