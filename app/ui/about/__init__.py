"""The page "About Hearth": version, details for a report of a defect, licences, updates."""

from __future__ import annotations
