"""Opens what goes along, and remembers with which quality the next picture is attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.settings import PICTURE_QUALITY
from app.ui.composer.picture_quality import PictureQuality

if TYPE_CHECKING:
    from app.core.content import MediaFile
    from app.core.settings import Settings
    from app.ui.composer.composer import Composer
    from app.ui.media.media_actions import MediaActions
    from app.ui.settings.settings_presenter import SettingsPresenter


class AttachingPresenter(QObject):
    """Joins what goes along with the settings.

    Args:
        settings: hold the quality.
        presenter: changes it.
        actions: show a picture in full, and play a sound.
        composer: has what goes along.
    """

    def __init__(
        self,
        settings: Settings,
        presenter: SettingsPresenter,
        actions: MediaActions,
        composer: Composer,
    ) -> None:
        super().__init__(composer)
        self._settings = settings
        self._presenter = presenter
        self._attaching = composer.attaching
        self._actions = actions
        composer.attachments.quality_chosen.connect(self._choose)
        composer.attachments.opened.connect(self._open)
        settings.on_change((PICTURE_QUALITY,), self._follow)
        self._follow()

    def _follow(self) -> None:
        self._attaching.quality = PictureQuality(self._settings.get(PICTURE_QUALITY))

    @Slot(object)
    def _choose(self, quality: PictureQuality) -> None:
        self._presenter.change(PICTURE_QUALITY, quality.value)

    @Slot(object, object)
    def _open(self, media: tuple[MediaFile, ...], medium: MediaFile) -> None:
        self._actions.open(media, media.index(medium))
