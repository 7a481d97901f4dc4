"""The page "Get a model": suggestions, a search of the hub, the files of one model, downloads.

Nothing is connected before the user searches or downloads; who is contacted stands on the page.

Longer than other files: all of one page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.models.catalogue import ModelCatalogue, own_catalogue
from app.core.models.hub.grouping import recommended
from app.core.models.hub_link import HubLink, page_link
from app.core.models.suggestions import Fit, RatedSuggestion, rate, usable_bytes
from app.ui.kit.accessibility import follow_layout
from app.ui.kit.dialog_page import DialogPage, page_head, scrolled
from app.ui.kit.labels import label, push_button, search_line, show_words
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.models.get_model.download_strip import DownloadStrip
from app.ui.models.get_model.hub_rows import ChoiceRow, RepositoryRow, SuggestionRow
from app.ui.words import formatting
from app.ui.words.plain_text import breakable, set_tip
from app.ui.words.translation import problem_words, tr, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.errors import Problem
    from app.core.models.fits import FitTold
    from app.core.models.hub.repositories import HubListing, HubModel, ModelChoice

_SIZE = QSize(760, 860)


class GetModelDialog(DialogPage):
    """Shows what there is to be had and what is on its way.

    Sends `searched` with words, `described` with "author/name", `left` when what was asked for is
    not wanted any more, `suggestion_wanted` with a suggestion, `choice_wanted` with a listing and
    one of its choices, `check_requested` with a choice, `load_requested` with a path,
    `token_requested` and `open_file_requested`.

    Args:
        ram_bytes: all memory of this machine.
        gpu_bytes: of its largest graphics card; 0 without one.
        host: who is contacted.
        catalogue: the models that are suggested; None for those that this version came with.

    Attributes:
        link: whose files are shown, or are to be; None where none led here.
    """

    searched = Signal(str)
    described = Signal(str)
    left = Signal()
    suggestion_wanted = Signal(object)
    choice_wanted = Signal(object, object)
    check_requested = Signal(object)
    load_requested = Signal(object)
    token_requested = Signal()
    again_requested = Signal()
    open_file_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        ram_bytes: int,
        host: str,
        parent: QWidget | None = None,
        *,
        gpu_bytes: int = 0,
        catalogue: ModelCatalogue | None = None,
    ) -> None:
        super().__init__("getModel", tr("Get a model"), parent)
        self._catalogue = catalogue or own_catalogue()
        self._theme = theme
        self._ram_bytes = ram_bytes
        self._gpu_bytes = gpu_bytes
        self._host = host
        self._read_speed = 0.0  # until it is known
        self.search = search_line(tr("Search {host}", host=host))
        self.search_button = push_button("", tr("Search"), self._on_search)
        self.back_button = push_button("", tr("Back"), self._on_back)
        self.token_button = push_button("link", tr("Access token…"), self.token_requested)
        set_tip(self.token_button, tr("For models that require you to sign in"))
        self.token_offer = push_button("", tr("Enter access token…"), self.token_requested)
        self.page_button = push_button(
            "", tr("Open page"), lambda: self.open_page(self._problem_page)
        )
        self.again_button = push_button("", tr("Try again"), self.again_requested)
        self.larger_button = push_button("link", tr("Show larger models"), self._on_larger)
        self._larger: list[RatedSuggestion] = []
        self.link_button = push_button("", tr("Show files"), self._on_link, is_auto=True)
        self.link: HubLink | None = None
        self._problem_page = ""
        self._heading = label("stepTitle")
        self._told = label("dialogText")
        self._list = QFrame()
        self._rows = vertical(self._list, margins=1, spacing=0)
        self.rows: list[SuggestionRow | RepositoryRow | ChoiceRow] = []
        self._found: tuple[HubModel, ...] = ()
        self.downloads = DownloadStrip()
        self.close_button = push_button("", tr("Close"), self.reject)
        self.open_button = push_button("", tr("Open model file…"), self._on_open_file)
        self._arrange()
        self.search_button.setDefault(True)
        self._connect()
        self.show_suggestions()
        self._fit_screen(_SIZE)
        self._first_button().setFocus()

    # -- showing --

    @Slot()
    def show_suggestions(self) -> None:
        """Show the models that Hearth suggests, too large ones on demand.

        The one to take comes first, then those that fit well, from the one that knows the most on.
        """
        self._found = ()
        self.link = None
        self._begin(tr("Suggested models"), self._about_suggestions())
        rated = rate(self._ram_bytes, self._catalogue, gpu_bytes=self._gpu_bytes)
        fitting = [one for one in rated if one.fit is not Fit.TOO_LARGE]
        shown = sorted(fitting[::-1] or rated, key=_place)
        for one in shown:
            self._add_suggestion(one)
        self._larger = [one for one in rated if one not in shown]
        self.larger_button.setVisible(bool(self._larger))
        self.back_button.hide()

    def _add_suggestion(self, rated: RatedSuggestion) -> None:
        row = SuggestionRow(rated, self._theme)
        row.download_requested.connect(self.suggestion_wanted)
        row.page_requested.connect(self.open_page)
        row.show_speed(self._read_speed)
        self._add_row(row)

    @Slot()
    def _on_larger(self) -> None:
        """Show the suggestions that are too large for this machine, too."""
        first = len(self.rows)
        for one in self._larger:
            self._add_suggestion(one)
        self._larger = []
        self.rows[first].button.setFocus()
        self.larger_button.hide()

    def await_read_speed(self) -> None:
        """Keep room for how fast the suggested models would answer."""
        for row in self.rows:
            if isinstance(row, SuggestionRow):
                row.await_speed()

    def show_read_speed(self, read_speed: float) -> None:
        """Say how fast the models that Hearth suggests would answer.

        Args:
            read_speed: bytes of weights that this machine reads in a second.
        """
        self._read_speed = read_speed
        for row in self.rows:
            if isinstance(row, SuggestionRow):
                row.show_speed(read_speed)

    def _about_suggestions(self) -> str:
        words = [self._about_memory()]
        if self._catalogue.as_of:
            month = formatting.month(self._catalogue.as_of)
            words.append(tr("List of {month}.", month=month))
        return " ".join(words)

    def _about_memory(self) -> str:
        memory_gb = max(1, round(self._ram_bytes / 2**30))
        if not self._gpu_bytes:
            return tr(
                "This machine has {n_gb} GB of memory. Larger models know more but are slower.",
                n_gb=memory_gb,
            )
        return tr(
            "This machine has {n_gb} GB of memory and a graphics card with {n_gpu_gb} GB. "
            "Models that fit on the card are fast.",
            n_gb=memory_gb,
            n_gpu_gb=max(1, round(self._gpu_bytes / 2**30)),
        )

    def show_waiting(self, words: str) -> None:
        """Say what is being asked."""
        self._begin(words, "")

    def show_link(self, link: HubLink) -> None:
        """Show where a link leads; whoever opened it has not agreed to anything yet."""
        self._found = ()
        self.link = link
        told = tr(
            "A link leads to this model. Hearth contacts {host} when you show its files, and "
            "downloads nothing before you choose one.",
            host=self._host,
        )
        if link.file:
            named = tr("The link names the file {file}.", file=breakable(link.file))
            told = f"{told} {named}"
        self._begin(breakable(link.repo), told)
        self.link_button.show()
        self.link_button.setFocus()

    def show_results(self, models: Sequence[HubModel]) -> None:
        """Show what a search has found."""
        self.link = None
        self._found = tuple(models)
        if not models:
            self._begin(tr("No models found"), tr("Try fewer or different words."))
            return
        self._begin(tr("Found on {host}", host=self._host), "")
        for model in models:
            row = RepositoryRow(model)
            row.chosen.connect(self.described)
            row.page_requested.connect(self.open_page)
            self._add_row(row)

    def show_listing(self, listing: HubListing) -> None:
        """Show what there is to choose from in a repository."""
        budget = usable_bytes(self._ram_bytes)
        best = recommended(listing.choices, budget)
        told = tr(
            "The same model in several sizes. Smaller files need less memory and lose a little "
            "quality."
        )
        wanted = self.link.file if self.link is not None else ""
        linked = next((one for one in listing.choices if one.has_file(wanted)), None)
        if wanted and linked is None:
            missing = tr("The link names {file}, which is not among them.", file=breakable(wanted))
            told = f"{missing} {told}"
        self._begin(breakable(listing.model.repo), told)
        for choice in sorted(listing.choices, key=lambda one: one is not linked):
            row = ChoiceRow(
                choice,
                self._host,
                self._theme,
                is_recommended=choice is best,
                is_linked=choice is linked,
            )
            row.check_requested.connect(self.check_requested)
            row.chosen.connect(lambda one, of=listing: self.choice_wanted.emit(of, one))
            self._add_row(row)
        if linked is not None:
            self.rows[0].button.setFocus()

    def show_fit(self, choice: ModelChoice, told: FitTold) -> None:
        """Show how a choice would fit, if it is among those that are shown."""
        for row in self.rows:
            if isinstance(row, ChoiceRow) and row.choice == choice:
                row.show_fit(told)

    def show_unchecked(self, choice: ModelChoice, problem: Problem) -> None:
        """Say why it cannot be told exactly how a choice would fit."""
        for row in self.rows:
            if isinstance(row, ChoiceRow) and row.choice == choice:
                row.show_unchecked(problem)

    def show_problem(
        self,
        problem: Problem,
        *,
        wants_token: bool = False,
        page: str = "",
        model: str = "",
        can_try_again: bool = False,
    ) -> None:
        """Say why there is nothing to show, and offer to enter a token where that helps.

        Args:
            page: where something can be done about it; "" for nowhere.
            model: that was to be downloaded; "" where something else was asked for.
            can_try_again: whether the same can be asked once more.
        """
        what, more = translated(problem.what), translated(problem.effect, problem.remedy)
        if model:
            more = problem_words(problem)
            what = tr("{model} was not downloaded", model=model)
        self._begin(breakable(what), breakable(more))
        self.again_button.setVisible(can_try_again)
        self.token_offer.setVisible(wants_token)
        self._problem_page = page
        self.page_button.setVisible(bool(page))
        set_tip(self.page_button, page)

    def words(self) -> str:
        """Return what stands above the rows."""
        return "\n".join(filter(None, (self._heading.text(), self._told.text())))

    def _begin(self, heading: str, told: str) -> None:
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = []
        self._heading.setText(heading)
        show_words(self._told, told)
        self._list.setVisible(False)
        self.token_offer.hide()
        self.page_button.hide()
        self.again_button.hide()
        self.larger_button.hide()
        self.link_button.hide()
        self.back_button.show()

    def _add_row(self, row: SuggestionRow | RepositoryRow | ChoiceRow) -> None:
        row.setProperty("first", not self.rows)
        self.rows.append(row)
        self._rows.addWidget(row)
        follow_layout(self._list)
        self._list.setVisible(True)

    # -- arranging --

    def _arrange(self) -> None:
        self._list.setObjectName("suggestions")
        area = scrolled(self._page(), "getModelScroll")
        self._fill(
            self._head(),
            (area, 1),
            self.downloads,
            buttons=(self.close_button, self.open_button),
            left=self._status,
        )

    def _head(self) -> QVBoxLayout:
        told = tr(
            "A full-size model can chat about anything. You download it once, and it "
            "works offline. Hearth contacts {host} only when you search, check or "
            "download.",
            host=self._host,
        )
        line = horizontal(spacing=SPACE_S)
        add_to(line, (self.search, 1), self.search_button, self.token_button)
        return page_head(tr("Get a model"), told, SPACE_S, line)

    def _page(self) -> QWidget:
        page = QWidget()
        page.setObjectName("getModelPage")
        words = add_to(QVBoxLayout(), self._heading, self._told)
        line = horizontal(spacing=SPACE_M)
        add_to(line, (words, 1), (self.back_button, Qt.AlignmentFlag.AlignTop))
        column = vertical(page, margins=(SPACE_XL, 0, SPACE_XL, SPACE_XL), spacing=SPACE_S)
        larger = (self.larger_button, Qt.AlignmentFlag.AlignLeft)
        add_to(column, line, self._offers(), self._list, larger, STRETCH)
        return page

    def _offers(self) -> QHBoxLayout:
        line = horizontal(spacing=SPACE_S)
        buttons = (self.link_button, self.again_button, self.page_button, self.token_offer)
        return add_to(line, *buttons, STRETCH)

    def _connect(self) -> None:
        self.downloads.load_requested.connect(self._on_load)
        self.downloads.token_requested.connect(self.token_requested)

    def _first_button(self) -> QWidget:
        """Return the button of the recommended model, else the field for words."""
        for row in self.rows:
            if isinstance(row, SuggestionRow) and row.is_first_choice:
                return row.button
        return self.search

    # -- reacting --

    @Slot(str)
    def open_page(self, address: str) -> None:
        """Open a page in the browser and say so, or that it could not be done."""
        short = address.removeprefix("https://")
        if QDesktopServices.openUrl(QUrl(address)):
            self.say(tr("Opening {address} in your browser", address=short))
        else:
            self.say(tr("Could not open a browser. The address is {address}", address=short))

    @Slot()
    def _on_search(self) -> None:
        words = self.search.text().strip()
        link = page_link(words)
        if link is not None:  # the address of a page, or a link, pasted
            self.link, self._found = link, ()
            self.described.emit(link.repo)
        elif words:
            self.searched.emit(words)
        else:
            self.left.emit()
            self.show_suggestions()

    @Slot()
    def _on_link(self) -> None:
        if self.link is not None:
            self.described.emit(self.link.repo)

    @Slot()
    def _on_back(self) -> None:
        self.left.emit()
        is_among_found = any(isinstance(row, RepositoryRow) for row in self.rows)
        if self._found and not is_among_found:
            self.show_results(self._found)
        else:
            self.show_suggestions()

    @Slot(object)
    def _on_load(self, path: str) -> None:
        self.accept()
        self.load_requested.emit(path)

    @Slot()
    def _on_open_file(self) -> None:
        self.accept()
        self.open_file_requested.emit()


def _place(rated: RatedSuggestion) -> tuple[bool, bool]:
    return not rated.is_first_choice, rated.fit is Fit.TIGHT
