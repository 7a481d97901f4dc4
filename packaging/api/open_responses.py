"""Judges `/v1/responses` of `hearth serve` by the Open Responses specification.

The cases are those of its compliance test, which itself takes Bun; the form of answers and events
is that of the package `openresponses-types`, which is installed into build/api-peers. Without a
model of its own the guide's answers, which calls no tools. The exit status is 1 where something
else fails than what cannot be done.

Standard library only. Usage: python packaging/api/open_responses.py [MODEL]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from served import FOLDER, GUIDE, HERE, KEY, environment, serving

_TYPES = "openresponses-types==2.4.0"
_NOT_DONE = ("image input",)  # of no pixels, and the guide sees none
_NEED_TOOLS = ("tool calling", "tool calling (streaming)")


def main() -> int:
    """Run all cases; print a table."""
    model = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else GUIDE
    allowed = _NOT_DONE if model != GUIDE else (*_NOT_DONE, *_NEED_TOOLS)
    python = environment(FOLDER / "open-responses", _TYPES)
    with (
        tempfile.TemporaryDirectory(prefix="hearth-api-") as folder,
        serving(Path(folder), model) as at,
    ):
        command = [str(python), str(HERE / "open_responses_cases.py"), at, KEY]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    is_bad = False
    print("| Open Responses | passed | what is wrong |\n|---|---|---|")
    for name, wrong in map(json.loads, done.stdout.splitlines()):
        is_bad |= bool(wrong) and name not in allowed
        print(f"| {name} | {'no' if wrong else 'yes'} | {'; '.join(dict.fromkeys(wrong))} |")
    return int(is_bad)


if __name__ == "__main__":
    sys.exit(main())
