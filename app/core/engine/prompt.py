"""Messages to token ids, so that what is already in a KV cache stays usable.

The ids a model produced are the truth: where the rendered text still begins with a text whose exact
tokens are on record, those ids are taken and only the rest is tokenised. Tokenising all of it anew
can split a boundary elsewhere and lose the whole cache for one token.

Touches neither disk nor llama.cpp itself; the vocabulary comes in as a protocol.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import xxhash

from app.core.engine.errors import TemplateFailed
from app.core.engine.protocol import PromptMessage
from app.core.messages import Role, TokenRecord

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.core.engine.chat_template import ChatTemplate


_MOST_CHARS_PER_TOKEN = 16  # of running text, in any vocabulary
_MAX_BOUNDARIES = 64  # each costs one rendering of the chat, sometimes two
_MARK = "\ue0a7\ue0a8"  # for private use: no template and nobody's message has it


class Vocabulary(Protocol):
    """What prompts need of a model; `llama.Model` is one."""

    @property
    def bos(self) -> int:
        """The beginning-of-sequence token, negative for none."""

    @property
    def adds_bos(self) -> bool:
        """Whether prompts begin with it."""

    def tokenize(self, text: str) -> list[int]:
        """Return the ids of `text`, control tokens recognised, nothing added."""

    def pieces(self, tokens: Sequence[int]) -> list[bytes]:
        """Return the bytes of each token, control tokens written out."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The tokens to be in the context before sampling.

    Attributes:
        text: what they stand for.
        token_ids: from position 0.
        boundaries: ascending token counts at which a message ends; the ends of segments.
        messages_at: how many messages have ended at each of the boundaries.
    """

    text: str
    token_ids: tuple[int, ...]
    boundaries: tuple[int, ...]
    messages_at: tuple[int, ...]

    def message_at(self, position: int) -> int:
        """Return the index of the message that holds the token at `position`."""
        return max(
            (
                count
                for end, count in zip(self.boundaries, self.messages_at, strict=True)
                if end <= position
            ),
            default=0,
        )

    def end_of(self, n_messages: int) -> int:
        """Return how many tokens the first `n_messages` take; 0 when that is not known."""
        ends = dict(zip(self.messages_at, self.boundaries, strict=True))
        return ends.get(n_messages, 0)


class PromptBuilder:
    """Builds the prompts of one loaded model.

    Args:
        identity: names the vocabulary in token records.
    """

    def __init__(self, template: ChatTemplate, vocabulary: Vocabulary, identity: str) -> None:
        self._template = template
        self._vocabulary = vocabulary
        self.identity = identity

    def build(
        self,
        messages: Sequence[PromptMessage],
        *,
        for_answer: bool,
        today: datetime | None = None,
    ) -> Prompt:
        """Return the prompt of a chat.

        Args:
            for_answer: end with what makes the model answer; a last message of the assistant itself
                is then left open, to be continued. False gives the chat as it stands.

        Raises:
            TemplateFailed: the model's template raised.
        """
        text = self._render(messages, today, for_answer=for_answer)
        n_recorded, known = self._known_tokens(messages, text)
        if known is None:
            token_ids, n_chars = self._beginning(text), 0
        else:
            token_ids, n_chars = list(known.token_ids), known.n_chars
        n_known = len(token_ids)
        # A leading BOS written by the template is a control token and recognised as such.
        token_ids += self._vocabulary.tokenize(text[n_chars:]) if text[n_chars:] else []
        ends = self._message_ends(messages, text, n_chars, today)
        pieces = self._vocabulary.pieces(token_ids[n_known:])
        counts = _align(pieces, text[n_chars:], list(ends), n_chars)
        messages_at = {n_known + n: ends[char] for char, n in counts.items()}
        if n_known and known is not None:
            messages_at.setdefault(n_known, n_recorded)
        boundaries = sorted(messages_at)
        return Prompt(
            text,
            tuple(token_ids),
            tuple(boundaries),
            tuple(messages_at[end] for end in boundaries),
        )

    def count(self, messages: Sequence[PromptMessage], *, today: datetime | None = None) -> int:
        """Return how many tokens `build` would give for an answer, without its other work.

        Raises:
            TemplateFailed: the model's template raised.
        """
        text = self._render(messages, today, for_answer=True)
        _n_recorded, known = self._known_tokens(messages, text)
        n_known, n_chars = (len(known.token_ids), known.n_chars) if known else (0, 0)
        n_known = n_known or len(self._beginning(text))
        return n_known + len(self._vocabulary.tokenize(text[n_chars:]))

    def record(self, text: str, token_ids: Sequence[int]) -> TokenRecord:
        """Return the record of `token_ids`, which stand for exactly `text`."""
        return TokenRecord(self.identity, len(text), _digest(text), tuple(token_ids))

    def _render(
        self, messages: Sequence[PromptMessage], today: datetime | None, *, for_answer: bool
    ) -> str:
        if not messages:
            return ""
        is_continued = for_answer and messages[-1].role is Role.ASSISTANT
        if not is_continued:
            return self._template.render(messages, add_generation_prompt=for_answer, today=today)
        before = self._template.render(messages[:-1], add_generation_prompt=True, today=today)
        return before + messages[-1].text

    def _known_tokens(
        self, messages: Sequence[PromptMessage], text: str
    ) -> tuple[int, TokenRecord | None]:
        """Return the latest record whose text `text` begins with, and how many messages it ends."""
        for count in range(len(messages), 0, -1):
            record = messages[count - 1].record
            if (
                record is not None
                and record.vocabulary == self.identity
                and record.n_chars <= len(text)
                and record.text_digest == _digest(text[: record.n_chars])
            ):
                return count, record
        return 0, None

    def _beginning(self, text: str) -> list[int]:
        """Return the BOS token if this model wants one and the template wrote none."""
        vocabulary = self._vocabulary
        if not vocabulary.adds_bos or vocabulary.bos < 0:
            return []
        written = vocabulary.pieces([vocabulary.bos])[0].decode("utf-8", "replace")
        return [] if written and text.startswith(written) else [vocabulary.bos]

    def _message_ends(
        self,
        messages: Sequence[PromptMessage],
        text: str,
        n_chars: int,
        today: datetime | None,
    ) -> dict[int, int]:
        """Return the character offsets after `n_chars` at which a message ends in `text`.

        Ascending, with the number of messages that have ended there.
        """
        ends: dict[int, int] = {}
        for count in range(len(messages), max(0, len(messages) - _MAX_BOUNDARIES), -1):
            head = self._head(messages, count, text, today)
            if head is None:
                continue  # one boundary less
            if head <= n_chars:
                break
            ends[head] = count
        return dict(sorted(ends.items()))

    def _head(
        self, messages: Sequence[PromptMessage], count: int, text: str, today: datetime | None
    ) -> int | None:
        """Return how many characters of `text` the first `count` messages take; None if unknown.

        Some templates refuse a chat that ends here, or show the last answer otherwise than an
        earlier one (with what was thought, say). There, the beginning of the next message counts.
        """
        with contextlib.suppress(TemplateFailed):
            head = self._template.render(messages[:count], add_generation_prompt=False, today=today)
            if text.startswith(head):
                return len(head)
        if count == len(messages):
            return None
        marked = [*messages[:count], PromptMessage(messages[count].role, _MARK)]
        with contextlib.suppress(TemplateFailed):
            head, mark, _ = self._template.render(
                marked, add_generation_prompt=False, today=today
            ).partition(_MARK)
            if mark and text.startswith(head):
                return len(head)
        return None


def is_far_too_long(n_chars: int, n_ctx: int) -> bool:
    """Whether a text cannot fit, without the seconds it takes to cut it into tokens."""
    return n_chars > _MOST_CHARS_PER_TOKEN * n_ctx


def _digest(text: str) -> bytes:
    return xxhash.xxh3_128_digest(text.encode("utf-8", "surrogatepass"))


def _align(pieces: list[bytes], text: str, ends: Sequence[int], n_chars: int) -> dict[int, int]:
    """Translate character offsets into token counts.

    Walks the tokens along the text. A tokenizer may add one space that is not in the text; where
    the two cannot be brought together the walk ends, which costs boundaries and nothing else.

    Args:
        pieces: bytes of the tokens of `text`.
        ends: ascending character offsets, counted with the `n_chars` before `text`.

    Returns:
        The token count at each offset where a token ends.
    """
    data = text.encode("utf-8", "replace")
    wanted = {len(text[: end - n_chars].encode("utf-8", "replace")): end for end in ends}
    counts: dict[int, int] = {}
    offset = 0
    for index, piece in enumerate(pieces):
        if data.startswith(piece, offset):
            offset += len(piece)
        elif piece.startswith(b" ") and data.startswith(piece[1:], offset):
            offset += len(piece) - 1
        else:
            break
        if offset in wanted:
            counts.setdefault(wanted[offset], index + 1)
    return counts
