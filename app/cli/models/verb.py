"""What a verb of `hearth models` is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from app.core.paths import Paths


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb.

    Attributes:
        name: the word on the command line.
        words: what it does, for the help.
        add_arguments: adds its own options; `--json` is there.
        run: does it, prints what came of it, and returns the exit code. Raises `KnownError`.
    """

    name: str
    words: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Paths], int]
