"""What is being written: words, and the texts, pictures and sounds that go along with them.

How finely a model sees a picture is a part of it.
"""

from __future__ import annotations

import enum
import itertools
import math
from typing import Final

from app.core.content.media import MediaFile, MediaKind
from app.core.errors import KnownError
from app.core.messages import Attachment
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.core.settings.table import PICTURE_QUALITY
from app.ui.words.translation import tr, translated

MOST_MEDIA: Final = 24  # in one message; each costs a model hundreds of tokens


class TooManyMedia(KnownError):
    """A message has as many pictures and sounds as it may have."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("A message can have {n} pictures and sounds at most.", n=MOST_MEDIA),
            effect=phrase("The rest were not attached; your message is unchanged."),
            remedy=phrase("Send them in several messages, or remove some."),
        )


class Draft(PlainValue, frozen=True):
    """A message that is not sent yet."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    media: tuple[MediaFile, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.text.strip() and not self.attachments and not self.media

    def stripped(self) -> Draft:
        """Return it as it is sent, without blank lines around."""
        return replace(self, text=self.text.strip())


NO_DRAFT = Draft()


def joined(*drafts: Draft) -> Draft:
    """Return several as one, their words as paragraphs; a picture that several have is there once.

    It may have more pictures and sounds than one message can have: nothing gets lost here.
    """
    media: dict[str, MediaFile] = {}
    for draft in drafts:
        for one in draft.media:
            media.setdefault(one.digest, one)
    return Draft(
        "\n\n".join(draft.text for draft in drafts if draft.text.strip()),
        tuple(attachment for draft in drafts for attachment in draft.attachments),
        tuple(media.values()),
    )


def with_medium(media: tuple[MediaFile, ...], more: MediaFile) -> tuple[MediaFile, ...]:
    """Return media and one more; a file that is among them already is not attached twice.

    Raises:
        TooManyMedia: there is room for no more.
    """
    if any(one.digest == more.digest for one in media):
        return media
    if len(media) >= MOST_MEDIA:
        raise TooManyMedia
    return (*media, more)


def in_order(attachments: tuple[Attachment, ...]) -> tuple[Attachment, ...]:
    """Return documents before all else, in an order of their own.

    Chats that begin with the same documents begin with the same words, however they were attached.
    """
    files = sorted(
        (one for one in attachments if one.source),
        key=lambda one: (one.name, one.source.digest if one.source else ""),
    )
    return (*files, *(one for one in attachments if not one.source))


def with_text(attachments: tuple[Attachment, ...], text: str) -> tuple[Attachment, ...]:
    """Return attachments and one more, of words that are too long for the field."""
    taken = {attachment.name for attachment in attachments}
    first = tr("Pasted text")
    names = itertools.chain([first], (f"{first} {number}" for number in itertools.count(2)))
    return (*attachments, Attachment(next(name for name in names if name not in taken), text))


def packed(draft: Draft) -> Draft:
    """Return a draft with its words as a text that goes along."""
    return replace(draft, text="", attachments=with_text(draft.attachments, draft.text))


def cut_to(draft: Draft, share: float) -> Draft | None:
    """Return a draft with so much less text, all of it off the end of its longest text.

    Args:
        share: of all letters that stay, from 0 to 1.

    Returns:
        None where the longest text alone is too short for that.
    """
    texts = [draft.text, *(one.text for one in draft.attachments)]
    n_off = math.ceil((1 - share) * sum(map(len, texts)))
    longest = max(range(len(texts)), key=lambda number: len(texts[number]))
    if len(texts[longest]) <= n_off:
        return None
    texts[longest] = texts[longest][:-n_off] if n_off else texts[longest]
    along = zip(draft.attachments, texts[1:], strict=True)
    return replace(
        draft, text=texts[0], attachments=tuple(replace(one, text=text) for one, text in along)
    )


def uncut(draft: Draft, cut: Draft, whole: Draft) -> Draft | None:
    """Return a draft with what `cut_to` took off; None where the text it was taken off is gone."""
    if cut.text != whole.text:
        is_there = draft.text.startswith(cut.text)
        text = whole.text + draft.text[len(cut.text) :]
        return replace(draft, text=text) if is_there else None
    for short, full in zip(cut.attachments, whole.attachments, strict=True):
        if short != full and short in draft.attachments:
            along = (full if one == short else one for one in draft.attachments)
            return replace(draft, attachments=tuple(along))
    return None


def text_bytes(draft: Draft) -> int:
    """Return how large its words and the texts that go along are as files."""
    texts = (draft.text, *(one.text for one in draft.attachments))
    return sum(len(text.encode("utf-8", "replace")) for text in texts)


class PictureQuality(enum.StrEnum):
    """What the user chooses; the values stand in the settings."""

    FULL = "full"
    MEDIUM = "medium"
    SMALL = "small"


_MAX_PIXELS = {
    PictureQuality.FULL: 0,
    PictureQuality.MEDIUM: 1_000_000,
    PictureQuality.SMALL: 250_000,
}


def words_of(quality: PictureQuality) -> str:
    """Return what the user reads."""
    labels = {choice.value: choice.label for choice in PICTURE_QUALITY.choices}
    return translated(labels[quality.value])


def quality_of(picture: MediaFile) -> PictureQuality:
    """Return what was chosen for a picture."""
    for quality, max_pixels in _MAX_PIXELS.items():
        if picture.max_pixels == max_pixels:
            return quality
    return PictureQuality.FULL


def possible_qualities(medium: MediaFile) -> tuple[PictureQuality, ...]:
    """Return what differs for a picture; for a small one, and for a sound, there is one alone."""
    n_pixels = medium.width * medium.height if medium.kind is MediaKind.IMAGE else 0
    return tuple(
        quality for quality, max_pixels in _MAX_PIXELS.items() if max_pixels < max(1, n_pixels)
    )


def with_quality(medium: MediaFile, quality: PictureQuality) -> MediaFile:
    """Return a medium of which a model is given so much; what is smaller anyhow stays whole."""
    is_possible = quality in possible_qualities(medium)
    return replace(medium, max_pixels=_MAX_PIXELS[quality] if is_possible else 0)
