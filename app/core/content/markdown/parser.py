r"""Builds the parser of Markdown.

Emphasis beside Chinese, Japanese and Korean text, which has no blanks between words. CommonMark
wants a blank outside of `**「…」**`. As in the amendment that is proposed to it
(github.com/tats-u/markdown-cjk-friendly), a CJK letter or mark beside the asterisks is as good.

Formulas: ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]`` and bare environments such as equation.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from linkify_it import LinkifyIt  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_block import code, lheading
from markdown_it.rules_inline import emphasis, strikethrough
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.texmath import texmath_plugin

from app.core.content.markdown.tags import add_tags

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

    Rule = Callable[[StateInline, bool], bool]
    from collections.abc import Callable

    from markdown_it.rules_inline import StateInline


_DISPLAY_CLOSE = "\\]"
_ENVIRONMENT = re.compile(
    r"\s*\\begin\{(?P<name>[a-zA-Z]+)(?P<star>\*?)\}(?P<inside>.*)\\end\{(?P=name)(?P=star)\}\s*",
    re.DOTALL,
)
# The forms that stand inside a formula; what has none is a formula without its environment.
_INNER = {"align": "aligned", "flalign": "aligned", "alignat": "aligned", "eqnarray": "aligned",
          "gather": "gathered", "multline": "gathered"}  # fmt: skip
_COLUMNS = re.compile(r"\s*\{\d+\}")  # what alignat is given


def _add_formulas(parser: MarkdownIt) -> None:
    """Let formulas be tokens: `math_inline`, `math_inline_double` and `math_block`."""
    texmath_plugin(parser, delimiters="brackets")
    dollarmath_plugin(
        parser,
        allow_labels=False,
        allow_space=False,  # "between $5 and $10" is no formula
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
    amsmath_plugin(parser)
    parser.inline.ruler.before("escape", "math_bracket_display", _bracket_display)
    parser.inline.ruler.before("math_inline", "money", _money)
    parser.core.ruler.after("block", "environments", _take_environments)


def _money(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
    """Take a dollar as what it is where a formula would end before a letter: $HOME/$USER."""
    if not state.src.startswith("$", state.pos) or state.src.startswith("$$", state.pos):
        return False
    end = state.src.find("$", state.pos + 1, state.posMax)
    after = state.src[end + 1 : end + 2]
    if end < 0 or not after.isalpha() or _is_cjk(after):
        return False
    if not silent:
        state.pending += "$"
    state.pos += 1
    return True


def _bracket_display(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
    r"""Take ``\[ ... \]`` inside a paragraph; at its start the block rule has taken it before."""
    if not state.src.startswith(r"\[", state.pos):
        return False
    end = state.src.find(_DISPLAY_CLOSE, state.pos + 2, state.posMax)
    if end < 0 or not state.src[state.pos + 2 : end].strip():
        return False
    if not silent:
        token = state.push("math_inline_double", "math", 0)
        token.content = state.src[state.pos + 2 : end]
        token.markup = r"\["
    state.pos = end + 2
    return True


def _take_environments(state: StateCore) -> None:
    """Turn bare environments into display formulas; `info` keeps what was written."""
    for token in state.tokens:
        if token.type != "amsmath":
            continue
        written = token.content.strip()
        token.type, token.markup, token.meta = "math_block", "", {"written": written}
        token.content = written
        if match := _ENVIRONMENT.fullmatch(written):
            name, inside = match["name"], match["inside"].strip()
            inner = _INNER.get(name)
            if inner:
                inside = _COLUMNS.sub("", inside, count=1) if name == "alignat" else inside
                token.content = f"\\begin{{{inner}}}{inside}\\end{{{inner}}}"
            elif name == "equation":
                token.content = inside


def _add_emphasis(parser: MarkdownIt) -> None:
    """Replace the rules that find the marks of emphasis."""
    parser.inline.ruler.at("emphasis", _beside_cjk(emphasis.tokenize))
    parser.inline.ruler.at("strikethrough", _beside_cjk(strikethrough.tokenize))


def _is_cjk(char: str) -> bool:
    """Whether a character belongs to a script without blanks between words, or is a mark of it."""
    if char < "\u1100":
        return False
    return unicodedata.east_asian_width(char) in "WF" and not "\U0001f000" <= char <= "\U0001fbff"


def _beside_cjk(tokenize: Rule) -> Rule:
    def rule(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
        begin, n_before = state.pos, len(state.delimiters)
        if not tokenize(state, silent):
            return False
        before = state.src[begin - 1] if begin else " "
        after = state.src[state.pos] if state.pos < state.posMax else " "
        if _is_cjk(before) or _is_cjk(after):
            is_word_mark = state.src[begin] == "_"
            can_open, can_close = _flanking(before, after, is_word_mark=is_word_mark)
            for mark in state.delimiters[n_before:]:
                mark.open, mark.close = can_open, can_close
        return True

    return rule


def _flanking(before: str, after: str, *, is_word_mark: bool) -> tuple[bool, bool]:
    """Return whether marks between two characters may begin and end an emphasis."""
    left = not _is_blank(after) and (
        not _is_mark(after) or _is_cjk(after) or _is_blank(before) or _ends_word(before)
    )
    right = not _is_blank(before) and (
        not _is_mark(before) or _is_cjk(before) or _is_blank(after) or _ends_word(after)
    )
    if not is_word_mark:
        return left, right
    return left and (not right or _ends_word(before)), right and (not left or _ends_word(after))


def _ends_word(char: str) -> bool:
    return _is_mark(char) or _is_cjk(char)


def _is_mark(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)


def _is_blank(char: str) -> bool:
    return isWhiteSpace(ord(char))


_ENDS_ADDRESS = re.compile("[。，、；：？！…（）【】《》〈〉「」『』〔〕“”‘’｛｝［］～·]")


class _Links(LinkifyIt):  # type: ignore[misc]  # the library has no types
    def test_schema_at(self, text: str, name: str, position: int) -> int:
        """Return how long the address behind a scheme is."""
        n_chars = int(super().test_schema_at(text, name, position))
        end = _ENDS_ADDRESS.search(text, position, position + n_chars)
        if end is None:
            return n_chars
        return int(super().test_schema_at(text[: end.start()], name, position))


def _add_links(parser: MarkdownIt) -> None:
    """Let bare addresses with a scheme be links."""
    # "main.py" is a file here, not a site in Paraguay.
    links: Any = _Links(options={"fuzzy_link": False, "fuzzy_email": False})
    parser.linkify = links


_LEAST_DASHES = 3
_SENTENCE_ENDS = tuple(".!?:;,\u2026。！？：；，、")
_CLOSERS = "*_)\"'”’」』）"
_TASK = re.compile(r"^\[([ xX])\][ \u00a0]")
_OURS = ("math_inline", "math_inline_double", "math_block", "math_block_eqno", "footnote_ref")


def make_parser(
    renderer: type[RendererHTML], *, most_nesting: int, moves_notes: bool
) -> MarkdownIt:
    """Return a parser; no two threads may use the same one at a time.

    Args:
        renderer: makes HTML of the tokens. Beside those of the parser and its plugins there are
            `tag_open` and `tag_close`, `details_open`, `summary_open` and their ends.
        most_nesting: blocks in blocks; beyond it words are dropped.
        moves_notes: footnotes stand at the end.
    """
    options: Any = {
        "html": False,
        "linkify": True,
        "maxNesting": most_nesting,
        "alerts": True,
    }
    parser = MarkdownIt("js-default", options, renderer_cls=renderer)
    _add_formulas(parser)
    _add_emphasis(parser)
    _add_links(parser)
    add_tags(parser)
    parser.block.ruler.at("code", _code, {"alt": []})
    parser.block.ruler.at("lheading", _lheading, {"alt": []})
    parser.core.ruler.after("inline", "tasks", _mark_tasks)
    footnote_plugin(parser, inline=False, move_to_end=moves_notes)
    ours: Any = parser.renderer
    for name in _OURS:
        if name in renderer.__dict__:
            ours.rules[name] = getattr(ours, name)  # in place of those of the plugins
    return parser


def _code(state: StateBlock, begin: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take indented code, but not the first line of a list item, however far it is indented."""
    before = state.tokens[-1] if state.tokens else None
    if (
        before is not None
        and before.type == "list_item_open"
        and before.map is not None
        and before.map[0] == begin
    ):
        return False
    return code(state, begin, end, silent)


