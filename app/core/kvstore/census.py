"""Who takes how much of the store: sums over the index, for people to look at.

Threads: pure functions over a way to read; any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from app.core.kvstore.fingerprint import Fingerprint
from app.core.kvstore.index_tables import models as _models
from app.core.kvstore.index_tables import owners, segments
from app.core.kvstore.records import ChatUse, ModelUse, Owner

if TYPE_CHECKING:
    from collections.abc import Callable

    Read = Callable[[sa.Executable], list[tuple[Any, ...]]]

_n_bytes = segments.c.file_bytes + segments.c.snapshot_bytes


def models(read: Read) -> list[ModelUse]:
    """Return what each model's rows take, most first."""
    total = sa.func.sum(_n_bytes)
    name = sa.func.coalesce(_models.c.name, "")
    wanted = (
        sa.select(segments.c.namespace, name, total, sa.func.count())
        .outerjoin(_models, _models.c.namespace == segments.c.namespace)
        .group_by(segments.c.namespace)
        .order_by(total.desc())
    )
    return [ModelUse(Fingerprint(namespace), *rest) for namespace, *rest in read(wanted)]


def chats(read: Read, namespace: Fingerprint | None = None) -> list[ChatUse]:
    """Return what each chat takes, used last first.

    Args:
        read: executes a query.
        namespace: whose share is told apart.
    """
    needed = _needed()
    sharing = (
        sa.select(needed.c.id, sa.func.count().label("n_owners")).group_by(needed.c.id).subquery()
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
    names = _model_names(read)
    return [
        ChatUse(
            Owner(owner),
            n_tokens=n_tokens,
            n_bytes=total,
            own_bytes=own,
            models=names.get(Owner(owner), ()),
            last_used=last,
            here_tokens=here_tokens,
            here_bytes=here_bytes,
        )
        for owner, n_tokens, total, own, last, here_tokens, here_bytes in read(wanted)
    ]


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


def _model_names(read: Read) -> dict[Owner, tuple[str, ...]]:
    wanted = (
        sa.select(owners.c.owner, _models.c.name)
        .join(segments, segments.c.id == owners.c.segment_id)
        .join(_models, _models.c.namespace == segments.c.namespace)
        .distinct()
        .order_by(_models.c.name)
    )
    names: dict[Owner, tuple[str, ...]] = {}
    for owner, name in read(wanted):
        names[Owner(owner)] = (*names.get(Owner(owner), ()), name)
    return names
