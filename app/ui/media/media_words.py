"""What is said of a picture or a sound: its name, its size, and how to call it to a reader."""

from __future__ import annotations

from app.core.content.media import MediaFile, MediaKind
from app.ui.words.formatting import count, size
from app.ui.words.translation import listed, tr


def picture_name(file: MediaFile) -> str:
    """Return the name of a picture or a sound, or what it is where it has none."""
    if file.name:
        return file.name
    return tr("Sound") if file.kind is MediaKind.SOUND else tr("Picture")


def facts_words(file: MediaFile, place: tuple[int, int] | None = None) -> str:
    """Return name, measures and size in one line.

    Args:
        file: of a picture or a sound.
        place: which of how many it is, from 1; None where that is not said.
    """
    number = ""
    if place is not None:
        number = tr("{n} of {n_all}", n=count(place[0]), n_all=count(place[1]))
    parts = (picture_name(file), measure_words(file), size(file.n_bytes), number)
    return " · ".join(filter(None, parts))


def measure_words(file: MediaFile) -> str:
    """Return how large a picture is in pixels, or how long a sound is; "" where nobody knows."""
    if file.kind is MediaKind.SOUND:
        return length_words(file.duration_ms) if file.duration_ms else ""
    if not file.width or not file.height:
        return ""
    return f"{count(file.width)} × {count(file.height)}"


def length_words(duration_ms: int) -> str:
    """Return how long a sound is, as players show it: "0:07", "1:02:03"."""
    minutes, seconds = divmod(max(1, round(duration_ms / 1000)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def spoken_medium(file: MediaFile) -> str:
    """Return what a screen reader says of a picture or a sound: what it shows, or its name."""
    if file.kind is MediaKind.SOUND:
        named = listed((picture_name(file), measure_words(file)))
        if file.alt_text:
            return tr("Sound: {text} ({name})", text=file.alt_text, name=named)
        return tr("Sound: {name}", name=named)
    if file.alt_text:
        return tr("Picture: {text} ({name})", text=file.alt_text, name=picture_name(file))
    return tr("Picture: {name}", name=picture_name(file))
