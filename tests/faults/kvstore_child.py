"""A process that saves a chat and kills itself with SIGKILL at a named step of the last segment.

usage: python -m tests.faults.kvstore_child ROOT STEP
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from app.core.kvstore import KVStore, WriteStep
from tests.unit.core.kvstore.states import Chat, tokens

CHAT = Chat(tokens(24), cuts=[8, 24])


def main() -> None:
    root, step = Path(sys.argv[1]), WriteStep(sys.argv[2])
    seen: list[WriteStep] = []

    def kill_at_the_second(done: WriteStep) -> None:
        seen.append(done)
        if done is step and seen.count(step) == len(CHAT.cuts):
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

    store = KVStore.open(root, on_step=kill_at_the_second)
    CHAT.save(store)
    sys.exit("still alive")


if __name__ == "__main__":
    main()
