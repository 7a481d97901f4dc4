"""An engine's process that was started, whether somebody talks to it yet or not.

On Linux it ends with the thread that started it.

Threads: one at a time.
"""

from __future__ import annotations

import contextlib
import tempfile
from typing import IO, TYPE_CHECKING

from app.core.system.own_program import own_command, start_child

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CHILD_COMMAND = "engine-child"


class StartedEngine:
    """A process that has begun to import what an engine needs, and waits for what it is to be.

    It can be started before there is a host for it: before Qt is imported, say.

    Args:
        command: how to start it.

    Attributes:
        process: itself; its pipes are for whoever hosts it.
        errors: what it writes to its error stream.

    Raises:
        OSError: it could not be started.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the end
        own = own_command(CHILD_COMMAND)
        try:
            self.process = start_child(command or own, is_asked=True, errors=self.errors)
        except OSError:
            self.errors.close()
            raise

    def close_pipes(self) -> None:
        """Talk to it no more."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was not written goes nowhere
                    pipe.close()

    def end(self) -> None:
        """End it, if no host has done so."""
        self.process.kill()
        self.process.wait()
        self.close_pipes()
        self.errors.close()


@contextlib.contextmanager
def engine_ahead(*, is_wanted: bool = True) -> Iterator[StartedEngine | None]:
    """Give an engine that imports what it needs while this process does so too.

    None where it is not wanted, or cannot be started, which is told when a host tries again. It has
    ended behind the block.
    """
    engine: StartedEngine | None = None
    with contextlib.suppress(OSError):
        engine = StartedEngine() if is_wanted else None
    try:
        yield engine
    finally:
        if engine is not None:
            engine.end()
