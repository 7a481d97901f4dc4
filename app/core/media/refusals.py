"""Why a file of a user is refused: a sentence for each reason, and what to do instead.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.content import MediaKind, MediaUnusable
from app.core.content.media import MAX_PIXELS, MAX_SIDE, check_size
from app.core.errors import KnownError, WordedError
from app.core.files import DISK_FULL
from app.core.media.formats import Advice
from app.core.phrases import Amount, phrase

if TYPE_CHECKING:
    from app.core.media.formats import RefusedFormat


class NotAMedium(MediaUnusable):
    """A file holds neither a picture nor a sound that is known here."""


class MediaNotKept(KnownError):
    """The disk refused to keep a file, or what was made of it."""

    def __init__(self, name: str, error: OSError) -> None:
        is_full = error.errno in DISK_FULL
        super().__init__(
            what=phrase("“{name}” could not be kept: the disk is full.", name=name)
            if is_full
            else phrase(
                "“{name}” could not be kept ({reason}).", name=name, reason=error.strerror or error
            ),
            effect=phrase("It was not sent. Your chats are untouched."),
            remedy=phrase("Make room on the disk with Hearth's folder, then attach the file anew.")
            if is_full
            else phrase("Make Hearth's folder writable, then attach the file anew."),
            detail=repr(error),
        )


class NoRoomForMedia(WordedError):
    """Other requests hold as many pictures and sounds as there is room for."""

    may_pass = True

    what = phrase("The pictures and sounds of other requests take all room there is.")
    effect = phrase("Nothing was asked.")
    remedy = phrase("Ask again soon, or send smaller pictures.")


class MediaNotDeleted(WordedError):
    """The disk refused to delete what nobody uses."""

    what = phrase("Pictures and sounds that no chat uses any more could not be deleted ({reason}).")
    effect = phrase("They take room, and nothing else is wrong.")
    remedy = phrase("Make Hearth's folder writable; it is tried again at the next start.")

    def __init__(self, error: OSError) -> None:
        super().__init__(repr(error), reason=error.strerror or error)


class MediaNotSaved(KnownError):
    """A copy of a file could not be written where the user wanted it."""

    def __init__(self, name: str, error: OSError) -> None:
        is_full = error.errno in DISK_FULL
        super().__init__(
            what=phrase("“{name}” could not be saved: the disk is full.", name=name)
            if is_full
            else phrase(
                "“{name}” could not be saved ({reason}).", name=name, reason=_reason(error)
            ),
            effect=phrase("No copy was written. Your chats are untouched."),
            remedy=phrase("Save it in another folder."),
            detail=repr(error),
        )


class MediaMissing(WordedError):
    """The original of a medium is not beside the chats any more."""

    what = phrase("“{name}” is not beside your chats any more.")
    effect = phrase("It was not sent. Your chats are untouched.")
    remedy = phrase("Attach the file anew.")


def empty(name: str) -> MediaUnusable:
    """Return the refusal of a file of no bytes."""
    return MediaUnusable(
        phrase("“{name}” is empty.", name=name),
        phrase("Attach a file with a picture or a sound in it."),
    )


def too_large(name: str, max_bytes: int) -> MediaUnusable:
    """Return the refusal of a file of too many bytes."""
    return MediaUnusable(
        phrase("“{name}” is larger than {n} MB.", name=name, n=Amount(max_bytes // 1_000_000)),
        phrase("Save the picture smaller, or cut the sound shorter, then attach it anew."),
    )


def not_a_file(name: str, *, is_folder: bool) -> MediaUnusable:
    """Return the refusal of a folder, or of a pipe or device."""
    if is_folder:
        return MediaUnusable(
            phrase("“{name}” is a folder.", name=name), phrase("Attach the files in it one by one.")
        )
    return MediaUnusable(
        phrase("“{name}” is no ordinary file.", name=name),
        phrase("Save what it holds in a file, and attach that."),
    )


def not_there(name: str) -> MediaUnusable:
    """Return the refusal of a file that has gone."""
    return MediaUnusable(
        phrase("“{name}” is not there any more.", name=name),
        phrase("Look where the file is now, and attach it from there."),
    )


def not_readable(name: str, error: OSError) -> MediaUnusable:
    """Return the refusal of a file that the system does not let us read."""
    return _detailed(
        MediaUnusable(
            phrase("“{name}” cannot be opened ({reason}).", name=name, reason=_reason(error)),
            phrase("Copy it to a folder of yours, and attach the copy."),
        ),
        repr(error),
    )


def not_a_medium(name: str) -> NotAMedium:
    """Return the refusal of a file that holds something else."""
    return NotAMedium(
        phrase("“{name}” is neither a picture nor a sound that Hearth can read.", name=name),
        phrase(
            "Attach a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, FLAC, Ogg, "
            "Opus)."
        ),
    )


def other_kind(name: str, kind: MediaKind) -> MediaUnusable:
    """Return the refusal of a sound in the place of a picture, or the other way round.

    Args:
        name: of the file, as it is shown.
        kind: what it is.
    """
    if kind is MediaKind.IMAGE:
        return MediaUnusable(
            phrase("“{name}” is a picture, and a sound was expected.", name=name),
            phrase("Send it in the place of a picture."),
        )
    return MediaUnusable(
        phrase("“{name}” is a sound, and a picture was expected.", name=name),
        phrase("Send it in the place of a sound."),
    )


def wrong_format(name: str, found: RefusedFormat) -> MediaUnusable:
    """Return the refusal of a format that is known and not read."""
    what = phrase("“{name}” has the format {format}.", name=name, format=found.name)
    match found.advice:
        case Advice.SAVE_AS_PICTURE:
            remedy = phrase("Convert it to JPEG or PNG in another program, then attach that.")
        case Advice.SAVE_AS_SOUND:
            remedy = phrase("Convert it to MP3 or WAV in another program, then attach that.")
        case Advice.TAKE_FROM_VIDEO:
            what = phrase("“{name}” is a video ({format}).", name=name, format=found.name)
            remedy = phrase("Attach single pictures of it (PNG), or its sound (MP3).")
        case Advice.SAVE_PAGES:
            remedy = phrase("Save its pages as pictures (PNG), or its text as a text file.")
    return MediaUnusable(what, remedy)


def damaged(name: str, kind: MediaKind, detail: str) -> MediaUnusable:
    """Return the refusal of a file that begins like a medium and cannot be decoded."""
    what = (
        phrase("The picture “{name}” is damaged or incomplete.", name=name)
        if kind is MediaKind.IMAGE
        else phrase("The sound “{name}” is damaged or incomplete.", name=name)
    )
    remedy = phrase("Open it in another program, save it anew, and attach that.")
    return _detailed(MediaUnusable(what, remedy), detail)


def decoder_failed(name: str, detail: str) -> MediaUnusable:
    """Return the refusal of a file whose decoder died, hung or wanted too much memory."""
    return _detailed(
        MediaUnusable(
            phrase("“{name}” could not be read: its decoder has failed.", name=name),
            phrase("Open it in another program, save it anew, and attach that."),
        ),
        detail,
    )


def by_decoder(name: str, kind: MediaKind, said: dict[str, Any]) -> MediaUnusable:
    """Return the refusal for a reason that the decoder gave, whatever it said.

    Args:
        name: of the file, as it is shown.
        kind: what the file begins like.
        said: "code", "detail" and the facts that belong to that code.
    """
    detail = str(said.get("detail", ""))[:2000]
    match said.get("code"):
        case "size":
            return _of_size(name, kind, said, detail)
        case "pixels":
            return _too_many_pixels()
        case "long":
            return MediaUnusable(
                phrase("The sound “{name}” is longer than an hour.", name=name),
                phrase("Cut it into pieces of up to an hour, and attach those."),
            )
        case "short":
            return MediaUnusable(
                phrase("The sound “{name}” is empty or too short to be heard.", name=name),
                phrase("Attach a sound of at least a hundredth of a second."),
            )
        case "numbers":
            return MediaUnusable(
                phrase("The sound has samples that are no numbers."),
                phrase("Convert the sound to WAV or MP3 in another program, then attach it anew."),
            )
        case "rate":
            return MediaUnusable(
                phrase(
                    "The sound “{name}” has {rate} samples a second and {channels} channels.",
                    name=name,
                    rate=str(said.get("rate", "?"))[:20],
                    channels=str(said.get("channels", "?"))[:20],
                ),
                phrase("Convert it to MP3 or WAV in another program, then attach that."),
            )
        case "raw":
            return MediaUnusable(
                phrase("“{name}” has the format {format}.", name=name, format="RAW"),
                phrase("Convert it to JPEG or PNG in another program, then attach that."),
            )
        case "memory" | "decoder":
            return decoder_failed(name, detail)
        case _:
            return damaged(name, kind, detail)


def _of_size(name: str, kind: MediaKind, said: dict[str, Any], detail: str) -> MediaUnusable:
    try:
        check_size(int(said["width"]), int(said["height"]))
    except MediaUnusable as refusal:
        return refusal
    except (KeyError, TypeError, ValueError, OverflowError):
        pass
    return damaged(name, kind, detail)


def _too_many_pixels() -> MediaUnusable:
    return MediaUnusable(
        phrase("The picture has more pixels than Hearth can read."),
        phrase(
            "Attach a picture of at most {side} pixels a side and {pixels} million in all.",
            side=MAX_SIDE,
            pixels=MAX_PIXELS // 10**6,
        ),
    )


def _detailed(refusal: MediaUnusable, detail: str) -> MediaUnusable:
    refusal.detail = detail
    return refusal


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