def _lheading(state: StateBlock, begin: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take a heading with a line below it, unless that is meant as a rule or begins a list.

    A heading is one line, does not end as a sentence does, and has three dashes below it.
    """
    n_tokens, line, parent = len(state.tokens), state.line, state.parentType
    if not lheading(state, begin, end, silent):
        return False
    heading = state.tokens[n_tokens]
    if heading.markup == "-":
        dashes = state.getLines(state.line - 1, state.line, 0, keepLastLF=False).count("-")
        words = state.tokens[n_tokens + 1].content.rstrip(_CLOSERS)
        if "\n" in words or words.endswith(_SENTENCE_ENDS) or dashes < _LEAST_DASHES:
            del state.tokens[n_tokens:]
            state.line, state.parentType = line, parent
            return False
    return True


def _mark_tasks(state: StateCore) -> None:
    """Turn "[x]" at the start of list items into boxes that stand where the bullet would."""
    lists: list[Token] = []
    for token, after in zip(state.tokens, [*state.tokens[2:], None, None], strict=False):
        if token.type == "bullet_list_open":
            lists.append(token)
        elif token.type == "bullet_list_close":
            lists.pop()
        elif token.type == "list_item_open" and after is not None and after.children:
            first = after.children[0]
            if lists and (match := _TASK.match(first.content)):
                box = "☐" if match[1] == " " else "☑"
                first.content = f"{box}\u2002{first.content[match.end() :]}"
                lists[-1].attrSet("class", "tasks")


_CITED = re.compile(r"\[\d{1,3}(?: ?, ?\d{1,3}){0,20}\](?!\()")
_NUMBER = re.compile(r"\d+")
_NUMBERS = re.compile(r"\d+|[^\d]+")


def add_citations(parser: MarkdownIt, address: Callable[[int], str]) -> None:
    """Let numbers of passages be links: "[1]" and "[2, 3]", where `env["cites"]` has the number.

    What stands in code, or is a link anyway, is none.

    Args:
        parser: gets one more rule.
        address: returns where the link of a number leads.
    """

    def citation(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
        match = _CITED.match(state.src, state.pos, state.posMax)
        known = state.env.get("cites", ())
        if match is None or not any(int(one) in known for one in _NUMBER.findall(match.group())):
            return False
        if not silent:
            if match.group().isascii() and match.group()[1:-1].isdecimal():
                push_link(state, int(match.group()[1:-1]), match.group())
            else:
                for piece in _NUMBERS.findall(match.group()):
                    number = int(piece) if piece.isdecimal() else 0
                    push_link(state, number if number in known else 0, piece)
        state.pos = match.end()
        return True

    def push_link(state: StateInline, number: int, words: str) -> None:
        """Add words, as a link where they are a number of a passage."""
        if not number:
            state.push("text", "", 0).content = words
            return
        state.push("link_open", "a", 1).attrs = {"href": address(number)}
        state.push("text", "", 0).content = words
        state.push("link_close", "a", -1)

    parser.inline.ruler.before("link", "citation", citation)
