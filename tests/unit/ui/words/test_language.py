"""The languages of the window: which one, that none lacks a text, and how it is written."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import QLabel, QPushButton

from app.core.chats.records import MessageStatus
from app.core.chats.store import ChatStore
from app.core.engine.errors import PromptTooLong
from app.core.messages import Role
from app.core.phrases import Amount, phrase
from app.core.settings.table import LANGUAGE
from app.ui.kit.theme import Theme
from app.ui.settings.setting_row import SettingRow
from app.ui.transcript.model.message_facts import status_words
from app.ui.words import formatting
from app.ui.words.translation import ENGLISH, best_language, listed, tr, translated
from tests.unit.ui.conftest import worn
from tests.unit.ui.words.test_translation import run, texts_of_the_code, tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

ROOT = Path(__file__).resolve().parents[4]
SOURCES, MADE = ROOT / "packaging" / "translations", ROOT / "resources" / "translations"
LANGUAGES = sorted(path.stem.removeprefix("hearth_") for path in SOURCES.glob("*.ts"))
NAMES = re.compile(r"\{\w*\}")
KEPT = re.compile(r"`[^`]*`|https?://[\w.:/]+|</?\w[^>]*>", re.ASCII)
NOW = datetime(2026, 5, 20, 12, 0, tzinfo=UTC)


class Text:
    """One text of a catalogue: the English, what it is in the language, and what is noted of it."""

    def __init__(self, element: ElementTree.Element) -> None:
        translation = element.find("translation")
        assert translation is not None
        self.english = element.findtext("source") or ""
        self.note = element.findtext("comment") or ""
        self.is_done = translation.get("type") is None
        forms = [form.text or "" for form in translation.findall("numerusform")]
        self.forms = forms if element.get("numerus") else [translation.text or ""]


def catalogue(language: str) -> list[Text]:
    root = ElementTree.parse(SOURCES / f"hearth_{language}.ts").getroot()
    return [Text(element) for element in root.iter("message")]


def test_every_language_that_can_be_chosen_is_there_and_no_other() -> None:
    assert [choice.value for choice in LANGUAGE.choices] == [LANGUAGE.default, ENGLISH, *LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
class TestCatalogue:
    def test_it_has_every_text_of_the_code_and_no_other(
        self, language: str, tmp_path: Path
    ) -> None:
        """`make translations` brings it up to date."""
        root = texts_of_the_code(tmp_path)
        wanted = {(text.english, text.note) for text in map(Text, root.iter("message"))}
        there = {(text.english, text.note) for text in catalogue(language)}
        assert there == wanted

    def test_every_text_is_translated(self, language: str) -> None:
        texts = catalogue(language)
        assert [text.english for text in texts if not text.is_done or not all(text.forms)] == []

    def test_values_and_what_is_typed_stay(self, language: str) -> None:
        for text in catalogue(language):
            for form in text.forms:
                assert set(NAMES.findall(form)) == set(NAMES.findall(text.english)), text.english
                assert sorted(KEPT.findall(form)) == sorted(KEPT.findall(text.english)), form
                assert form.count("%n") == text.english.count("%n"), text.english
                assert form[:1].isspace() == text.english[:1].isspace(), text.english
                assert form.endswith("…") == text.english.endswith("…"), text.english

    def test_no_sentence_ends_in_four_dots(self, language: str) -> None:
        """What ends in an ellipsis by its name is not the last word of a sentence."""
        four_dots = re.compile(r"…[*_]*\.")
        forms = [form for text in catalogue(language) for form in (text.english, *text.forms)]
        assert [form for form in forms if four_dots.search(form)] == []

    def test_what_is_loaded_was_made_of_it(self, language: str, tmp_path: Path) -> None:
        made = tmp_path / "made.qm"
        run(tool("lrelease"), str(SOURCES / f"hearth_{language}.ts"), "-qm", str(made))
        assert made.read_bytes() == (MADE / f"hearth_{language}.qm").read_bytes()

    def test_what_had_a_letter_with_alt_has_one(self, language: str) -> None:
        texts = [text for text in catalogue(language) if re.search(r"&\w", text.english)]
        assert all(re.search(r"&\w", form) for text in texts for form in text.forms)


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        (["de_DE"], "de"),
        (["de_AT"], "de"),
        (["zh_CN"], "zh_CN"),
        (["zh_SG"], "zh_CN"),
        (["zh_TW"], "en"),  # in other signs
        (["fr_FR"], "en"),
        (["fr_FR", "de_DE"], "de"),
        (["en_GB", "de_DE"], "en"),
        (["C"], "en"),
    ],
)
def test_the_first_language_of_the_user_that_hearth_knows_is_spoken(
    wanted: list[str], spoken: str
) -> None:
    languages = [one for name in wanted for one in QLocale(name).uiLanguages()]
    assert best_language(languages) == spoken


def test_german_has_its_words_numbers_and_dates(speaking: Callable[[str], str]) -> None:
    assert speaking("de") == "de"
    assert tr("New chat") == "Neuer Chat"
    assert formatting.counted(12_345, "token") == "12.345 Token"
    assert formatting.counted(1, "message") == "1 Nachricht"
    assert formatting.size(4_683_073_632) == "4,7 GB"
    assert formatting.relative_time(NOW - timedelta(days=20), NOW) == "30. Apr."
    assert formatting.day_group(NOW - timedelta(days=40), NOW) == "April"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_numbers_that_the_core_fills_in_are_written_as_the_language_does(
    speaking: Callable[[str], str],
) -> None:
    said = phrase("The text has more than {n} characters.", n=Amount(1_234_567))
    size = phrase("It takes {gb} GB of {version}.", gb=Amount(4.44, 1), version="1.2")
    assert translated(said) == "The text has more than 1,234,567 characters."
    speaking("de")
    assert "1.234.567" in translated(said)
    assert translated(size) == "It takes 4,4 GB of 1.2."
    assert str(size) == "It takes 4.4 GB of 1.2."


def test_why_an_answer_failed_is_told_in_the_language_that_is_spoken_now(
    speaking: Callable[[str], str], tmp_path: Path
) -> None:
    with ChatStore.open(tmp_path / "chats.db") as store:
        chat = store.create_chat()
        failed = store.add_message(
            chat.id, parent_id=None, role=Role.ASSISTANT, text="", status=MessageStatus.STREAMING
        )
        problem = PromptTooLong(5000, 4096).problem()
        store.finish_message(failed.id, text="", status=MessageStatus.FAILED, problem=problem)
    with ChatStore.open(tmp_path / "chats.db") as store:  # as after a restart
        kept = store.message(failed.id)

    speaking("de")
    assert status_words(kept).startswith("Dieser Chat hat 5.000 Token, ")
    speaking(ENGLISH)
    assert status_words(kept) == problem.text()


def test_chinese_has_its_words_and_no_blank_between_sentences(
    speaking: Callable[[str], str],
) -> None:
    assert speaking("zh_CN") == "zh_CN"
    assert formatting.relative_time(NOW - timedelta(days=20), NOW) == "4月30日"
    assert "。 " not in translated(
        phrase("Your chats are intact."), phrase("There are no chats yet.")
    )
    assert listed(["甲", "", "乙"]) == "甲、乙"


def test_a_setting_in_chinese_has_no_blank_between_its_sentences(
    speaking: Callable[[str], str], qtbot: QtBot
) -> None:
    speaking("zh_CN")
    row = SettingRow(LANGUAGE, Theme("light"))
    qtbot.addWidget(row)
    row.show_value(worn("light"))
    (said,) = [one.text() for one in row.findChildren(QLabel, "dialogText")]
    assert said.count("。") > 1
    assert "。 " not in said


def test_another_language_is_there_when_the_window_is_opened_again(
    speaking: Callable[[str], str], qapp: QApplication
) -> None:
    speaking("de")
    speaking(ENGLISH)
    assert tr("New chat") == "New chat"
    assert formatting.size(4_683_073_632) == "4.7 GB"
    assert qapp.layoutDirection() is Qt.LayoutDirection.LeftToRight


def test_the_language_that_is_spoken_is_no_other_language(desk: Desk) -> None:
    desk.window.settings.change(LANGUAGE, "de")
    desk.window.settings.change(LANGUAGE, ENGLISH)  # which the system has, too
    assert not desk.window.notices.texts()


def test_another_language_is_offered_at_once_and_taken_back(desk: Desk) -> None:
    window = desk.window
    wanted: list[bool] = []
    window.reopening_wanted.connect(lambda: wanted.append(True))
    window.settings.change(LANGUAGE, "de")
    assert any("when you restart Hearth" in text for text in window.notices.texts())
    [button] = [one for one in window.findChildren(QPushButton) if one.text() == "Restart now"]
    button.click()
    assert wanted == [True]
    window.settings.change(LANGUAGE, None)
    assert not window.notices.is_shown("language")


@pytest.mark.parametrize(
    ("variable", "word"), [("de_DE.UTF-8", "Neuer Chat"), ("en_US.UTF-8", "New chat")]
)
@pytest.mark.unix("a language of the system that a variable names")
def test_a_program_speaks_what_its_system_speaks(variable: str, word: str) -> None:
    program = (
        "from app.ui.app import application; from app.ui.words.translation import tr; "
        "app = application(); print(tr('New chat'))"
    )
    environment = {"LC_ALL": variable, "QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    assert done.stdout.strip() == word
