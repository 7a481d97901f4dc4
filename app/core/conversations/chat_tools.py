"""The tools of chats: which set a chat has, and what runs them.

Nothing of `core/tools` is imported before a chat has tools.

Threads: the worker thread of `Conversations`; `keep` and `box` any.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from app.core.conversations.texts.chat_sampling import tools_of
from app.core.errors import BugError
from app.core.plain_value import replace
from app.core.protocol import ToolChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from app.core.chats.records import ChatSetup
    from app.core.protocol import Tools
    from app.core.tools.frozen_sets import FrozenSets
    from app.core.tools.toolbox import Toolbox
    from app.core.tools.values import ToolSet


class ChatTools:
    """The tools of one program's chats; without a folder there are none.

    Args:
        folder: of the sets that chats have.
        open_box: makes what runs tools, when it is first needed.
        permissions: file with what the user has allowed them.
    """

    def __init__(
        self,
        folder: Path | None = None,
        open_box: Callable[[], Toolbox] | None = None,
        permissions: Path | None = None,
    ) -> None:
        self._folder, self._open_box, self._permissions = folder, open_box, permissions
        self._lock = threading.Lock()
        self._sets: FrozenSets | None = None  # guarded by _lock, as the next
        self._box: Toolbox | None = None

    @property
    def box(self) -> Toolbox:
        """What runs tools."""
        with self._lock:
            if self._box is None:
                if self._open_box is None:
                    raise BugError("this program has no tools")
                self._box = self._open_box()
            return self._box

    def frozen(self, setup: ChatSetup) -> ToolSet | None:
        """Return the tools of a chat as it began with them; None for none, or where they are lost.

        A chat whose tools are lost goes on without them.
        """
        digest = tools_of(setup)
        sets = self._open_sets() if digest else None
        return sets.find(digest) if sets is not None else None

    def request(self, setup: ChatSetup, *, may_call: bool = True) -> Tools | None:
        """Return the tools of a chat as a request to the engine has them.

        Args:
            may_call: the model may call them; else it is told of them, as before, and uses words.
        """
        tools = self.frozen(setup)
        choice = ToolChoice.AUTO if may_call else ToolChoice.NONE
        request = None if tools is None else tools.as_request(choice)
        # One after the other: some templates know but one call an answer.
        return None if request is None else replace(request, many=False)

    def keep(self, tools: ToolSet) -> str:
        """Keep a set for chats; return the digest by which their setup names it.

        Raises:
            OSError: the disk refuses.
        """
        sets = self._open_sets()
        if sets is None:
            raise BugError("this program has no tools")
        return sets.keep(tools)

    def forget_chats(self, keys: Iterable[str]) -> None:
        """Forget what tools were allowed in chats that are gone, without opening what runs them.

        Raises:
            KnownError: it cannot be saved.
        """
        with self._lock:
            box = self._box
        if box is not None:
            known = box.permissions
        elif self._permissions is not None and self._permissions.exists():
            from app.core.tools.permissions import Permissions  # not before any was given

            known = Permissions(self._permissions)
        else:
            return
        for key in keys:
            known.forget(chat=key)

    def close(self) -> None:
        """End the servers of tools."""
        with self._lock:
            box, self._box = self._box, None
        if box is not None:
            box.close()

    def _open_sets(self) -> FrozenSets | None:
        from app.core.tools.frozen_sets import FrozenSets  # not before a chat has tools

        with self._lock:
            if self._sets is None and self._folder is not None:
                self._sets = FrozenSets(self._folder)
            return self._sets
