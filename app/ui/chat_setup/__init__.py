"""What one chat wants of the model: its instructions and how its tokens are chosen."""

from __future__ import annotations
