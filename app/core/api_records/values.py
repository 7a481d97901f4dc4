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
    digest = b""
    for role, text in messages:
        said = hashlib.blake2b(digest, digest_size=_DIGEST_BYTES)
        said.update(f"\0{role}\0".encode())
        said.update(text.strip().encode("utf-8", "surrogatepass"))
        digest = said.digest()
        digests.append(Digest(digest))
    return digests
