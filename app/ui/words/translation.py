"""What the window says, in the language that it speaks, and which languages there are.

Every text that is shown goes through `tr`, written out at the call, so that `pyside6-lupdate`
finds it there. Text in a table that is built when a module is imported is marked with `QT_TR_NOOP`
and goes through `tr` when it is shown: nothing is translated before the translators are there.

A text is no f-string: what changes stands in braces, `tr("Open {name}", name=name)`. Counts are
spelled by `formatting.counted`. All texts share one context, the unnamed one, which lupdate gives
to functions: a renamed or moved class loses no translation.

What `app/core` says arrives as a `Phrase` and goes through `translated`; lupdate finds it at the
call of `phrase`.

Threads: any.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.core.plain_value import replace
from app.core.settings.table import LANGUAGE
from app.core.system.paths import resource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtGui import QGuiApplication

    from app.core.errors import Problem
    from app.core.phrases import Phrase


logger = logging.getLogger(__name__)

CONTEXT = ""
_WIDE_ENDS = ("。", "！", "？", "：", "；")
_CANNOT_BE_FILLED = (KeyError, IndexError, ValueError)  # other names than in the text


def tr(text: str, note: str = "", n: int = -1, /, **values: object) -> str:
    """Return a text in the user's language, "" for "".

    Args:
        text: in English; `%n` stands for `n`, a name in braces for one of `values`.
        note: for whoever translates it, where the same words mean two things.
        n: how many; chooses between singular and plural.
        values: what stands for the names in braces.
    """
    if not text:  # Qt keeps notes on a translation under it
        return ""
    said = QCoreApplication.translate(CONTEXT, text, note or None, n)
    if not values:
        return said
    try:
        return said.format(**values)
    except _CANNOT_BE_FILLED:
        logger.warning("a translation cannot be filled in: %r", text)
        return text.format(**values)


def translated(*phrases: Phrase) -> str:
    """Return phrases in the user's language, one after the other."""
    return sentences(*map(_translated, phrases))


def problem_words(problem: Problem) -> str:
    """Return all that is said of a problem, in the user's language."""
    return translated(problem.what, problem.effect, problem.remedy)


def sentences(*said: str) -> str:
    """Return what there is of some sentences, one after the other."""
    joined = ""
    for one in filter(None, said):
        # Where sentences end in a wide full stop, its blank is part of it.
        joined += one if not joined or joined.endswith(_WIDE_ENDS) else f" {one}"
    return joined


def listed(parts: Iterable[str]) -> str:
    """Return what is there of a few words or names, one after the other."""
    return tr(", ", "between the parts of a list").join(filter(None, parts))


def _translated(one: Phrase) -> str:
    said = tr(one.text)
    values = tuple(_as_written(one, *value) for value in one.values)
    one = replace(one, values=values, numbers=())
    try:
        return one.filled_into(said)
    except _CANNOT_BE_FILLED:
        logger.warning("a translation cannot be filled in: %r", one.text)
        return str(one)


def _as_written(one: Phrase, name: str, value: str) -> tuple[str, str]:
    """Return a value of a phrase, a number as the language writes it."""
    if name not in one.numbers:
        return name, value
    decimals = len(value.partition(".")[2])
    return name, QLocale().toString(float(value.replace(",", "")), "f", decimals)


def QT_TR_NOOP(text: str) -> str:
    """Mark a text that is translated later, by `tr` when it is shown; lupdate knows the name."""
    return text


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
