"""Who owns what the user writes until it is stored."""

from __future__ import annotations
