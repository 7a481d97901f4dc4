"""The chat templates that llama.cpp is tested with, of the version that is installed."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(sys.prefix) / "chat_templates"


def template_names() -> list[str]:
    """Return the names of all templates; none where chat formats were not built."""
    return sorted(path.stem for path in FOLDER.glob("*.jinja"))


def template_named(name: str) -> str:
    """Return the text of a template."""
    return (FOLDER / f"{name}.jinja").read_text("utf-8")
