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


def chats(
    read: Read, choices: dict[Owner, tuple[bool, bool]], namespace: Fingerprint | None = None
) -> list[ChatUse]:
    """Return what each chat takes, used last first.

    Args:
        read: executes a query.
        choices: which chats are pinned, and which are off.
        namespace: whose share is told apart.
    """
    sharing = (
        sa.select(owners.c.segment_id, sa.func.count().label("n_owners"))
        .group_by(owners.c.segment_id)
        .subquery()
    )
    last_used = sa.func.max(segments.c.last_used)
    end = segments.c.begin + segments.c.n_tokens
    is_here = segments.c.namespace == (namespace or "")
    wanted = (
        sa.select(
            owners.c.owner,
            sa.func.max(end),
            sa.func.sum(_n_bytes),
            sa.func.sum(sa.case((sharing.c.n_owners == 1, _n_bytes), else_=0)),
            last_used,
            sa.func.max(sa.case((is_here, end), else_=0)),
            sa.func.sum(sa.case((is_here, _n_bytes), else_=0)),
        )
        .join(segments, segments.c.id == owners.c.segment_id)
        .join(sharing, sharing.c.segment_id == segments.c.id)
        .group_by(owners.c.owner)
        .order_by(last_used.desc())
    )
    names = _model_names(read)
    found = []
    left = dict(choices)
    for key, n_tokens, total, own, last, *here in read(wanted):
        owner = Owner(key)
        pinned, off = left.pop(owner, (False, False))
        found.append(
            ChatUse(owner, n_tokens, total, own, names.get(owner, ()), last, pinned, off, *here)
        )
    without_rows = (ChatUse(owner, is_pinned=p, is_off=o) for owner, (p, o) in left.items())
    return [*found, *without_rows]


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
