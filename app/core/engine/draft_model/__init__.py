"""A second, small model that says beforehand what the loaded one is likely to say."""

from __future__ import annotations
