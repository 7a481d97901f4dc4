"""What a medium is called: a digest of everything that decides what a model is given of it.

Neither pixels nor samples are needed for it: their own digest stands in their place, so that a
chat whose media are stored is found again without reading them.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from app.core.content.media_ref import MediaRef

MediaDigest = NewType("MediaDigest", bytes)  # 16 bytes
DIGEST_BYTES = 16

_PERSON = b"hearth.media.v1"
_FACTS = struct.Struct("<BIIii")  # kind, width or 0, height or samples, fewest and most tokens


@dataclass(frozen=True, slots=True)
class MediaIdentity:
    """What turns a medium into cells, beside its pixels or samples.

    Attributes:
        projector: content id of the projector's file.
        min_tokens: fewest tokens of a picture; -1 for what the file says.
        max_tokens: most tokens; likewise.
    """

    projector: str
    min_tokens: int = -1
    max_tokens: int = -1


def media_digest(medium: MediaRef, identity: MediaIdentity) -> MediaDigest:
    """Name a medium for one projector.

    Returns:
        16 bytes; equal on every machine, Python and run (docs/kvstore-format.md).
    """
    projector = identity.projector.encode()
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES, person=_PERSON)
    digest.update(struct.pack("<Q", len(projector)))
    digest.update(projector)
    size = medium.width, medium.height or medium.n_samples
    digest.update(_FACTS.pack(medium.kind, *size, identity.min_tokens, identity.max_tokens))
    digest.update(bytes.fromhex(medium.content))
    return MediaDigest(digest.digest())
