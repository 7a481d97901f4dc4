"""GPT4All: GGUF files in one folder, below which it looks, too.

    <folder>/<file>.gguf
    <folder>/incomplete-<file>.gguf    one whose download has not ended

The folder is `modelPath` of GPT4All.ini, else the one that Qt has for data of this machine. The
Python package of the same name keeps its files in ~/.cache/gpt4all.

Source: nomic-ai/gpt4all, gpt4all-chat/src/mysettings.cpp (defaultLocalModelsPath), modellist.cpp
(processModelDirectory), download.cpp (the prefix); gpt4all-bindings/python/gpt4all/gpt4all.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.models.library.entries import Origin

if TYPE_CHECKING:
    from app.core.models.library.folder_search import FolderSearch
    from app.core.models.library.machine import Machine

_MODEL_PATH = re.compile(r"^modelPath=(.+)$", re.MULTILINE)
_MAKER = "nomic.ai"


def find_models(machine: Machine, search: FolderSearch) -> None:
    """Find what GPT4All has, the program and the Python package."""
    ini = machine.settings_folder
    if machine.system == "darwin":  # Qt has its ini files elsewhere than others their settings
        ini = machine.home / ".config"
    said = _MODEL_PATH.search(search.text_of(ini / _MAKER / "GPT4All.ini"))
    folders = [machine.local_data_folder / _MAKER / "GPT4All", machine.home / ".cache" / "gpt4all"]
    if said:
        chosen = Path(said[1].strip().strip('"').replace("\\\\", "\\"))
        folders[:0] = [chosen] if chosen.is_absolute() else []
    for folder in dict.fromkeys(folders):
        search.claim(folder, Origin.GPT4ALL)
        search.walk(folder, Origin.GPT4ALL)
