"""The language of the window: which one, its texts, and how numbers and dates are written in it.

A language is `hearth_<name>.qm` among the resources. English has none: it is what stands in the
code. Where Hearth has not been translated, Qt stays English too, and so do numbers and dates: a
dialog in two languages is worse.

Threads: the interface thread.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

from app.core.settings.table import LANGUAGE
from app.core.system.paths import resource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtGui import QGuiApplication

ENGLISH = "en"
_FOLDER = "translations"
_PREFIX = "hearth_"


def speak(app: QGuiApplication, chosen: str = LANGUAGE.default) -> str:
    """Let windows that are built from now on speak a language, and write from its side.

    Args:
        app: which shows them; the translators belong to it.
        chosen: value of the setting.

    Returns:
        The name of the language that is spoken, as in the setting.
    """
    system, spoken = QLocale.system(), language_of(chosen)
    locale = QLocale(spoken)
    if system.language() == locale.language() and system.script() == locale.script():
        locale = system  # with the habits of its country
    for translator in app.findChildren(QTranslator):
        app.removeTranslator(translator)
        translator.deleteLater()
    for path in _catalogues(spoken):
        translator = QTranslator(app)
        if translator.load(str(path)):
            app.installTranslator(translator)
    QLocale.setDefault(locale)
    # After the translators: Qt's own turn the windows by what they say of it.
    app.setLayoutDirection(locale.textDirection())
    return spoken


def language_of(chosen: str) -> str:
    """Return the language that a value of the setting means, as it is named there."""
    return best_language(QLocale.system().uiLanguages()) if chosen == LANGUAGE.default else chosen


def best_language(wanted: Iterable[str]) -> str:
    """Return the first of a user's languages that Hearth speaks, as it is named in the setting.

    A language that is written in another script is another language to who reads it; one of
    another country is not.

    Args:
        wanted: as `QLocale.uiLanguages` gives them, the first before all.
    """
    there = [path.stem.removeprefix(_PREFIX) for path in _own_folder().glob(f"{_PREFIX}*.qm")]
    scripts: dict[QLocale.Language, QLocale.Script] = {}
    for locale in map(QLocale, wanted):
        if locale.language() in (QLocale.Language.C, QLocale.Language.English):
            return ENGLISH
        # After "zh-Hant-TW" comes a plain "zh", which alone would mean the other script.
        script = scripts.setdefault(locale.language(), locale.script())
        same = [
            name
            for name in sorted(there)
            if QLocale(name).language() == locale.language() and QLocale(name).script() == script
        ]
        if same:
            territory = locale.territory()
            return min(same, key=lambda name: QLocale(name).territory() != territory)
    return ENGLISH


def _catalogues(language: str) -> Iterator[Path]:
    """Yield the texts of Qt and of Hearth, which are asked first when they are installed last."""
    own = _own_folder() / f"{_PREFIX}{language}.qm"
    if not own.is_file():
        return
    qts = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    yield from (
        path
        for name in dict.fromkeys((language, language.split("_")[0]))
        if (path := qts / f"qtbase_{name}.qm").is_file()
    )
    yield own


def _own_folder() -> Path:
    return Path(resource(_FOLDER))
