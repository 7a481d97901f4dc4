"""Joins the saved prompts with the message field and with their page."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QDateTime, QEvent, QLocale, QObject, QPoint, Qt, QTimeZone, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from app.core.content.text_files import one_line_end
from app.core.errors import KnownError
from app.core.prompts.prompt_library import LONGEST_NAME, PromptLibrary, SavedPrompt, matching
from app.core.protocol import ProblemRaised
from app.ui.kit.accessibility import announce
from app.ui.kit.message_box import PagePresenter
from app.ui.kit.theme import SPACE_XS
from app.ui.kit.timers import timer
from app.ui.words.plain_text import tip
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.composer.blanks_form import BlanksForm
    from app.ui.composer.composer import Composer
    from app.ui.composer.prompt_edit import PromptEdit
    from app.ui.composer.prompts_dialog import PromptsDialog
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.theme import Theme


SIGN = "/"
_MOST_SHOWN = 8
_TIP_CHARS = 400
_MOVED = (QEvent.Type.Move, QEvent.Type.Resize)
_PROMPT = Qt.ItemDataRole.UserRole


class PromptList(QListWidget):
    """Sends `chosen` with a prompt, and `manage_requested`.

    Up, Down, Return, Tab and Escape belong to the list while it is open; all other keys go on being
    written in the field.

    Args:
        edit: the field.
        frame: around the field; the list stands above it.
        prompts: returns what there is.
        window: the list lies over it.
    """

    chosen = Signal(object)
    manage_requested = Signal()

    def __init__(
        self,
        edit: PromptEdit,
        frame: QWidget,
        prompts: Callable[[], tuple[SavedPrompt, ...]],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.setObjectName("promptList")
        self.setAccessibleName(tr("Saved prompts"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.hide()
        self._edit = edit
        self._frame = frame
        self._window = window
        self._prompts = prompts
        self._known: tuple[SavedPrompt, ...] | None = None  # read once for each "/"
        self._given_up = ""  # what was written when Escape closed it
        self._later = timer(self, 0, self._place)  # when all that the frame lies in has its place
        edit.installEventFilter(self)
        frame.installEventFilter(self)
        edit.textChanged.connect(self._on_text)
        edit.focus_changed.connect(self._on_focus)
        self.itemClicked.connect(self._choose)

    # -- what is shown --

    @Slot()
    def _on_text(self) -> None:
        words = self._edit.words()
        wanted = words.removeprefix(SIGN)
        is_wanted = words.startswith(SIGN) and "\n" not in words and len(wanted) <= LONGEST_NAME
        if not is_wanted or not self._edit.hasFocus():
            self._given_up = ""
            self._known = None
            self.hide()
            return
        if self._given_up and words.startswith(self._given_up):
            return
        self._show(wanted)

    def _show(self, wanted: str) -> None:
        if self._known is None:
            self._known = self._prompts()
        found = matching(self._known, wanted)
        if not found and wanted:  # a message that begins with a slash
            self.hide()
            return
        self.clear()
        for prompt in found:
            item = QListWidgetItem(prompt.name)
            item.setData(_PROMPT, prompt)
            item.setData(Qt.ItemDataRole.ToolTipRole, tip(prompt.text[:_TIP_CHARS]))
            self.addItem(item)
        words = tr("Saved prompts…") if found else tr("No prompts yet. Save one…")
        self.addItem(QListWidgetItem(words))
        self.setCurrentRow(0)
        self._place()
        if not self.isVisible():
            self.show()
            self.raise_()
        announce(self._edit, self.currentItem().text())

    @Slot()
    def _place(self) -> None:
        """Stand right above the frame of the field, as wide as it."""
        rows = min(self.count(), _MOST_SHOWN)
        height = rows * self.sizeHintForRow(0) + 2 * self.frameWidth()
        corner = self._frame.mapTo(self._window, QPoint(0, 0))
        self.setGeometry(corner.x(), corner.y() - height - SPACE_XS, self._frame.width(), height)

    # -- keys and clicks --

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: keys of the field, before it gets them; and where its frame goes, the list goes."""
        if not self.isVisible():
            return super().eventFilter(watched, event)
        if watched is self._frame:
            if event.type() in _MOVED:
                self._later.start()
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.KeyPress:
            return self._take(cast("QKeyEvent", event))
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
            event.accept()  # it closes the list, and stops no answer
            return True
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.setCurrentRow((self.currentRow() + step) % self.count())
                announce(self._edit, self.currentItem().text())
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Tab:
                self._choose(self.currentItem())
            case Qt.Key.Key_Escape:
                self._given_up = self._edit.words()
                self.hide()
            case _:
                return False
        return True

    def _choose(self, item: QListWidgetItem) -> None:
        prompt = item.data(_PROMPT)
        self.hide()
        if prompt is None:
            self._edit.clear()
            self.manage_requested.emit()
        else:
            self.chosen.emit(prompt)

    @Slot()
    def _on_focus(self) -> None:
        if not self._edit.hasFocus():
            self.hide()


