"""How one model is loaded, as the user chooses it on a page of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QFileDialog

from app.core.conversations.events import ModelResting, TemplateShown
from app.core.errors import Problem
from app.core.models.library.chosen_folders import LibraryChoices
from app.core.models.model_settings import ModelSettingsNotSaved
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.protocol import (
    DEFAULT_LOAD,
    Adapter,
    Device,
    KVType,
    LoadSettings,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    TemplatePreviewed,
)
from app.ui.models.model_presenter import ModelState
from tests.helpers.gguf_factory import CHATML, write_tiny_llama
from tests.helpers.model_files import write_model
from tests.unit.ui.conftest import STREAMING, answer, make_model, notice_button, question
from tests.unit.ui.model_setup.conftest import (
    EVERYTHING,
    PATH,
    opened,
    page_of,
    saved,
    until_closed,
)

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def loads(desk: Desk) -> list[str]:
    return [call[1] for call in desk.calls if call[0] == "load"]


def tried(desk: Desk) -> list[str]:
    return [call[1] for call in desk.calls if call[0] == "preview_template"]


def test_without_a_choice_everything_is_hearths_own(desk: Desk) -> None:
    page = opened(desk)

    assert page.settings() == DEFAULT_LOAD
    assert page.fields.context.text() == "Automatic"
    assert page.fields.gpu_layers.choice.currentText() == "As many as fit"


def test_what_was_chosen_is_shown_and_comes_back_unchanged(desk: Desk) -> None:
    assert opened(desk, EVERYTHING).settings() == EVERYTHING


def test_saving_keeps_it_for_the_next_time_and_reloading_loads_at_once(desk: Desk) -> None:
    page = opened(desk)
    page.fields.context.setValue(4096)
    page.save_button.click()
    until_closed(desk)
    assert saved(desk) == [(PATH, LoadSettings(n_ctx=4096))]
    assert loads(desk) == []

    page = opened(desk)
    page.fields.kv_type.setCurrentIndex(1)
    assert page.load_button.text() == "Save and reload"
    page.load_button.click()
    until_closed(desk)
    assert saved(desk)[-1] == (PATH, LoadSettings(kv_type=KVType.Q8_0))
    assert loads(desk) == [PATH]


def test_a_wheel_that_scrolls_the_page_changes_no_number(desk: Desk) -> None:
    page = opened(desk, EVERYTHING)
    boxes = page.findChildren(QDoubleSpinBox)
    assert len(boxes) == 6

    for box in boxes:
        middle = QPointF(box.rect().center())
        turned = QWheelEvent(
            middle,
            box.mapToGlobal(middle),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(box, turned)

    assert page.settings() == EVERYTHING


def test_arrow_keys_lead_to_round_contexts_and_back_to_none(desk: Desk) -> None:
    box = opened(desk).fields.context
    seen = []
    for key in (*[Qt.Key.Key_Up] * 3, *[Qt.Key.Key_Down] * 4):
        desk.qtbot.keyClick(box, key)
        seen.append(box.text())
    assert seen == ["1,024", "2,048", "3,072", "2,048", "1,024", "Automatic", "Automatic"]

    for written, key, text in ((500, Qt.Key.Key_Down, "Automatic"), (1500, Qt.Key.Key_Up, "2,048")):
        box.setValue(written)
        desk.qtbot.keyClick(box, key)
        assert box.text() == text


def test_a_reset_takes_all_choices_back(desk: Desk) -> None:
    page = opened(desk, EVERYTHING)

    page.reset_button.click()

    assert page.settings() == DEFAULT_LOAD


def test_what_cannot_be_is_said_and_cannot_be_saved(desk: Desk) -> None:
    page = opened(desk)
    page.fields.kv_type.setCurrentIndex(1)
    page.fields.flash_attention.setChecked(False)

    assert "An 8-bit KV cache requires flash attention" in page._problem.text()
    assert not page.save_button.isEnabled()
    assert not page.load_button.isEnabled()

    page.fields.flash_attention.setChecked(True)
    assert page.save_button.isEnabled()
    assert page._problem.isHidden()


def test_a_full_disk_is_said_on_the_page_which_stays(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = opened(desk)

    def refuse(*_: object) -> None:
        raise ModelSettingsNotSaved(caught=OSError(28, "No space left on device"), path=tmp_path)

    monkeypatch.setattr(desk.window.model_setup._door, "change_settings", refuse, raising=False)
    page.save_button.click()

    desk.until(lambda: "No space left on device" in page._problem.text())
    assert page.isVisible()


def test_adapters_are_added_scaled_and_removed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(desk)
    first, second = (str(Path("/adapters") / name) for name in ("a.gguf", "b.gguf"))
    for path in (first, second, second):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, path=path: (path, ""))
        page.adapters.add_button.click()
    page.adapters.scales[0].setValue(0.25)
    assert page.settings().adapters == (Adapter(first, 0.25), Adapter(second))

    page.adapters.remove_buttons[0].click()

    assert page.settings().adapters == (Adapter(second),)


def test_a_device_that_is_gone_keeps_its_share(desk: Desk) -> None:
    away = replace(EVERYTHING, split=(("CUDA0", 3.0), ("CUDA7", 1.0)), main_device="CUDA7")

    page = opened(desk, away)

    assert page.settings() == away
    assert "CUDA7 (not found)" in [
        page.devices.main.itemText(index) for index in range(page.devices.main.count())
    ]


def test_before_a_model_was_loaded_no_device_is_said_to_be_gone(desk: Desk, tmp_path: Path) -> None:
    desk.recorded.answers["settings_of"] = EVERYTHING
    desk.window.model_setup.ask_of(str(tmp_path / "some.gguf"), "Some")
    page = page_of(desk)

    names = [page.devices.main.itemText(index) for index in range(page.devices.main.count())]
    assert names == ["Automatic", "CUDA0", "CUDA1"]
    assert page.settings() == EVERYTHING


def test_addresses_of_other_machines_are_separated_by_commas(desk: Desk) -> None:
    page = opened(desk)
    page.machines.setText(" attic:50052,, 127.0.0.1:50052 ,attic:50052")
    page.save_button.click()
    until_closed(desk)
    ((_path, settings),) = saved(desk)
    assert settings.machines == ("attic:50052", "127.0.0.1:50052")


def test_a_template_is_tried_while_it_is_written(desk: Desk) -> None:
    page = opened(desk)
    page.template.source.setPlainText("{{ mess")
    desk.until(lambda: tried(desk) == ["{{ mess"])
    problem = Problem(phrase("The template failed: unexpected end."), phrase(""), phrase(""))
    desk.post(TemplateShown("{{ mess", TemplatePreviewed("", problem)))

    assert "unexpected end" in page.template._problem.text()
    assert not page.save_button.isEnabled()

    page.template.source.setPlainText("{{ messages[0]['content'] }}")
    desk.post(
        TemplateShown("{{ mess", TemplatePreviewed("", problem))
    )  # of before, which comes late
    desk.until(lambda: len(tried(desk)) == 2)
    desk.post(TemplateShown("{{ messages[0]['content'] }}", TemplatePreviewed("Be brief.")))

    assert page.template.preview.toPlainText() == "Be brief."
    assert page.template.preview.isVisibleTo(page)
    assert page.save_button.isEnabled()


def test_a_text_that_is_no_template_for_its_length_is_not_taken(desk: Desk) -> None:
    page = opened(desk)
    page.template.source.insertPlainText("{{ mine }}")
    long = QMimeData()
    long.setText("x" * 256_001)
    page.template.source.insertFromMimeData(long)

    assert page.template.text == "{{ mine }}"
    assert "too long" in page.template._problem.text()
    assert page.template._problem.isVisibleTo(page)

    page.template.source.insertPlainText("!")
    assert not page.template._problem.isVisibleTo(page)


def test_of_a_preview_that_is_cut_it_is_seen(desk: Desk) -> None:
    page = opened(desk)
    page.template.source.setPlainText("{{ messages }}")
    desk.until(lambda: tried(desk) == ["{{ messages }}"])
    desk.post(TemplateShown("{{ messages }}", TemplatePreviewed("a lot", is_cut=True)))

    assert page.template.preview.toPlainText() == "a lot…"


def test_the_models_own_template_is_put_into_the_field(desk: Desk, tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "small.gguf")
    desk.window.model_setup.ask_of(str(path), "Small")
    page = page_of(desk)
    page.template.own_button.click()

    desk.until(lambda: bool(page.template.text))

    assert page.template.text == CHATML


def test_a_model_of_the_library_has_settings_too(desk: Desk, tmp_path: Path) -> None:
    path = write_model(tmp_path / "models" / "small.gguf", "Small")
    presenter = desk.window.model_pages.library
    presenter.set_choices(LibraryChoices((str(tmp_path / "models"),)))
    library = presenter.show_page()
    desk.until(lambda: library.rows.rowCount() == 1)
    library.table.selectRow(0)
    library.setup_button.click()
    page = page_of(desk)

    assert "Small" in page.windowTitle()
    assert page.load_button.text() == "Save and load"
    page.load_button.click()
    until_closed(desk)
    assert saved(desk) == [(str(path), DEFAULT_LOAD)]
    assert loads(desk) == [str(path)]


def test_an_unloaded_model_is_shown_so_and_can_be_asked(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.actions_by_key["unload_model"].trigger()
    assert desk.calls[-1] == ("unload",)

    desk.post(ModelResting())

    assert "(unloaded)" in desk.window.model_bar.button.text()
    assert desk.window.models.state is ModelState.READY
    desk.post(ModelLoading(PATH, 0.5), ModelLoaded(make_model()))
    assert "(unloaded)" not in desk.window.model_bar.button.text()


def test_an_answer_is_not_ended_by_unloading_without_a_question(desk: Desk) -> None:
    running = answer("Well", STREAMING)
    desk.open(question("Hello"), running)
    desk.window.actions_by_key["unload_model"].trigger()
    assert "Unload the model now?" in "\n".join(desk.window.notices.texts())
    assert ("unload",) not in desk.calls

    notice_button(desk, "Unload it now").click()

    assert desk.calls[-1] == ("unload",)


def test_a_template_that_was_replaced_can_be_brought_back(desk: Desk, tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "small.gguf")
    desk.window.model_setup.ask_of(str(path), "Small")
    page = page_of(desk)
    page.template.source.insertPlainText("{{ written by hand }}")
    page.template.own_button.click()
    desk.until(lambda: page.template.text == CHATML)
    page.template.source.undo()
    assert page.template.text == "{{ written by hand }}"

    page.reset_button.click()
    assert page.template.text == ""
    page.template.source.undo()

    assert page.template.text == "{{ written by hand }}"


def test_settings_that_a_model_cannot_be_loaded_with_are_one_click_away(
    desk: Desk, tmp_path: Path
) -> None:
    path = str(write_tiny_llama(tmp_path / "large.gguf"))
    desk.post(ModelLoaded(make_model()), ModelLoading(path, 0.0), ModelUnloaded())
    problem = Problem(phrase("It does not fit."), phrase(""), phrase(""))
    desk.post(ModelLoadFailed(path, problem))
    desk.until(lambda: bool(desk.window.notices.texts()))

    notice_button(desk, "Model settings…").click()

    assert page_of(desk).load_button.text() == "Save and load"
    page_of(desk).reject()
    until_closed(desk)
    desk.window.actions_by_key["model_setup"].trigger()
    assert page_of(desk).load_button.text() == "Save and load"


def test_entries_that_need_a_model_cannot_be_chosen_without_one(desk: Desk) -> None:
    actions = desk.window.actions_by_key
    assert not actions["model_setup"].isEnabled()
    assert not actions["unload_model"].isEnabled()

    desk.post(ModelLoaded(make_model()))
    assert actions["model_setup"].isEnabled()
    assert actions["unload_model"].isEnabled()

    desk.post(ModelResting())
    assert actions["model_setup"].isEnabled()
    assert not actions["unload_model"].isEnabled()


def test_two_cards_of_one_kind_can_be_told_apart(desk: Desk) -> None:
    desk.open(answer("hello"))
    twins = tuple(Device(f"CUDA{n}", "Big card", "gpu", 8_000, 8_000) for n in range(2))
    desk.post(ModelLoaded(replace(make_model(), devices=twins)))
    desk.window.actions_by_key["model_setup"].trigger()
    page = page_of(desk)

    names = [page.devices.main.itemText(index) for index in range(page.devices.main.count())]
    assert len(set(names)) == 3
    assert len({box.accessibleName() for box in page.devices.shares.values()}) == 2
