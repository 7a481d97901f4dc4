"""Makes Hearth as it was on its first day, as far as the user wants that.

Model files are the user's: a file that ends in .gguf is never deleted, wherever it lies. Nor is
what Hearth did not write: a folder named with --data-dir may be that of something else, too.

Threads: any but the interface's, which this would block; Hearth must not be at work in the folders.
"""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

from app.core.chats.lock import lock_database
from app.core.errors import ErrorRow, KnownError
from app.core.kvstore.folder import lock_store
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.remote.servers import Servers
from app.core.system.keyring_entry import KeyringRefused
from app.core.system.paths import SERVERS, TOOLS, FolderOrigin, Paths
from app.core.tools.own.web_search import forget_keys_of_engines
from app.core.tools.servers import ServerList
from app.core.upkeep.ownership import Ownership

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_log = logging.getLogger(__name__)


class NotAllDeleted(KnownError):
    """Some of what was to go is still there."""

    def __init__(self, file: Path, n_left: int, error: OSError) -> None:
        reason = error.strerror or error
        super().__init__(
            what=phrase(
                "Hearth could not delete everything: {file} ({reason}).", file=file, reason=reason
            )
            if n_left == 1
            else phrase(
                "Hearth could not delete everything: {file} and {n} more ({reason}).",
                file=file,
                n=n_left - 1,
                reason=reason,
            ),
            effect=phrase("The rest of what you chose is deleted."),
            remedy=phrase("Close other programs that may use it, and reset Hearth again."),
            detail=repr(error),
        )


# A folder that looks like the stored memory says nothing of whose it is.
STORE_NOT_TAGGED = ErrorRow(
    what=phrase("The stored memory was not deleted: {store} is not marked as Hearth's own."),
    effect=phrase("Everything else you chose is deleted; that folder is untouched."),
    remedy=phrase("If it contains none of your files, delete the folder yourself."),
)


class Reset(PlainValue, frozen=True):
    """What is to go.

    Attributes:
        settings: settings, window, log, and drafts that were not sent.
        memory: what models have computed for the chats.
        chats: every chat and its backups; the memory of them goes along.
    """

    settings: bool = False
    memory: bool = False
    chats: bool = False


def reset(paths: Paths, what: Reset) -> None:
    """Delete what `what` names, for good; with the settings the keys of servers and tools.

    Raises:
        NotAllDeleted: the system refused some of it.
        KnownError: there is a folder that may be the store's, or the user's.
        ChatsInUse: another Hearth is at work with the chats; nothing was deleted.
        StoreInUse: likewise with their stored memory.
    """
    folders: list[Path] = []
    if what.settings:
        folders += [paths.config, paths.state]
    if what.memory or what.chats:
        folders.append(paths.cache)
    if what.chats:
        folders.append(paths.data)
    failures: list[tuple[Path, OSError]] = []
    own = Ownership(paths)
    forget_secrets = _secrets(paths, is_wanted=what.settings)  # before the lists are gone
    with lock_database(paths.database), lock_store(paths.kv_store):
        for file in _what_goes(paths, own, folders):
            try:
                file.unlink()
            except OSError as error:
                failures.append((file, error))
    forget_secrets()
    for folder in folders:
        own.remove_empty_folders(folder)
    if paths.place is FolderOrigin.MOVED:  # without it the disk would seem to be missing
        with contextlib.suppress(OSError):
            paths.data.mkdir(mode=0o700, exist_ok=True)
    _log.info("reset: %s, %d files could not be deleted", what, len(failures))
    if failures:
        raise NotAllDeleted(failures[0][0], len(failures), failures[0][1])
    if paths.cache in folders and own.has_untagged_store:
        raise STORE_NOT_TAGGED(store=paths.kv_store)


def _secrets(paths: Paths, *, is_wanted: bool) -> Callable[[], None]:
    """Return what takes the keys of servers and tools out of the keyring, as they are now."""
    servers = Servers(paths.config / SERVERS, lambda: "none")
    tools = ServerList(paths.config / TOOLS)
    known, known_to_tools = servers.all(), tools.all()

    def forget() -> None:
        if is_wanted:
            servers.forget_keys(known)
            with contextlib.suppress(KeyringRefused):  # then it has none of them
                tools.forget_secrets(known_to_tools)
                forget_keys_of_engines()

    return forget


def _what_goes(paths: Paths, own: Ownership, folders: list[Path]) -> list[Path]:
    """Return the files, what says whose the others are last.

    The database, because its log or a backup without it would look damaged; the tag of the store;
    and links after what they lead to.
    """
    found = [
        file for folder in folders for file in (*own.behind_links(folder), *own.files_in(folder))
    ]
    last = (paths.kv_store, paths.database.resolve(), paths.database)
    return sorted(found, key=lambda file: (file.name == "CACHEDIR.TAG", file in last))
