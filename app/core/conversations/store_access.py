"""`StoreAccess`, a door: lets other parts work with the chats, a short job at a time.

Sending and answering go on between two jobs, so each is to be short: one chat read, or written.

Threads: `run` from any thread but the worker's own and the interface's, which it would block.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from app.core.conversations.errors import ProgramEnding

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import ChatId
    from app.core.chats.store import ChatStore
    from app.core.conversations.cases.chat_reader import ChatReader
    from app.core.conversations.cases.memory import MemorySync
    from app.core.conversations.cases.restore_planner import RestorePlanner
    from app.core.conversations.session import Session
    from app.core.conversations.worker import SerialWorker

_LOOK_S = 1.0

T = TypeVar("T")


class StoreAccess:
    """The chats of one program, for who reads or writes whole ones.

    Args:
        session: of the use cases.
        worker: does the jobs; it alone uses the store.
        reader: tells which chats there are.
        memory: tells the engine of which nothing is stored.
    """

    def __init__(
        self,
        session: Session,
        worker: SerialWorker,
        reader: ChatReader,
        memory: MemorySync,
        planner: RestorePlanner,
    ) -> None:
        self._session = session
        self._worker = worker
        self._reader = reader
        self._memory = memory
        self._planner = planner

    def run(self, job: Callable[[ChatStore], T], chat_id: ChatId | None = None) -> T:
        """Have the worker do a job with the store; return what it returns, or raise what it raises.

        Args:
            job: what is to be done.
            chat_id: gives it the store of this chat; None that on the disk.

        Of answers that are running the job finds what they say by now.

        Raises:
            ProgramEnding: the program ends, and the job was not done.
        """
        future: Future[T] = Future()

        def on_worker() -> None:
            try:
                self._session.flush()
                session = self._session
                store = session.store if chat_id is None else session.store_of(chat_id)
                result = job(store)
            except BaseException as error:  # noqa: BLE001 - whoever asked waits for it
                future.set_exception(error)
            else:
                future.set_result(result)

        self._worker.submit(on_worker)
        while True:
            try:
                return future.result(_LOOK_S)
            except TimeoutError:
                if future.done():  # the job itself raised it, or was done at the last moment
                    return future.result()
                if not self._worker.is_running:
                    raise ProgramEnding from None

    def changed(self) -> None:
        """Emit `ChatsListed`, after jobs that have added chats. Returns at once.

        What the user wants for the memory of each is in force then too, and a `MemoryListed` tells
        what came along.
        """
        self._worker.submit(self._memory.follow)
        self._worker.submit(self._reader.list_all)
        self._worker.submit(self._planner.report_memory)
