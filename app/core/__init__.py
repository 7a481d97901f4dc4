"""The product without a window.

Imports go down this ladder only; parts side by side never import each other:

    conversations            use cases: open, send, regenerate, continue, stop
    engine | chats           one thread around llama.cpp | conversations in SQLite
    kvstore | llama          stored KV-cache rows | the only importer of llama_cpp
    settings, log, files, paths, errors

Nothing here imports Qt.
"""

from __future__ import annotations
