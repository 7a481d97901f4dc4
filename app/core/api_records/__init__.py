"""What makes conversations of other programs resume: the exact tokens of the answers they got.

A request brings all of its conversation along, as words. Words alone do not say which tokens they
were made of, and tokens cut anew would lose the stored memory at the first difference. So the
tokens are kept here, under digests of the words; the words themselves are not.
"""

from __future__ import annotations

from app.core.api_records.store import (
    NO_DIGEST,
    ApiRecord,
    ApiRecords,
    Digest,
    digest_behind,
    digests_of,
)

__all__ = ["NO_DIGEST", "ApiRecord", "ApiRecords", "Digest", "digest_behind", "digests_of"]
