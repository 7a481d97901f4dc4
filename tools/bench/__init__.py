"""Measurements of what Hearth promises, on this machine: `python -m tools.bench WHAT`."""

from __future__ import annotations
