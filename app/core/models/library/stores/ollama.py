"""Ollama: a manifest for each name and tag, and blobs that are named by their hash.

    manifests/<host>/<namespace>/<model>/<tag>   JSON; "layers" with "mediaType" and "digest"
    blobs/sha256-<hex>                           the layers; the one with the weights is a GGUF
    blobs/sha256-<hex>-partial                   one whose download has not ended

The default host and namespace (registry.ollama.ai, library) are left out of a name, as Ollama does
it. Of the layers beside the weights, a projector is passed on. Ollama's own template and
parameters are not used: they are written in a language of Ollama's, and the GGUF has its own.

Source: ollama/ollama, envconfig/config.go (Models), manifest/paths.go and types/model/name.go;
scripts/install.sh for the home of the Linux service; the packages of Arch Linux for /var/lib.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from app.core.models.library.candidates import Candidate
from app.core.models.library.entries import Origin
from app.core.models.library.folder_search import stamp_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.models.library.folder_search import FolderSearch
    from app.core.models.library.machine import Machine

_WEIGHTS = "application/vnd.ollama.image.model"
_PROJECTOR = "application/vnd.ollama.image.projector"
_DIGEST = re.compile(r"sha256[:-]([0-9a-f]{64})")  # nothing else becomes part of a path
_LEVELS = 3  # folders between `manifests` and the files in it
_DEFAULTS = ("registry.ollama.ai", "library")


def find_models(machine: Machine, search: FolderSearch) -> None:
    """Find what Ollama has, of this user and of the service."""
    for folder in _folders(machine):
        search.claim(folder, Origin.OLLAMA)
        for manifest, name in _manifests(search, folder / "manifests", (), _LEVELS):
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
