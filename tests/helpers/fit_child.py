"""A stand-in for the child that says how models fit: quick, and of a fixed opinion.

As a program it is that child: what a model is called decides. "slow" and "huge" say so, "broken"
ends it, and everything else fits. `ASKED` in the environment names a file for what was asked.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from msgspec import to_builtins

from app.core.fit.machine import MemoryUse, Placement
from app.core.fit.model_memory import RAM
from app.core.fit.verdict import FitReport, PlaceReport, Verdict
from app.core.phrases import phrase

COMMAND = (sys.executable, "-m", "tests.helpers.fit_child")
ASKED = "HEARTH_TEST_FITS_ASKED"
REPOSITORY = Path(__file__).resolve().parents[2]
MB = 10**6
VERDICTS = {"slow": Verdict.SLOW, "huge": Verdict.WONT_FIT}


def report(name: str, n_ctx: int = 8192, kv_type: str = "f16") -> FitReport:
    """Return what the child says of a model of this name."""
    verdict = next((VERDICTS[word] for word in VERDICTS if word in name), Verdict.FITS)
    cache_bytes = (250 if kv_type == "q8_0" else 500) * MB
    use = MemoryUse(RAM, 3000 * MB, cache_bytes, 200 * MB)
    placement = None if verdict is Verdict.WONT_FIT else Placement(n_ctx)
    places = (PlaceReport(use, 9000 * MB, 16000 * MB),)
    return FitReport(verdict, phrase("It is called {name}.", name=name), places, placement)


def main() -> None:
    """Answer what is asked on standard input."""
    for line in sys.stdin:
        question = json.loads(line)
        name = Path(question.get("path") or question["name"]).name
        if ASKED in os.environ:
            with Path(os.environ[ASKED]).open("a", encoding="utf-8") as file:
                file.write(f"{name}\n")
        if "broken" in name:
            sys.exit("the file is broken")
        settings = question.get("settings", {})
        answer = to_builtins(
            report(name, settings.get("n_ctx") or 8192, settings.get("kv_type", "f16"))
        )
        sys.stdout.write("hearth: " + json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
