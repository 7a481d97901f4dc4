"""The pieces of a prompt with their tokens: text, and the marks of media.

What is on record of the tokens of a chat, believed only where it spells the words. A record comes
from a database or from a file that anybody may have written. Its tokens are used where they lie in
the vocabulary, spell the text of the prompt and make no control token of words.

Threads: the engine thread only.
"""

from __future__ import annotations

import itertools
import re
from array import array
from collections import OrderedDict, deque
from typing import TYPE_CHECKING

import xxhash

from app.core.content.media_table import NO_MEDIA, TableMismatch
from app.core.engine.media.media_source import media_in, pieces_of, table_of
from app.core.engine.prompts.message_ends import token_counts_at
from app.core.engine.prompts.tokenising import PIECE_CHARS, tokens_by_piece, words_as_text
from app.core.messages import TokenRecord
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from app.core.content.media_table import MediaTable
    from app.core.engine.media.media_source import FoundMedia
    from app.core.engine.prompts.control_words import Rendered, Span
    from app.core.engine.prompts.tokenising import Vocabulary
    from app.core.protocol import PromptMessage


_ENOUGH_CHARS = PIECE_CHARS // 2  # the shortest that a long text is cut into


class PromptPiece(PlainValue, frozen=True):
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


_LEAST_CELL = -(2**31)  # ids of cells of media are below zero
_SLICE = 4096  # tokens that are looked at between two batches
_MOST_PROVED = 1024
_BLANKS = re.compile(r"\s*")


class TokenRecords:
    """The records of one loaded model.

    Args:
        vocabulary: of the model.
        identity: names it in the records.
        never: tokens that words never become.
    """

    def __init__(self, vocabulary: Vocabulary, identity: str, never: frozenset[int]) -> None:
        self._vocabulary = vocabulary
        self._identity = identity
        self._never = never
        self._proved: OrderedDict[tuple[bytes, bytes, tuple[Span, ...]], None] = OrderedDict()

    def record(self, text: str, token_ids: Sequence[int]) -> TokenRecord:
        """Return the record of `token_ids`, which stand for exactly `text`."""
        digest = xxhash.xxh3_128_digest(_bytes(text))
        return TokenRecord(self._identity, len(text), digest, tuple(token_ids))

    def prove(self, record: TokenRecord, rendered: Rendered) -> None:
        """Believe a record that was made here, of a text."""
        self._proved[_key(record, rendered)] = None
        if len(self._proved) > _MOST_PROVED:
            self._proved.popitem(last=False)

    def known(
        self, messages: Sequence[PromptMessage], rendered: Rendered, media: FoundMedia
    ) -> Generator[None, None, tuple[int, TokenRecord | None]]:
        """Find the record of most of a prompt, a slice of work at a time.

        Returns:
            A record whose text the prompt begins with and which is to be believed, the latest or
            one about half as far back as need be, and how many messages it ends.
        """
        matching = self._matching(messages, rendered.text)
        at = 0
        while at < len(matching):
            count, record = matching[at]
            if (yield from self._is_sound(record, rendered, media)):
                return count, record
            at = 2 * at + 1  # later records hold earlier ones, and so what is wrong with these
        return 0, None

    def spelled(self, token_ids: Sequence[int]) -> str | None:
        """Return the text of tokens, control tokens written out; None where there are others."""
        if not self._are_known(token_ids):
            return None
        return b"".join(self._vocabulary.pieces(token_ids)).decode("utf-8", "replace")

    def _matching(
        self, messages: Sequence[PromptMessage], text: str
    ) -> list[tuple[int, TokenRecord]]:
        """Return the records whose text a prompt begins with, the latest first."""
        records = [
            (record.n_chars, count, record)
            for count, message in enumerate(messages, start=1)
            if (record := message.record) is not None
            and record.vocabulary == self._identity
            and record.n_chars <= len(text)
        ]
        matching: list[tuple[int, TokenRecord]] = []
        digest, n_read = xxhash.xxh3_128(), 0
        for n_chars, count, record in sorted(records, key=lambda entry: entry[:2]):
            digest.update(_bytes(text[n_read:n_chars]))
            n_read = n_chars
            if record.text_digest == digest.digest():
                matching.append((count, record))
        return sorted(matching, key=lambda found: found[0], reverse=True)

    def _is_sound(
        self, record: TokenRecord, rendered: Rendered, media: FoundMedia
    ) -> Generator[None, None, bool]:
        token_ids, head = record.token_ids, rendered.part(0, record.n_chars)
        if not self._are_known(token_ids, least=_LEAST_CELL if media.cuts else 0):
            return False
        try:
            media_table(token_ids, head.text, media)
        except TableMismatch:  # another version of the projector's library cuts otherwise
            return False
        key = _key(record, head)
        if key in self._proved:
            self._proved.move_to_end(key)
            return True
        if token_ids and token_ids[0] == self._vocabulary.bos:
            bos = self._vocabulary.pieces(token_ids[:1])[0].decode("utf-8", "replace")
            if bos and not head.begins_with(bos):  # the vocabulary adds it, the template does not
                token_ids = token_ids[1:]
        for stretch in _stretches(token_ids, head, media):
            if stretch is None or not (yield from self._spells(*stretch)):
                return False
        self.prove(record, head)
        return True

    def _are_known(self, token_ids: Sequence[int], least: int = 0) -> bool:
        most = self._vocabulary.n_vocab - 1
        return not token_ids or (least <= min(token_ids) and max(token_ids) <= most)

    def _spells(self, token_ids: Sequence[int], text: Rendered) -> Generator[None, None, bool]:
        """Whether tokens spell a text without media."""
        spelling = _Spelling(text)
        for begin in range(0, len(token_ids), _SLICE):
            if begin:
                yield
            tokens = token_ids[begin : begin + _SLICE]
            for token, piece in zip(tokens, self._vocabulary.pieces(tokens), strict=True):
                if token not in self._never:
                    spelling.say(piece)
                elif not spelling.say_control(_words(piece)):
                    return False
        return spelling.is_complete()


