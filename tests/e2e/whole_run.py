"""Drives the whole program from its first window to its last, also where one follows another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.cli import parse
from app.ui.app import run
from app.ui.composer.composer import ComposerState
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    Script: TypeAlias = Generator[Callable[[], bool], None, None]

OPTIONS = parse([])
WAIT_MS = 30_000


def shown() -> MainWindow | None:
    """Return the window that the user sees, if there is one."""
    windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    return next((window for window in windows if window.isVisible()), None)


def is_ready() -> bool:
    window = shown()
    return window is not None and window.composer.state is ComposerState.READY


def run_with(script: Script) -> int:
    """Run the program while `script` drives it; each of its conditions is waited for."""
    failures: list[str] = []
    waited = QElapsedTimer()
    condition: list[Callable[[], bool]] = [lambda: True]
    timer = QTimer()

    def advance() -> None:
        if condition[0]():
            timer.stop()  # what the script does may run an event loop of its own
            condition[0] = next(script)
            waited.start()
            timer.start()
        elif waited.elapsed() > WAIT_MS:
            raise TimeoutError("a step of the script never came true")

    def step() -> None:
        try:
            advance()
        except StopIteration:
            return
        except BaseException as error:  # noqa: BLE001 - told by the test, not by Qt
            failures.append(repr(error))
            timer.stop()
            QApplication.exit(1)

    timer.setInterval(10)
    timer.timeout.connect(step)
    waited.start()
    timer.start()
    code = run(OPTIONS)
    timer.stop()
    assert failures == []
    return code


def ask(question: str) -> Callable[[], bool]:
    """Send a message and return what is true when it was answered."""
    window = shown()
    assert window is not None
    window.composer.edit.setPlainText(question)
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
    return lambda: (
        window.transcript.messages.last_answer() != "" and window.chat.rules.can_regenerate
    )
