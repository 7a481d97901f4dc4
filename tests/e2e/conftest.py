"""The whole program: the window over the real engine and stores, and the command as a process."""

from __future__ import annotations

import contextlib
import gc
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.core.chats.records import MessageStatus
from app.core.conversations.events import MessageChanged
from app.core.engine.load.model_trial import ModelTrials
from app.core.engine.load.self_test import SelfTest
from app.core.system.paths import FolderNotWritable, Paths
from app.ui.app import opened
from app.ui.composer.composer import ComposerState
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from app.ui.start.hearth import Hearth
    from app.ui.window.main_window import MainWindow

WAIT_MS = 60_000
REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass
class Program:
    """One run of the program with its window, driven as a user would."""

    hearth: Hearth
    qtbot: QtBot
    stack: contextlib.ExitStack
    n_answers: int = 0

    def __post_init__(self) -> None:
        self.hearth.bridge.subscribe(MessageChanged, self._on_changed)

    def _on_changed(self, event: MessageChanged) -> None:
        self.n_answers += event.message.status is not MessageStatus.STREAMING

    @contextlib.contextmanager
    def one_answer(self) -> Iterator[None]:
        """Wait, after the body, for one answer to end."""
        before = self.n_answers
        yield
        self.until(lambda: self.n_answers > before)

    @property
    def window(self) -> MainWindow:
        return self.hearth.window

    def until(self, condition: Any) -> None:
        self.qtbot.waitUntil(condition, timeout=WAIT_MS)

    def until_ready(self) -> None:
        """Wait until a message could be sent."""
        self.until(lambda: self.window.composer.state is ComposerState.READY)

    def send(self, text: str) -> None:
        edit = self.window.composer.edit
        edit.setFocus()
        self.qtbot.keyClicks(edit, text)
        self.qtbot.keyClick(edit, Qt.Key.Key_Return)

    def say(self, text: str) -> str:
        """Send a message, wait for the whole answer and return it."""
        with self.one_answer():
            self.send(text)
        return self.window.transcript.messages.last_answer()

    def open_first_chat(self) -> None:
        view = self.window.sidebar.view
        self.until(lambda: view.model().rowCount() > 0)
        rows = [view.model().index(row, 0) for row in range(view.model().rowCount())]
        chats = [row for row in rows if row.flags() & Qt.ItemFlag.ItemIsSelectable]
        centre = view.visualRect(chats[0]).center()
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre)
        self.until(lambda: not self.window.open_chat.is_empty)

    def click_notice(self, text: str) -> None:
        """Press a button of a notice as soon as it is there."""

        def named() -> list[QPushButton]:
            buttons = self.window.notices.findChildren(QPushButton)
            return [button for button in buttons if button.text() == text]

        self.until(lambda: bool(named()))
        self.qtbot.mouseClick(named()[0], Qt.MouseButton.LeftButton)

    def notices(self) -> str:
        return "\n".join(self.window.notices.texts())

    def status(self) -> str:
        return self.window.status.text()

    def figures(self) -> str:
        """Return the tooltip of the status line."""
        words = self.window.status.findChild(QWidget, "statusText")
        assert words is not None
        return words.toolTip()

    def quit(self) -> None:
        self.window.close()
        self.until(lambda: self.hearth.has_ended)
        self.stack.close()
        self.window.deleteLater()


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.locate(tmp_path / "hearth")


@pytest.fixture(scope="session")
def tried(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Path:
    """A folder with what a first start finds out: that llama.cpp works here, and loads this model.

    Each takes a child. Where a first start is tested, the fixture is replaced.
    """
    backends = tmp_path_factory.mktemp("tried") / "backends.json"
    SelfTest(backends).choose()
    ModelTrials(backends).require(load_command(tiny_model), lambda: True)
    return backends.parent


@pytest.fixture
def start(
    qtbot: QtBot,
    qapp: QApplication,
    paths: Paths,
    tried: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Any]:
    """Start the program; every run that was not quit is quit at the end."""
    qapp.setQuitOnLastWindowClosed(False)
    # What the collected tests are made of is spared already, and is not given back.
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "unfreeze", lambda: None)
    running: list[Program] = []

    def begin(
        model: Path | str = "",
        *,
        settings: str = "[sampling]\ntemperature = 0\n",
        folder: Paths = paths,
    ) -> Program:
        if settings and not folder.settings_file.exists():
            folder.create()
            folder.settings_file.write_text(settings)
        if not running and folder.state.is_dir():
            _take_over(tried, folder)
        stack = contextlib.ExitStack()
        hearth = stack.enter_context(opened(folder, str(model)))
        program = Program(hearth, qtbot, stack)
        running.append(program)
        return program

    yield begin
    for program in running:
        if not program.hearth.has_ended:
            program.window.close_at_once()  # nobody answers a question any more
            program.quit()


@dataclass
class Ran:
    """What a run of `hearth` printed."""

    code: int
    out: str
    err: str

    @property
    def figures(self) -> dict[str, Any]:
        """The last line of `--json`."""
        return dict(json.loads(self.out.strip().splitlines()[-1]))


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "app", *arguments]


def _take_over(tried: Path, folder: Paths) -> None:
    for file in tried.iterdir():
        shutil.copy(file, folder.state / file.name)


def _keep_nothing_free(folder: Paths, tried: Path) -> None:
    """Let a process of its own store memory however full this machine's disk is."""
    if not folder.settings_file.exists():
        with contextlib.suppress(FolderNotWritable):  # as some tests want it
            folder.create()
            folder.settings_file.write_text("[memory]\nkeep_free_gb = 0\n")
            _take_over(tried, folder)


@dataclass(frozen=True)
class Command:
    """`hearth` as a process of its own.

    Args:
        root: the folder of all data, unless a call names another.
        tried: what a first start finds out.
    """

    root: Path
    tried: Path

    def __call__(
        self, *arguments: str, data_dir: Path | None = None, file_limit_bytes: int | None = None
    ) -> Ran:
        """Run it to its end."""

        def limit() -> None:
            import resource  # Windows has none

            assert file_limit_bytes is not None
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit_bytes, file_limit_bytes))

        root = data_dir or self.root
        _keep_nothing_free(Paths.locate(root), self.tried)
        done = subprocess.run(
            [*command("--data-dir", str(root)), *arguments],
            capture_output=True,
            encoding="utf-8",
            cwd=REPOSITORY,
            timeout=120,
            check=False,
            preexec_fn=limit if file_limit_bytes is not None else None,
        )
        return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def hearth(paths: Paths, tried: Path) -> Command:
    """Run `hearth` as a process of its own."""
    return Command(paths.data.parent, tried)
