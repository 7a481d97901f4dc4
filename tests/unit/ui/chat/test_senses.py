"""A model that cannot see or hear says so while there is time, and what pictures cost is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId
from app.core.conversations.events import ContextUse
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, ModelUnloaded, Senses
from app.core.system.paths import Paths
from app.ui.composer.composer_bar import SensesWay
from app.ui.composer.draft import Draft
from tests.helpers.attached_media import picture, sound
from tests.helpers.media_pairs import pair_of
from tests.unit.ui.conftest import answer, make_model

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.content.media import MediaFile
    from app.ui.composer.composer_bar import SensesBar
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CHAT = ChatId(1)
SOON_MS = 60_000
BLIND, SEEING = make_model(), replace(make_model(), senses=Senses(sees=True))
HEARING = replace(make_model(), senses=Senses(hears=True, sample_rate=16_000))
PICTURE, SOUND = picture(), sound()
NOT_SEEN = "This model cannot see pictures. It will read only their names."
NOT_HEARD = "This model cannot hear sounds. It will read only their names."
NEITHER = "This model can neither see pictures nor hear sounds. It will read only their names."


def bar(desk: Desk) -> SensesBar:
    return desk.window.composer.senses_bar


def offered(desk: Desk) -> list[str]:
    return [button.text() for button in bar(desk).buttons.values() if not button.isHidden()]


@pytest.mark.parametrize(
    ("model", "along", "said"),
    [
        (BLIND, (PICTURE,), NOT_SEEN),
        (BLIND, (SOUND,), NOT_HEARD),
        (BLIND, (PICTURE, SOUND), NEITHER),
        (SEEING, (PICTURE,), ""),
        (SEEING, (PICTURE, SOUND), NOT_HEARD),
        (HEARING, (PICTURE, SOUND), NOT_SEEN),
        (BLIND, (), ""),
    ],
)
def test_what_the_model_does_not_take_is_said_above_the_field(
    desk: Desk, model: object, along: tuple[MediaFile, ...], said: str
) -> None:
    desk.post(ModelLoaded(model))  # type: ignore[arg-type]
    desk.window.composer.set_draft(Draft("Look", media=along))
    assert bar(desk).words() == said
    assert bar(desk).isHidden() == (not said)


def test_it_is_said_as_long_as_it_is_so_and_no_longer(desk: Desk) -> None:
    desk.window.composer.set_draft(Draft("Look", media=(PICTURE,)))
    assert bar(desk).words() == ""  # nobody is asked yet
    desk.post(ModelLoaded(BLIND))
    assert bar(desk).words() == NOT_SEEN
    desk.post(ModelLoaded(SEEING))
    assert bar(desk).words() == ""
    desk.post(ModelLoaded(BLIND))
    desk.window.composer.set_draft(Draft("Look"))
    assert bar(desk).words() == ""
    desk.window.composer.set_draft(Draft("Look", media=(PICTURE,)))
    assert bar(desk).words() == NOT_SEEN
    desk.post(ModelUnloaded())
    assert bar(desk).words() == ""


def test_a_blind_model_is_asked_all_the_same(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.composer.set_draft(Draft("Look", media=(PICTURE,)))
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert desk.sent == [(CHAT, "Look")]


def test_models_that_see_are_offered_the_last_used_first(desk: Desk, tmp_path: Path) -> None:
    models = Paths.locate(tmp_path).models
    for number, name in enumerate(("siglip", "both", "sound", "siglip")):
        (models / str(number)).mkdir(parents=True)
        pair_of(name).write(models / str(number))
    last = str(models / "3" / "siglip.gguf")
    desk.post(ModelLoaded(replace(SEEING, path=last, name="Last")), ModelLoaded(BLIND))
    assert not desk.window.composer.senses_bar.words()
    desk.window.composer.set_draft(Draft("Look", media=(PICTURE,)))
    assert offered(desk) == ["Choose another model…"]

    desk.qtbot.waitUntil(lambda: len(offered(desk)) == 3, timeout=SOON_MS)
    assert len(set(offered(desk))) == 3  # none of two models of one name twice
    desk.qtbot.mouseClick(bar(desk).buttons[SensesWay.FIRST_MODEL], Qt.MouseButton.LeftButton)
    assert ("load", last) in desk.calls


def test_a_model_that_has_a_projector_beside_it_can_be_set_up(desk: Desk, tmp_path: Path) -> None:
    models = Paths.locate(tmp_path).models / "pair"
    models.mkdir(parents=True)
    text, _projector = pair_of("siglip").write(models)
    desk.post(ModelLoaded(replace(BLIND, path=str(text))))
    desk.window.composer.set_draft(Draft("Look", media=(PICTURE,)))
    desk.qtbot.waitUntil(lambda: "Model settings…" in offered(desk), timeout=SOON_MS)
    assert offered(desk) == ["Model settings…", "Choose another model…"]


def test_another_model_is_chosen_among_those_on_this_machine(desk: Desk) -> None:
    wanted: list[bool] = []
    desk.window.models.library_requested.connect(lambda: wanted.append(True))
    desk.post(ModelLoaded(BLIND))
    desk.window.composer.set_draft(Draft("Look", media=(PICTURE,)))
    desk.qtbot.mouseClick(bar(desk).buttons[SensesWay.ANOTHER_MODEL], Qt.MouseButton.LeftButton)
    assert wanted == [True]
    desk.window.model_pages.library.close()


# -- what they cost --


def measured(desk: Desk, n_media: int, n_total: int = 900) -> None:
    """Wait until what is written now is to be counted, and answer; what was before, too."""
    written, answered = desk.window.composer.written().media, -1

    def is_asked() -> bool:
        nonlocal answered
        asked = [call for call in desk.calls if call[0] == "measure"]
        if asked and asked[-1][-1]["media"] == written:
            return True
        if asked and answered != len(asked):
            answered = len(asked)
            desk.bridge.post(ContextUse(CHAT, n_ctx=8192, n_total=300, n_chat=300))
        return False

    desk.qtbot.waitUntil(is_asked, timeout=SOON_MS)
    use = ContextUse(CHAT, n_ctx=8192, n_total=n_total, n_chat=300, n_media=n_media)
    desk.post(replace(use, n_attachments=n_media))


def test_what_pictures_and_sounds_take_is_told_where_they_are(desk: Desk) -> None:
    desk.open(answer("hello"))
    both = replace(make_model(), senses=Senses(sees=True, hears=True, sample_rate=16_000))
    desk.post(ModelLoaded(both))
    chips = desk.window.composer.attachments
    desk.window.composer.set_draft(Draft("Look", media=(PICTURE, picture(data=b"dog"))))
    measured(desk, 512)
    [asked] = [call for call in desk.calls if call[0] == "measure"][-1:]
    assert asked[-1]["media"] == (PICTURE, picture(data=b"dog"))
    assert desk.window.composer.media_cost() == "2 pictures: 512 tokens"
    assert "Pictures and sounds: 512 tokens" in desk.window.status.meter.explanation()

    desk.window.composer.set_draft(Draft("Look", media=(PICTURE, SOUND)))
    assert desk.window.composer.media_cost() == ""  # these are not counted yet
    measured(desk, 443)
    assert desk.window.composer.media_cost() == "1 picture, 1 sound: 443 tokens"

    desk.window.composer.set_draft(Draft("Look", media=(PICTURE,)))
    measured(desk, 256)
    [chip] = chips.media_chips()
    assert "256 tokens" in chip.toolTip()


def test_nothing_is_told_of_what_a_blind_model_only_reads_the_name_of(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.composer.set_draft(Draft("Look", media=(PICTURE,)))
    measured(desk, 0)
    assert desk.window.composer.media_cost() == ""


def test_a_picture_is_counted_before_it_is_sent_and_what_does_not_fit_stays(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.post(ModelLoaded(SEEING))
    measured(desk, 0)
    desk.window.composer.set_draft(Draft("", media=(PICTURE,)))
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert desk.sent == []
    measured(desk, 4096, n_total=8300)
    assert desk.sent == []
    assert "does not fit" in desk.window.composer.context_bar.words()
    desk.window.composer.set_draft(Draft("", media=(picture(data=b"small"),)))
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    measured(desk, 256)
    assert desk.sent == [(CHAT, "")]
