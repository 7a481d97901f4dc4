"""Who takes how much of the store, and how much was written: sums over the index.

Threads: any thread; each query has a connection of its own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.core.kvstore.chain import Fingerprint
from app.core.kvstore.index.encoding import day_of
from app.core.kvstore.records import Branch, ChatUse, ModelUse, Owner, SharedUse, Usage

if TYPE_CHECKING:
    from collections.abc import Collection

    from app.core.kvstore.index.database import IndexDatabase

_TOTALS = "SELECT count(*), coalesce(sum(file_bytes + snapshot_bytes), 0) FROM segment"
_MODELS = """
    SELECT segment.namespace, coalesce(model.name, ''), sum(file_bytes + snapshot_bytes) AS n_bytes,
        count(*)
    FROM segment LEFT JOIN model ON model.namespace = segment.namespace
    GROUP BY segment.namespace ORDER BY n_bytes DESC
"""
# Who needs what: all that each owner owns, and all that leads there, for an index that was built
# again knows only the first owner of each segment.
_CHATS = """
    WITH RECURSIVE needed (owner, id) AS (
        SELECT owner, segment_id FROM owner
        UNION
        SELECT needed.owner, before.id FROM needed
        JOIN segment ON segment.id = needed.id
        JOIN segment AS before
        ON before.namespace = segment.namespace AND before.name = segment.parent
    ),
    sharing (id, n_owners) AS (SELECT id, count(*) FROM needed GROUP BY id),
    piece AS (
        SELECT needed.owner, last_used, n_owners, begin + n_tokens AS ends_at,
            file_bytes + snapshot_bytes AS n_bytes, namespace = ? AS is_here
        FROM needed
        JOIN segment ON segment.id = needed.id
        JOIN sharing ON sharing.id = needed.id
    )
    SELECT owner, max(ends_at), sum(n_bytes), sum(iif(n_owners = 1, n_bytes, 0)), max(last_used),
        max(iif(is_here, ends_at, 0)), sum(iif(is_here, n_bytes, 0))
    FROM piece GROUP BY owner ORDER BY max(last_used) DESC
"""
# What some of them share: what is needed of all that leads to theirs by two or more.
_SHARED = """
    WITH RECURSIVE needed (owner, id) AS (
        SELECT owner, segment_id FROM owner WHERE owner IN (SELECT value FROM json_each(?))
        UNION
        SELECT needed.owner, before.id FROM needed
        JOIN segment ON segment.id = needed.id
        JOIN segment AS before
        ON before.namespace = segment.namespace AND before.name = segment.parent
    ),
    sharing (id, n_owners) AS (
        SELECT id, count(*) FROM needed GROUP BY id HAVING count(*) > 1
    )
    SELECT (SELECT count(DISTINCT owner) FROM needed JOIN sharing ON sharing.id = needed.id),
        coalesce(max(begin + n_tokens), 0), coalesce(sum(file_bytes + snapshot_bytes), 0),
        total((n_owners - 1) * n_tokens * seconds_per_token)
    FROM sharing JOIN segment ON segment.id = sharing.id
    LEFT JOIN model ON model.namespace = segment.namespace
"""
# What is stored of the branch that each chat shows. A memory that cannot be cut comes back up to a
# snapshot, any other up to its last row.
_SHOWN = """
    WITH RECURSIVE chain (owner, id, parent) AS (
        SELECT branch.owner, segment.id, parent
        FROM branch JOIN segment ON segment.id = branch.segment_id
        WHERE branch.namespace = :here
        UNION ALL
        SELECT chain.owner, segment.id, segment.parent
        FROM chain JOIN segment ON segment.namespace = :here AND segment.name = chain.parent
    )
    SELECT branch.owner, branch.n_tokens, branch.n_needed,
        max(iif(
            snapshot_bytes > 0
            OR NOT EXISTS (SELECT 1 FROM segment WHERE namespace = :here AND snapshot_bytes > 0),
            segment.begin + segment.n_tokens, 0
        )),
        sum(file_bytes + snapshot_bytes)
    FROM branch
    LEFT JOIN chain ON chain.owner = branch.owner
    LEFT JOIN segment ON segment.id = chain.id
    WHERE branch.namespace = :here
    GROUP BY branch.owner
"""
_MODEL_NAMES = """
    SELECT DISTINCT owner, model.name FROM owner
    JOIN segment ON segment.id = owner.segment_id
    JOIN model ON model.namespace = segment.namespace
    ORDER BY model.name
"""


class UsageQueries:
    """What is stored, counted.

    Args:
        database: only read.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._read = database.read

    def totals(self, now: float) -> Usage:
        """Return counts over everything stored, and the bytes written on the day of `now`."""
        ((n_segments, n_bytes),) = self._read(_TOTALS)
        return Usage(n_segments, n_bytes, self.written_on(now))

    def written_on(self, now: float) -> int:
        """Return the bytes of files written on the day of `now`; deleting takes none back."""
        found = self._read("SELECT bytes FROM written WHERE day = ?", day_of(now))
        return int(found[0][0]) if found else 0

    def models(self) -> list[ModelUse]:
        """Return what each model's rows take, most first."""
        return [ModelUse(Fingerprint(namespace), *rest) for namespace, *rest in self._read(_MODELS)]

    def chats(self, namespace: Fingerprint | None = None) -> list[ChatUse]:
        """Return what each chat takes, used last first.

        Args:
            namespace: whose share is told apart.
        """
        shown = self._shown(namespace) if namespace else {}
        names = self._model_names()
        return [
            ChatUse(
                Owner(owner),
                n_tokens=n_tokens,
                n_bytes=total,
                own_bytes=own,
                models=names.get(Owner(owner), ()),
                last_used=last,
                **shown.get(owner, {"here_tokens": here_tokens, "here_bytes": here_bytes}),
            )
            for owner, n_tokens, total, own, last, here_tokens, here_bytes in self._read(
                _CHATS, namespace or ""
            )
        ]

    def shared(self, owners: Collection[Owner]) -> SharedUse:
        """Return what some owners share, with any model."""
        ((n_owners, n_tokens, n_bytes, saved_s),) = self._read(_SHARED, json.dumps(list(owners)))
        return SharedUse(n_owners, n_tokens, n_bytes, saved_s)

    def _shown(self, namespace: Fingerprint) -> dict[str, dict[str, Any]]:
        """Return what is known of the branch that each chat shows, as `ChatUse` has it."""
        return {
            owner: {
                "here_tokens": stored or 0,
                "here_bytes": n_bytes or 0,
                "branch": Branch(n_tokens, n_needed),
            }
            for owner, n_tokens, n_needed, stored, n_bytes in self._read(_SHOWN, here=namespace)
        }

    def _model_names(self) -> dict[Owner, tuple[str, ...]]:
        names: dict[Owner, tuple[str, ...]] = {}
        for owner, name in self._read(_MODEL_NAMES):
            names[Owner(owner)] = (*names.get(Owner(owner), ()), name)
        return names
