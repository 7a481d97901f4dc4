"""Hugging Face's cache: snapshots of repositories, whose files are links to blobs.

    models--<owner>--<repository>/snapshots/<commit>/<file>   a link; on Windows often a file
    models--<owner>--<repository>/blobs/<hash>                the bytes
    models--<owner>--<repository>/blobs/<...>.incomplete      a download that has not ended

Several snapshots share blobs, so that a file of two commits is one entry.

Source: huggingface_hub, constants.py (HF_HUB_CACHE, HF_HOME), file_download.py; its documentation,
"Understand caching".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.models.library.candidates import Candidate
from app.core.models.library.entries import Origin

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.library.folder_search import FolderSearch
    from app.core.models.library.machine import Machine

_PREFIX = "models--"


def find_models(machine: Machine, search: FolderSearch) -> None:
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
