"""The style sheets of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.transcript.blocks.places import QUOTE_STEP

if TYPE_CHECKING:
    from app.ui.kit.theme import Colours


ITEM_GAP = 4  # pixels between the items of lists of all levels
TABLE_PADDING = 7  # pixels around the words of a cell
PLAIN_CSS = "p { margin: 0; line-height: 125%; }"  # of text as it was written


def paragraph_gap(colours: Colours) -> int:
    """Return the room between paragraphs, in pixels."""
    return round(10 * colours.spacing)


def document_css(colours: Colours, code_family: str) -> str:
    """Return the style sheet of prose documents."""
    h1, h2, h3, h4, h5, code = (round(size * colours.zoom) for size in (21, 18, 16, 15, 13, 13))
    gap = paragraph_gap(colours)
    return f"""
    p {{ margin: 0 0 {gap}px 0; line-height: 128%; }}
    li {{ line-height: 128%; margin-bottom: {ITEM_GAP}px; }}
    li p {{ margin: 0 0 {ITEM_GAP}px 0; }}
    ul, ol {{ margin: 0 0 {gap}px 0; }}
    h1 {{ font-size: {h1}px; font-weight: 600; margin: 10px 0 8px 0; }}
    h2 {{ font-size: {h2}px; font-weight: 600; margin: 10px 0 8px 0; }}
    h3 {{ font-size: {h3}px; font-weight: 600; margin: 8px 0 6px 0; }}
    h4, h5, h6 {{ font-size: {h4}px; font-weight: 600; margin: 6px 0 4px 0; }}
    a {{ color: {colours.link}; }}
    code {{ font-family: '{code_family}'; font-size: {code}px;
            background-color: {colours.inline_code}; }}
    pre {{ font-family: '{code_family}'; font-size: {code}px; background-color: {colours.code};
           margin: 4px 0 8px 0; }}
    blockquote {{ margin: 2px 0 10px {QUOTE_STEP}px; color: {colours.muted}; }}
    .fold {{ color: {colours.text}; }}
    table {{ border-collapse: collapse; border: 1px solid {colours.border}; margin: 0; }}
    th {{ background-color: {colours.code}; font-weight: 600; border: 1px solid {colours.border}; }}
    td {{ border: 1px solid {colours.border}; }}
    .kbd {{ font-family: '{code_family}'; font-size: {code}px;
            background-color: {colours.inline_code}; }}
    .mark {{ background-color: {colours.accent_soft}; }}
    .s, .del {{ text-decoration: line-through; }}
    .note, .important, .tip, .warning, .caution, .summary {{
        font-weight: 600; margin: 0 0 2px 0; }}
    .note {{ color: {colours.syntax_name}; }}
    .important {{ color: {colours.syntax_keyword}; }}
    .tip {{ color: {colours.syntax_string}; }}
    .warning {{ color: {colours.syntax_number}; }}
    .caution {{ color: {colours.danger}; }}
    .footnote p {{ font-size: {h5}px; color: {colours.muted}; margin: 0 0 4px 0; }}
    hr {{ background-color: {colours.border}; }}
    """
