"""The model in the header: its name and menu, or the progress of a load with Cancel.

Longer than other files: the bar and the entries of its menu show the same states.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from app.core.gguf.summary import title_of_file
from app.core.models.builtin import GUIDE_DESCRIPTION, GUIDE_NAME, guide_path, is_guide
from app.core.protocol import LoadStage, ModelInfo, ModelLoading, RemoteModel
from app.ui.kit.labels import ICON_SIZE, ElidedLabel, icon, progress_bar, push_button, renderer
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import RADIUS_S, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme, text_font
from app.ui.state.known_servers import ServerPlace, cost_of, messages_go_to, shown_name
from app.ui.words.direction import draw_line, turned
from app.ui.words.formatting import compact, count, counted, size
from app.ui.words.plain_text import button_text, isolated, set_tip
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from collections.abc import Iterator


# The places of the style sheet's QMenu::item and QMenu::icon, so that all rows line up.
_TEXT_LEFT, _TEXT_RIGHT = 30, 24
_MARK_LEFT = 3
_TOP = 6
_MAX_TEXT = 320


class ModelEntry(QWidgetAction):
    """An entry that is chosen like any other, by mouse and keys; checked when it is loaded.

    The menu handles all input; the entry only paints itself.

    Attributes:
        note: the second line; "" for none.
    """

    def __init__(self, name: str, menu: QMenu, theme: Theme, *, note: str = "") -> None:
        super().__init__(menu)
        self.setText(button_text(name))
        self.setCheckable(True)
        self.note = note
        self.setDefaultWidget(_Face(self, name, menu, theme))


class _Face(QWidget):
    """What is seen of an entry."""

    def __init__(self, entry: ModelEntry, name: str, menu: QMenu, theme: Theme) -> None:
        super().__init__(menu)
        self._entry = entry
        self._name = name
        self._menu = menu
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        entry.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Qt: as wide as its longer line, within reason."""
        self.ensurePolished()
        metrics = self.fontMetrics()
        width, height = metrics.horizontalAdvance(self._name), metrics.height()
        if self._entry.note:
            note_metrics = self._note_metrics()
            width = max(width, note_metrics.horizontalAdvance(self._entry.note))
            height += note_metrics.height() + SPACE_XS // 2
        return QSize(_TEXT_LEFT + min(width, _MAX_TEXT) + _TEXT_RIGHT, height + 2 * _TOP)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: ground when it is current, mark when it is loaded, one or two lines."""
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._menu.activeAction() is self._entry:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.selected))
            painter.drawRoundedRect(self.rect(), RADIUS_S, RADIUS_S)
        metrics = self.fontMetrics()
        direction, whole = self.layoutDirection(), self.rect()
        line = QRect(_TEXT_LEFT, _TOP, self.width() - _TEXT_LEFT - _TEXT_RIGHT, metrics.height())
        line = QStyle.visualRect(direction, whole, line)
        if self._entry.isChecked():
            top = line.center().y() - ICON_SIZE // 2
            place = QRect(_MARK_LEFT, top, ICON_SIZE, ICON_SIZE)
            place = QStyle.visualRect(direction, whole, place)
            renderer("check", colours.accent).render(painter, place.toRectF())
        middle = Qt.TextElideMode.ElideMiddle
        painter.setPen(QColor(colours.text))
        draw_line(painter, line, metrics.elidedText(self._name, middle, line.width()))
        if self._entry.note:
            note_metrics = self._note_metrics()
            line.setTop(line.bottom() + 1 + SPACE_XS // 2)
            line.setHeight(note_metrics.height())
            painter.setFont(self._note_font())
            painter.setPen(QColor(colours.muted))
            draw_line(
                painter, line, note_metrics.elidedText(self._entry.note, middle, line.width())
            )

    def _note_metrics(self) -> QFontMetrics:
        return QFontMetrics(self._note_font(), self)

    def _note_font(self) -> QFont:
        return text_font(self._theme.scaled(TEXT_CAPTION))


GUIDE_NOTE = QT_TR_NOOP("Built in and tiny: only knows about Hearth.")
_MAX_NAME = 34
_ARROW, _ARROW_MARGIN = 14, 9.0
_MAX_SERVER = 14  # where it stands beside the model
_STAGES = {
    LoadStage.SELF_TEST: QT_TR_NOOP("Testing this machine"),
    LoadStage.WEIGHTS: QT_TR_NOOP("Loading"),
    LoadStage.PREPARING: QT_TR_NOOP("Preparing"),
}


class _ModelButton(QToolButton):
    """The name of the model, with an arrow at its end: it opens a menu."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: the button, and the arrow in the colour of the theme."""
        super().paintEvent(event)
        side = self._theme.scaled(_ARROW)
        place = QRectF(0, 0, side, side)
        place.moveCenter(QRectF(self.rect()).center())
        place.moveRight(self.width() - _ARROW_MARGIN)
        place = turned(self.layoutDirection(), QRectF(self.rect()), place)
        renderer("chevron", self._theme.colours.muted).render(QPainter(self), place)


