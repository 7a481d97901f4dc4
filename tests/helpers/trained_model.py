"""SmolLM2-135M-Instruct, which was trained: its answers end, mean something, and have emojis."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.helpers.memory_kinds import Kind

TRAINED = Path(sys.prefix) / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf"
SMOLLM = Kind("smollm2", lambda _path: TRAINED)
needs_trained_model = pytest.mark.skipif(
    not TRAINED.is_file(), reason="the package with SmolLM2 could not be had"
)
