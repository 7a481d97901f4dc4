"""The tokens of a vocabulary that are no pieces of plain text.

Threads: a frozen value; it may cross threads. It is made on the engine thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from llama_cpp import llama_cpp as native

if TYPE_CHECKING:
    from app.core.llama.model import Model

_CONTROL = native.LLAMA_TOKEN_ATTR_CONTROL | native.LLAMA_TOKEN_ATTR_UNKNOWN
_NO_PLAIN_TEXT = _CONTROL | native.LLAMA_TOKEN_ATTR_USER_DEFINED


@dataclass(frozen=True, slots=True)
class SpecialTokens:
    """Tokens by their text.

    Attributes:
        control: control tokens, and the one for what is unknown.
        user_defined: added tokens that any text is cut into where it has them.
    """

    control: dict[str, int] = field(default_factory=dict)
    user_defined: dict[str, int] = field(default_factory=dict)


NO_SPECIAL_TOKENS = SpecialTokens()


def special_tokens_of(model: Model) -> SpecialTokens:
    """Return the special tokens of a model; asks for each token of its vocabulary once."""
    vocabulary = model.vocab_handle
    # llama.cpp aborts the process when a model without a tokenizer is asked.
    has_tokens = native.llama_vocab_type(vocabulary) != native.LLAMA_VOCAB_TYPE_NONE
    control: dict[str, int] = {}
    user_defined: dict[str, int] = {}
    for token in range(model.n_vocab if has_tokens else 0):
        attributes = native.llama_vocab_get_attr(vocabulary, token)
        if attributes & _NO_PLAIN_TEXT:
            text = native.llama_vocab_get_text(vocabulary, token).decode("utf-8", "replace")
            (control if attributes & _CONTROL else user_defined)[text] = token
    return SpecialTokens(control, user_defined)
