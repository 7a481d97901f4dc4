"""Makes the folder of stored rows that the upgrade tests keep of the current segment version.

Run when a version is made, until it is released; never again for an old one:
`python -m tests.upgrades.make_kv_folder NAME` writes `assets/NAME.zip`.
"""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path

from app.core.kvstore.store import KVStore
from tests.unit.core.kvstore.states import FLUSH_S, Chat, tokens

ASSETS = Path(__file__).parent / "assets"
N_TOKENS, CUTS = 40, (9, 21, 40)
SAVED_AT = 1_700_000_000.0


def a_chat() -> Chat:
    """The chat that is in the folder."""
    return Chat(tokens(N_TOKENS, seed=4), CUTS)


def main() -> None:
    """Write the folder, without its index, which is built again from the files."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "kv"
        store = KVStore.open(root, now=lambda: SAVED_AT)
        a_chat().save(store)
        assert store.flush(FLUSH_S)
        store.close()
        with zipfile.ZipFile(ASSETS / f"{sys.argv[1]}.zip", "w") as archive:
            for path in sorted(path for path in root.rglob("*.kv?") if path.is_file()):
                entry = zipfile.ZipInfo(path.relative_to(root).as_posix())
                archive.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    main()
