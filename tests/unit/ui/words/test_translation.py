"""The way of a text into another language: found by lupdate, loaded at the start, filled in."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTranslator

from app.core.phrases import NO_WORDS, phrase
from app.ui.words.formatting import Noun, counted, span
from app.ui.words.translation import CONTEXT, ENGLISH, speak, tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from tests.conftest import ExpectLog

APP = Path(__file__).resolve().parents[4] / "app"
MODULES = sorted(path for part in ("core", "server", "ui") for path in (APP / part).rglob("*.py"))
CATALOGUE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS><TS version="2.1" language="de_DE"><context><name></name>
<message><source>New chat</source><translation>Neuer Chat</translation></message>
<message><source>Open {model} now?</source>
<translation>{model} jetzt öffnen?</translation></message>
<message><source>Version {version}</source><translation>Version {wrong}</translation></message>
<message numerus="yes"><source>%n token(s)</source><translation>
<numerusform>%n Wort</numerusform><numerusform>%n Wörter</numerusform></translation></message>
</context></TS>
"""


def tool(name: str) -> str:
    """Return where PySide6 keeps a program of Qt's; its own names for them are scripts."""
    suffix = ".exe" if sys.platform == "win32" else ""
    return str(Path(PySide6.__file__).parent / f"{name}{suffix}")


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def texts_of_the_code(folder: Path) -> ElementTree.Element:
    """Return the catalogue that lupdate makes of the code, in a folder."""
    template, listed = folder / "hearth.ts", folder / "modules.lst"
    listed.write_text("\n".join(map(str, MODULES)), "utf-8")  # too long for Windows' command line
    options = ("-locations", "none", "-tr-function-alias", "tr+=phrase")
    run(tool("lupdate"), *options, f"@{listed}", "-ts", str(template))
    return ElementTree.parse(template).getroot()


def written_texts() -> set[str]:
    """Return the texts that are given to `tr` or `phrase`, or marked, as Python reads them."""
    return {
        node.args[0].value
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("tr", "QT_TR_NOOP", "phrase")
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


@pytest.fixture
def install(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], int]]:
    """Speak a language, of which there is a catalogue of a few texts in German."""
    (tmp_path / "hearth_de.ts").write_text(CATALOGUE, "utf-8")
    run(tool("lrelease"), str(tmp_path / "hearth_de.ts"))
    monkeypatch.setattr("app.ui.words.translation._own_folder", lambda: tmp_path)

    def install_for(language: str) -> int:
        speak(qapp, language)
        return len(qapp.findChildren(QTranslator))

    yield install_for
    speak(qapp, ENGLISH)
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_lupdate_finds_every_text_in_the_one_context(tmp_path: Path) -> None:
    contexts = texts_of_the_code(tmp_path).findall("context")
    found = {source.text or "" for one in contexts for source in one.iterfind("message/source")}

    assert [one.findtext("name") for one in contexts] == [CONTEXT]
    assert len(found) > 300
    assert written_texts() - {""} == found


def test_without_a_translation_the_window_speaks_english(install: Callable[[str], int]) -> None:
    assert install(ENGLISH) == 0
    assert tr("New chat") == "New chat"
    assert tr("Open {model} now?", model="{x}") == "Open {x} now?"


def test_a_translation_is_loaded_and_qts_own_with_it(
    install: Callable[[str], int], qtbot: QtBot
) -> None:
    assert install("de") == 2
    assert tr("New chat") == "Neuer Chat"
    assert tr("Open {model} now?", model="Tiny") == "Tiny jetzt öffnen?"
    assert tr("Rename chat") == "Rename chat"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_a_phrase_of_the_core_is_translated_when_it_is_shown(install: Callable[[str], int]) -> None:
    said = phrase("Open {model} now?", model="{x}")
    assert translated(said) == "Open {x} now?"
    install("de")
    assert translated(said, NO_WORDS, phrase("New chat")) == "{x} jetzt öffnen? Neuer Chat"
    assert str(said) == "Open {x} now?"


def test_another_language_gets_none_of_it(install: Callable[[str], int]) -> None:
    assert install("fr") == 0  # nor Qt's, which there is
    assert tr("New chat") == "New chat"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_a_translation_that_cannot_be_filled_in_falls_back_to_english(
    install: Callable[[str], int], expect_log: ExpectLog
) -> None:
    expect_log("cannot be filled in")
    install("de")
    assert tr("Version {version}", version="1.0") == "Version 1.0"
    assert translated(phrase("Version {version}", version="1.0")) == "Version 1.0"


@pytest.mark.parametrize(
    ("n", "words"), [(1, "1 Wort"), (2, "2 Wörter"), (0, "0 Wörter"), (12_345, "12.345 Wörter")]
)
def test_a_count_has_the_plural_of_the_language(
    install: Callable[[str], int], n: int, words: str
) -> None:
    install("de")
    assert counted(n, "token") == words


@pytest.mark.parametrize("noun", ["token", "message", "chat"])
def test_a_count_has_the_english_plural(noun: Noun) -> None:
    assert counted(1, noun) == f"1 {noun}"
    assert counted(0, noun) == f"0 {noun}s"
    assert counted(1_234_567, noun) == f"1,234,567 {noun}s"


def test_a_wait_is_said_in_the_language_of_the_window(speaking: Callable[[str], str]) -> None:
    speaking("zh_CN")
    assert (span(13_000), span(70_000)) == ("13 秒", "1 分钟")


def test_nothing_stays_nothing(install: Callable[[str], int]) -> None:
    install("de")
    assert tr("") == ""
