"""Where other programs keep their models.

They are read in place, never copied and never written to. Before each program stands how it lays
its files out, and how that is known.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.models.library.entries import Candidate, Origin
from app.core.models.library.folder_search import stamp_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.models.library.folder_search import FolderSearch
    from app.core.models.library.machine import Machine

# Ollama: a manifest for each name and tag, and blobs that are named by their hash.
#
#     manifests/<host>/<namespace>/<model>/<tag>   JSON; "layers" with "mediaType" and "digest"
#     blobs/sha256-<hex>                           the layers; the one with the weights is a GGUF
#     blobs/sha256-<hex>-partial                   one whose download has not ended
#
# The default host and namespace (registry.ollama.ai, library) are left out of a name, as in Ollama.
# Of the layers beside the weights, a projector is passed on. Ollama's own template and
# parameters are not used: they are written in a language of Ollama's, and the GGUF has its own.
#
# Source: ollama/ollama, envconfig/config.go (Models), manifest/paths.go and types/model/name.go;
# scripts/install.sh for the home of the Linux service; the packages of Arch Linux for /var/lib.

_WEIGHTS = "application/vnd.ollama.image.model"
_PROJECTOR = "application/vnd.ollama.image.projector"
_DIGEST = re.compile(r"sha256[:-]([0-9a-f]{64})")  # nothing else becomes part of a path
_OLLAMA_LEVELS = 3  # folders between `manifests` and the files in it
_DEFAULTS = ("registry.ollama.ai", "library")


def _of_ollama(machine: Machine, search: FolderSearch) -> None:
    """Find what Ollama has, of this user and of the service."""
    for folder in _folders(machine):
        search.claim(folder, Origin.OLLAMA)
        for manifest, name in _manifests(search, folder / "manifests", (), _OLLAMA_LEVELS):
            layers = _layers(search.text_of(manifest))
            weights = layers.get(_WEIGHTS)
            if weights is None:  # a model in another format than GGUF
                continue
            path, is_partial = _blob(folder, weights)
            projector = layers.get(_PROJECTOR)
            beside = str(_blob(folder, projector)[0]) if projector else ""
            search.add(Candidate(path, Origin.OLLAMA, name, beside, is_partial))


def _folders(machine: Machine) -> list[Path]:
    chosen = machine.folder("OLLAMA_MODELS")
    own = chosen or machine.home / ".ollama" / "models"
    if machine.system in ("darwin", "win32"):
        return [own]
    root = machine.root
    return [own, root / "usr/share/ollama/.ollama/models", root / "var/lib/ollama"]


def _manifests(
    search: FolderSearch, folder: Path, above: tuple[str, ...], levels: int
) -> Iterator[tuple[Path, str]]:
    """Yield each manifest and the name that its path gives the model."""
    for found in search.listed(folder):
        if found.is_folder and levels:
            yield from _manifests(search, found.path, (*above, found.path.name), levels - 1)
        elif not found.is_folder and not levels:
            yield found.path, f"{_short(above)}:{found.path.name}"


def _short(above: tuple[str, ...]) -> str:
    host, namespace, model = above
    if host != _DEFAULTS[0]:
        return "/".join(above)
    return model if namespace == _DEFAULTS[1] else f"{namespace}/{model}"


def _layers(text: str) -> dict[str, str]:
    """Return the hashes of the layers by their media types; the first of each counts."""
    try:
        manifest: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    layers = manifest.get("layers") if isinstance(manifest, dict) else None
    found: dict[str, str] = {}
    for layer in layers if isinstance(layers, list) else []:
        if isinstance(layer, dict):
            digest = _DIGEST.fullmatch(str(layer.get("digest")))
            if digest:
                found.setdefault(str(layer.get("mediaType")), digest[1])
    return found


def _blob(folder: Path, digest: str) -> tuple[Path, bool]:
    """Return the file of a layer and whether its download has not ended."""
    blobs = folder / "blobs"
    whole = blobs / f"sha256-{digest}"
    partial = blobs / f"sha256-{digest}-partial"
    if not stamp_of(whole) and stamp_of(partial):
        return partial, True
    return whole, False


# LM Studio: GGUF files in folders for publisher and repository.
#
#     <home>/models/<publisher>/<repository>/<file>.gguf
#     <home>/settings.json      "downloadsFolder": another folder in the place of <home>/models
#
# The home is the environment variable LMSTUDIO_HOME, or what ~/.lmstudio-home-pointer names, or
# ~/.cache/lm-studio (older) or ~/.lmstudio. Older versions keep the settings where the system has
# those of programs.
#
# Source: lmstudio-ai/lmstudio.js, findLMStudioHome.ts; the documentation of LM Studio, "Import
# models"; settings.json as published by users.


def _of_lm_studio(machine: Machine, search: FolderSearch) -> None:
    """Find what LM Studio has, in its own folder and in one that the user chose in it."""
    homes = _homes(machine, search)
    for home in homes:
        search.claim(home, Origin.LM_STUDIO)
    settings = [*(home / "settings.json" for home in homes), _older_settings(machine)]
    chosen = [_folder_in(search.text_of(file), "downloadsFolder") for file in settings]
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


def _folder_in(text: str, key: str) -> Path | None:
    """Return the folder that the settings of a program name."""
    try:
        settings: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    folder = settings.get(key) if isinstance(settings, dict) else None
    if not isinstance(folder, str) or "\0" in folder or not Path(folder).is_absolute():
        return None
    return Path(folder)


# Jan: a description beside each model, which may point to a file elsewhere.
#
#     <data>/llamacpp/models/<id>/model.yml    `name`, `model_path`, `mmproj_path`
#     <data>/llamacpp/models/<id>/model.gguf   unless the file was imported where it lies
#
# Ids have slashes, so that models lie one to three folders deep. Paths are relative to <data>, or
# absolute. The data folder is named by `data_folder` of a settings.json, else `data` beside it.
#
# Source: janhq/jan, extensions/llamacpp-extension/src/index.ts (model.yml) and
# src-tauri/src/core/app/commands.rs (the folders); its documentation, "Jan data folder".

_JAN_LEVELS = 5  # folders below `models`
# One value on each line; Jan writes nothing nested before these, so no library for YAML is needed.
_LINE = re.compile(r"^(name|model_path|mmproj_path):[ \t]*(.*)$", re.MULTILINE)


def _of_jan(machine: Machine, search: FolderSearch) -> None:
    """Find what Jan has, and what it only points to."""
    for data in _data_folders(machine, search):
        search.claim(data, Origin.JAN)
        models = data / "llamacpp" / "models"
        for description in _descriptions(search, models, _JAN_LEVELS):
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
    named += [
        _folder_in(search.text_of(folder / "settings.json"), "data_folder") for folder in folders
    ]
    return list(dict.fromkeys([*filter(None, named), *(folder / "data" for folder in folders)]))


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


# GPT4All: GGUF files in one folder, below which it looks, too.
#
#     <folder>/<file>.gguf
#     <folder>/incomplete-<file>.gguf    one whose download has not ended
#
# The folder is `modelPath` of GPT4All.ini, else the one that Qt has for data of this machine. The
# Python package of the same name keeps its files in ~/.cache/gpt4all.
#
# Source: nomic-ai/gpt4all, gpt4all-chat/src/mysettings.cpp (defaultLocalModelsPath), modellist.cpp
# (processModelDirectory), download.cpp (the prefix); gpt4all-bindings/python/gpt4all/gpt4all.py.

_MODEL_PATH = re.compile(r"^modelPath=(.+)$", re.MULTILINE)
_MAKER = "nomic.ai"


def _of_gpt4all(machine: Machine, search: FolderSearch) -> None:
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


# llama.cpp: what its programs downloaded, flat in one folder.
#
#     <folder>/<owner>_<repository>_<file>.gguf
#     <folder>/<...>.gguf.downloadInProgress      one whose download has not ended
#
# Newer versions download into Hugging Face's cache instead; with LLAMA_CACHE set they make that
# layout there, which is found as well.
#
# Source: llama.cpp, common/common.cpp (fs_get_cache_directory), common/download.cpp and
# common/hf-cache.cpp.


def _of_llama_cpp(machine: Machine, search: FolderSearch) -> None:
    """Find what llama.cpp's own programs downloaded."""
    chosen = machine.folder("LLAMA_CACHE")
    folder = chosen or machine.cache_folder / "llama.cpp"
    search.claim(folder, Origin.LLAMA_CPP)
    search.walk(folder, Origin.LLAMA_CPP)


