"""What the user has allowed tools to do: once, in one chat, or always.

A permission holds for one definition of one server: whatever changes asks again. It is written when
the user decides, by `decide` and `agree`, which take what the user chose and are called from
gestures alone. What servers say of themselves is not asked.

The file is JSON. One that is damaged allows nothing.

Threads: any; two programs may write, one after the other.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

import filelock
import msgspec

from app.core.errors import Problem
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.system.files import file_state, move_aside, write_atomically
from app.core.tools.errors import PERMISSIONS_NOT_SAVED
from app.core.tools.values import Decision, Question, digest_of, same_arguments

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.messages import ToolCall
    from app.core.tools.values import Tool

_MOST_ROWS: Final = 5_000  # the oldest go first
_MOST_BYTES: Final = 8_000_000
_LOCK_S: Final = 5.0


class Grant(PlainValue, frozen=True):
    """The user's word for a call, or for calls.

    Attributes:
        tool: digest of the tool.
        site: to which the arguments lead; "" for a tool that asks no site.
        arguments: digest of the only ones that are allowed; "" for any.
    """

    tool: str
    site: str = ""
    arguments: str = ""

    def covers(self, tool: Tool, call: ToolCall) -> bool:
        """Whether a call is allowed."""
        is_same = self.tool == tool.digest and self.site == tool.site_of(call.arguments)
        return is_same and self.arguments in ("", digest_of(same_arguments(call.arguments)))


class Allowed(PlainValue, frozen=True):
    """One row of what is allowed.

    Attributes:
        name: of the tool; "" for the start of a server.
        server: that has it; "" for Hearth's own.
        digest: of the definition.
        site: "" for a tool that asks no site.
        chat: key of the one chat; "" for all.
    """

    name: str
    server: str
    digest: str
    site: str = ""
    chat: str = ""


class _File(PlainValue, frozen=True):
    allowed: tuple[Allowed, ...] = ()


class Permissions:
    """What is allowed, in one file.

    Args:
        file: JSON; need not exist.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._known: tuple[Allowed, ...] = ()  # guarded by _lock, as all here
        self._read_at: tuple[int, ...] = ()
        self._passing: set[Allowed] = set()  # of chats that nothing is written of
        self._problem: Problem | None = None

    def all(self) -> tuple[Allowed, ...]:
        """Return all that is kept, the oldest first."""
        with self._lock:
            return self._read()

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the file, once; None where nothing was."""
        with self._lock:
            self._read()
            problem, self._problem = self._problem, None
        return problem

    # -- asking --

    def standing(self, tool: Tool, call: ToolCall, chat: str = "") -> Grant | Question:
        """Return the word that the user has given for a call, or why to ask.

        Args:
            chat: key of the chat; "" for none.
        """
        site = tool.site_of(call.arguments)
        grant = Grant(tool.digest, site)
        if not tool.needs_word:
            return grant
        with self._lock:
            known = (*self._read(), *self._passing)
        rows = [row for row in known if (row.name, row.server) == (tool.name, tool.server)]
        if any(
            row.digest == tool.digest and row.site == site and row.chat in ("", chat)
            for row in rows
        ):
            return grant
        return Question.CHANGED if self.has_changed(tool) else Question.NEW

    def has_changed(self, tool: Tool) -> bool:
        """Whether what the user allowed under a tool's name was another definition."""
        with self._lock:
            known = (*self._read(), *self._passing)
        digests = {
            row.digest for row in known if (row.name, row.server) == (tool.name, tool.server)
        }
        return bool(digests) and tool.digest not in digests

    def start_question(self, server: str, digest: str) -> Question | None:
        """Return why to ask before a server is started or contacted; None where it may be.

        Args:
            digest: of its command or address.
        """
        rows = [row for row in self.all() if not row.name and row.server == server]
        if any(row.digest == digest for row in rows):
            return None
        return Question.CHANGED if rows else Question.NEW

    # -- what the user decides --

    def decide(
        self,
        tool: Tool,
        call: ToolCall,
        decision: Decision,
        chat: str = "",
        *,
        is_kept: bool = True,
    ) -> Grant:
        """Take what the user says to a call, which was shown with all its arguments.

        Args:
            chat: key of the chat; "" for none, which takes `Decision.CHAT` for once.
            is_kept: write it down; not for chats that nothing is written of.

        Raises:
            KnownError: it cannot be saved; nothing was allowed.
        """
        site = tool.site_of(call.arguments)
        if decision is Decision.ONCE or (decision is Decision.CHAT and not chat):
            return Grant(tool.digest, site, digest_of(same_arguments(call.arguments)))
        where = chat if decision is Decision.CHAT else ""
        self._add(Allowed(tool.name, tool.server, tool.digest, site, where), is_kept=is_kept)
        return Grant(tool.digest, site)

    def agree(self, server: str, digest: str) -> None:
        """Take that the user wants a server, whose whole command or address was shown.

        Raises:
            KnownError: it cannot be saved; nothing was allowed.
        """
        self._add(Allowed("", server, digest))

    def forget(self, *, server: str = "", chat: str = "") -> None:
        """Allow nothing any more to a server, or in a chat.

        Raises:
            KnownError: it cannot be saved; nothing was changed.
        """

        def goes(row: Allowed) -> bool:
            return bool((server and row.server == server) or (chat and row.chat == chat))

        with self._lock:
            self._passing = {row for row in self._passing if not goes(row)}
            if any(map(goes, self._read())):
                self._change(lambda rows: tuple(row for row in rows if not goes(row)))

    def revoke(self, row: Allowed) -> None:
        """Take one permission back.

        Raises:
            KnownError: it cannot be saved; nothing was changed.
        """
        with self._lock:
            self._passing.discard(row)
            self._change(lambda rows: tuple(one for one in rows if one != row))

    def _add(self, row: Allowed, *, is_kept: bool = True) -> None:
        same = (row.name, row.server, row.site, row.chat)
        with self._lock:
            if not is_kept:
                self._passing.add(row)
                return
            self._change(
                lambda rows: (
                    *(one for one in rows if (one.name, one.server, one.site, one.chat) != same),
                    row,
                )[-_MOST_ROWS:]
            )

    # -- the file --

    def _change(self, changed: Callable[[tuple[Allowed, ...]], tuple[Allowed, ...]]) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(f"{self._file}.lock", timeout=_LOCK_S, mode=0o600):
                rows = changed(self._read())
                data = msgspec.json.format(msgspec.json.encode(_File(rows)), indent=1)
                write_atomically(self._file, [data])
                self._known, self._read_at = rows, file_state(self._file)
        except OSError as error:  # a lock that is held is one, too
            raise PERMISSIONS_NOT_SAVED(caught=error, path=self._file) from error

    def _read(self) -> tuple[Allowed, ...]:
        state = file_state(self._file)
        if state == self._read_at:
            return self._known
        self._read_at, self._known = state, ()
        if not state:
            return ()
        try:
            with self._file.open("rb") as file:
                self._known = msgspec.json.decode(file.read(_MOST_BYTES), type=_File).allowed
        except (OSError, ValueError, RecursionError) as error:  # msgspec's are ValueErrors
            self._problem = Problem(
                phrase("Hearth cannot read which tools you have allowed."),
                phrase("It asks again for each of them; your chats are not affected."),
                move_aside(self._file),
                repr(error),
            )
        return self._known
