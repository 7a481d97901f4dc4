"""A process that saves a chat and kills itself with SIGKILL when a step is done for the n-th time.

usage: python -m tests.faults.kvstore_child ROOT STEP N [snapshots]
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.publisher import WriteStep
from tests.unit.core.kvstore.states import FLUSH_S, Chat, tokens
from tests.unit.core.kvstore.test_snapshots import save

CHAT = Chat(tokens(24), cuts=[8, 24])
SNAPSHOT_CUTS = (8, 20)


def main() -> None:
    root, step, n_times = Path(sys.argv[1]), WriteStep(sys.argv[2]), int(sys.argv[3])
    seen: list[WriteStep] = []

    def kill(done: WriteStep) -> None:
        seen.append(done)
        if done is step and seen.count(step) == n_times:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

    store = KVStore.open(root, on_step=kill)
    if len(sys.argv) > 4:
        save(store, SNAPSHOT_CUTS)
        store.flush(FLUSH_S)
    else:
        CHAT.save(store)
    sys.exit("still alive")


if __name__ == "__main__":
    main()
