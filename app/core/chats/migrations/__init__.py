"""The history of the chat database's schema: Alembic's `env.py` and the numbered revisions.

Data of this package, found through its path, so that it works in a checkout, a wheel and a frozen
program alike; there is no `alembic.ini`. `upgrade.py` runs it.

A new revision: add `versions/NNNN_what_it_does.py` (copy the last one's frame), set
`HEAD_REVISION`, change `tables.py` to match, and write the database file of the new one with
`python -m tests.upgrades.make_chats_database`. A released revision and its file are never changed.
"""

from __future__ import annotations

from pathlib import Path

HEAD_REVISION = "0012"  # known without importing Alembic, which costs a start 0.1 s
MIGRATIONS_FOLDER = Path(__file__).parent
