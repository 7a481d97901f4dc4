"""Fences of code, and the ones that hold others: a page of Markdown with code of its own in it.

Whoever writes such a page should take a longer fence around it, and models do not.
"""

from __future__ import annotations

import re

from app.core.plain_value import PlainValue, replace

# The sign behind the numbers ("possessive") forbids a second try, which a hostile line of some
# thousand letters would make take seconds.
_FENCE = re.compile(r"^([ \t]*)(`{3,}+|~{3,}+)([^`\n]*+)$")
_HOLDING = ("markdown", "md", "mdx")
_MOST_INDENT = 3


class Fence(PlainValue, frozen=True):
    """A fence that is open.

    Attributes:
        marks: the signs that began it.
        indent: blanks before them.
        language: first word behind them, as written.
        inner: the marks of a fence inside of it that is open, "" for none.
        ended_inner: the line before ended one.
        before: the line before, "" where there is none.
    """

    marks: str
    indent: int = 0
    language: str = ""
    inner: str = ""
    ended_inner: bool = False
    before: str = ""

    @classmethod
    def begun_by(cls, line: str, most_indent: int = _MOST_INDENT) -> Fence | None:
        """Return the fence that a line opens, None for another line."""
        match = _FENCE.match(line)
        if match is None or len(match[1]) > most_indent:
            return None
        words = match[3].split()
        return cls(match[2], len(match[1]), words[0] if words else "")

    def is_closed_by(self, line: str) -> bool:
        """Whether a line would end it, as CommonMark has it."""
        return _closes(self.marks, line)

    @property
    def holds_fences(self) -> bool:
        """Whether it is Markdown, in which other fences may stand."""
        return self.language.lower() in _HOLDING

    def needs_next(self, line: str) -> bool:
        """Whether the line after a line must be known to tell if that one ends the fence."""
        if not self.holds_fences or self.inner or self.ended_inner:
            return False
        return self.is_closed_by(line) and (not self.before or self.before.rstrip()[-1:] in ":：")

    def ends(self, line: str, following: str = "") -> bool:
        """Whether a line ends it.

        Args:
            line: the next one in it.
            following: the line after that, where `needs_next` wants it; else "".
        """
        if self.inner or not self.is_closed_by(line):
            return False
        # Behind a blank line or a colon, and before words: it opens a fence inside.
        return not (self.needs_next(line) and following.strip())

    def after(self, line: str) -> Fence:
        """Return it as it is behind a line that does not end it."""
        if not self.holds_fences:
            return self
        stripped = line.strip()
        if self.inner:
            ended = _closes(self.inner, line)
            return replace(
                self, inner="" if ended else self.inner, ended_inner=ended, before=stripped
            )
        begun = Fence.begun_by(line)
        return replace(self, inner=begun.marks if begun else "", ended_inner=False, before=stripped)


def _closes(marks: str, line: str) -> bool:
    stripped = line.strip()
    return (
        len(stripped) >= len(marks)
        and set(stripped) == {marks[0]}
        and len(line) - len(line.lstrip(" ")) <= _MOST_INDENT
    )


def lengthened_fences(text: str) -> str:
    """Return Markdown in which what holds fences has a longer fence than these."""
    if not re.search(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:markdown|mdx?)\b", text, re.I | re.M):
        return text
    lines = text.split("\n")
    fence: Fence | None = None
    begin = longest = 0
    for at, line in enumerate(lines):
        if fence is None:
            fence = Fence.begun_by(line)
            begin, longest = at, 0
            continue
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if fence.ends(line, following):
            if longest >= len(fence.marks):
                marks = fence.marks[0] * (longest + 1)
                lines[begin] = lines[begin].replace(fence.marks, marks, 1)
                lines[at] = line.replace(line.strip(), marks)
            fence = None
            continue
        fence = fence.after(line)
        if inner := Fence.begun_by(line):
            longest = max(longest, len(inner.marks))
    return "\n".join(lines)
