"""What a command brings into memory: which modules, so that no start grows slower unnoticed."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.chats.store import ChatStore
from app.core.system.paths import Paths

if TYPE_CHECKING:
    from pathlib import Path

_TELL = """
import sys
before = set(sys.modules)
from app.__main__ import main
main(sys.argv[1:])
names = {name.partition(".")[0] for name in sys.modules.keys() - before}
others = names - set(sys.stdlib_module_names) - {"app"}
ours = {
    ".".join(name.split(".")[: 4 if name.split(".")[2] in ("content", "system") else 3])
    for name in sys.modules
    if name.startswith("app.core.")
}
print("\\n", *sorted(others), "|", *sorted(ours))
"""
# What reads titles and words needs no chats, no engine and no settings.
_LIGHT = {
    "app.core.chats",
    "app.core.content",
    "app.core.content.answer_parts",
    "app.core.content.tool_steps",
    "app.core.content.words",
    "app.core.errors",
    "app.core.messages",
    "app.core.phrases",
    "app.core.plain_value",
    "app.core.system",
    "app.core.system.files",
    "app.core.system.log",
    "app.core.system.paths",
}


def _imported(*words: str) -> tuple[set[str], set[str]]:
    """Return the packages of others, and the parts of the core, that a command imports."""
    ran = subprocess.run(
        [sys.executable, "-c", _TELL, *words], capture_output=True, text=True, check=True
    )
    others, _, ours = ran.stdout.splitlines()[-1].partition("|")
    return set(others.split()), set(ours.split())


def test_the_version_needs_nothing() -> None:
    assert _imported("--version") == (set(), set())


@pytest.mark.parametrize("words", [("chats", "list"), ("search", "hello")])
def test_what_only_reads_the_chats_imports_neither_alchemy_nor_the_engine(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    paths = Paths.locate(tmp_path)
    paths.create()
    ChatStore.open(paths.database).close()

    others, ours = _imported(*words, "--data-dir", str(tmp_path))

    assert others <= {"filelock", "msgspec", "platformdirs", "typing_extensions"}
    assert ours <= _LIGHT


def test_the_engine_opens_its_store_without_alchemy(tmp_path: Path) -> None:
    opened = (
        "import sys; from pathlib import Path; from app.core.engine.hosting import KVStore; "
        "KVStore.open(Path(sys.argv[1])).close(); sys.exit('sqlalchemy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", opened, str(tmp_path / "rows")], check=True)
    assert (tmp_path / "rows" / "index.db").exists()
