"""What the user chose for single chats: kept whatever happens, or never stored.

A file of its own, outside the index and, in the program, outside the cache folder: both may be
deleted at any time, and a chat that must not be stored must not be stored after that either. In the
program it is a copy: the chats know the choices, and `follow` puts them in force at each start. The
copy serves those who open the store without the chats.

Threads: every method from any thread; `write` on the store's writer thread only.
"""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

from app.core.kvstore.errors import ChoicesNotKept, ChoicesUnreadable
from app.core.kvstore.records import ChatUse, Owner
from app.core.phrases import Phrase, phrase
from app.core.plain_value import replace
from app.core.protocol import TEMPORARY
from app.core.system import files

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.core.kvstore.records import KnownOwners

_PINNED, _NOT_SAVED = "pinned", "not_saved"


class RetentionChoices:
    """The choices in force, and the file that keeps them.

    Args:
        path: a JSON object with two lists of owners.
        may_repair: whether one that makes no sense is moved aside; not for those who only look.

    Attributes:
        problem: why the choices made before are not in force.
    """

    def __init__(self, path: Path, *, may_repair: bool) -> None:
        self._path = path
        self._unread: OSError | None = None  # what is there must not be written over
        self._lock = threading.Lock()
        self._owners = {_PINNED: frozenset[Owner](), _NOT_SAVED: frozenset[Owner]()}
        self._written: dict[str, frozenset[Owner]] | None = None  # what the file is known to hold
        self.problem: ChoicesUnreadable | None = None
        try:
            self._owners = self._written = _parse(json.loads(path.read_bytes()))
        except (FileNotFoundError, NotADirectoryError):
            self._written = self._owners
        except OSError as error:
            self._unread = error
            remedy = phrase("Make the file readable, then start Hearth again.")
            self.problem = ChoicesUnreadable(path, error, remedy)
        except (ValueError, RecursionError) as error:
            remedy = _move_aside(path) if may_repair else _correct(path)
            self.problem = ChoicesUnreadable(path, error, remedy)

    @property
    def pinned(self) -> frozenset[Owner]:
        """Chats whose rows are never evicted."""
        return self._owners[_PINNED]

    @property
    def not_saved(self) -> frozenset[Owner]:
        """Chats of which nothing is stored."""
        return self._owners[_NOT_SAVED]

    def may_store(self, owner: Owner) -> bool:
        """Whether anything of a chat is stored; of a temporary one nothing is, unasked."""
        return owner not in self.not_saved and not owner.startswith(TEMPORARY)

    def pin(self, owner: Owner, *, pinned: bool) -> None:
        """Choose whether the rows of a chat may be evicted."""
        self._choose(_PINNED, owner, is_member=pinned)

    def set_saving(self, owner: Owner, *, on: bool) -> None:
        """Choose whether anything of a chat is stored."""
        self._choose(_NOT_SAVED, owner, is_member=not on)

    def follow(self, known: KnownOwners) -> None:
        """Put these choices in force, and no others."""
        with self._lock:
            self._owners = {_PINNED: known.pinned, _NOT_SAVED: known.off}
            self._unread = None  # nothing is lost with what it says

    def forget(self, owner: Owner) -> bool:
        """Drop the choices of a chat that is gone; False when there were none."""
        before = dict(self._owners)
        for kind in before:
            self._choose(kind, owner, is_member=False)
        return before != self._owners

    def of(self, chats: Iterable[ChatUse]) -> tuple[ChatUse, ...]:
        """Return chats with what was chosen for them, and those that have nothing else."""
        left = set(self.pinned | self.not_saved)
        found = []
        for chat in chats:
            left.discard(chat.owner)
            found.append(self._marked(chat))
        return (*found, *(self._marked(ChatUse(owner)) for owner in sorted(left)))

    def _marked(self, chat: ChatUse) -> ChatUse:
        return replace(
            chat, is_pinned=chat.owner in self.pinned, is_off=chat.owner in self.not_saved
        )

    def write_if_changed(self) -> None:
        """Make the choices in force durable unless they are; raises as `write`."""
        if self._owners != self._written:
            self.write()

    def write(self) -> None:
        """Make the choices in force durable.

        Raises:
            ChoicesNotKept: the disk refused, or what was chosen before could not be read.
        """
        if self._unread is not None:
            raise ChoicesNotKept(caught=self._unread, path=self._path)
        chosen = self._owners
        content = {kind: sorted(owners) for kind, owners in chosen.items()}
        try:
            files.write_atomically(self._path, [json.dumps(content, indent=1).encode()])
        except OSError as error:
            raise ChoicesNotKept(caught=error, path=self._path) from error
        self._written = chosen

    def _choose(self, kind: str, owner: Owner, *, is_member: bool) -> None:
        with self._lock:
            owners = self._owners[kind]
            owners = owners | {owner} if is_member else owners - {owner}
            self._owners = {**self._owners, kind: owners}


def _correct(path: Path) -> Phrase:
    return phrase("Fix or delete {path}.", path=path)


def _move_aside(path: Path) -> Phrase:
    """Move a file that makes no sense aside; return what there is to do about it."""
    broken = path.with_name(f"{path.name}.broken")
    try:
        files.replace_file(path, broken)
    except OSError:
        return _correct(path)
    return phrase("Open the window; Hearth moved the file to {broken}.", broken=broken)


def _parse(content: Any) -> dict[str, frozenset[Owner]]:
    if not isinstance(content, dict):
        raise ValueError("no JSON object")
    found = {kind: content.get(kind, []) for kind in (_PINNED, _NOT_SAVED)}
    if not all(isinstance(owners, list) for owners in found.values()):
        raise ValueError("no lists")
    if not all(isinstance(owner, str | int) for owners in found.values() for owner in owners):
        raise ValueError("no owners")
    return {kind: frozenset(Owner(str(owner)) for owner in found[kind]) for kind in found}
