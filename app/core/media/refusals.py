"""Why a file of a user is refused: a sentence for each reason, and what to do instead.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.content.media import MAX_PIXELS, MAX_SIDE, MediaKind, MediaUnusable, check_size
from app.core.errors import KnownError, WordedError
from app.core.media.formats import Advice
from app.core.phrases import Amount, phrase
from app.core.system.files import DISK_FULL

if TYPE_CHECKING:
    from app.core.media.formats import RefusedFormat


class NotAMedium(MediaUnusable):
    """A file holds neither a picture nor a sound that is known here."""


class MediaNotKept(KnownError):
    """The disk refused to keep a file, or what was made of it."""

    def __init__(self, name: str, error: OSError) -> None:
        is_full = error.errno in DISK_FULL
        super().__init__(
            what=phrase("Hearth could not store “{name}”: the disk is full.", name=name)
            if is_full
            else phrase(
                "Hearth could not store “{name}” ({reason}).",
                name=name,
                reason=error.strerror or error,
            ),
            effect=phrase("It was not sent. Your chats are untouched."),
            remedy=phrase(
                "Free some space on the disk with Hearth's folder, then attach the file again."
            )
            if is_full
            else phrase("Make Hearth's folder writable, then attach the file again."),
            detail=repr(error),
        )


class NoRoomForMedia(WordedError):
    """Other requests hold as many pictures and sounds as there is room for."""

    may_pass = True

    what = phrase("The pictures and sounds of other requests use all the available memory.")
    effect = phrase("Nothing was sent to the model.")
    remedy = phrase("Try again soon, or send smaller pictures.")


class MediaNotDeleted(WordedError):
    """The disk refused to delete what nobody uses."""

    what = phrase("Hearth could not delete pictures and sounds that no chat uses ({reason}).")
    effect = phrase("They take up space, but do no other harm.")
    remedy = phrase("Make Hearth's folder writable; Hearth tries again at the next start.")


class MediaNotSaved(KnownError):
    """A copy of a file could not be written where the user wanted it."""

    def __init__(self, name: str, error: OSError) -> None:
        is_full = error.errno in DISK_FULL
        super().__init__(
            what=phrase("Hearth could not save “{name}”: the disk is full.", name=name)
            if is_full
            else phrase(
                "Hearth could not save “{name}” ({reason}).", name=name, reason=_reason(error)
            ),
            effect=phrase("No copy was written. Your chats are untouched."),
            remedy=phrase("Save it in another folder."),
            detail=repr(error),
        )


class MediaMissing(WordedError):
    """The original of a medium is not beside the chats any more."""

    what = phrase("Hearth's copy of “{name}” no longer exists.")
    effect = phrase("It was not sent. Your chats are untouched.")
    remedy = phrase("Attach the file again.")


def empty(name: str) -> MediaUnusable:
    """Return the refusal of a file of no bytes."""
    return MediaUnusable(
        phrase("“{name}” is empty.", name=name),
        phrase("Attach a file that contains a picture or a sound."),
    )


def too_large(name: str, max_bytes: int) -> MediaUnusable:
    """Return the refusal of a file of too many bytes."""
    return MediaUnusable(
        phrase("“{name}” is larger than {n} MB.", name=name, n=Amount(max_bytes // 1_000_000)),
        phrase("Make the picture smaller or the sound shorter, then attach it again."),
    )


def not_a_file(name: str, *, is_folder: bool) -> MediaUnusable:
    """Return the refusal of a folder, or of a pipe or device."""
    if is_folder:
        return MediaUnusable(
            phrase("“{name}” is a folder.", name=name),
            phrase("Attach the files in it one at a time."),
        )
    return MediaUnusable(
        phrase("“{name}” is not a regular file.", name=name),
        phrase("Save its content as a file, and attach that."),
    )


def not_there(name: str) -> MediaUnusable:
    """Return the refusal of a file that has gone."""
    return MediaUnusable(
        phrase("There is no file “{name}”.", name=name),
        phrase("Find the file, and attach it from its new location."),
    )


def not_readable(name: str, error: OSError) -> MediaUnusable:
    """Return the refusal of a file that the system does not let us read."""
    return _detailed(
        MediaUnusable(
            phrase("Hearth cannot open “{name}” ({reason}).", name=name, reason=_reason(error)),
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
            phrase("“{name}” is a picture, but should be a sound.", name=name),
            phrase("Send it as a picture."),
        )
    return MediaUnusable(
        phrase("“{name}” is a sound, but should be a picture.", name=name),
        phrase("Send it as a sound."),
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
    remedy = phrase("Open it in another program, save it again, and attach the new file.")
    return _detailed(MediaUnusable(what, remedy), detail)


def decoder_failed(name: str, detail: str) -> MediaUnusable:
    """Return the refusal of a file whose decoder died, hung or wanted too much memory."""
    return _detailed(
        MediaUnusable(
            phrase("Hearth could not read “{name}”: the decoder failed.", name=name),
            phrase("Open it in another program, save it again, and attach the new file."),
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
                phrase("Split it into parts of up to an hour, and attach those."),
            )
        case "short":
            return MediaUnusable(
                phrase("The sound “{name}” is empty or too short to hear.", name=name),
                phrase("Attach a sound of at least a hundredth of a second."),
            )
        case "numbers":
            return MediaUnusable(
                phrase("The sound contains invalid samples."),
                phrase("Convert the sound to WAV or MP3 in another program, then attach it again."),
            )
        case "rate":
            return MediaUnusable(
                phrase(
                    "The sound “{name}” has {rate} samples per second and {channels} channels.",
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
            "Attach a picture of at most {side} pixels per side and {pixels} million in total.",
            side=MAX_SIDE,
            pixels=MAX_PIXELS // 10**6,
        ),
    )


def _detailed(refusal: MediaUnusable, detail: str) -> MediaUnusable:
    refusal.detail = detail
    return refusal


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
