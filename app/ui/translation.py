"""What the window says, in the user's language where there is a translation of it.

Every text that is shown goes through `tr`, written out at the call, so that `pyside6-lupdate`
finds it there. Text in a table that is built when a module is imported is marked with `QT_TR_NOOP`
and goes through `tr` when it is shown: nothing is translated before the translators are there.

A text is no f-string: what changes stands in braces, `tr("Open {name}", name=name)`. Counts are
spelled by `formatting.counted`. All texts share one context, the unnamed one, which lupdate gives
to functions: a renamed or moved class loses no translation.

What `app/core` says arrives as a `Phrase` and goes through `translated`; lupdate finds it at the
call of `phrase`.

Threads: `tr` and `translated` any; `install_translators` the interface thread.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.core.paths import resource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.phrases import Phrase

logger = logging.getLogger(__name__)

CONTEXT = ""
_CANNOT_BE_FILLED = (KeyError, IndexError, ValueError)  # other names than in the text
_FOLDER = "translations"  # among the resources; there is none before there is a language


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
    return " ".join(filter(None, map(_translated, phrases)))


def _translated(one: Phrase) -> str:
    said = tr(one.text)
    try:
        return one.filled_into(said)
    except _CANNOT_BE_FILLED:
        logger.warning("a translation cannot be filled in: %r", one.text)
        return str(one)


def QT_TR_NOOP(text: str) -> str:
    """Mark a text that is translated later, by `tr` when it is shown; lupdate knows the name."""
    return text


def install_translators(
    app: QCoreApplication, locale: QLocale | None = None
) -> Sequence[QTranslator]:
    """Let Hearth speak the user's language if it has been translated, and Qt with it.

    Where Hearth has not, Qt stays English too: a dialog with buttons in two languages is worse.

    Args:
        app: which shows them; the translators belong to it.
        locale: the system's, unless another one is given.

    Returns:
        The translators that were installed.
    """
    locale = locale or QLocale.system()
    own = _loaded(app, locale, "hearth", _own_folder())
    if own is None:
        return []
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    qts = _loaded(app, locale, "qtbase", qt_folder)
    found = [own] if qts is None else [qts, own]
    for translator in found:
        app.installTranslator(translator)
    return found


def _loaded(app: QCoreApplication, locale: QLocale, name: str, folder: str) -> QTranslator | None:
    """Return what there is in a folder for a locale, or for its language."""
    translator = QTranslator(app)
    if folder and translator.load(locale, name, "_", folder) and not translator.isEmpty():
        return translator
    translator.deleteLater()
    return None


def _own_folder() -> str:
    """Return where Hearth's own translations lie; "" where none came with it."""
    try:
        return str(resource(_FOLDER))
    except FileNotFoundError:
        return ""
