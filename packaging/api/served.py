"""`hearth serve` over a throw-away folder, for tests that others wrote, and environments for these.

Standard library only.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE: Final = Path(__file__).resolve().parent
REPOSITORY: Final = HERE.parents[1]
FOLDER: Final = REPOSITORY / "build" / "api-peers"
GUIDE: Final = REPOSITORY / "resources" / "guide" / "hearth-guide.gguf"
KEY: Final = "sk-this-is-the-secret-key"  # what llama.cpp's tests on keys call the right one
_LOAD_S: Final = 120
_ANSWERS_AT: Final = "Hearth answers at "


def environment(folder: Path, *packages: str) -> Path:
    """Make a virtual environment with some packages; return its interpreter."""
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    venv.create(folder, with_pip=True, clear=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *packages], check=True)
    return python


@contextmanager
def serving(folder: Path, model: Path = GUIDE) -> Iterator[str]:
    """Run `hearth serve` with a model over a folder; gives its address."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (folder / "key").write_text(KEY, encoding="ascii")
    command = [
        *(sys.executable, "-m", "app", "--data-dir", str(folder / "data")),
        *("serve", "--port", "0", "--model", str(model), "--key-file", str(folder / "key")),
    ]
    with (
        (FOLDER / "serve.log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=REPOSITORY
        ) as process,
    ):
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line.startswith(_ANSWERS_AT):
                raise SystemExit(f"hearth serve does not start; see {FOLDER / 'serve.log'}")
            address = line.strip().removesuffix("/v1").removeprefix(_ANSWERS_AT)
            _wait_for_model(address)
            yield address
        finally:
            process.terminate()


def _wait_for_model(address: str) -> None:
    end = time.monotonic() + _LOAD_S
    while time.monotonic() < end:
        with (
            contextlib.suppress(urllib.error.HTTPError),  # 503 while it is loaded
            urllib.request.urlopen(f"{address}/health") as answer,
        ):
            if json.load(answer)["status"] == "ok":
                return
        time.sleep(0.1)
    raise SystemExit(f"the model is not loaded; see {FOLDER / 'serve.log'}")
