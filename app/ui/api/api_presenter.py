"""Opens the page "API for other programs", and tells where the API is on, or could not be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from app.core.settings.table import API_ENABLED, API_PORT
from app.ui.api.api_state import CannotListen
from app.ui.kit.message_box import PagePresenter, agrees
from app.ui.kit.notices import NoticeAction, NoticeArea, key_of
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.errors import Problem
    from app.ui.api.api_dialog import ApiDialog
    from app.ui.api.api_host import ApiHost
    from app.ui.api.api_mark import ApiMark
    from app.ui.kit.theme import Theme
    from app.ui.settings.settings_presenter import SettingsPresenter


class ApiPresenter(PagePresenter["ApiDialog"]):
    """One page at a time.

    Args:
        host: knows whether the API is on.
        settings_page: changes whether it shall be.
        mark: in the status line.
        notices: tell what failed.
        window: the page belongs to it.
    """

    def __init__(
        self,
        host: ApiHost,
        settings_page: SettingsPresenter,
        mark: ApiMark,
        notices: NoticeArea,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._host = host
        self._settings_page = settings_page
        self._mark = mark
        self._notices = notices
        self._theme = theme
        self._window = window
        self._told: Problem | None = None
        host.changed.connect(self._on_changed)
        host.asked.connect(self._on_asked)
        host.key_refused.connect(self._on_key_refused)
        mark.clicked.connect(self.show_page)
        self._show_state()

    @Slot()
    def show_page(self) -> ApiDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.api.api_dialog import ApiDialog  # which most starts never need

        if self._dialog is None:
            dialog = self._begin(ApiDialog(self._theme, self._host.model, self._window))
            dialog.switched.connect(
                lambda is_on: self._settings_page.change(API_ENABLED, "on" if is_on else "off")
            )
            dialog.retry_requested.connect(self._host.try_again)
            dialog.renew_requested.connect(self._on_renew)
            dialog.settings_requested.connect(lambda: self._settings_page.show_setting(API_PORT))
            self._show_state()
            self._on_asked()
        return self._to_front()

    # -- what happens --

    @Slot()
    def _on_changed(self) -> None:
        self._show_state()
        state = self._host.state
        problem = state.problem if isinstance(state, CannotListen) else None
        if self._told is not None and problem != self._told:
            self._notices.dismiss(key_of(self._told))
        if problem is not None and problem != self._told:
            self._notices.show_problem(
                problem,
                NoticeAction(tr("Try again"), self._host.try_again),
                NoticeAction(tr("Show…"), self.show_page),
            )
        self._told = problem

    def _show_state(self) -> None:
        state = self._host.state
        self._mark.show_state(state, self._host.activity().n_programs)
        if self._dialog is not None:
            self._dialog.show_state(state, is_wished=self._host.is_wished)

    @Slot()
    def _on_asked(self) -> None:
        activity = self._host.activity()
        self._mark.show_state(self._host.state, activity.n_programs)
        if self._dialog is not None:
            self._dialog.show_activity(activity)

    @Slot(object)
    def _on_key_refused(self, problem: Problem) -> None:
        if self._dialog is not None:
            self._dialog.show_problem(problem)

    # -- the user's wishes --

    @Slot()
    def _on_renew(self) -> None:
        told = tr("Hearth then refuses programs with the old key until you give them the new one.")
        title, verb = tr("New key"), tr("Create a new key")
        if agrees(self._dialog, title, tr("Create a new key?"), told, verb):
            self._host.renew_key()
