"""The places of an answer that is looked into; no widget.

Threads: the interface thread.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from app.core.conversations import PlaceInAnswer
from app.core.plain_value import replace
from app.core.protocol import TokenKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.protocol import InspectedToken, TokenChoice

_LEAST_SHARE = 0.01  # of what is compared
_FEWEST, _MOST = 3, 5  # that are compared


class ServerPlaces:
    """The places that are known so far, in their order."""

    def __init__(self) -> None:
        self._places: list[InspectedToken] = []
        self._vocabulary = ""

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, number: int) -> InspectedToken:
        return self._places[number]

    def add(self, places: Iterable[InspectedToken], vocabulary: str = "") -> None:
        """Take the next ones.

        Args:
            vocabulary: names the one of their tokens.
        """
        self._places += places
        self._vocabulary = vocabulary

    def clear(self) -> None:
        """Know none any more."""
        self._places.clear()

    def before(self, number: int) -> PlaceInAnswer:
        """Return a place with all that is said before it."""
        said = [place.said for place in self._places[:number] if place.said is not None]
        words, tokens = "".join(one.text for one in said), tuple(one.token for one in said)
        return PlaceInAnswer(words, tokens, self._vocabulary)

    def from_choice(self, number: int, choice: TokenChoice) -> PlaceInAnswer:
        """Return the place behind a token that is chosen at another one."""
        before = self.before(number)
        tokens = (*before.tokens, choice.token)
        return replace(before, words=before.words + choice.text, tokens=tokens)

    def compared(self, number: int) -> tuple[int, ...]:
        """Return the tokens of a place from which it is worth seeing how the answer goes on."""
        text = [one for one in self._places[number].likeliest if one.kind is TokenKind.TEXT]
        likely = [one for one in text if share(one) >= _LEAST_SHARE]
        return tuple(one.token for one in text[: max(_FEWEST, min(len(likely), _MOST))])


def share(choice: TokenChoice) -> float:
    """Return how much of what the model says at a place falls to a token, 0 to 1."""
    return math.exp(min(0.0, choice.log_probability))
