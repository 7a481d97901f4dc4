"""What each system calls its trash, its file manager and its keyring."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.core.system import desktop_words

APP = Path(desktop_words.__file__).parents[2]


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("linux", ["trash", "the file manager", "keyring"]),
        ("win32", ["Recycle Bin", "File Explorer", "Credential Manager"]),
        ("darwin", ["Trash", "the Finder", "keychain"]),
        ("freebsd14", ["trash", "the file manager", "keyring"]),
    ],
)
def test_each_system_has_its_own_words(system: str, words: list[str]) -> None:
    named = [desktop_words.trash, desktop_words.file_manager, desktop_words.keyring]
    assert [str(word(system)) for word in named] == words


# Where the trash with deleted chats is meant, which is Hearth's own and called so on every system.
OWN_TRASH = {"actions.py", "deletions.py", "list_page.py", "chat_list_presenter.py"}


def test_no_text_that_is_shown_has_one_systems_word_for_them() -> None:
    shown = re.compile(r"\b(?:tr|phrase|QT_TR_NOOP)\(\s*((?:\"[^\"\n]*\"\s*)+)")
    theirs = re.compile(r"(?i)(?<![{_])\b(trash|recycle bin|file manager|explorer|keyring)\b(?!})")
    files = [path for path in APP.rglob("*.py") if path.name != "desktop_words.py"]
    found = [
        (path.name, text)
        for path in files
        for text in shown.findall(path.read_text("utf-8"))
        for word in theirs.findall(text)
        if not (word.lower() == "trash" and path.name in OWN_TRASH)
    ]
    assert len(files) > 200
    assert found == []
