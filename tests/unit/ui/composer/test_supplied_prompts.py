"""The prompts that come with Hearth: offered among the user's, in their language, gone for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.prompts.blanks import parsed
from app.ui.composer.prompts_presenter import supplied_prompts

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.composer.prompts_presenter import PromptList
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def names(offered: PromptList) -> list[str]:
    return [offered.item(row).text() for row in range(offered.count())]


def test_prompts_come_with_hearth_and_go_for_good(desk: Desk) -> None:
    desk.window.composer.edit.setFocus()
    desk.qtbot.keyClicks(desk.window.composer.edit, "/")
    offered = desk.window.prompts.offered
    assert names(offered) == [
        *("Explain", "Reply to an e-mail", "Rewrite", "Summarise", "Translate", "Saved prompts…")
    ]
    desk.window.composer.edit.clear()
    page = desk.window.prompts.show_page()
    page.names.setCurrentRow(0)
    page.delete_button.click()
    page.close()
    desk.window.composer.edit.setFocus()
    desk.qtbot.keyClicks(desk.window.composer.edit, "/")
    assert names(offered)[0] == "Reply to an e-mail"


@pytest.mark.parametrize("language", ["de", "zh_CN"])
def test_their_translations_ask_the_same(speaking: Callable[[str], str], language: str) -> None:
    def asked() -> dict[str, list[tuple[object, ...]]]:
        return {
            key: sorted(
                (blank.kind.value, blank.is_required, len(blank.options), bool(blank.default))
                for blank in parsed(prompt.text).blanks
                if blank.fault is None
            )
            for key, prompt in supplied_prompts().items()
        }

    english, names = asked(), {prompt.name for prompt in supplied_prompts().values()}
    speaking(language)
    assert asked() == english
    assert names.isdisjoint(prompt.name for prompt in supplied_prompts().values())


@pytest.mark.usefixtures("german")
def test_they_speak_the_language_of_the_window(desk: Desk) -> None:
    desk.window.composer.edit.setFocus()
    desk.qtbot.keyClicks(desk.window.composer.edit, "/zus")
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    form = desk.window.prompts.form
    assert form is not None
    assert [one.label for one in form.fields] == ["Länge", "Text"]
