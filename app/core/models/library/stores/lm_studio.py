"""LM Studio: GGUF files in folders for publisher and repository.

    <home>/models/<publisher>/<repository>/<file>.gguf
    <home>/settings.json      "downloadsFolder": another folder in the place of <home>/models

The home is the environment variable LMSTUDIO_HOME, or what ~/.lmstudio-home-pointer names, or
~/.cache/lm-studio (older) or ~/.lmstudio. Older versions keep the settings where the system has
those of programs.

Source: lmstudio-ai/lmstudio.js, findLMStudioHome.ts; the documentation of LM Studio, "Import
models"; settings.json as published by users.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.models.library.entries import Origin

if TYPE_CHECKING:
    from app.core.models.library.folder_search import FolderSearch
    from app.core.models.library.machine import Machine


def find_models(machine: Machine, search: FolderSearch) -> None:
    """Find what LM Studio has, in its own folder and in one that the user chose in it."""
    homes = _homes(machine, search)
    for home in homes:
        search.claim(home, Origin.LM_STUDIO)
    settings = [*(home / "settings.json" for home in homes), _older_settings(machine)]
    chosen = [_downloads_folder(search.text_of(file)) for file in settings]
    for folder in dict.fromkeys([*filter(None, chosen), *(home / "models" for home in homes)]):
        search.walk(folder, Origin.LM_STUDIO)


def _homes(machine: Machine, search: FolderSearch) -> list[Path]:
    named = machine.folder("LMSTUDIO_HOME")
    if named:
        return [named]
    pointer = search.text_of(machine.home / ".lmstudio-home-pointer").strip()
    pointed = [Path(pointer)] if pointer and Path(pointer).is_absolute() else []
    return [*pointed, machine.home / ".cache" / "lm-studio", machine.home / ".lmstudio"]


def _older_settings(machine: Machine) -> Path:
    return machine.settings_folder / "LM Studio" / "settings.json"


def _downloads_folder(text: str) -> Path | None:
    try:
        settings: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    folder = settings.get("downloadsFolder") if isinstance(settings, dict) else None
    if not isinstance(folder, str) or "\0" in folder or not Path(folder).is_absolute():
        return None
    return Path(folder)
