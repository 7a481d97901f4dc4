"""The pieces of a prompt with their tokens: text, and the marks of media.

Threads: the engine thread only.
"""

from __future__ import annotations

import itertools
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.content import NO_MEDIA
from app.core.engine.media.media_cells import table_of
from app.core.engine.media.media_text import media_in, pieces_of
from app.core.engine.message_ends import token_counts_at
from app.core.engine.tokenising import PIECE_CHARS, tokens_by_piece, words_as_text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from app.core.content import MediaTable
    from app.core.engine.control_words import Rendered, Span
    from app.core.engine.media.media_source import FoundMedia
    from app.core.engine.tokenising import Vocabulary

_ENOUGH_CHARS = PIECE_CHARS // 2  # the shortest that a long text is cut into


@dataclass(frozen=True, slots=True)
class PromptPiece:
    """A piece of a prompt, and what it is in tokens.

    Attributes:
        is_medium: the piece is the mark of a medium.
    """

    text: str
    token_ids: list[int]
    is_medium: bool = False


def prompt_pieces(
    vocabulary: Vocabulary,
    rendered: Rendered,
    media: FoundMedia,
    never: frozenset[int],
    *,
    goes_on: bool,
) -> Iterator[PromptPiece]:
    """Yield a text in pieces with their tokens.

    Args:
        vocabulary: that cuts it.
        rendered: the text, and what of it are words whatever they look like.
        media: whose marks are in it.
        never: tokens that such words must not become.
        goes_on: text goes before it.
    """
    at, words = 0, deque(rendered.words)
    for text, medium in pieces_of(rendered.text) if media.cuts else [(rendered.text, None)]:
        end = at + len(text)
        if medium is not None:
            yield PromptPiece(text, media.cuts[medium].token_ids(), is_medium=True)
        else:
            inside: list[Span] = []
            while words and words[0][0] < end:
                begin, stop = words.popleft()
                inside.append((begin - at, stop - at))
            yield from _pieces_of_text(vocabulary, text, inside, never, goes_on=goes_on)
        at, goes_on = end, False


def _pieces_of_text(
    vocabulary: Vocabulary, text: str, words: list[Span], never: frozenset[int], *, goes_on: bool
) -> Iterator[PromptPiece]:
    """Yield a text without media in pieces; many words that look like control tokens in one."""
    parts: list[str] = []
    token_ids: list[int] = []
    at = n_chars = 0
    for begin, end in [*words, (len(text), len(text))]:
        between = tokens_by_piece(vocabulary, text[at:begin], goes_on=goes_on or at > 0)
        found = text[begin:end]
        as_text = [(found, words_as_text(vocabulary, found, never))] if found else []
        for part, tokens in itertools.chain(between, as_text):
            parts.append(part)
            token_ids += tokens
            n_chars += len(part)
            if n_chars >= _ENOUGH_CHARS:
                yield PromptPiece("".join(parts), token_ids)
                parts, token_ids, n_chars = [], [], 0
        at = end
    if parts:
        yield PromptPiece("".join(parts), token_ids)


def media_table(token_ids: Sequence[int], text: str, media: FoundMedia) -> MediaTable:
    """Return which tokens of a text are cells of media.

    Raises:
        TableMismatch: they are not tokens of that text.
    """
    return table_of(token_ids, media_in(text), media.cuts) if media.cuts else NO_MEDIA


def aligned(
    vocabulary: Vocabulary,
    cut: Sequence[PromptPiece],
    ends: dict[int, int],
    n_known: int,
    n_chars: int,
) -> Generator[None, None, dict[int, int]]:
    """Return how many messages have ended at each count of tokens where one ends.

    Args:
        cut: pieces of text with their tokens, from the character `n_chars` on.
        ends: how many messages have ended at a character.
        n_known: tokens before the pieces.
    """
    messages_at: dict[int, int] = {}
    for number, piece in enumerate(cut):
        if number:
            yield
        end = n_chars + len(piece.text)
        within = [one for one in ends if n_chars < one <= end]
        counts: dict[int, int] = {}
        if piece.is_medium:
            counts = {one: len(piece.token_ids) for one in within if one == end}
        elif within:
            spelled = vocabulary.pieces(piece.token_ids)
            counts = token_counts_at(spelled, piece.text, within, n_chars)
        messages_at |= {n_known + n: ends[char] for char, n in counts.items()}
        n_chars = end
        n_known += len(piece.token_ids)
    return messages_at
