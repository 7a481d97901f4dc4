"""The page "About Hearth": its version, whether there is a newer one, details and licences.

Longer than other files: the page, its row about updates and the page of licences.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import platform
import sys
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import QObject, QSize, QSysInfo, Qt, QUrl, Signal, Slot, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QWidget,
)

from app import __version__
from app.core.errors import Problem, problem_of
from app.core.system.lanes import Lane
from app.core.system.licences import all_licences
from app.ui.kit.accessibility import announce
from app.ui.kit.dialog_page import DialogPage, scrolling_page
from app.ui.kit.labels import (
    SELECTABLE,
    label,
    line_edit,
    picture,
    push_button,
    show_words,
    shown_text,
    symbol,
)
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, SPACE_XS, Theme, code_font
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import problem_words, tr, translated

if TYPE_CHECKING:
    from app.core.protocol import ModelInfo
    from app.core.system.updates import Release
    from app.ui.upkeep.updates import UpdateCheck


_LICENCES_SIZE = QSize(820, 640)


class _LicencesReader(QObject):
    """Collects the text on another thread; ends with `read`, and the text or why there is none."""

    read = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = Lane("licences")

    def start(self) -> None:
        """Begin to collect."""
        self._work.add(self._read)

    def _read(self) -> None:
        try:
            text = all_licences()
        except Exception as error:  # noqa: BLE001 - whatever it is, the window must not stay empty
            problem = problem_of(error)
            text = problem_words(problem)
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self.read.emit(text)


class LicencesDialog(DialogPage):
    """Opens at once, is filled when the text is there; Enter in the field finds the next place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("licences", tr("Licences"), parent, has_grip=True)
        self.edit = line_edit(tr("Find in licences"))
        self.edit.setPlaceholderText(tr("Find in licences"))
        self.found = label("dialogStatus", wraps=False)
        self.found.hide()
        self.text = shown_text(tr("Licences of Hearth and its components"), "licenceText")
        self.text.setFont(code_font())
        self.text.setPlaceholderText(tr("Loading…"))
        self.text.setTabChangesFocus(True)
        self.close_button = push_button("", tr("Close"), self.close)
        self._arrange()
        self.edit.textChanged.connect(self._on_words)
        self._reader = _LicencesReader(self)
        self._reader.read.connect(self._on_read)
        self._reader.start()
        self.edit.setFocus()

    def _arrange(self) -> None:
        head = add_to(horizontal(spacing=SPACE_S), (self.edit, 1), self.found)
        buttons = add_to(QHBoxLayout(), STRETCH, self.close_button)
        column = vertical(self, margins=SPACE_L, spacing=SPACE_M)
        add_to(column, head, (self.text, 1), buttons)
        self._fit_screen(_LICENCES_SIZE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter finds the next place, with Shift the one before; Escape closes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._find(QTextDocument.FindFlag.FindBackward if is_back else None)
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def _on_read(self, text: str) -> None:
        self.text.setPlainText(text)
        if self.edit.text():
            self._on_words()

    @Slot()
    def _on_words(self) -> None:
        """Show the first place after the beginning of the one that is shown."""
        cursor = self.text.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.text.setTextCursor(cursor)
        self._find(None)

    def _find(self, backward: QTextDocument.FindFlag | None) -> None:
        words = self.edit.text()
        flags = backward or QTextDocument.FindFlag(0)
        is_found = not words or bool(self.text.find(words, flags))
        if not is_found:  # on from the other end
            before = self.text.textCursor()
            end = QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start
            self.text.moveCursor(end)
            is_found = self.text.find(words, flags)
            if not is_found:
                self.text.setTextCursor(before)
        self.found.setText("" if is_found else tr("Not found"))
        self.found.setHidden(is_found)
        if words:
            shown = self.text.textCursor().block().text()
            announce(self, shown if is_found else tr("Not found"))


class _UpdateRow(QWidget):
    """Asks when the button is pressed, never before; while it asks, the button cancels.

    Args:
        check: asks; becomes a child of this.
    """

    def __init__(self, check: UpdateCheck, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        check.setParent(self)
        self._check = check
        self._page = ""
        self.button = push_button("", "", self._on_button)
        self.page_button = push_button("primary", tr("Open download page"), self._on_page)
        self.page_button.hide()
        self._status = _label("aboutStatus")
        self._more = _label("dialogStatus")
        self._arrange()
        check.answered.connect(self._on_answered)
        check.failed.connect(self._on_failed)
        self._rest()

    def _arrange(self) -> None:
        buttons = add_to(horizontal(spacing=SPACE_S), self.button, self.page_button, STRETCH)
        words = add_to(vertical(spacing=SPACE_XS), self._status, self._more)
        add_to(vertical(self, margins=0, spacing=SPACE_M), words, buttons)

    def words(self) -> str:
        """Return what is said about it."""
        return "\n".join(filter(None, (self._status.text(), self._more.text())))

    def cancel(self) -> None:
        """Stop asking, if it does."""
        if self._check.is_asking:
            self._check.cancel()
            self._rest()

    def _rest(self) -> None:
        self.button.setText(tr("Check for updates"))
        self.button.setVisible(self._check.has_feed)
        if not self._check.has_feed:
            self._say(tr("This build of Hearth has no address to check for updates."), aloud=False)
            return
        host = QUrl(self._check.feed).host()
        self._say(
            tr("Hearth checks for updates only when you click."),
            tr("It then contacts {host} and sends nothing about you.", host=host),
            aloud=False,
        )

    def _say(self, status: str, more: str = "", *, aloud: bool = True) -> None:
        self._status.setText(status)
        show_words(self._more, more)
        if aloud:
            announce(self, f"{status} {more}".strip())

    # -- reacting --

    @Slot()
    def _on_button(self) -> None:
        if self._check.is_asking:
            self.cancel()
            announce(self, tr("Cancelled"))
            return
        self.page_button.hide()
        self.button.setText(tr("Cancel"))
        self._say(tr("Checking {host}…", host=QUrl(self._check.feed).host()))
        self._check.ask()

    @Slot(object)
    def _on_answered(self, release: Release) -> None:
        self.button.setText(tr("Check again"))
        if release.is_newer():
            self._page = release.page
            set_tip(self.page_button, release.page)
            self.page_button.setAccessibleDescription(release.page)
            self.page_button.show()
            self._say(
                tr("Hearth {version} is available.", version=str(release.version)), release.notes
            )
        else:
            self._say(tr("Hearth {version} is the newest version.", version=__version__))

    @Slot(object)
    def _on_failed(self, problem: Problem) -> None:
        self.button.setText(tr("Check again"))
        self._say(translated(problem.what), translated(problem.effect, problem.remedy))

    @Slot()
    def _on_page(self) -> None:
        short = self._page.removeprefix("https://")
        if QDesktopServices.openUrl(QUrl(self._page)):
            self._say(tr("Opening {address} in your browser", address=short))
        else:
            self._say(tr("Could not open a browser. The address is {address}", address=self._page))


def _label(name: str) -> QLabel:
    words = label(name)
    words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return words


def details(model: ModelInfo | None) -> str:
    """Return one line per fact.

    Args:
        model: the loaded one, which knows what llama.cpp computes on.
    """
    facts = [
        ("Hearth", f"{__version__}, {_kind()}"),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("Qt", f"{qVersion()}, PySide6 {PySide6.__version__}, {QGuiApplication.platformName()}"),
        ("llama.cpp", _llama(model)),
        ("System", f"{QSysInfo.prettyProductName()}, {QSysInfo.currentCpuArchitecture()}"),
        ("Kernel", f"{QSysInfo.kernelType()} {QSysInfo.kernelVersion()}"),
    ]
    return "\n".join(f"{name}: {text}" for name, text in facts)


def _kind() -> str:
    return "built program" if getattr(sys, "frozen", False) else "Python package"


def _llama(model: ModelInfo | None) -> str:
    try:
        version = f"llama-cpp-python {importlib.metadata.version('llama-cpp-python')}"
    except importlib.metadata.PackageNotFoundError:
        version = "of an unknown version"
    if model is None:
        return f"{version}, no model loaded"
    devices = [device.description or device.name for device in model.devices]
    layers = f"{model.n_gpu_layers} of {model.n_layers} layers on a GPU"
    return ", ".join([version, *devices, layers])


_SIZE = QSize(520, 570)
_FLAME = 48


class AboutDialog(DialogPage):
    """Says what is known of this installation.

    Args:
        details: for a report of a defect, one fact per line.
        check: asks for updates, when its button is pressed.
    """

    def __init__(
        self, theme: Theme, details: str, check: UpdateCheck, parent: QWidget | None = None
    ) -> None:
        super().__init__("about", tr("About Hearth"), parent)
        self._theme = theme
        self._flame = symbol()
        self.details = label("aboutDetails", details)
        self.details.setTextInteractionFlags(SELECTABLE)
        self.updates = _UpdateRow(check)
        self.copy_button = push_button("", tr("Copy details"), self._on_copy)
        self.licences_button = push_button("", tr("Licences"), self.show_licences)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.close_button.setDefault(True)
        self._arrange()
        self.finished.connect(self.updates.cancel)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._fit_screen(_SIZE)
        (self.updates.button if check.has_feed else self.close_button).setFocus()

    # -- arranging --

    def _arrange(self) -> None:
        self._fill(
            self._page(),
            buttons=(self.copy_button, self.licences_button, self.close_button),
            left=self._status,
        )

    def _page(self) -> tuple[QScrollArea, int]:
        told = tr("Chat with language models on your own machine; every conversation stays warm.")
        licence = tr("Free software under the MIT licence.")
        return scrolling_page(
            "about",
            *(self._head(), SPACE_M, label("aboutText", told), label("dialogText", licence)),
            *(SPACE_L, label("dialogCaption", tr("Updates")), self.updates),
            *(SPACE_L, label("dialogCaption", tr("Details for bug reports")), self.details),
            STRETCH,
            margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_L),
            spacing=SPACE_S,
        )

    def _head(self) -> QHBoxLayout:
        words = vertical(spacing=0)
        words.addWidget(label("dialogTitle", "Hearth"))
        words.addWidget(label("dialogText", tr("Version {version}", version=__version__)))
        # The icon has room around it.
        row = horizontal(margins=(-SPACE_S, 0, 0, 0), spacing=SPACE_M)
        return add_to(row, (self._flame, Qt.AlignmentFlag.AlignTop), (words, 1))

    # -- reacting --

    @Slot()
    def show_licences(self) -> LicencesDialog:
        """Open the texts of all licences."""
        shown = LicencesDialog(self)
        shown.show()
        return shown

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.text())
        self.say(tr("Copied"))
        announce(self, tr("Copied"))

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        self._flame.setPixmap(picture("flame", colours.accent, _FLAME))
