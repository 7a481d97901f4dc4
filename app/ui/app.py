"""Opens the window and closes it again, and does between two windows what needs none to be open.

The window is shown before most of the program is imported.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import __version__
from app.core.errors import EXIT_BUG, EXIT_KNOWN_ERROR, KnownError, Problem
from app.core.system.paths import Paths, resource
from app.ui.start.application import Application, Reopen
from app.ui.start.engine_thread import SWITCH_INTERVAL_S
from app.ui.start.garbage_collector import end_automatic_collection
from app.ui.upkeep.missing_folder import located
from app.ui.window.first_picture import show_picture
from app.ui.window.main_window import MainWindow
from app.ui.words.translation import speak

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping

    from app.core.system.started_engine import StartedEngine
    from app.ui.start.application import TaskBetween
    from app.ui.start.hearth import Hearth
    from app.ui.start.instance.address import InstanceRequest
    from app.ui.start.instance.instance import Instance
    from app.ui.upkeep.task_dialog import TaskOutcome


# Also in packaging/windows/hearth.iss: a pinned entry of the start menu and the window are one
# button of the taskbar only while both have the same name.
APP_USER_MODEL_ID = "Hearth.Hearth"


def name_to_taskbar() -> None:
    """Say to Windows whose windows these are; before the first one, and nothing elsewhere.

    Without a name they are those of the file that was started: of Python where Hearth is not
    built, and of another program after every update that changes the path.
    """
    if sys.platform == "win32":
        shell = ctypes.WinDLL("shell32")
        shell.SetCurrentProcessExplicitAppUserModelID(ctypes.c_wchar_p(APP_USER_MODEL_ID))


logger = logging.getLogger(__name__)


def application() -> Application:
    """Return the one QApplication, named as the desktop expects it."""
    end_automatic_collection()
    name_to_taskbar()
    existing = QApplication.instance()
    app = existing if isinstance(existing, Application) else Application(sys.argv[:1])
    app.setApplicationName("hearth")
    app.setApplicationDisplayName("Hearth")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("hearth")
    app.setWindowIcon(QIcon(str(resource("icons/app/hearth.svg"))))
    app.setQuitOnLastWindowClosed(False)
    if existing is None:
        speak(app)  # the system's, before the settings are read
    return app


@contextlib.contextmanager
def opened(  # noqa: PLR0913 - by name, all but where and what
    paths: Paths,
    model_path: str,
    given: Mapping[str, str | int | float] | None = None,
    *,
    window: MainWindow | None = None,
    verbose: bool = False,
    in_process: bool = False,
    engine: StartedEngine | None = None,
) -> Iterator[Hearth]:
    """Build the program and show its window; problems with the folders are told there.

    Closes everything that is left when the block ends, which takes the event loop to have run
    until `Hearth.ended`.

    Args:
        paths: where everything lies.
        model_path: model to load; "" for the one used last, at first the guide.
        given: settings for this run alone.
        window: to be furnished; a new one is made otherwise.
        verbose: log to the terminal, too.
        in_process: as in `assemble`.
        engine: likewise.
    """
    from app.core.chats.lock import remove_left_by_guests
    from app.core.system.log import start_logging

    sys.setswitchinterval(SWITCH_INTERVAL_S)
    problem: Problem | None = None
    try:
        paths.create()
        remove_left_by_guests(paths)
    except KnownError as error:
        problem = error.problem()
    with start_logging(paths, verbose=verbose):
        from app.ui.start.hearth import Hearth

        window = window or MainWindow(paths)
        hearth = Hearth(paths, window, model_path, given, in_process=in_process, engine=engine)
        if problem is not None:
            hearth.report(problem)
        try:
            hearth.start()
            yield hearth
        finally:
            hearth.end()  # does nothing unless the block ended early
            if not hearth.close():
                logger.error("the engine did not end; leaving without it")
                # Everything is on disk; native code that hangs can only be left behind.
                os._exit(EXIT_BUG)


def run(options: argparse.Namespace, engine: StartedEngine | None = None) -> int:
    """Open the window and return the exit code when it was closed.

    What needs Hearth to be closed is done between two windows.

    Args:
        engine: for the first window.
    """
    app = application()
    request: InstanceRequest | None = None
    told: TaskOutcome | None = None
    while True:
        paths = located(options.data_dir)
        if paths is None:
            return EXIT_KNOWN_ERROR
        window = MainWindow(paths)
        show_picture(window, paths)
        from app.ui.start.instance.address import InstanceRequest
        from app.ui.start.instance.instance import claim_or_hand_over, request_of

        request = request or request_of(options)
        try:
            instance = claim_or_hand_over(paths, request, _say)
        except KnownError as error:
            _say(error.problem().text())
            return EXIT_KNOWN_ERROR
        if instance is None:
            if options.given or options.verbose or options.in_process:
                _say("Hearth is open already; it takes other options when it is started next.")
            return 0
        program = opened(
            paths,
            request.model,
            options.given,
            window=window,
            verbose=options.verbose,
            in_process=options.in_process,
            engine=engine,
        )
        with contextlib.closing(instance):
            code, task = _one_window(app, program, request, instance, told)
        if task is None:
            return code
        engine = told = None
        if not isinstance(task, Reopen):
            from app.ui.upkeep.task_dialog import TaskDialog

            told = TaskDialog(task, paths).run()
        request = InstanceRequest()


def _one_window(
    app: Application,
    program: contextlib.AbstractContextManager[Hearth],
    request: InstanceRequest,
    instance: Instance,
    told: TaskOutcome | None,
) -> tuple[int, TaskBetween | None]:
    """Open the window and return the exit code, and what is to be done when it was closed."""
    with program as hearth:
        if told is not None:
            hearth.tell(told)
        hearth.ended.connect(app.quit)
        hearth.window.closed.connect(instance.stop_listening)
        instance.asked.connect(hearth.take_request)
        instance.listen()
        if request.quick_ask:
            hearth.window.quick_ask.show()
        hearth.show_link(request.link or app.take_link())
        from app.ui.start.first_use import ImportsAhead

        ahead = ImportsAhead(hearth)
        code = app.exec()
        ahead.end()
        task = hearth.task
    if task is not None:  # another window follows
        hearth.window.deleteLater()
    return code, task


def _say(text: str) -> None:
    """Say something to whoever started the program at a terminal."""
    if sys.stderr is not None:  # a program without a console has none
        sys.stderr.write(f"hearth: {text}\n")
