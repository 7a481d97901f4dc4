"""Tables in Markdown, bounded in the number of cells that are laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it.rules_block import table

from app.ui.transcript.model.sections import TABLE_CELLS, TABLE_COLUMNS

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock


def bounded_table(state: StateBlock, begin: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take a table up to as many cells as are laid out at once; its other rows stay as written.

    The parser fills each row up to the number of heads, so that a few letters can make a hundred
    thousand cells. Most tables are cut before (`sections.py`); this is for those in quotes.
    """
    if begin + 1 >= end:
        return False
    rule = state.getLines(begin + 1, begin + 2, 0, keepLastLF=False)
    n_columns = rule.strip().strip("|").count("|") + 1
    n_left = TABLE_CELLS - state.env.get("n_cells", 0)
    n_rows = n_left // n_columns - 1 if n_columns <= TABLE_COLUMNS else 0
    if n_rows < 1:
        is_table = table(state, begin, end, silent=True)
        if is_table and not silent:
            _take_rows_as_text(state, begin, end)
        return is_table
    bound = min(end, begin + 2 + n_rows)
    if not table(state, begin, bound, silent):
        return False
    if not silent:
        n_taken = n_columns * (state.line - begin - 1)
        state.env["n_cells"] = TABLE_CELLS - n_left + n_taken
        if state.line == bound:
            _take_rows_as_text(state, bound, end)
    return True


def _take_rows_as_text(state: StateBlock, begin: int, end: int) -> None:
    """Add the rows of a table from `begin` up to a blank line, as they were written."""
    line = begin
    while line < end and not state.isEmpty(line) and state.sCount[line] >= state.blkIndent:
        line += 1
    if line > begin:
        token = state.push("code_block", "code", 0)
        token.content = state.getLines(begin, line, state.blkIndent, keepLastLF=True)
        token.map = [begin, line]
        state.line = line
