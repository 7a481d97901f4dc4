"""Jan: a description beside each model, which may point to a file elsewhere.

    <data>/llamacpp/models/<id>/model.yml    `name`, `model_path`, `mmproj_path`
    <data>/llamacpp/models/<id>/model.gguf   unless the file was imported where it lies

Ids have slashes, so that models lie one to three folders deep. Paths are relative to <data>, or
absolute. The data folder is named by `data_folder` of a settings.json, else it is `data` beside it.

Source: janhq/jan, extensions/llamacpp-extension/src/index.ts (model.yml) and
src-tauri/src/core/app/commands.rs (the folders); its documentation, "Jan data folder".
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.models.library.candidates import Candidate
from app.core.models.library.entries import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.models.library.folder_search import FolderSearch
    from app.core.models.library.machine import Machine

_LEVELS = 5  # folders below `models`
# One value on each line; Jan writes nothing nested before these, so no library for YAML is needed.
_LINE = re.compile(r"^(name|model_path|mmproj_path):[ \t]*(.*)$", re.MULTILINE)


def find_models(machine: Machine, search: FolderSearch) -> None:
    """Find what Jan has, and what it only points to."""
    for data in _data_folders(machine, search):
        search.claim(data, Origin.JAN)
        models = data / "llamacpp" / "models"
        for description in _descriptions(search, models, _LEVELS):
            said = {
                key: _unquoted(value) for key, value in _LINE.findall(search.text_of(description))
            }
            if said.get("model_path"):
                projector = said.get("mmproj_path", "")
                search.add(
                    Candidate(
                        data / said["model_path"],
                        Origin.JAN,
                        said.get("name", ""),
                        str(data / projector) if projector else "",
                    )
                )
        search.walk(models, Origin.JAN)


def _data_folders(machine: Machine, search: FolderSearch) -> list[Path]:
    folders = [folder / "Jan" for folder in (machine.data_folder, machine.settings_folder)]
    named = [machine.folder("JAN_DATA_FOLDER")]
    named += [_named_in(search.text_of(folder / "settings.json")) for folder in folders]
    return list(dict.fromkeys([*filter(None, named), *(folder / "data" for folder in folders)]))


def _named_in(text: str) -> Path | None:
    try:
        settings: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    folder = settings.get("data_folder") if isinstance(settings, dict) else None
    if not isinstance(folder, str) or "\0" in folder or not Path(folder).is_absolute():
        return None
    return Path(folder)


def _descriptions(search: FolderSearch, folder: Path, levels: int) -> Iterator[Path]:
    for found in search.listed(folder):
        if found.is_folder and levels:
            yield from _descriptions(search, found.path, levels - 1)
        elif found.path.name == "model.yml":
            yield found.path


def _unquoted(value: str) -> str:
    """Return a YAML value of one line without its quotes; "" for what cannot be a path."""
    value = value.strip()
    if value[:1] in "\"'" and value[-1:] == value[:1]:
        value = value[1:-1]
    return "" if "\0" in value else value
