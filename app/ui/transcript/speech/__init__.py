"""What a screen reader is told of the transcript."""

from __future__ import annotations
