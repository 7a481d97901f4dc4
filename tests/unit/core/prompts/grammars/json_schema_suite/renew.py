"""Take over the required tests of JSON Schema from a clone of their repository."""

from __future__ import annotations

import json
import sys
from pathlib import Path

DRAFTS = ("draft2020-12", "draft7")
_LEFT_OUT = ("comment", "specification")


def renew(suite: Path, folder: Path) -> None:
    """Write one file for each draft, a line for each schema."""
    for draft in DRAFTS:
        parts = []
        for file in sorted((suite / "tests" / draft).glob("*.json")):
            groups = [_bare(group) for group in json.loads(file.read_text("utf-8"))]
            lines = ",\n".join(json.dumps(group, separators=(",", ":")) for group in groups)
            parts.append(f"{json.dumps(file.stem)}: [\n{lines}\n]")
        (folder / f"{draft}.json").write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")
    (folder / "LICENSE").write_bytes((suite / "LICENSE").read_bytes())


def _bare(group: dict[str, object]) -> dict[str, object]:
    found = {key: value for key, value in group.items() if key not in _LEFT_OUT}
    tests = found["tests"]
    assert isinstance(tests, list)
    found["tests"] = [{k: v for k, v in one.items() if k not in _LEFT_OUT} for one in tests]
    return found


if __name__ == "__main__":
    renew(Path(sys.argv[1]), Path(__file__).parent)
