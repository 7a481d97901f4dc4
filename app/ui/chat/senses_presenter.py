"""Compares what goes along with what the model takes, and says at once where it takes less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.content import MediaKind
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.ui.composer.senses import kinds_not_taken
from app.ui.composer.senses_bar import MODELS, SensesWay

if TYPE_CHECKING:
    from collections.abc import Collection

    from app.core.models.projectors import ModelWithSenses
    from app.core.protocol import ModelInfo
    from app.ui.composer.composer import Composer
    from app.ui.event_bridge import EventBridge
    from app.ui.library.senses_search import SensesSearch
    from app.ui.model_views.model_presenter import ModelPresenter


class SensesPresenter(QObject):
    """Keeps the bar above the field true.

    Args:
        bridge: tells of models.
        models: opens another one.
        composer: what goes along, and the bar.
        search: looks for models that take more.

    Sends `setup_requested` with path and name of the model whose settings the user wants to see.
    """

    setup_requested = Signal(object, str)

    def __init__(
        self,
        bridge: EventBridge,
        models: ModelPresenter,
        composer: Composer,
        search: SensesSearch,
    ) -> None:
        super().__init__(composer)
        self._models = models
        self._composer = composer
        self._bar = composer.senses_bar
        self._search = search
        self._model: ModelInfo | None = None
        self._has_looked = False  # since this model was loaded
        self._capable: tuple[ModelWithSenses, ...] = ()
        self._offered: tuple[ModelWithSenses, ...] = ()
        search.found.connect(self._on_found)
        self._bar.pressed.connect(self._on_pressed)
        composer.changed.connect(self._refresh)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        self._model = event.info if isinstance(event, ModelLoaded) else None
        self._has_looked = False  # and meanwhile another may have come to the disk
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        model, kinds = self._model, frozenset[MediaKind]()
        if model is not None:
            kinds = kinds_not_taken(self._composer.written().media, model.senses)
        if kinds and not self._has_looked:
            self._has_looked = True
            self._search.begin()
        fitting = [one for one in self._capable if _takes(one, kinds)]
        others = [one for one in fitting if model is None or one.path != model.path]
        recent = list(self._models.recent)
        others.sort(key=lambda one: recent.index(one.path) if one.path in recent else len(recent))
        by_name: dict[str, ModelWithSenses] = {}  # nobody could tell two of one name apart
        for one in others:
            by_name.setdefault(one.name, one)
        self._offered = tuple(by_name.values())[: len(MODELS)]
        names = [one.name for one in self._offered]
        self._bar.show_kinds(kinds, names, has_projector=len(others) < len(fitting))

    @Slot(object)
    def _on_found(self, found: tuple[ModelWithSenses, ...]) -> None:
        self._capable = found
        self._refresh()

    @Slot(object)
    def _on_pressed(self, way: SensesWay) -> None:
        if way is SensesWay.ANOTHER_MODEL:
            self._models.library_requested.emit()
        elif way is SensesWay.SETTINGS:
            if self._model is not None:
                self.setup_requested.emit(self._model.path, self._model.name)
        else:
            number = MODELS.index(way)
            if number < len(self._offered):
                self._models.choose(self._offered[number].path)


def _takes(model: ModelWithSenses, kinds: Collection[MediaKind]) -> bool:
    """Whether a model takes all of some kinds."""
    sees = model.sees or MediaKind.IMAGE not in kinds
    return sees and (model.hears or MediaKind.SOUND not in kinds)
