"""What the loaded model gives back before another one is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.events import ModelResting
from app.core.phrases import NO_WORDS
from app.core.plain_value import replace
from app.core.protocol import LoadedPlacement, ModelLoaded, ModelUnloaded, PlaceUse
from app.ui.state.fit_watch import FreedMemory
from tests.unit.ui.conftest import make_model

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk


def test_it_is_all_on_devices_and_of_the_weights_in_ram_what_is_no_view_of_a_file(
    desk: Desk,
) -> None:
    freed = FreedMemory(desk.bridge, desk.window)
    uses = (PlaceUse("RAM", 3, 100, 20, 3), PlaceUse("GPU0", 9, 1000, 200, 30))

    loaded = ModelLoaded(replace(make_model(), placement=LoadedPlacement(NO_WORDS, uses)))

    desk.post(loaded)
    assert list(freed.places) == [("RAM", 23), ("GPU0", 1230)]
    copied = LoadedPlacement(NO_WORDS, uses, copied_bytes=70)
    desk.post(ModelLoaded(replace(make_model(), placement=copied)))
    assert list(freed.places) == [("RAM", 93), ("GPU0", 1230)]
    for gone in (ModelUnloaded(), ModelResting()):
        desk.post(gone)
        assert not freed.places
        desk.post(loaded)
