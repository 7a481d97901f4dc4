"""llama.cpp: what its programs downloaded, flat in one folder.

    <folder>/<owner>_<repository>_<file>.gguf
    <folder>/<...>.gguf.downloadInProgress      one whose download has not ended

Newer versions download into Hugging Face's cache instead; with LLAMA_CACHE set they make that
layout there, which is found as well.

Source: llama.cpp, common/common.cpp (fs_get_cache_directory), common/download.cpp and
common/hf-cache.cpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.models.library.entries import Origin

if TYPE_CHECKING:
    from app.core.models.library.folder_search import FolderSearch
    from app.core.models.library.machine import Machine


def find_models(machine: Machine, search: FolderSearch) -> None:
    """Find what llama.cpp's own programs downloaded."""
    chosen = machine.folder("LLAMA_CACHE")
    folder = chosen or machine.cache_folder / "llama.cpp"
    search.claim(folder, Origin.LLAMA_CPP)
    search.walk(folder, Origin.LLAMA_CPP)
