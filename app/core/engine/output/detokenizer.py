"""Tokens to text while they arrive: never half a character, never half a stop string.

A token is bytes; a character may need several tokens, and a stop string may begin in one token and
end in a later one. What may still become a stop string is held back until it is decided.
"""

from __future__ import annotations

import codecs

from app.core.content.answer_parts import overlap
from app.core.plain_value import PlainValue


class DetokenizedText(PlainValue, frozen=True):
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
        said: text before it; a stop string may begin there.

    Attributes:
        n_taken_back: characters at the end of `said` that belong to a stop string after all.
        stopped_by: the stop string that is complete; "" while none is.
    """

    def __init__(self, stop: tuple[str, ...] = (), said: str = "") -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._stop = tuple(string for string in stop if string)
        self._n_said = self._n_open(said)  # of the held text, at its beginning
        self._held = said[len(said) - self._n_said :]
        self._emitted = ""
        self._pieces: list[bytes] = []
        self._stopped = False
        self.n_taken_back = 0
        self.stopped_by = ""

    @property
    def text(self) -> str:
        """Everything emitted so far."""
        return self._emitted

    def feed(self, piece: bytes) -> DetokenizedText:
        """Take the bytes of the next token."""
        self._pieces.append(piece)
        text = self._held + self._decoder.decode(piece)
        end, self.stopped_by = self._stop_in(text)
        self._stopped = bool(self.stopped_by)
        if not self._stopped:
            end = len(text) - self._n_open(text)
        return DetokenizedText(self._emit(text, end), self._stopped)

    def finish(self) -> DetokenizedText:
        """Emit what was held back; half a character is left out, for whoever goes on to say."""
        if self._stopped:
            return DetokenizedText("", stopped=True)
        return DetokenizedText(self._emit(self._held, len(self._held)))

    def tokens_in_text(self) -> tuple[int, str]:
        """Return how many tokens lie wholly inside the emitted text, and their text.

        All of them, unless a stop string or the end cut the text in the middle of a token.
        """
        for count in range(len(self._pieces), 0, -1):
            text = b"".join(self._pieces[:count]).decode("utf-8", "replace")
            if self._emitted.startswith(text):
                return count, text
        return 0, ""

    def _emit(self, text: str, end: int) -> str:
        """Emit a text up to `end`, but for what was said before; hold back the rest."""
        shown = text[self._n_said : end]
        if self._stopped:
            self.n_taken_back = max(0, self._n_said - end)
        self._held = "" if self._stopped else text[end:]
        self._n_said = max(0, self._n_said - end)
        self._emitted += shown
        return shown

    def _n_open(self, text: str) -> int:
        """Return how many characters at the end of a text may become a stop string."""
        return max((overlap(text, string) for string in self._stop), default=0)

    def _stop_in(self, text: str) -> tuple[int, str]:
        """Return where the stop string begins that is complete first, behind what was said before.

        And that string; "" where none is complete.

        Where several end at the same character, it is the longest. So it does not matter how many
        characters come at once.
        """
        ends = [
            (at + len(string), at)
            for string in self._stop
            if (at := text.find(string, max(0, self._n_said - len(string) + 1))) >= 0
        ]
        end, begin = min(ends, default=(0, 0))
        return begin, text[begin:end]
