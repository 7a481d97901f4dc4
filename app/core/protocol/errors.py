"""What can be wrong with bytes that should be a command, an event or a message of the link."""

from __future__ import annotations

from app.core.errors import BugError, KnownError
from app.core.phrases import phrase


class UnreadableMessage(KnownError):
    """Bytes that are none of ours, or not whole.

    Args:
        why: what was found, and where; never the content itself.
    """

    def __init__(self, why: str) -> None:
        super().__init__(
            what=phrase("Hearth's window and its engine do not understand each other."),
            effect=phrase("Answers that were running have ended; your chats are safe on disk."),
            remedy=phrase("Restart Hearth; if it keeps happening, report the details."),
            detail=why,
        )


class OtherVersion(UnreadableMessage):
    """The other side speaks another version of the protocol."""

    def __init__(self, found: int, expected: int) -> None:
        super().__init__(f"version {found} of the protocol, not {expected}")


class UnsendableValue(BugError):
    """A value that is no command, event or message of the link, or has a field of a wrong type."""
