"""Asks what to do when the folder with the chats is not there: nothing is begun anew unasked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.core.errors import KnownError, Problem
from app.core.system.paths import FolderOrigin, MovedFolderMissing, Paths
from app.ui.kit.message_box import message_box, warn
from app.ui.words.translation import tr, translated


def located(data_dir: str | None) -> Paths | None:
    """Return where everything lies, asking as long as that is not there; None to leave.

    Args:
        data_dir: what the command line named.
    """
    while True:
        try:
            paths = Paths.locate(data_dir)
            if paths.root is None or not paths.is_missing:
                return paths
            problem = MovedFolderMissing(paths.root).problem()
            wants_on = _ask(problem)
        except KnownError as error:
            wants_on = _ask(error.problem())
        if not wants_on:
            return None


def _ask(problem: Problem) -> bool:
    """Tell the problem and do what the user chooses; False to leave."""
    if_fresh = tr(
        "If you start fresh, Hearth opens without chats. To use the missing chats later, choose "
        "Folders and reset…, then Move…, then their folder."
    )
    box = message_box(
        None,
        "Hearth",
        translated(problem.what),
        f"{translated(problem.effect, problem.remedy)}\n\n{if_fresh}",
        is_warning=True,
    )
    again = box.addButton(tr("Try again"), QMessageBox.ButtonRole.AcceptRole)
    show = box.addButton(tr("Choose folder…"), QMessageBox.ButtonRole.ActionRole)
    anew = box.addButton(tr("Start fresh"), QMessageBox.ButtonRole.DestructiveRole)
    leave = box.addButton(tr("Quit"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(again)
    box.setEscapeButton(leave)
    box.exec()
    match box.clickedButton():
        case button if button is show:
            _find_elsewhere()
        case button if button is anew:
            _use(Paths.of_system())
        case button:
            return button is again
    return True


def _find_elsewhere() -> None:
    chosen = QFileDialog.getExistingDirectory(
        None, tr("Choose the folder with your chats"), str(Path.home())
    )
    if not chosen:
        return
    paths = Paths.under(Path(chosen), FolderOrigin.MOVED)
    if paths.database.exists():
        _use(paths)
        return
    warn(
        None,
        "Hearth",
        tr(
            "There are no Hearth chats in {folder}. Choose the folder that contains “data” and "
            "“config”.",
            folder=chosen,
        ),
    )


def _use(paths: Paths) -> None:
    from app.core.upkeep.relocation import use_folder

    try:
        use_folder(paths)
    except OSError as error:
        warn(None, "Hearth", tr("Hearth could not save this choice: {error}", error=error))
