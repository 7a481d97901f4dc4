"""Choosing files and folders: each kind of dialog opens where it was last."""

from __future__ import annotations

import enum
from pathlib import Path

from PySide6.QtCore import QDir, QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from app.ui.words.translation import tr

# Names only help to find them: what a file is, its content says.
_PICTURES = "*.png *.jpg *.jpeg *.gif *.webp *.bmp *.tif *.tiff"
_SOUNDS = "*.wav *.mp3 *.flac *.ogg *.oga *.opus"
_DOCUMENTS = "*.pdf *.docx *.xlsx *.pptx *.odt *.ods *.odp *.epub *.rtf *.html *.htm *.eml"
_TEXTS = "*.txt *.md *.csv *.json *.xml *.html *.log *.py *.c *.cpp *.h *.java *.js *.rs *.go"


class Purpose(enum.Enum):
    """What is chosen; its value stands in the window's state file."""

    MODEL = "model"
    ADAPTER = "adapter"
    PROJECTOR = "projector"
    ATTACHMENTS = "texts"
    PLACE = "place"
    MODEL_FOLDER = "model_folder"
    MEDIA = "media"
    EXPORT = "export"
    IMPORT = "import"
    CERTIFICATES = "certificates"
    DOCUMENTS = "documents"
    TOOLS = "tools"


