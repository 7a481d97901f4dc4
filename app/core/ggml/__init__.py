"""ggml, the library in which llama.cpp computes: its backends and its devices.

Knows no package llama_cpp, whose import takes several times as long as it takes to list devices:
a child that does nothing else loads only this.
"""

from __future__ import annotations

import os

# Before GNU's OpenMP library is loaded, which reads it then; nothing loads it before this.
if not {"GOMP_SPINCOUNT", "OMP_WAIT_POLICY"} & os.environ.keys():
    # On a quiet machine more turns gain 2 % at most; beside one busy program 4,000 halve the speed,
    # and fewer than 1,000 cost a quiet one 5 % or more.
    os.environ["GOMP_SPINCOUNT"] = "1000"