class PromptsPresenter(PagePresenter["PromptsDialog"]):
    """One page at a time.

    Args:
        library: what is saved.
        window: the page and the list belong to it.

    Attributes:
        offered: the list above the message field.
        form: asks for the blanks of a prompt; None until the first that has some.
    """

    def __init__(
        self,
        library: PromptLibrary,
        composer: Composer,
        bridge: EventBridge,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._library = library
        self._composer = composer
        self._bridge = bridge
        self._theme = theme
        self._window = window
        self.form: BlanksForm | None = None
        self._asking: tuple[SavedPrompt, str] | None = None  # for which, and the words it replaces
        self._said: dict[str, dict[str, str]] = {}  # last, by the name of the prompt
        composer.edit.textChanged.connect(self._on_text)
        self.offered = PromptList(composer.edit, composer.frame, self._prompts, window)
        self.offered.chosen.connect(self._use)
        self.offered.manage_requested.connect(self.show_page)

    @Slot()
    def show_page(self) -> PromptsDialog:
        """Open the page, with what stands in the message field as a new prompt."""
        from app.ui.composer.prompts_dialog import PromptsDialog

        if self._dialog is None:
            dialog = self._begin(PromptsDialog(self._window))
            dialog.saved.connect(self._save)
            dialog.removed.connect(self._remove)
            dialog.show_prompts(self._prompts())
            written = self._composer.text()
            dialog.begin_new("" if written.startswith(SIGN) else written)
        return self._to_front()

    def _prompts(self) -> tuple[SavedPrompt, ...]:
        prompts = self._library.prompts()
        problem = self._library.take_problem()
        if problem is not None:
            self._bridge.post(ProblemRaised(problem))
        return prompts

    @Slot(object)
    def _use(self, prompt: SavedPrompt) -> None:
        """Put a prompt in, or ask for its blanks first; the message field stays as it is then."""
        from app.core.prompts.blanks import parsed

        blanks = parsed(prompt.text).blanks
        if not blanks:
            self._put_in(prompt, {})
            return
        self._asking = (prompt, self._composer.text())
        self._form().ask(prompt.name, blanks, self._said.get(prompt.name, {}))

    def _form(self) -> BlanksForm:
        from app.ui.composer.blanks_form import BlanksForm

        if self.form is None:
            self.form = BlanksForm(self._theme, self._composer.edit)
            self._composer.put_above(self.form)
            self.form.filled.connect(self._on_filled)
            self.form.given_up.connect(self._on_given_up)
        return self.form

    @Slot()
    def _on_filled(self) -> None:
        if self._asking is not None:
            prompt, _words = self._asking
            values = self._close_form()
            self._put_in(prompt, values)

    @Slot()
    def _on_given_up(self) -> None:
        self._close_form()
        self._composer.edit.setFocus()

    @Slot()
    def _on_text(self) -> None:
        """Give the form up where what it would replace is gone: something was typed, or sent."""
        if self._asking is not None and self._composer.text() != self._asking[1]:
            self._close_form()

    def _close_form(self) -> dict[str, str]:
        """Hide the form and return what was written in it, which the next one begins with."""
        if self.form is None or self._asking is None:
            return {}
        values = self.form.values()
        self._said[self._asking[0].name] = values
        self._asking = None
        self.form.hide()
        return values

    def _put_in(self, prompt: SavedPrompt, values: dict[str, str]) -> None:
        """Put a prompt in the place of what stands in the field; one Ctrl+Z takes it back."""
        from app.core.prompts.blanks import parsed

        text = one_line_end(parsed(prompt.text).filled(values, _known()))
        edit = self._composer.edit
        cursor = edit.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        edit.setTextCursor(cursor)
        if edit.takes(text):
            edit.insertPlainText(text)
        else:
            edit.clear()
            edit.long_pasted.emit(text)
        edit.setFocus()

    @Slot(object, str)
    def _save(self, prompt: SavedPrompt, before: str) -> None:
        assert self._dialog is not None
        try:
            self._library.put(prompt, before)
        except KnownError as error:
            self._dialog.say(translated(error.what, error.remedy))
            return
        self._dialog.show_prompts(self._prompts(), prompt.name)
        self._dialog.say(tr("Saved"))

    @Slot(str)
    def _remove(self, name: str) -> None:
        assert self._dialog is not None
        try:
            self._library.remove(name)
        except KnownError as error:
            self._dialog.say(translated(error.what, error.remedy))
            return
        self._dialog.show_prompts(self._prompts())
        self._dialog.say(tr("Deleted “{name}”", name=name))


def _known() -> dict[str, str]:
    """Return what is filled in without a question, by the names in `KNOWN`."""
    now, locale = QDateTime.currentDateTime(), QLocale()
    return {
        "clipboard": QGuiApplication.clipboard().text(),
        "date": locale.toString(now.date(), QLocale.FormatType.LongFormat),
        "current_date": now.toString("yyyy-MM-dd"),
        "current_time": now.toString("HH:mm"),
        "current_datetime": now.toString("yyyy-MM-dd HH:mm"),
        "current_timezone": bytes(QTimeZone.systemTimeZoneId().data()).decode("ascii", "replace"),
        "current_weekday": locale.toString(now.date(), "dddd"),
        "user_language": locale.nativeLanguageName(),
    }


def supplied_prompts() -> dict[str, SavedPrompt]:
    """Return the prompts that come with Hearth by their keys, in the user's language."""
    from app.core.prompts.supplied_prompts import SUPPLIED

    return {one.key: SavedPrompt(translated(one.name), translated(one.text)) for one in SUPPLIED}