# Hugging Face's cache: snapshots of repositories, whose files are links to blobs.
#
#     models--<owner>--<repository>/snapshots/<commit>/<file>   a link; on Windows often a file
#     models--<owner>--<repository>/blobs/<hash>                the bytes
#     models--<owner>--<repository>/blobs/<...>.incomplete      a download that has not ended
#
# Several snapshots share blobs, so that a file of two commits is one entry.
#
# Source: huggingface_hub, constants.py (HF_HUB_CACHE, HF_HOME), file_download.py; "Understand
# caching" in its documentation.

_PREFIX = "models--"


def _of_hugging_face(machine: Machine, search: FolderSearch) -> None:
    """Find the GGUF files of all repositories in the cache."""
    cache = _cache(machine)
    search.claim(cache, Origin.HUGGING_FACE)
    for found in search.listed(cache):
        if not found.is_folder or not found.path.name.startswith(_PREFIX):
            continue
        search.walk(found.path / "snapshots", Origin.HUGGING_FACE)
        repository = found.path.name.removeprefix(_PREFIX).replace("--", "/")
        for blob in search.listed(found.path / "blobs"):
            if blob.path.name.endswith(".incomplete") and search.begins_as_gguf(blob.path):
                search.add(Candidate(blob.path, Origin.HUGGING_FACE, repository, is_partial=True))


def _cache(machine: Machine) -> Path:
    for variable in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        chosen = machine.folder(variable)
        if chosen:
            return chosen
    # On every system below the home, not where the system has caches.
    below = machine.folder("XDG_CACHE_HOME") or machine.home / ".cache"
    return (machine.folder("HF_HOME") or below / "huggingface") / "hub"


# In this order: of two that have one file, the first gives it its name.
STORES = (_of_ollama, _of_lm_studio, _of_jan, _of_gpt4all, _of_llama_cpp, _of_hugging_face)
