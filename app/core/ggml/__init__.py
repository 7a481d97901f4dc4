"""ggml, the library in which llama.cpp computes: its backends and its devices.

Knows no package llama_cpp, whose import takes several times as long as it takes to list devices:
a child that does nothing else loads only this.
"""

from __future__ import annotations

import os

from app.core.ggml.spinning import choose_turns

# Before GNU's OpenMP library is loaded, which reads them then; nothing loads it before this.
choose_turns(os.environ)
