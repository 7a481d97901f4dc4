"""What the window shows of the model."""

from __future__ import annotations
