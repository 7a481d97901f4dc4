"""The window of a start that is measured: the real one, which notes when what has happened.

Runs in the program that is measured, from source or built, and imports no more than that does.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.system.paths import Paths
from app.ui.app import application, opened
from app.ui.measured_start.moments import Moment, note
from app.ui.window.first_picture import show_picture
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    import argparse

    from app.core.system.started_engine import StartedEngine


def run(options: argparse.Namespace, engine: StartedEngine | None) -> int:
    """Open the window over an engine and return when it is closed."""
    paths, moments = Paths.locate(options.data_dir), Path(options.moments)
    app = application()
    window = MainWindow(paths)
    show_picture(window, paths)
    if window.isVisible():
        note(moments, Moment.PAINTED)
        note(moments, Moment.READABLE)
    with opened(paths, options.model, window=window, engine=engine) as hearth:
        from app.ui.measured_start.watch import StartWatch

        watch = StartWatch(hearth, moments, options.question, options.first_words)
        hearth.ended.connect(app.quit)
        app.exec()
        watch.deleteLater()
    note(moments, Moment.ENDED)
    return 0
