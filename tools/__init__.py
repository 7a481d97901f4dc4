"""What the makers of Hearth use; no part of the program."""

from __future__ import annotations
