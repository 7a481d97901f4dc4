"""One laid-out section each: text as documents, code, thinking, formulas and images."""

from __future__ import annotations
