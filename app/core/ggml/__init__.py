"""ggml, the library in which llama.cpp computes: its backends and its devices.

Knows no package llama_cpp, whose import takes several times as long as it takes to list devices:
a child that does nothing else loads only this.
"""

from __future__ import annotations

import os

# While they wait for each other, ggml's threads spin for milliseconds by default, also when another
# program wants their core: with both cores of a small machine busy elsewhere, a model of 0.5 B
# parameters fell from 36 to 0.25 tokens a second. After a thousand turns they sleep, which costs an
# idle machine about 2 %. Read by libgomp when it is loaded, which nothing does before this.
if not {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"} & os.environ.keys():
    os.environ["GOMP_SPINCOUNT"] = "1000"
