"""The product without a window.

Imports go down this ladder only; parts side by side never import each other:

    conversations            use cases: open, send, regenerate, continue, stop
    engine | chats | models  one thread around llama.cpp | conversations in SQLite |
                             the built-in guide, models worth a download, those on this machine
    kvstore | llama          stored KV-cache rows | the only importer of llama_cpp
    fit                      does a model fit, and how is it laid out
    gguf                     headers of model files, without native code
    settings, log, files, licences, updates, paths, project, errors

Nothing here imports Qt.
"""

from __future__ import annotations
