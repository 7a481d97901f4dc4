"""Who takes how much of the store, and how much was written: sums over the index.

Threads: any thread; each query has a connection of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from app.core.kvstore.chain import Fingerprint
from app.core.kvstore.index.database import branches, models, owners, segments, written
from app.core.kvstore.index.encoding import day_of
from app.core.kvstore.records import Branch, ChatUse, ModelUse, Owner, Usage

if TYPE_CHECKING:
    from app.core.kvstore.index.database import IndexDatabase

_n_bytes = segments.c.file_bytes + segments.c.snapshot_bytes


class UsageQueries:
    """What is stored, counted.

    Args:
        database: only read.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._database = database

    def totals(self, now: float) -> Usage:
        """Return counts over everything stored, and the bytes written on the day of `now`."""
        totals = sa.select(
            sa.func.count(),
            sa.func.coalesce(sa.func.sum(segments.c.file_bytes + segments.c.snapshot_bytes), 0),
        ).select_from(segments)
        ((n_segments, n_bytes),) = self._database.read(totals)
        return Usage(n_segments, n_bytes, self.written_on(now))

    def written_on(self, now: float) -> int:
        """Return the bytes of files written on the day of `now`; deleting takes none back."""
        found = self._database.read(sa.select(written.c.bytes).where(written.c.day == day_of(now)))
        return int(found[0][0]) if found else 0

    def models(self) -> list[ModelUse]:
        """Return what each model's rows take, most first."""
        total = sa.func.sum(_n_bytes)
        name = sa.func.coalesce(models.c.name, "")
        wanted = (
            sa.select(segments.c.namespace, name, total, sa.func.count())
            .outerjoin(models, models.c.namespace == segments.c.namespace)
            .group_by(segments.c.namespace)
            .order_by(total.desc())
        )
        return [
            ModelUse(Fingerprint(namespace), *rest)
            for namespace, *rest in self._database.read(wanted)
        ]

    def chats(self, namespace: Fingerprint | None = None) -> list[ChatUse]:
        """Return what each chat takes, used last first.

        Args:
            namespace: whose share is told apart.
        """
        shown = self._shown(namespace) if namespace else {}
        needed = _needed()
        sharing = (
            sa.select(needed.c.id, sa.func.count().label("n_owners"))
            .group_by(needed.c.id)
            .subquery()
        )
        last_used = sa.func.max(segments.c.last_used)
        end = segments.c.begin + segments.c.n_tokens
        is_here = segments.c.namespace == (namespace or "")
        wanted = (
            sa.select(
                needed.c.owner,
                sa.func.max(end),
                sa.func.sum(_n_bytes),
                sa.func.sum(sa.case((sharing.c.n_owners == 1, _n_bytes), else_=0)),
                last_used,
                sa.func.max(sa.case((is_here, end), else_=0)),
                sa.func.sum(sa.case((is_here, _n_bytes), else_=0)),
            )
            .join(segments, segments.c.id == needed.c.id)
            .join(sharing, sharing.c.id == needed.c.id)
            .group_by(needed.c.owner)
            .order_by(last_used.desc())
        )
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
            for owner, n_tokens, total, own, last, here_tokens, here_bytes in self._database.read(
                wanted
            )
        ]

    def _shown(self, namespace: Fingerprint) -> dict[str, dict[str, Any]]:
        """Return what is known of the branch that each chat shows, as `ChatUse` has it."""
        columns = segments.c
        chain = (
            sa.select(branches.c.owner, columns.id, columns.parent)
            .join(segments, columns.id == branches.c.segment_id)
            .where(branches.c.namespace == namespace)
            .cte("chain", recursive=True)
        )
        above = sa.select(chain.c.owner, columns.id, columns.parent).join(
            segments, sa.and_(columns.namespace == namespace, columns.name == chain.c.parent)
        )
        chain = chain.union_all(above)
        has_snapshots = sa.exists().where(
            columns.namespace == namespace, columns.snapshot_bytes > 0
        )
        # A memory that cannot be cut comes back up to a snapshot, any other up to its last row.
        is_end = sa.or_(columns.snapshot_bytes > 0, ~has_snapshots)
        wanted = (
            sa.select(
                branches.c.owner,
                branches.c.n_tokens,
                branches.c.n_needed,
                sa.func.max(sa.case((is_end, columns.begin + columns.n_tokens), else_=0)),
                sa.func.sum(_n_bytes),
            )
            .select_from(branches)
            .outerjoin(chain, chain.c.owner == branches.c.owner)
            .outerjoin(segments, columns.id == chain.c.id)
            .where(branches.c.namespace == namespace)
            .group_by(branches.c.owner)
        )
        return {
            owner: {
                "here_tokens": stored or 0,
                "here_bytes": n_bytes or 0,
                "branch": Branch(n_tokens, n_needed),
            }
            for owner, n_tokens, n_needed, stored, n_bytes in self._database.read(wanted)
        }

    def _model_names(self) -> dict[Owner, tuple[str, ...]]:
        wanted = (
            sa.select(owners.c.owner, models.c.name)
            .join(segments, segments.c.id == owners.c.segment_id)
            .join(models, models.c.namespace == segments.c.namespace)
            .distinct()
            .order_by(models.c.name)
        )
        names: dict[Owner, tuple[str, ...]] = {}
        for owner, name in self._database.read(wanted):
            names[Owner(owner)] = (*names.get(Owner(owner), ()), name)
        return names


def _needed() -> sa.CTE:
    """What each owner owns and all that leads there.

    An index that was built again knows only the first owner of each segment.
    """
    owned = sa.select(owners.c.owner, owners.c.segment_id.label("id"))
    needed = owned.cte("needed", recursive=True)
    before = segments.alias("before")
    is_before = sa.and_(
        before.c.namespace == segments.c.namespace, before.c.name == segments.c.parent
    )
    above = sa.select(needed.c.owner, before.c.id).select_from(
        needed.join(segments, segments.c.id == needed.c.id).join(before, is_before)
    )
    return needed.union(above)
