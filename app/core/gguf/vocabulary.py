"""Whether two models cut text into the same tokens, so that one can draft for the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.gguf.parser import read_header

if TYPE_CHECKING:
    from app.core.gguf.byte_source import ByteSource

# Models of one family fill their vocabularies up to different sizes with tokens nobody says.
# Source: llama.cpp, common/speculative.cpp
MOST_TOKENS_MORE = 128
_TOKENS = "tokenizer.ggml.tokens"
_LARGEST_PIECE = 1 << 20  # bytes read at once


@dataclass(frozen=True, slots=True)
class FileVocabulary:
    """The tokens of one model.

    Attributes:
        kind: of tokenizer, as the file names it; "" where it has none.
        n_tokens: how many there are.
        texts: of all of them in order, each behind its length, as the file has them.
    """

    kind: str
    n_tokens: int
    texts: bytes

    def is_like(self, other: FileVocabulary) -> bool:
        """Whether each token that both have is the same, and nearly all are in both."""
        if not self.kind or self.kind != other.kind or not self.texts or not other.texts:
            return False
        if abs(self.n_tokens - other.n_tokens) > MOST_TOKENS_MORE:
            return False
        shorter, longer = sorted((self.texts, other.texts), key=len)
        return longer.startswith(shorter)


def read_vocabulary(source: ByteSource) -> FileVocabulary:
    """Read the tokens of a model.

    Raises:
        GgufError: the header cannot be read, as of `read_header`.
        KnownError: the source's own.
    """
    header = read_header(source)
    tokens = header.array(_TOKENS)
    kind = header.text("tokenizer.ggml.model")
    if tokens is None or not tokens.n_bytes:
        return FileVocabulary(kind, 0, b"")
    pieces = []
    begin, end = tokens.begin, tokens.begin + tokens.n_bytes
    while begin < end:
        piece = source.read(begin, min(_LARGEST_PIECE, end - begin))
        if not piece:  # it became shorter meanwhile
            return FileVocabulary(kind, 0, b"")
        pieces.append(piece)
        begin += len(piece)
    return FileVocabulary(kind, tokens.length, b"".join(pieces))
