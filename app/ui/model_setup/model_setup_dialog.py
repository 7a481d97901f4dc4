"""How one model is loaded: everything is Hearth's own choice until something is chosen here."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from app.core.models.model_settings import LARGEST_SCALE, objection_to
from app.core.plain_value import replace
from app.core.protocol import DEFAULT_LOAD, Adapter, Device, LoadSettings
from app.ui.kit.accessibility import announce, follow_layout
from app.ui.kit.boxes import StillBox
from app.ui.kit.dialog_page import DialogPage, scrolled
from app.ui.kit.labels import ElidedLabel, caption, label, polish_again, push_button, show_words
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_S, Theme
from app.ui.model_setup.companion_field import DraftField, ProjectorField
from app.ui.model_setup.load_fields import DeviceFields, LoadFields
from app.ui.model_setup.template_field import TemplateField
from app.ui.words.plain_text import set_tip, window_title
from app.ui.words.translation import tr, translated

_SIZE = QSize(640, 720)
_EXAMPLE_ADDRESS = "127.0.0.1:50052"


class ModelSetupDialog(DialogPage):
    """Sends `saved` with the `LoadSettings` and whether the model is to be loaded now.

    And `changed` with every choice that can be.

    Args:
        name: of the model.
        settings: what is in force.
        gpus: of this machine; None while they are not known.
        is_loaded: whether this model answers now.
    """

    saved = Signal(object, bool)
    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        name: str,
        settings: LoadSettings,
        gpus: tuple[Device, ...] | None,
        *,
        is_loaded: bool,
        parent: QWidget | None = None,
    ) -> None:
        title = window_title(tr("Settings for {model}", model=name))
        super().__init__("modelSetup", title, parent)
        self._before = settings
        self.fields = LoadFields(theme, gpus or (), self)
        self.devices = DeviceFields(theme, gpus, settings)
        self.machines = QLineEdit()
        self.machines.setObjectName("findEdit")
        self.machines.setPlaceholderText(_EXAMPLE_ADDRESS)
        self.adapters = AdapterList()
        self.projector = ProjectorField(theme)
        self.draft = DraftField(theme)
        self.template = TemplateField()
        self._fit = label("setupFit")
        self._has_wrong_number = False
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.save_button = push_button(
            "", tr("Save"), lambda: self.saved.emit(self.settings(), False)
        )
        self.load_button = push_button(
            "primary",
            tr("Save and reload") if is_loaded else tr("Save and load"),
            lambda: self.saved.emit(self.settings(), True),
        )
        self.reset_button = push_button(
            "", tr("Reset to defaults"), lambda: self.show_settings(DEFAULT_LOAD)
        )
        self._arrange()
        self._connect()
        self.show_settings(settings)
        self.load_button.setDefault(True)  # only now that it has a window, which is told

    def settings(self) -> LoadSettings:
        """Return what the fields say."""
        chosen = self.devices.into(self.fields.into(self._before))
        machines = (address.strip() for address in self.machines.text().split(","))
        return replace(
            chosen,
            adapters=self.adapters.adapters,
            chat_template=self.template.text,
            draft_model=self.draft.path,
            projector=self.projector.path,
            machines=tuple(dict.fromkeys(filter(None, machines))),
        )

    def show_settings(self, settings: LoadSettings) -> None:
        """Fill the fields."""
        self.fields.show_settings(settings)
        self.devices.show_settings(settings)
        self.machines.setText(", ".join(settings.machines))
        self.adapters.show_adapters(settings.adapters)
        self.template.show_template(settings.chat_template)
        self.draft.show_path(settings.draft_model)
        self.projector.show_path(settings.projector)
        self._refresh()

    def show_checking(self) -> None:
        """Say that it is being found out how the model fits."""
        self._say_fit(tr("Checking whether it fits…"), "", is_refused=False)

    def show_fit(self, words: str, details: str, saving: str, *, is_refused: bool) -> None:
        """Say how the model fits with what is chosen.

        Args:
            words: one sentence.
            details: the arithmetic, a line each.
            saving: what the KV cache could take less.
            is_refused: it would not be loaded so.
        """
        self._say_fit(words, details, is_refused=is_refused)
        self.fields.show_saving(saving)

    def _say_fit(self, words: str, details: str, *, is_refused: bool) -> None:
        self._fit.setText(words)
        self._fit.setProperty("kind", "refused" if is_refused else "")
        polish_again(self._fit)
        set_tip(self._fit, details)

    def _arrange(self) -> None:
        strip = QWidget()
        strip.setObjectName("setupTold")
        strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        told = vertical(strip, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S))
        add_to(told, self._problem, self._fit)
        area = scrolled(self._page(), "chatSetupScroll")
        buttons = (self.cancel_button, self.save_button, self.load_button)
        self._fill((area, 1), strip, buttons=buttons)
        self._fit_screen(_SIZE)

    def _page(self) -> QWidget:
        page = QWidget()
        page.setObjectName("chatSetupPage")
        column = vertical(page, margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_S), spacing=SPACE_S)
        add_to(column, label("dialogCaption", tr("Memory and speed")), self.fields.grid())
        if self.devices.is_needed:
            add_to(column, SPACE_S, label("dialogCaption", tr("Several GPUs")), self.devices)
        add_to(column, SPACE_S, self.projector, SPACE_S, self.draft, SPACE_S)
        add_to(column, label("dialogCaption", tr("Adapters")), self.adapters, SPACE_S)
        add_to(column, self.template, SPACE_S)
        words = tr("Other machines (RPC addresses)")
        add_to(column, caption("dialogCaption", words, self.machines), self.machines, SPACE_S)
        line = add_to(QHBoxLayout(), self.reset_button, STRETCH)
        add_to(column, line, STRETCH)
        return page

    def _connect(self) -> None:
        self.fields.told.connect(self._on_told)
        changing = (self.fields, self.devices, self.adapters, self.template)
        for part in (*changing, self.projector, self.draft):
            part.changed.connect(self._refresh)
        self.machines.textChanged.connect(self._refresh)

    @Slot()
    def _refresh(self) -> None:
        """Say what is wrong with the settings; nothing can be saved while it is."""
        objection = objection_to(self.settings())
        show_words(self._problem, translated(objection) if objection is not None else "")
        is_fine = objection is None and self.template.is_usable and not self._has_wrong_number
        self.save_button.setEnabled(is_fine)
        self.load_button.setEnabled(is_fine)
        if is_fine:
            self.changed.emit()

    @Slot(str, bool)
    def _on_told(self, words: str, is_wrong: bool) -> None:  # noqa: FBT001 - of a signal
        self._has_wrong_number = is_wrong
        self._refresh()
        if words:
            show_words(self._problem, words)
            announce(self, words)


_SCALE_WIDTH = 80


class AdapterList(QWidget):
    """Sends `changed`, and `add_requested` when the user wants to choose a file."""

    changed = Signal()
    add_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._adapters: list[Adapter] = []
        self.scales: list[StillBox] = []
        self.remove_buttons: list[QPushButton] = []
        self.add_button = push_button("", tr("&Add adapter…"), self.add_requested)
        self._rows = QWidget()
        self._column = column = vertical(self, margins=0, spacing=SPACE_S)
        column.addWidget(
            label(
                "dialogText", tr("A LoRA adapter changes the style of a model; 1 is full strength.")
            )
        )
        column.addWidget(self._rows)
        line = add_to(QHBoxLayout(), self.add_button, STRETCH)
        column.addLayout(line)

    @property
    def adapters(self) -> tuple[Adapter, ...]:
        """What is in the list."""
        return tuple(self._adapters)

    def show_adapters(self, adapters: tuple[Adapter, ...]) -> None:
        """Fill the list."""
        self._adapters = list(adapters)
        self._refill()

    def add(self, path: str) -> None:
        """Put one more into the list, unless it is there."""
        if path not in (adapter.path for adapter in self._adapters):
            self._adapters.append(Adapter(path))
            self._refill()
            self.changed.emit()

    def _refill(self) -> None:
        old, self._rows = self._rows, QWidget()
        self._column.replaceWidget(old, self._rows)
        old.deleteLater()
        self.scales, self.remove_buttons = [], []
        rows = vertical(self._rows, margins=0, spacing=SPACE_S)
        for index, adapter in enumerate(self._adapters):
            rows.addLayout(self._row(index, adapter))
        follow_layout(self)
        self._rows.setVisible(bool(self._adapters))

    def _row(self, index: int, adapter: Adapter) -> QHBoxLayout:
        name = Path(adapter.path).name
        words = ElidedLabel("dialogText", elide=Qt.TextElideMode.ElideMiddle)
        words.setText(name)
        set_tip(words, adapter.path)
        scale = StillBox()
        scale.setRange(-LARGEST_SCALE, LARGEST_SCALE)
        scale.setDecimals(2)
        scale.setSingleStep(0.1)
        scale.setValue(adapter.scale)
        scale.setMinimumWidth(_SCALE_WIDTH)
        scale.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
        scale.setAccessibleName(tr("Scale of {name}", name=name))
        scale.valueChanged.connect(partial(self._on_scale, index))
        remove = push_button("", tr("Remove"), partial(self._on_remove, index))
        remove.setAccessibleName(tr("Remove {name}", name=name))
        self.scales.append(scale)
        self.remove_buttons.append(remove)
        return add_to(horizontal(spacing=SPACE_S), (words, 1), scale, remove)

    @Slot(float)
    def _on_scale(self, index: int, scale: float) -> None:
        self._adapters[index] = Adapter(self._adapters[index].path, scale)
        self.changed.emit()

    @Slot()
    def _on_remove(self, index: int, *_: object) -> None:
        del self._adapters[index]
        self._refill()
        self.add_button.setFocus()
        self.changed.emit()
