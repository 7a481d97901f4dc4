"""`hearth serve` as a process of its own, for measurements."""

from __future__ import annotations

import json
import os
import tempfile
import time
import urllib.request
from typing import TYPE_CHECKING, Self

from app.core.errors import Problem
from app.core.phrases import NO_WORDS, phrase
from app.core.settings.settings import Settings
from app.core.settings.table import CONTEXT_TOKENS, MEMORY_KEEP_FREE
from app.core.system.own_program import own_command, start_child
from app.core.system.paths import Paths
from tools.bench.api_client import ApiClient
from tools.bench.engine_run import BenchFailed

if TYPE_CHECKING:
    from pathlib import Path

_SAID = "Hearth answers at "
_LOAD_S = 3600.0
_STEP_S = 0.05
_RESTS_S = 1.0  # nothing is being stored any more when the files have not changed for so long
_STORED_S = 600.0


class Served:
    """A server over the folders in `root`, which stay; a context manager.

    Args:
        root: keeps everything.
        model: GGUF file.
        n_ctx: tokens of the context.
    """

    def __init__(self, root: Path, model: str, n_ctx: int) -> None:
        self._paths = Paths.locate(root)
        self._paths.create()
        settings = Settings.load(self._paths.settings_file)
        settings.set(CONTEXT_TOKENS, n_ctx)
        settings.set(MEMORY_KEEP_FREE, 0.0)
        self._arguments = ("--data-dir", os.fspath(root), "serve", "--port", "0", "--model", model)

    def __enter__(self) -> Self:
        self._errors = tempfile.TemporaryFile()
        self._process = start_child(own_command(*self._arguments), errors=self._errors)
        try:
            self._wait_until_it_answers()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        with self._process:
            self._process.wait()
        self._errors.close()

    @property
    def store(self) -> Path:
        """The folder of what is stored."""
        return self._paths.kv_store

    def client(self) -> ApiClient:
        """Return a client that shows the key."""
        return ApiClient(self._address, (self._paths.config / "api-key").read_text("utf-8").strip())

    def wait_until_stored(self) -> None:
        """Wait until all is on disk.

        Raises:
            BenchFailed: that does not end.
        """
        end, before, since = time.monotonic() + _STORED_S, (-1, -1), time.monotonic()
        while time.monotonic() - since < _RESTS_S:
            files = list(self.store.rglob("*.k?s"))
            now = (len(files), sum(_size(path) for path in files))
            if now != before:
                before, since = now, time.monotonic()
            if since > end:
                raise BenchFailed(self._problem())
            time.sleep(_STEP_S)

    def _wait_until_it_answers(self) -> None:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode("utf-8", "replace").strip()
        if not line.startswith(_SAID):
            raise BenchFailed(self._problem())
        self._address = line.removeprefix(_SAID).removesuffix("/v1")
        end = time.monotonic() + _LOAD_S
        while not self._is_loaded():
            if self._process.poll() is not None or time.monotonic() > end:
                raise BenchFailed(self._problem())
            time.sleep(_STEP_S)

    def _is_loaded(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._address}/health") as answer:
                return bool(json.load(answer)["status"] == "ok")
        except (OSError, ValueError, KeyError):
            return False

    def _problem(self) -> Problem:
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace")[-2_000:]
        return Problem(
            what=phrase("`hearth serve` did not begin to answer."),
            effect=NO_WORDS,
            remedy=phrase("See what it says."),
            detail=said,
        )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # deleted meanwhile
        return 0
