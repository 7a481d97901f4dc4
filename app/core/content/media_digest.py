"""What a medium is called: a digest of everything that decides what a model is given of it.

Threads: pure functions, any thread; a large picture takes a fifth of a second.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import NewType

from app.core.content.media import RawImage, RawSound

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


def media_digest(medium: RawImage | RawSound, identity: MediaIdentity) -> MediaDigest:
    """Name a medium for one projector.

    Returns:
        16 bytes; equal on every machine, Python and run (docs/kvstore-format.md).
    """
    projector = identity.projector.encode()
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES, person=_PERSON)
    digest.update(struct.pack("<Q", len(projector)))
    digest.update(projector)
    if isinstance(medium, RawImage):
        size, content = (medium.width, medium.height), medium.rgb
    else:
        size, content = (0, medium.n_samples), medium.pcm
    digest.update(_FACTS.pack(medium.kind, *size, identity.min_tokens, identity.max_tokens))
    digest.update(content)
    return MediaDigest(digest.digest())
