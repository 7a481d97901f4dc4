"""The window: shows state, turns gestures into calls; no SQL, no llama.cpp, no file formats."""

from __future__ import annotations