class ModelBar(QStackedWidget):
    """Sends `model_chosen` with the path of a recent model and `cancel_requested`.

    The other entries of the menu are actions of the window.
    """

    model_chosen = Signal(str)
    cancel_requested = Signal()

    def __init__(self, theme: Theme, actions: dict[str, QAction]) -> None:
        super().__init__()
        self._theme = theme
        self._actions = actions
        self._loaded = ""
        self._place: ServerPlace | None = None
        self._names: dict[str, str] = {}
        self._guide: ModelEntry | None = None
        self.button = _ModelButton(theme)
        self.button.setObjectName("modelButton")
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self.button.setMenu(self._menu)
        self._stage = ElidedLabel("loadLabel")
        self._progress = progress_bar(tr("Loading the model"), 4)
        self._progress.setRange(0, 1000)
        self._cancel = push_button("", tr("Cancel"), self.cancel_requested)
        self._cancel.setObjectName("cancelLoad")
        self.addWidget(self._name_page())
        self.addWidget(self._load_page())
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.currentChanged.connect(self.updateGeometry)
        self.set_recent({})
        self.show_no_model()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _name_page(self) -> QWidget:
        page = QWidget()
        add_to(horizontal(page, margins=0), STRETCH, self.button)
        return page

    def _load_page(self) -> QWidget:
        page = QWidget()
        words = add_to(vertical(spacing=5), STRETCH, self._stage, self._progress, STRETCH)
        add_to(horizontal(page, margins=0, spacing=SPACE_S), (words, 1), self._cancel)
        page.setMinimumWidth(280)
        return page

    def sizeHint(self) -> QSize:
        """Qt: as wide as the page that is shown; the title beside it gets the rest."""
        page = self.currentWidget()
        return page.sizeHint().expandedTo(page.minimumSize()) if page else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Qt: the same, for narrow windows."""
        page = self.currentWidget()
        if page is None:
            return super().minimumSizeHint()
        return page.minimumSizeHint().expandedTo(page.minimumSize())

    def text(self) -> str:
        """Return what the header says of the model."""
        return self._stage.text() if self.currentIndex() else self.button.text()

    def show_no_model(self) -> None:
        """Offer to open one."""
        self.setCurrentIndex(0)
        self._show_place(None)
        self.button.setText(tr("Open a model…"))
        set_tip(self.button, tr("Choose a model"))
        self.button.setAccessibleName(tr("No model loaded"))
        self._mark("")

    def show_loading(self, progress: ModelLoading) -> None:
        """Show how far a load is."""
        server_model = RemoteModel.of(progress.path)
        if server_model is not None:
            stage = tr("Connecting")
            self._stage.setText(f"{stage} · {shown_name(server_model)}")
        else:
            known = self._names.get(progress.path) or title_of_file(Path(progress.path).name)
            name = GUIDE_NAME if is_guide(progress.path) else known
            stage = tr(_STAGES[progress.stage])
            self._stage.setText(f"{stage} · {progress.fraction:.0%} · {name}")
        self._progress.setRange(0, 0 if server_model else 1000)  # no server says how far it is
        self._progress.setValue(round(progress.fraction * 1000))
        self.setCurrentIndex(1)

    def show_model(self, info: ModelInfo, place: ServerPlace | None = None) -> None:
        """Show the model that answers.

        Args:
            place: where it is; None for this machine.
        """
        self.setCurrentIndex(0)
        self._show_place(place)
        self.button.setText(_button_words(info))
        set_tip(self.button, _model_tooltip(info, place))
        self.button.setAccessibleName(tr("Model {name}", name=info.full_name))
        self._mark(info.path)

    def show_resting(self) -> None:
        """Say of the model that is shown that it gave its memory back."""
        words = tr("{model} (unloaded)", model=self.button.text())
        self.button.setText(words)
        self.button.setAccessibleName(tr("Model {name}", name=words))
        set_tip(self.button, tr("Hearth reloads this model as soon as you write."))

    def set_recent(self, names: dict[str, str]) -> None:
        """Fill the menu: the guide, ways to a real model, the models opened before.

        Args:
            names: of the recent models by their paths, newest first.
        """
        self._names = names
        self._menu.clear()
        self._guide = None
        has_guide = guide_path() is not None
        self._actions["use_guide"].setVisible(has_guide)
        if has_guide:
            self._guide = ModelEntry(GUIDE_NAME, self._menu, self._theme, note=tr(GUIDE_NOTE))
            self._guide.triggered.connect(self._on_guide)
            self._menu.addAction(self._guide)
        self._menu.addAction(self._actions["get_model"])
        self._menu.addAction(self._actions["open_model"])
        self._menu.addAction(self._actions["servers"])
        if names:
            self._menu.addSeparator()
            heading = self._menu.addAction(tr("Recent models"))
            heading.setEnabled(False)
        for path, name in names.items():
            entry = self._recent(path, name)
            entry.setData(path)
            entry.triggered.connect(self._on_recent)
            self._menu.addAction(entry)
        self._mark(self._loaded)

    def _recent(self, path: str, name: str) -> ModelEntry:
        server_model = RemoteModel.of(path)
        file = "" if server_model else Path(path).stem
        note = file if file != name else ""
        entry = ModelEntry(name, self._menu, self._theme, note=note)
        set_tip(entry, cost_of(server_model.server) if server_model else path)
        return entry

    def _show_place(self, place: ServerPlace | None) -> None:
        """Mark that what is written leaves this machine, or no more."""
        self._place = place
        told = messages_go_to(place) if place is not None and place.is_elsewhere else ""
        self.button.setAccessibleDescription(told)
        self._on_theme_changed()

    def _mark(self, path: str) -> None:
        """Check the entry of the loaded model, and no other."""
        self._loaded = path
        for action in self._menu.actions():
            if action is self._guide:
                action.setChecked(is_guide(path))
            elif isinstance(action, ModelEntry):
                action.setChecked(action.data() == path)

    @Slot()
    def _on_guide(self) -> None:
        self._mark(self._loaded)  # Qt has changed the mark; the load has yet to succeed
        self._actions["use_guide"].trigger()

    @Slot()
    def _on_recent(self) -> None:
        self._mark(self._loaded)
        self.model_chosen.emit(self.sender().data())  # type: ignore[attr-defined]

    @Slot()
    def _on_theme_changed(self) -> None:
        colours, place = self._theme.colours, self._place
        is_elsewhere = place is not None and place.is_elsewhere
        name, colour = ("server", colours.accent) if is_elsewhere else ("model", colours.muted)
        self.button.setIcon(icon(name, colour))


def _button_words(info: ModelInfo) -> str:
    if not info.server:
        return button_text(info.name, _MAX_NAME)
    server = button_text(info.server, _MAX_SERVER)
    model = button_text(info.name, _MAX_NAME - len(server))
    return RemoteModel(isolated(server), isolated(model)).full_name


def _model_tooltip(info: ModelInfo, place: ServerPlace | None = None) -> str:
    """Describe a model in a few plain lines.

    Args:
        place: where it is; None for this machine.
    """
    lines = _lines_of_file(info) if place is None else _lines_of_server(info, place)
    return "\n".join(lines)


def _lines_of_file(info: ModelInfo) -> list[str]:
    """Return what is known of a model on this machine."""
    lines = [info.name]
    if is_guide(info.path):
        lines.append(translated(GUIDE_DESCRIPTION))
    if info.description:
        lines.append(info.description)
    facts = [size(info.size_bytes)]
    if info.n_params:
        facts.append(tr("{n} parameters", n=compact(info.n_params)))
    lines.append(" · ".join(facts))
    context = {"tokens": counted(info.n_ctx, "token"), "most": count(info.n_ctx_train)}
    if info.n_ctx_train:
        lines.append(tr("Context of {tokens}, trained for {most}", **context))
    else:
        lines.append(tr("Context of {tokens}", **context))
    if info.n_layers:
        layers = {"n": info.n_gpu_layers, "n_layers": info.n_layers}
        lines.append(tr("{n} of {n_layers} layers on the GPU", **layers))
    lines += [
        tr(
            "{device}: {free} of {total} free",
            device=device.description or device.name,
            free=size(device.free_bytes),
            total=size(device.total_bytes),
        )
        for device in info.devices
        if device.total_bytes
    ]
    if not info.resumable:
        lines.append(tr("The memory of this model cannot be stored"))
    if not info.drafts:
        lines.append(tr("This model cannot compute several tokens at once"))
    if info.draft_model:
        lines.append(tr("Draft model: {name}", name=info.draft_model))
    lines += _senses(info)
    if info.notes:
        lines.append(translated(*info.notes))
    return lines


def _lines_of_server(info: ModelInfo, place: ServerPlace) -> Iterator[str]:
    """Give what is known of a model that a server has."""
    yield info.full_name
    yield messages_go_to(place) if place.is_elsewhere else tr("In another program on this machine")
    yield cost_of(place.server)
    if info.n_ctx:
        yield tr("Context of {tokens}", tokens=counted(info.n_ctx, "token"))
    yield from _senses(info)


def _senses(info: ModelInfo) -> Iterator[str]:
    """Give what a model takes beside text."""
    senses = info.senses
    if senses.sees and senses.hears:
        yield tr("Sees pictures and hears sounds")
    elif senses.sees:
        yield tr("Sees pictures")
    elif senses.hears:
        yield tr("Hears sounds")
    if senses.projector:
        yield tr("Sees and hears with {name}", name=Path(senses.projector).name)
