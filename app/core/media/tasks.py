"""What the child is asked of pictures and sounds.

Decoders are imported when they are needed: who asks does not load them.

Threads: one, in the child.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.decoding.child import Source, Task


def _size(question: dict[str, Any], source: Source, _give: object) -> dict[str, Any]:
    from app.core.media.pictures import size_of

    width, height = size_of(source, question["format"])
    return {"width": width, "height": height}


def _pixels(
    question: dict[str, Any], source: Source, give: Callable[[bytes], None]
) -> dict[str, Any]:
    from app.core.media.pictures import pixels_of

    limits = question["max_side"], question["max_pixels"]
    width, height, rgb = pixels_of(source, question["format"], *limits)
    give(rgb)
    return {"width": width, "height": height}


def _thumbnail(
    question: dict[str, Any], source: Source, give: Callable[[bytes], None]
) -> dict[str, Any]:
    from app.core.media.pictures import thumbnail_of

    is_png = question.get("is_png", False)
    give(thumbnail_of(source, question["format"], question["side"], is_png=is_png))
    return {}


def _duration(question: dict[str, Any], source: Source, _give: object) -> dict[str, Any]:
    from app.core.media.sounds import duration_of

    return {"duration_ms": duration_of(source, question["format"])}


def _samples(
    question: dict[str, Any], source: Source, give: Callable[[bytes], None]
) -> dict[str, Any]:
    from app.core.media.sounds import limited, samples_of

    for block in limited(samples_of(source, question["format"], question["rate"])):
        give(block.astype("<f4").tobytes())
    return {}


MEDIA_TASKS: Final[Mapping[str, Task]] = {
    "size": _size,
    "pixels": _pixels,
    "thumbnail": _thumbnail,
    "duration": _duration,
    "samples": _samples,
}
