"""The history of the chat database's schema: Alembic's `env.py` and the numbered revisions.

Data of this package, found through its path, so that it works in a checkout, a wheel and a frozen
program alike; there is no `alembic.ini`. `upgrade.py` runs it.

A new revision: add `versions/NNNN_what_it_does.py` (copy the last one's frame), set
`HEAD_REVISION`, change `tables.py` to match, and keep a database file of the old revision in
`tests/upgrades/assets`. A released revision is never edited.
"""

from __future__ import annotations

from pathlib import Path

HEAD_REVISION = "0003"  # known without importing Alembic, which costs a start 0.1 s
MIGRATIONS_FOLDER = Path(__file__).parent
