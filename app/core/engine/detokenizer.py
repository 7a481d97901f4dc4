"""Tokens to text while they arrive: never half a character, never half a stop string.

A token is bytes; a character may need several tokens, and a stop string may begin in one token and
end in a later one. What may still become a stop string is held back until it is decided.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DetokenizedText:
    """What the tokens fed so far have made certain.

    Attributes:
        text: new characters to show; may be "".
        stopped: a stop string is complete; nothing after it is shown.
    """

    text: str
    stopped: bool = False


class Detokenizer:
    """Turns the bytes of successive tokens into text. Threads: one at a time.

    Args:
        stop: strings that end the text and are not part of it.
    """

    def __init__(self, stop: tuple[str, ...] = ()) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._stop = tuple(string for string in stop if string)
        self._held = ""
        self._emitted = ""
        self._pieces: list[bytes] = []
        self._stopped = False

    @property
    def text(self) -> str:
        """Everything emitted so far."""
        return self._emitted

    def feed(self, piece: bytes) -> DetokenizedText:
        """Take the bytes of the next token."""
        self._pieces.append(piece)
        return self._advance(self._decoder.decode(piece))

    def finish(self) -> DetokenizedText:
        """Emit what was held back; the bytes of a half character become U+FFFD."""
        if self._stopped:
            return DetokenizedText("", stopped=True)
        tail = self._advance(self._decoder.decode(b"", final=True))
        rest, self._held = self._held, ""
        self._emitted += rest
        return DetokenizedText(tail.text + rest, tail.stopped)

    def tokens_in_text(self) -> tuple[int, str]:
        """Return how many tokens lie wholly inside the emitted text, and their text.

        All of them, unless a stop string cut the text in the middle.
        """
        n_tokens = len(self._pieces)
        if not self._stopped:
            return n_tokens, self._emitted
        for count in range(n_tokens, 0, -1):
            text = b"".join(self._pieces[:count]).decode("utf-8", "replace")
            if self._emitted.startswith(text):
                return count, text
        return 0, ""

    def _advance(self, new: str) -> DetokenizedText:
        text = self._held + new
        cut = self._stop_begin(text)
        if cut is not None:
            self._held, self._stopped = "", True
            self._emitted += text[:cut]
            return DetokenizedText(text[:cut], stopped=True)
        n_held = max((overlap(text, string) for string in self._stop), default=0)
        shown = text[: len(text) - n_held]
        self._held = text[len(shown) :]
        self._emitted += shown
        return DetokenizedText(shown)

    def _stop_begin(self, text: str) -> int | None:
        """Return where the stop string begins that is complete first.

        Where several end at the same character, it is the longest. So it does not matter how many
        characters come at once.
        """
        found = [(text.find(string), len(string)) for string in self._stop]
        ends = [(at + length, at) for at, length in found if at >= 0]
        return min(ends)[1] if ends else None


def overlap(text: str, string: str) -> int:
    """Return the length of the longest end of `text` that `string` begins with."""
    for length in range(min(len(text), len(string) - 1), 0, -1):
        if text.endswith(string[:length]):
            return length
    return 0