class FileDialogs:
    """Asks for files and folders, and keeps in the window's state file where they were."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def ask_model(self, parent: QWidget) -> str:
        """Let the user choose a GGUF file; "" when they did not."""
        return self._ask_file(
            parent, Purpose.MODEL, tr("Open model file"), tr("Models (*.gguf);;All files (*)")
        )

    def ask_adapter(self, parent: QWidget) -> str:
        """Let the user choose a LoRA adapter; "" when they did not."""
        return self._ask_file(
            parent, Purpose.ADAPTER, tr("Add adapter"), tr("LoRA adapters (*.gguf);;All files (*)")
        )

    def ask_projector(self, parent: QWidget) -> str:
        """Let the user choose a file that a model sees and hears with; "" when they did not."""
        return self._ask_file(
            parent,
            Purpose.PROJECTOR,
            tr("Choose a projector for pictures and sounds"),
            tr("Projectors (*.gguf);;All files (*)"),
        )

    def ask_certificates(self, parent: QWidget) -> str:
        """Let the user choose a file of certificates in PEM; "" when they did not."""
        return self._ask_file(
            parent,
            Purpose.CERTIFICATES,
            tr("Choose a certificate file"),
            tr("Certificates (*.pem *.crt *.cer);;All files (*)"),
        )

    def ask_attachments(self, parent: QWidget) -> list[str]:
        """Let the user choose files that go along with a message."""
        kinds = (
            tr("All files (*)"),
            tr("Pictures ({patterns})", patterns=_PICTURES),
            tr("Sounds ({patterns})", patterns=_SOUNDS),
            tr("Documents ({patterns})", patterns=_DOCUMENTS),
            tr("Texts ({patterns})", patterns=_TEXTS),
        )
        start = self.start(Purpose.ATTACHMENTS)
        paths, _ = QFileDialog.getOpenFileNames(parent, tr("Attach files"), start, ";;".join(kinds))
        return [self._remember(Purpose.ATTACHMENTS, path) for path in paths]

    def ask_documents(self, parent: QWidget) -> list[str]:
        """Let the user choose files to list among the documents."""
        kinds = (
            tr("All files (*)"),
            tr("Documents ({patterns})", patterns=_DOCUMENTS),
            tr("Texts ({patterns})", patterns=_TEXTS),
        )
        start = self.start(Purpose.DOCUMENTS)
        paths, _ = QFileDialog.getOpenFileNames(parent, tr("Add files"), start, ";;".join(kinds))
        return [self._remember(Purpose.DOCUMENTS, path) for path in paths]

    def ask_documents_folder(self, parent: QWidget) -> str:
        """Let the user choose a folder to list among the documents; "" when they did not."""
        return self._ask_folder(parent, Purpose.DOCUMENTS, tr("Folder with documents"))

    def ask_tool_list(self, parent: QWidget) -> str:
        """Let the user choose another program's list of tool servers; "" when they did not."""
        kinds = tr("Lists of tool servers (*.json);;All files (*)")
        return self._ask_file(parent, Purpose.TOOLS, tr("Import tool servers"), kinds)

    def ask_tool_folder(self, parent: QWidget) -> str:
        """Let the user choose a folder for a tool; "" when they did not."""
        return self._ask_folder(parent, Purpose.TOOLS, tr("Choose a folder"))

    def ask_project(self, parent: QWidget) -> str:
        """Let the user choose a file with a project; "" when they did not."""
        kinds = tr("Cards and presets (*.png *.json *.charx *.jpg *.webp);;All files (*)")
        return self._ask_file(parent, Purpose.IMPORT, tr("Import project"), kinds)

    def ask_project_target(self, parent: QWidget, name: str) -> str:
        """Let the user choose where a project is written; "" when they did not."""
        return self._ask_target(parent, Purpose.EXPORT, tr("Export project"), name)

    def ask_copy_of(self, parent: QWidget, name: str) -> str:
        """Let the user choose where a copy of a picture or a sound is saved; "" where nowhere."""
        return self._ask_target(parent, Purpose.MEDIA, tr("Save a copy"), name)

    def ask_place(self, parent: QWidget | None, title: str) -> str:
        """Let the user choose a folder for everything; "" when they did not."""
        return self._ask_folder(parent, Purpose.PLACE, title)

    def ask_model_folder(self, parent: QWidget) -> str:
        """Let the user choose a folder with models; "" when they did not."""
        return self._ask_folder(parent, Purpose.MODEL_FOLDER, tr("Folder with models"))

    def ask_export_file(self, parent: QWidget, name: str, kinds: str) -> str:
        """Let the user choose a file to write; one that is there is asked about by the dialog."""
        return self._ask_target(parent, Purpose.EXPORT, parent.windowTitle(), name, kinds)

    def ask_export_folder(self, parent: QWidget) -> str:
        """Let the user choose a folder for many files; "" when they did not."""
        start = self.start(Purpose.EXPORT)
        folder = QFileDialog.getExistingDirectory(parent, tr("Export chats to folder"), start)
        if folder:
            self._settings.setValue(_key(Purpose.EXPORT), folder)
        return QDir.toNativeSeparators(folder)

    def ask_import(self, parent: QWidget) -> list[str]:
        """Let the user choose files with chats."""
        paths, _ = QFileDialog.getOpenFileNames(
            parent,
            tr("Import chats"),
            self.start(Purpose.IMPORT),
            tr("Exported chats (*.hearth *.json *.jsonl *.zip);;All files (*)"),
        )
        return [self._remember(Purpose.IMPORT, path) for path in paths]

    def _ask_file(self, parent: QWidget, purpose: Purpose, title: str, kinds: str) -> str:
        path, _ = QFileDialog.getOpenFileName(parent, title, self.start(purpose), kinds)
        return self._remember(purpose, path)

    def _ask_folder(self, parent: QWidget | None, purpose: Purpose, title: str) -> str:
        folder = QFileDialog.getExistingDirectory(parent, title, self.start(purpose))
        return self._remember(purpose, folder)

    def _ask_target(
        self, parent: QWidget, purpose: Purpose, title: str, name: str, kinds: str = ""
    ) -> str:
        start = str(Path(self.start(purpose)) / name)
        path, _ = QFileDialog.getSaveFileName(parent, title, start, kinds)
        return self._remember(purpose, path)

    def start(self, purpose: Purpose) -> str:
        """Return the folder in which a dialog opens."""
        return str(self._settings.value(_key(purpose), "")) or str(Path.home())

    def _remember(self, purpose: Purpose, chosen: str) -> str:
        """Remember where something was chosen, and return it as the system writes paths."""
        if chosen:
            self._settings.setValue(_key(purpose), str(Path(chosen).parent))
        return QDir.toNativeSeparators(chosen)


def _key(purpose: Purpose) -> str:
    return f"folders/{purpose.value}"
