"""One answer of which the tokens are known, and the names of conversations.

Pure functions.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.messages import TokenRecord
    from app.core.protocol import ChatKey

Digest = NewType("Digest", bytes)
NO_DIGEST = Digest(b"")  # of a conversation without messages
_DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class ApiRecord:
    """The exact tokens of a conversation up to the end of an answer.

    Attributes:
        digest: of the conversation's words up to there.
        chat: whose memory is stored for it.
    """

    digest: Digest
    chat: ChatKey
    record: TokenRecord


def digests_of(messages: Iterable[tuple[str, str]]) -> list[Digest]:
    """Return a name of a conversation up to each of its messages.

    Blanks around the words make no difference: clients often cut them off.

    Args:
        messages: role and words of each.
    """
    digests: list[Digest] = []
    digest = NO_DIGEST
    for role, text in messages:
        digest = digest_behind(digest, role, text)
        digests.append(digest)
    return digests


def digest_behind(before: Digest, role: str, text: str) -> Digest:
    """Return the name of a conversation that has one message more than another.

    Args:
        before: the name of the other; `NO_DIGEST` where it has none.
    """
    said = hashlib.blake2b(before, digest_size=_DIGEST_BYTES)
    said.update(f"\0{role}\0".encode())
    said.update(text.strip().encode("utf-8", "surrogatepass"))
    return Digest(said.digest())