class _Spelling:
    """Follows a text that tokens are to spell.

    Some vocabularies add a space at the beginning of a text and behind a control token, and some
    control tokens take the blanks around them along: blanks there are no difference.
    """

    def __init__(self, rendered: Rendered) -> None:
        self._text = _words(rendered.text.encode("utf-8", "replace"))  # as the vocabulary got it
        self._words = dict(rendered.words)
        self._at = 0
        self._said: list[bytes] = []

    def say(self, piece: bytes) -> None:
        """Take the bytes of a token of plain text."""
        self._said.append(piece)

    def say_control(self, text: str) -> bool:
        """Take the text of a control token; return whether one stands there, and is no word."""
        if not self._follow():
            return False
        at = self._at
        if not self._text.startswith(text, at):
            at = self._behind_blanks()
        if not self._text.startswith(text, at) or at in self._words:
            return False
        self._at = at + len(text)
        return True

    def is_complete(self) -> bool:
        """Whether all of the text was said."""
        return self._follow() and not self._text[self._at :].strip()

    def _behind_blanks(self) -> int:
        blanks = _BLANKS.match(self._text, self._at)
        return blanks.end() if blanks else self._at

    def _follow(self) -> bool:
        """Go to the end of what was said since the last control token."""
        said = _words(b"".join(self._said))
        self._said = []
        # Blanks that a control token took along, and a space that was added, are no difference.
        for begin in (self._at, self._behind_blanks()):
            for words in (said, said.removeprefix(" ")):
                if self._text.startswith(words, begin):
                    self._at = begin + len(words)
                    return True
        return False


def _stretches(
    token_ids: Sequence[int], rendered: Rendered, media: FoundMedia
) -> Iterator[tuple[Sequence[int], Rendered] | None]:
    """Yield the tokens between media with their texts; None where the tokens of one are others."""
    if not media.cuts:
        yield token_ids, rendered
        return
    at = begin = n_chars = 0
    for text, medium in pieces_of(rendered.text):
        if medium is not None:
            cells = media.cuts[medium].token_ids()
            first = next((row for row, one in enumerate(cells) if one < 0), 0)
            end = next((row for row in range(at, len(token_ids)) if token_ids[row] < 0), -1) - first
            if end < at or list(token_ids[end : end + len(cells)]) != cells:
                yield None
                return
            yield token_ids[at:end], rendered.part(begin, n_chars)
            at, begin = end + len(cells), n_chars + len(text)
        n_chars += len(text)
    yield token_ids[at:], rendered.part(begin, n_chars)


def _key(record: TokenRecord, rendered: Rendered) -> tuple[bytes, bytes, tuple[Span, ...]]:
    ids = xxhash.xxh3_128_digest(array("q", record.token_ids).tobytes())
    return record.text_digest, ids, rendered.words


def _words(said: bytes) -> str:
    """Return words with each blank as a space: some vocabularies write spaces as U+2581."""
    return said.decode("utf-8", "replace").replace("\u2581", " ")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
