"""A picture for a project, made small by the child that decodes what strangers wrote.

What comes back is a PNG that the child wrote itself; the same picture gives the same bytes each
time, so that a project that is exported and imported again is the same.

Threads: any; a question may take seconds.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.decoding.decoder import DecoderFailed
from app.core.decoding.wire import DecodingRefused
from app.core.errors import KnownError
from app.core.projects import errors
from app.core.projects.hidden_texts import JPEG_MARK, is_webp
from app.core.projects.values import MAX_PICTURE_BYTES, PICTURE_SIDE, PNG_MARK

if TYPE_CHECKING:
    from app.core.decoding.decoder import Decoder

logger = logging.getLogger(__name__)


def small_picture(data: bytes, decoder: Decoder) -> bytes:
    """Return a picture for a project.

    Args:
        data: a PNG, JPEG or WebP file, as large as any picture that Hearth reads.
        decoder: asks the child.

    Raises:
        KnownError: it cannot be decoded.
    """
    found = _format(data)
    if not found:
        raise errors.PICTURE_UNUSABLE("the format is not known")
    task = {"task": "thumbnail", "format": found, "side": PICTURE_SIDE, "is_png": True}
    try:
        question = {**task, "n_bytes": len(data)}
        picture = decoder.ask(question, MAX_PICTURE_BYTES, data)[1]
    except (DecodingRefused, DecoderFailed) as error:
        raise errors.PICTURE_UNUSABLE(str(getattr(error, "said", error))[:2000]) from error
    if not picture.startswith(PNG_MARK):
        raise errors.PICTURE_UNUSABLE("the child gave no PNG")
    return picture


def picture_if_any(data: bytes, decoder: Decoder) -> bytes:
    """Return a picture for a project; b"" where it cannot be read, for the rest is worth more."""
    try:
        return small_picture(data, decoder) if data else b""
    except KnownError as error:
        logger.info("a picture was left out: %s", error.detail)
        return b""


def _format(data: bytes) -> str:
    """Return what a picture is, as the child calls it; "" for what no project takes."""
    if data.startswith(PNG_MARK):
        return "PNG"
    if data.startswith(JPEG_MARK):
        return "JPEG"
    return "WEBP" if is_webp(data) else ""
