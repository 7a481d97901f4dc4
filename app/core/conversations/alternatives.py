"""`Alternatives`, a door: what else a model could have said, and an answer that goes on so.

Threads: every method from any thread, and it returns at once; the work is done on the worker, and
what comes of it is told by events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.events import AnswerRefused, InspectionDone

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, MessageId
    from app.core.conversations.inspections import Inspections
    from app.core.conversations.place_in_answer import PlaceInAnswer
    from app.core.conversations.session import Session
    from app.core.conversations.worker import SerialWorker


class Alternatives:
    """The answers of one program, looked into one at a time, the latest that was asked for.

    Args:
        session: of the use cases.
        worker: does everything.
        inspections: what it does.
    """

    def __init__(self, session: Session, worker: SerialWorker, inspections: Inspections) -> None:
        self._session = session
        self._worker = worker
        self._inspections = inspections

    def inspect(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Look into an answer: emits `AnswerInspected` for some of its places at a time.

        `InspectionRead` tells how far the model has read the chat before. `InspectionDone` comes
        last, with why nothing or not all is told.
        """

        def look() -> None:
            try:
                self._inspections.inspect(chat_id, message_id)
            except Exception as error:  # noqa: BLE001 - whoever asked waits for the end
                self._refuse(chat_id, message_id, error)

        self._worker.submit(look)

    def compare(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        place: PlaceInAnswer,
        choices: tuple[int, ...],
    ) -> None:
        """Have an answer gone on with from a place: `ContinuationFound` for each of some tokens.

        It goes as `inspect` does; nothing of it is kept.
        """

        def compare() -> None:
            try:
                self._inspections.compare(chat_id, message_id, place, choices)
            except Exception as error:  # noqa: BLE001 - whoever asked waits for the end
                self._refuse(chat_id, message_id, error)

        self._worker.submit(compare)

    def _refuse(self, chat_id: ChatId, message_id: MessageId, error: Exception) -> None:
        problem = self._session.problem_of(error)
        self._session.emit(InspectionDone(chat_id, message_id, problem=problem))

    def stop_inspecting(self) -> None:
        """Look into no answer any more; nothing more is told of it."""
        self._worker.submit(self._inspections.stop)

    def go_on_from(self, chat_id: ChatId, message_id: MessageId, place: PlaceInAnswer) -> None:
        """Put another version beside an answer, which goes on from a place in it.

        Emits `BranchShown`, then `MessageAdded` with the words before the place, or
        `AnswerRefused`.
        """

        def go_on() -> None:
            try:
                self._inspections.go_on_from(chat_id, message_id, place)
            except Exception as error:  # noqa: BLE001 - told, like any answer that is refused
                self._session.emit(AnswerRefused(chat_id, self._session.problem_of(error), 0))

        self._worker.submit(go_on)
