"""The page says of each model that is looked at whether it fits, with the arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from app.core.chats.records import ChatId
from app.core.conversations.events import ContextUse
from app.core.models.library.chosen_folders import LibraryChoices
from app.core.phrases import NO_WORDS
from app.core.plain_value import replace
from app.core.protocol import LoadedPlacement, ModelLoaded, PlaceUse
from app.core.system.probes import own_probe
from app.ui.models.library.library_fits import tokens_needed
from app.ui.models.library.library_table_model import LibraryColumn
from tests.helpers import fit_child
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.model_files import model_bytes, write_model
from tests.unit.ui.conftest import make_model

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.models.library.library_dialog import LibraryDialog
    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(fit_child.ASKED, str(tmp_path / "asked"))
    folder = tmp_path / "models"
    for name in ("a", "slow", "huge", "broken"):
        write_model(folder / f"{name}.gguf", name)
    (folder / "cut.gguf").write_bytes(model_bytes("Cut")[:-9])
    return folder


@pytest.fixture
def page(desk: Desk, models: Path) -> LibraryDialog:
    presenter = desk.window.model_pages.library
    presenter.set_choices(LibraryChoices((str(models),)))
    shown = presenter.show_page()
    desk.until(lambda: shown.rows.rowCount() == 5)
    return shown


def row(page: LibraryDialog, name: str) -> int:
    return next(row for row in range(page.rows.rowCount()) if page.rows.entry_at(row).name == name)


def fit(page: LibraryDialog, name: str, role: int = Qt.ItemDataRole.DisplayRole) -> object:
    return page.rows.index(row(page, name), LibraryColumn.FIT).data(role)


def asked(folder: Path) -> list[str]:
    return (folder.parent / "asked").read_text().split()


def test_every_model_that_can_be_loaded_has_its_verdict(desk: Desk, page: LibraryDialog) -> None:
    desk.until(lambda: fit(page, "slow") == "Slow")
    desk.until(lambda: fit(page, "broken") == "Unknown")
    assert [fit(page, name) for name in ("a", "huge", "cut")] == ["Fits", "Won't fit", "–"]
    danger = QColor(desk.window.theme.colours.danger)
    assert fit(page, "huge", Qt.ItemDataRole.ForegroundRole) == danger
    symbols = [fit(page, name, Qt.ItemDataRole.DecorationRole) for name in ("a", "slow", "huge")]
    assert all(symbols)  # a colour alone is lost where the row is selected
    assert fit(page, "cut", Qt.ItemDataRole.DecorationRole) is None
    why = str(fit(page, "broken", Qt.ItemDataRole.ToolTipRole))
    assert "could not check whether" in " ".join(why.split())  # tips are wrapped


def test_the_arithmetic_stands_in_the_tip_and_below_the_table(
    desk: Desk, page: LibraryDialog
) -> None:
    desk.until(lambda: fit(page, "a") == "Fits")
    told = str(fit(page, "a", Qt.ItemDataRole.ToolTipRole))
    for part in (
        "It is called a.gguf.",
        "With a context of 8,192 tokens, KV cache at full precision:",
        "RAM: weights 3.0 GB + KV cache 500 MB + compute 200 MB = 3.7 GB · 9.0 GB of 16.0 GB",
    ):
        assert part in told
        assert part not in page.words()
    page.select(page.rows.entry_at(row(page, "a")).path)
    assert "It is called a.gguf." in page.words()
    assert "compute 200 MB = 3.7 GB" in page.words()


def test_only_what_is_looked_at_is_asked_and_the_selected_one_first(
    desk: Desk, page: LibraryDialog, models: Path
) -> None:
    desk.until(lambda: fit(page, "slow") == "Slow")
    for number in range(60):
        write_model(models / f"m{number:02}.gguf", f"m{number:02}")
    desk.qtbot.waitUntil(lambda: page.rows.rowCount() == 65, timeout=30_000)
    desk.until(lambda: fit(page, "m01") == "Fits")
    assert fit(page, "m59") == "…"
    assert "m59.gguf" not in asked(models)

    page.select(page.rows.entry_at(row(page, "m59")).path)  # which scrolls to it
    desk.until(lambda: fit(page, "m59") == "Fits")
    desk.until(lambda: fit(page, "m58") == "Fits")
    assert asked(models).index("m59.gguf") < asked(models).index("m58.gguf")


def test_the_size_of_the_chat_that_is_shown_counts(desk: Desk, page: LibraryDialog) -> None:
    desk.post(ContextUse(ChatId(1), n_ctx=8192, n_chat=5000))
    page.select(page.rows.entry_at(row(page, "a")).path)
    desk.until(lambda: "of which this chat needs about 6,144" in page.words())


def test_a_model_is_loaded_with_the_context_that_was_shown_for_the_chat(
    desk: Desk, page: LibraryDialog
) -> None:
    desk.post(ContextUse(ChatId(1), n_ctx=8192, n_chat=5000))
    path = page.rows.entry_at(row(page, "a")).path
    page.select(path)
    desk.until(lambda: "With a context of 8,192 tokens, of which this chat" in page.words())

    page.load_button.click()

    assert [call for call in desk.calls if call[0] == "load"] == [("load", path, 8192)]


def test_without_a_chat_a_model_is_loaded_with_the_context_that_is_set(
    desk: Desk, page: LibraryDialog
) -> None:
    path = page.rows.entry_at(row(page, "a")).path
    page.select(path)
    desk.until(lambda: "With a context of 8,192 tokens, KV cache" in page.words())

    page.load_button.click()

    assert [call for call in desk.calls if call[0] == "load"] == [("load", path)]


def test_another_loaded_model_asks_again(desk: Desk, page: LibraryDialog, models: Path) -> None:
    desk.until(lambda: fit(page, "slow") == "Slow")
    before = asked(models).count("slow.gguf")
    placement = LoadedPlacement(NO_WORDS, (PlaceUse("RAM", 3, 100, 20, 3),))
    desk.post(ModelLoaded(replace(make_model(), placement=placement)))
    desk.until(lambda: asked(models).count("slow.gguf") == before + 1)


def test_a_narrow_page_leaves_out_what_matters_least(desk: Desk, page: LibraryDialog) -> None:
    shown = []
    for width in (1100, 700, 560):
        page.resize(width, 600)
        desk.until(lambda: page.table.viewport().width() > 0)
        hidden = page.table.isColumnHidden
        shown.append([column.name for column in LibraryColumn if not hidden(column)])
        assert page.table.columnWidth(LibraryColumn.NAME) >= 150
    assert len(shown[0]) == len(LibraryColumn)
    assert shown[1] == ["NAME", "QUANTISATION", "SIZE", "FIT"]
    assert shown[2] == ["NAME", "SIZE", "FIT"]


def test_the_selected_row_stays_in_sight_when_its_details_take_room(
    desk: Desk, page: LibraryDialog
) -> None:
    page.resize(900, 480)
    last = page.rows.rowCount() - 1
    page.table.selectRow(last)
    desk.until(lambda: "compute" in page.words())
    index = page.rows.index(last, 0)

    def is_in_sight() -> bool:
        return page.table.viewport().rect().contains(page.table.visualRect(index))

    desk.until(is_in_sight)


@pytest.mark.parametrize(("n_chat", "needed"), [(0, 0), (1024, 0), (1025, 3072), (5000, 6144)])
def test_a_chat_needs_room_for_an_answer_in_steps(n_chat: int, needed: int) -> None:
    assert tokens_needed(ContextUse(ChatId(1), n_ctx=8192, n_chat=n_chat)) == needed


def test_a_chat_that_was_not_counted_needs_nothing() -> None:
    assert tokens_needed(ContextUse(ChatId(1), n_chat=5000)) == 0


def test_a_real_model_is_judged_by_llama_cpp(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_child, "COMMAND", own_probe("fit"))
    (tmp_path / "real").mkdir()
    write_tiny_llama(tmp_path / "real" / "tiny.gguf", name="Real")
    presenter = desk.window.model_pages.library
    presenter.set_choices(LibraryChoices((str(tmp_path / "real"),)))
    page = presenter.show_page()
    desk.qtbot.waitUntil(
        lambda: page.rows.rowCount() == 1 and fit(page, "Real") == "Fits", timeout=120_000
    )
    tip = str(fit(page, "Real", Qt.ItemDataRole.ToolTipRole))
    assert "There is enough free memory." in tip
    assert "With a context of 4,096 tokens" in tip
