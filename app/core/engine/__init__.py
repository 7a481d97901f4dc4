"""One thread around llama.cpp: commands in, events out."""

from __future__ import annotations
