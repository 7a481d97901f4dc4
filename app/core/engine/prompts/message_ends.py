"""Where in the text of a prompt its messages end, found with few renderings.

Only a rendering of the chat up to a message tells for certain where the message ends. A chat has
many messages and few kinds of neighbours, and a template closes all of a kind alike: one rendering
with a mark behind every message finds where its words end, and what follows there is compared with
how messages of that kind were closed before. Only where that is new, it is rendered once more.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from app.core.engine.errors import TemplateFailed
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import PromptMessage

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    Render = Callable[[Sequence[PromptMessage]], Generator[None, None, str]]
    _Kind = tuple[Role, Role | None, str]

_MAX_ENDS = 64
MAX_TRIES = 8  # each costs one rendering of the chat, sometimes two
_FEW = 2  # ends that are found sooner without marks
_OPEN, _CLOSE, _DIGITS = "\ue0a7", "\ue0a8", 0xE0B0  # for private use: nobody's message has them
_BLANKS = re.compile(rb"\s*")
_MARK = re.compile(f"{_OPEN}([{chr(_DIGITS)}-{chr(_DIGITS + 9)}]+){_CLOSE}")


def message_ends(
    render: Render, messages: Sequence[PromptMessage], text: str, n_chars: int
) -> Generator[None, None, dict[int, int]]:
    """Return the character offsets after `n_chars` at which a message ends in `text`.

    Ascending, with the number of messages that have ended there; of the last messages only. Yields
    where rendering does.
    """
    ends: dict[int, int] = {}
    words: dict[int, int] | None = None
    closings: dict[_Kind, set[str]] = defaultdict(set)
    n_tries = 0
    n_unmarked = _FEW if n_chars else 0  # where much is known already, little is to be found
    for count in range(len(messages), max(0, len(messages) - _MAX_ENDS), -1):
        if words is None and n_tries >= n_unmarked and len(messages) > _FEW:
            words = yield from _ends_of_words(render, messages, text)
        word_end = (words or {}).get(count)
        if word_end is not None and word_end <= n_chars:
            break
        kind = _kind(messages, count)
        end = _closed(text, word_end, closings[kind])
        if end is None and n_tries < MAX_TRIES:
            n_tries += 1
            end = yield from _end_by_rendering(render, messages, count, text)
            if end is not None and word_end is not None and end >= word_end:
                closings[kind].add(text[word_end:end])
        if end is None:
            continue  # one message end less
        if end <= n_chars:
            break
        ends[end] = count
    return dict(sorted(ends.items()))


def attached_ends(messages: Sequence[PromptMessage], text: str, n_chars: int) -> list[int]:
    """Return the character offsets after `n_chars` at which an attached text ends, ascending.

    Before the first answer only, as other chats do not go on like this one. Where a template
    changes a text, its end is not known.
    """
    ends: list[int] = []
    offset = 0
    for message in itertools.takewhile(lambda one: one.role is not Role.ASSISTANT, messages):
        within = [end for end in message.attached_ends if end <= len(message.text)]
        found = text.find(message.text[: within[-1]], offset) if within else -1
        if found >= 0:
            ends += [found + end for end in within if found + end > n_chars]
            offset = found + within[-1]
    return ends


def words_begin(
    render: Render, messages: Sequence[PromptMessage], text: str
) -> Generator[None, None, int | None]:
    """Return the character offset at which the first words of a chat begin; None if unknown.

    What a template writes before them, such as the tools it lists, is the same in other chats, be
    it in a message of its own or in that of these words. Yields where rendering does.
    """
    n_system = sum(1 for _ in itertools.takewhile(_is_system, messages))
    if n_system == len(messages):
        return None
    return (yield from _begin_by_rendering(render, messages, n_system, text))


def _is_system(message: PromptMessage) -> bool:
    return message.role is Role.SYSTEM


def _kind(messages: Sequence[PromptMessage], count: int) -> _Kind:
    """Return what decides how a message is closed: roles, and the blanks behind its last word."""
    message = messages[count - 1]
    following = messages[count].role if count < len(messages) else None
    return message.role, following, message.text[len(message.text.rstrip()) :]


def _closed(text: str, word_end: int | None, closings: set[str]) -> int | None:
    if word_end is None:
        return None
    fitting = (len(closing) for closing in closings if text.startswith(closing, word_end))
    longest = max(fitting, default=None)
    return None if longest is None else word_end + longest


def _ends_of_words(
    render: Render, messages: Sequence[PromptMessage], text: str
) -> Generator[None, None, dict[int, int]]:
    """Return where in `text` the words of each message end, by the number of messages up to it.

    A mark may change what a template does; then the rest of the text is not the same any more, and
    nothing is known.
    """
    first = max(0, len(messages) - _MAX_ENDS)
    marked = [
        message if index < first else _marked(message, index + 1)
        for index, message in enumerate(messages)
    ]
    if _OPEN in text or _CLOSE in text:
        return {}
    try:
        parts = _MARK.split((yield from render(marked)))
    except TemplateFailed:
        return {}
    found: dict[int, int] = {}
    if not text.startswith("".join(parts[::2])):
        return found
    offset = 0
    for words, number in zip(parts[::2], parts[1::2], strict=False):
        offset += len(words)
        count = int("".join(str(ord(digit) - _DIGITS) for digit in number))
        if count in found:
            return {}  # said twice: nobody knows which is the message
        found[count] = offset
    return found


def _marked(message: PromptMessage, count: int) -> PromptMessage:
    """Return a message with a mark behind its last word: templates may trim what comes then."""
    words = message.text.rstrip()
    if not words:
        return message
    number = "".join(chr(_DIGITS + int(digit)) for digit in str(count))
    rest = message.text[len(words) :]
    return replace(message, text=f"{words}{_OPEN}{number}{_CLOSE}{rest}", record=None)


def _end_by_rendering(
    render: Render, messages: Sequence[PromptMessage], count: int, text: str
) -> Generator[None, None, int | None]:
    """Return how many characters of `text` the first `count` messages take; None if unknown.

    Some templates refuse a chat that ends here, or show the last answer otherwise than an
    earlier one (with what was thought, say). There, the beginning of the next message counts.
    """
    with contextlib.suppress(TemplateFailed):
        head = yield from render(messages[:count])
        if text.startswith(head):
            return len(head)
    if count == len(messages):
        return None
    return (yield from _begin_by_rendering(render, messages, count, text))


def _begin_by_rendering(
    render: Render, messages: Sequence[PromptMessage], count: int, text: str
) -> Generator[None, None, int | None]:
    """Return where in `text` the words of the message behind the first `count` begin."""
    following = PromptMessage(messages[count].role, _OPEN + _CLOSE)
    with contextlib.suppress(TemplateFailed):
        rendered = yield from render([*messages[:count], following])
        head, mark, _ = rendered.partition(_OPEN + _CLOSE)
        if mark and text.startswith(head):
            return len(head)
    return None


def token_counts_at(
    pieces: list[bytes], text: str, ends: Sequence[int], n_chars: int
) -> dict[int, int]:
    """Translate character offsets into token counts.

    Walks the tokens along the text. A tokenizer may add one space that is not in the text, and a
    control token may take along the blanks behind it; where the two cannot be brought together the
    walk ends, which costs message ends and nothing else.

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
    for index, piece in enumerate([*pieces, b""]):  # behind the last one may be blanks, too
        begin, is_last = offset, index == len(pieces)
        length = None if is_last else _length_of(piece, data, begin)
        if length is None and (found := _BLANKS.match(data, offset)):
            begin = found.end()
            length = _length_of(piece, data, begin)
            if length is not None:
                taken = wanted.keys() & range(offset + 1, begin + 1)
                counts |= {wanted[place]: index for place in taken}
        if length is None or is_last:
            break
        offset = begin + length
        if offset in wanted:
            counts.setdefault(wanted[offset], index + 1)
    return counts


def _length_of(piece: bytes, data: bytes, offset: int) -> int | None:
    """Return how many bytes of a text a token stands for; None where it is not that text's."""
    if data.startswith(piece, offset):
        return len(piece)
    if piece.startswith(b" ") and data.startswith(piece[1:], offset):
        return len(piece) - 1
    return None
