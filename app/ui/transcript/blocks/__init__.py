"""One laid-out section each: text as documents, code, thinking, formulas and pictures."""

from __future__ import annotations
