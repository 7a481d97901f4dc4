"""A real engine with a tiny model that sees or hears, and messages with media."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.content.media import RawMedia
from app.core.messages import Role
from app.core.protocol import PlacedMedium, PromptMessage
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.media_run import some_picture, some_sound

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.content.media import MediaRef, RawImage, RawSound
    from tests.helpers.media_pairs import Pair


class MediaHarness(EngineHarness):
    """Runs an engine over a store in `folder` with a pair of text model and projector."""

    def __init__(self, folder: Path, pair: Pair, files: tuple[Path, Path], **load: Any) -> None:
        text, projector = files
        given: dict[str, Any] = {"projector": str(projector), **pair.load}
        super().__init__(folder, text, **(given | load))
        self.raw = RawMedia(folder / "media")

    def show(self, dialogue: Dialogue, text: str, *media: RawImage | RawSound) -> Dialogue:
        """Add a message with media before its text."""
        return show(dialogue, text, *map(self.raw.put, media))


def show(dialogue: Dialogue, text: str, *media: MediaRef) -> Dialogue:
    """Add a message with media before its text to a dialogue."""
    placed = tuple(PlacedMedium(one) for one in media)
    dialogue.messages.append(PromptMessage(Role.USER, text, media=placed))
    return dialogue


def medium_for(pair: Pair, seed: int = 0) -> RawImage | RawSound:
    """Return what a pair takes: a picture, or a sound."""
    return some_picture(seed) if pair.vision else some_sound(440.0 + 100 * seed)
