"""What can go wrong while the hardware is looked at, in the user's words."""

from __future__ import annotations

from app.core.errors import KnownError
from app.core.phrases import phrase


class HardwareUnknown(KnownError):
    """The child that was to look at the hardware did not answer.

    Args:
        ending: how the child ended, in words.
    """

    def __init__(self, ending: str) -> None:
        super().__init__(
            what=phrase("What llama.cpp finds on this machine could not be found out."),
            effect=phrase("Models are loaded all the same, where that is safe."),
            remedy=phrase("Try again; if it stays so, a driver may be broken: update it."),
            detail=f"the child {ending}",
        )
