"""How one model is loaded: everything is Hearth's own choice until something is chosen here."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QWidget,
)

from app.core.models.model_settings import objection_to
from app.core.plain_value import replace
from app.core.protocol import DEFAULT_LOAD, Device, LoadSettings
from app.ui.kit.accessibility import announce
from app.ui.kit.dialog_page import DialogPage, scrolled
from app.ui.kit.labels import caption, label, polish_again, push_button, show_words
from app.ui.kit.layouts import STRETCH, add_to, vertical
from app.ui.kit.theme import SPACE_L, SPACE_S, Theme
from app.ui.model_setup.adapter_list import AdapterList
from app.ui.model_setup.companion_field import DraftField, ProjectorField
from app.ui.model_setup.device_fields import DeviceFields
from app.ui.model_setup.load_fields import LoadFields
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

    def _refresh(self) -> None:
        """Say what is wrong with the settings; nothing can be saved while it is."""
        objection = objection_to(self.settings())
        show_words(self._problem, translated(objection) if objection is not None else "")
        is_fine = objection is None and self.template.is_usable and not self._has_wrong_number
        self.save_button.setEnabled(is_fine)
        self.load_button.setEnabled(is_fine)
        if is_fine:
            self.changed.emit()

    def _on_told(self, words: str, is_wrong: bool) -> None:  # noqa: FBT001 - of a signal
        self._has_wrong_number = is_wrong
        self._refresh()
        if words:
            show_words(self._problem, words)
            announce(self, words)
