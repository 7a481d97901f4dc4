"""`hearth serve` as a process of its own, as a user starts it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, Self

import openai

from tests.helpers.child_run import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

WAIT_S = 120.0
_SAID = "Hearth answers at "


class Serving:
    """A server over the folders in `root`; a context manager.

    Args:
        root: keeps everything.
        arguments: behind `serve`.
        is_heard: somebody reads what it prints to stderr before it ends.

    Attributes:
        address: where it answers, without "/v1"; "" where it does not.
        process: that serves.
    """

    def __init__(self, root: Path, *arguments: str, is_heard: bool = True) -> None:
        self.root = root
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "app", "--data-dir", str(root)),
                *("serve", "--port", "0", *arguments),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=REPOSITORY,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        self.address = line.removeprefix(_SAID).removesuffix("/v1") if _SAID in line else ""
        self._errors: list[str] = []
        self._reader = threading.Thread(target=self._read, name="errors")
        if is_heard:
            self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.wait()

    @property
    def key(self) -> str:
        """What requests must show."""
        return (self.root / "config" / "api-key").read_text().strip()

    @property
    def errors(self) -> str:
        """What it printed to stderr; whole when it has ended."""
        return "".join(self._errors)

    def stop(self) -> int:
        """End it as a service manager does, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """Wait for its end, and return its exit code."""
        if self._reader.ident is None:
            self._reader.start()
        code = self.process.wait(WAIT_S)
        self._reader.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code

    def openai(self, **options: Any) -> Any:
        """Return OpenAI's own client, which refuses answers that are not as they should be.

        Untyped: its types know only the models of its maker.
        """
        return openai.OpenAI(
            api_key=self.key,
            base_url=f"{self.address}/v1",
            max_retries=0,
            _strict_response_validation=True,
            **options,
        )

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._errors.append(line)
