"""Documents that are kept read: stored for the loaded model, so that chats begin with them warm.

They are read while there is nothing else to do, and again when a file changes. What is stored
belongs to the document and to no chat; chats that begin with it share it.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.conversations.texts.chat_sampling import date_of, thinking_of
from app.core.conversations.texts.chat_text import names_alone, new_prompt
from app.core.errors import KnownError
from app.core.plain_value import PlainValue
from app.core.protocol import (
    ForgetChat,
    PrecomputeChat,
    SetMemoryChoice,
    document_key,
)

if TYPE_CHECKING:
    from app.core.chats.records import ChatSetup
    from app.core.conversations.session import Session
    from app.core.documents.index import KnownFile
    from app.core.protocol import ChatKey

# Without words behind it, a text has no end of its own that other words could follow.
_QUESTION = "What is this about?"

_log = logging.getLogger(__name__)


class _Reading(PlainValue, frozen=True):
    """What was asked for: a document, for a model, in chats that are set up so."""

    digest: str
    model_path: str
    setup: ChatSetup


@dataclass(slots=True)
class KeptDocuments:
    """Reads them; their memory stays, as that of chats does."""

    session: Session
    _asked: set[_Reading] = field(default_factory=set)
    _owners: set[ChatKey] = field(default_factory=set)

    def owners(self) -> tuple[ChatKey, ...]:
        """Return the keys whose memory is to stay."""
        return tuple(document_key(one.digest) for one in kept_files(self.session))

    def read(self, setup: ChatSetup) -> None:
        """Have those read in idle time that were not yet, and forget those that are kept no more.

        Args:
            setup: of new chats.
        """
        engine = self.session.engine
        kept = kept_files(self.session)
        owners = {document_key(one.digest) for one in kept}
        for gone in self._owners - owners:
            self.session.post(ForgetChat(gone))
        self._owners = owners
        self._asked = {one for one in self._asked if document_key(one.digest) in owners}
        for file in kept:
            reading = _Reading(file.digest, engine.model_path, setup)
            if engine.n_ctx and reading not in self._asked:
                self._asked.add(reading)
                self._read(file, setup)

    def _read(self, file: KnownFile, setup: ChatSetup) -> None:
        library = self.session.documents
        assert library is not None  # it has named the file
        try:
            whole = library.whole(file)
        except KnownError as error:
            _log.info("a document that is kept read cannot be read: %s", error)
            return
        if whole is None:  # another version since
            return
        messages = new_prompt(setup.system_prompt, _QUESTION, (whole,), (), names_alone)
        key = document_key(file.digest)
        self.session.post(SetMemoryChoice(key, is_pinned=True))
        self.session.post(PrecomputeChat(key, messages, date_of((whole,)), thinking_of(setup)))


def kept_files(session: Session) -> tuple[KnownFile, ...]:
    """Return the documents that are kept read and could be read."""
    if session.documents is None:
        return ()
    try:
        return tuple(one for one in session.documents.kept() if one.digest)
    except KnownError as error:
        _log.info("which documents are kept read is not known: %s", error)
        return ()
