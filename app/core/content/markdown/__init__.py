"""Markdown as language models write it, as tokens: one parser for the window and for exports.

CommonMark with tables, formulas, notes and alerts, and what models do beside the standard. `html`
stays off: the few tags that are understood become tokens of our own, all others stay text.
"""

from __future__ import annotations

from app.core.content.markdown.fences import Fence, lengthened_fences
from app.core.content.markdown.parser import add_citations, make_parser
from app.core.content.markdown.tags import fold_ends

__all__ = ["Fence", "add_citations", "fold_ends", "lengthened_fences", "make_parser"]
