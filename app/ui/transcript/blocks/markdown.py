"""Markdown of one section to the subset of HTML that a QTextDocument understands.

Nothing remote is ever fetched: pictures from elsewhere become links, and raw HTML is shown as the
text it is. Formulas and pictures of this machine leave a gap, which the caller fills.
"""

from __future__ import annotations

import enum
import html
import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import table
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.texmath import texmath_plugin

from app.ui.transcript.blocks.local_image import local_path
from app.ui.transcript.model.sections import LINK_BEGINNINGS, TABLE_CELLS, TABLE_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.utils import EnvType, OptionsDict

    from app.ui.theme import Colours

MAX_NESTING = 20
# Several rules of the parser look from each mark to the end of the text, and at each of the other
# signs all rules are tried. No section of a text that is meant to be read has as many.
MOST_MARKS = 6_400
_MARKS = dict.fromkeys("*_~`[]<$&\\", 8) | dict.fromkeys("!#%+-:=>@^{}", 2) | LINK_BEGINNINGS
_TASK = re.compile(r"^\[([ xX])\][ \u00a0]")
_NOTE = re.compile(r"\[\^(\d{1,3})\]")
# Nobody who writes a message can know it, so no text can be taken for a gap.
_GAP_MARK = secrets.token_hex(8)
_GAP = re.compile(f"\ue0b0{_GAP_MARK}:(\\d+)\ue0b1")
_DISPLAY_CLOSE = "\\]"
_LOCAL = re.compile(r"^file:", re.IGNORECASE)


class FigureKind(enum.Enum):
    """What stands in a gap of the text."""

    FORMULA = enum.auto()
    DISPLAY_FORMULA = enum.auto()
    IMAGE = enum.auto()


@dataclass(frozen=True, slots=True)
class Figure:
    """Something drawn.

    Attributes:
        source: TeX without its marks, or the path of a file.
        written: as it stands in the Markdown; for a picture its words.
    """

    kind: FigureKind
    source: str
    written: str

    def as_html(self) -> str:
        """Return what is shown while it is not drawn or cannot be."""
        words = html.escape(self.written)
        if self.kind is FigureKind.IMAGE:
            return f'<a href="{html.escape(self.source)}">[{words}]</a>'
        return f"<code>{words}</code>"


@dataclass(frozen=True, slots=True)
class Prose:
    """A rendered section with gaps for its figures."""

    _html: str
    figures: tuple[Figure, ...] = ()

    def html(self, filling: Callable[[int, Figure], str] | None = None) -> str:
        """Return the HTML with the gaps filled; by default with what was written."""
        if not self.figures:
            return self._html

        def fill(gap: re.Match[str]) -> str:
            number = int(gap[1])
            figure = self.figures[number]
            return figure.as_html() if filling is None else filling(number, figure)

        return _GAP.sub(fill, self._html)


class _Renderer(RendererHTML):
    """HTML for Qt: tables with lines, gaps for figures, no classes."""

    def image(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType) -> str:
        address = str(tokens[idx].attrs.get("src", ""))
        words = tokens[idx].content or "picture"
        path = local_path(address)
        if path:
            return _gap(env, Figure(FigureKind.IMAGE, path, words))
        if _LOCAL.match(address):
            return html.escape(f"[{words}]")
        return f'<a href="{html.escape(address)}">[{html.escape(words)}]</a>'

    def math_inline(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        return _gap(env, _formula(tokens[idx]))

    def math_inline_double(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        return _gap(env, _formula(tokens[idx], is_display=True))

    def math_block(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        gap = _gap(env, _formula(tokens[idx], is_display=True))
        return f'<p align="center">{gap}</p>'

    def math_block_eqno(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        gap = _gap(env, _formula(tokens[idx], is_display=True))
        number = html.escape(tokens[idx].info)
        return f'<p align="center">{gap}&nbsp;&nbsp;&nbsp;({number})</p>'

    def footnote_ref(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return f"<sup>{html.escape(str(tokens[idx].meta['label']))}</sup>"

    def footnote_reference_open(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return '<div class="note">'

    def footnote_reference_close(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return "</div>"

    def code_block(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return f"<pre>{html.escape(tokens[idx].content.rstrip())}</pre>"

    def fence(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        return f"<pre>{html.escape(tokens[idx].content.rstrip())}</pre>"

    def code_inline(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return f"<code>{html.escape(tokens[idx].content)}</code>"

    def table_open(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return '<table cellspacing="0" cellpadding="7" border="1">'

    def s_open(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return '<span style="text-decoration: line-through">'

    def s_close(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return "</span>"


def _gap(env: EnvType, figure: Figure) -> str:
    figures: list[Figure] = env["figures"]
    figures.append(figure)
    return f"\ue0b0{_GAP_MARK}:{len(figures) - 1}\ue0b1"


def _formula(token: Token, *, is_display: bool = False) -> Figure:
    begin = token.markup
    end = {r"\(": r"\)", r"\[": r"\]"}.get(begin, begin)
    kind = FigureKind.DISPLAY_FORMULA if is_display else FigureKind.FORMULA
    return Figure(kind, token.content.strip(), f"{begin}{token.content}{end}")


def _money(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
    """Take a dollar as what it is where a formula would end before a letter: $HOME/$USER."""
    if not state.src.startswith("$", state.pos) or state.src.startswith("$$", state.pos):
        return False
    end = state.src.find("$", state.pos + 1, state.posMax)
    if end < 0 or not state.src[end + 1 : end + 2].isalpha():
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


def _bounded_table(state: StateBlock, begin: int, end: int, silent: bool) -> bool:  # noqa: FBT001
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


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    options: Any = {"html": False, "linkify": True, "maxNesting": MAX_NESTING}
    parser = MarkdownIt("js-default", options, renderer_cls=_Renderer)
    if parser.linkify is not None:
        # "main.py" is a file here, not a site in Paraguay.
        parser.linkify.set({"fuzzy_link": False, "fuzzy_email": False})
    texmath_plugin(parser, delimiters="brackets")
    dollarmath_plugin(
        parser,
        allow_labels=False,
        allow_space=False,  # "between $5 and $10" is no formula
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
    parser.block.ruler.at("table", _bounded_table, {"alt": ["paragraph", "reference"]})
    parser.inline.ruler.before("escape", "math_bracket_display", _bracket_display)
    parser.inline.ruler.before("math_inline", "money", _money)
    footnote_plugin(parser, inline=False, move_to_end=False)
    ours: Any = parser.renderer
    for name in ("math_inline", "math_inline_double", "math_block", "math_block_eqno",
                 "footnote_ref"):  # fmt: skip
        ours.rules[name] = getattr(ours, name)  # in place of those of the plugins
    _allow_local_pictures(parser)
    return parser


def _allow_local_pictures(parser: MarkdownIt) -> None:
    """Let "file:" name a picture of this machine; nothing else of it becomes a link."""
    is_safe = parser.validateLink

    def is_allowed(url: str) -> bool:
        return is_safe(url) or bool(_LOCAL.match(url) and local_path(url))

    parser.validateLink = is_allowed  # type: ignore[method-assign]


def warm_parser() -> None:
    """Build the parser and its patterns. Threads: any."""
    prose("**a** https://a.b\n\n- [x] `c`")


def prose(text: str, *, is_open: bool = False) -> Prose:
    """Render a section of prose; `is_open` closes what a stream has not closed yet."""
    lowered = text.lower()
    if sum(cost * lowered.count(mark) for mark, cost in _MARKS.items()) > MOST_MARKS:
        return Prose(plain_html(text))
    if is_open:
        text = close_open_marks(text)
    # A note may stand in another section than what refers to it, so its number is enough.
    notes = {"refs": {f":{number}": -1 for number in _NOTE.findall(text)}, "list": {}}
    env: dict[str, Any] = {"figures": [], "footnotes": notes}
    tokens = _parser().parse(text, env)
    if any(token.level >= MAX_NESTING - 1 for token in tokens):
        # Beyond the limit the parser drops words; then better no layout than lost words.
        return Prose(plain_html(text))
    _mark_tasks(tokens)
    _number_notes(tokens)
    _set_display_apart(tokens)
    # A line break after the last paragraph would become a space at its end.
    rendered = str(_parser().renderer.render(tokens, _parser().options, env)).rstrip()
    return Prose(rendered, tuple(env["figures"]))


def plain_html(text: str) -> str:
    """Return text as it is, lines and spaces kept."""
    return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'


def close_open_marks(text: str) -> str:
    """Add the end of an emphasis or inline code that the last paragraph has only begun.

    Without it the stars would stand in the text until the closing ones arrive.
    """
    last = text.rsplit("\n\n", 1)[-1]
    if last.count("`") % 2:
        return f"{text}`"
    if last.count("**") % 2:
        stripped = text.rstrip()
        if stripped.endswith("**"):
            return stripped[:-2]
        return f"{stripped[:-1] if stripped.endswith('*') else stripped}**"
    return text


def _mark_tasks(tokens: Sequence[Token]) -> None:
    """Turn "[x]" at the start of list items into boxes that stand where the bullet would."""
    lists: list[Token] = []
    for token, after in zip(tokens, [*tokens[2:], None, None], strict=False):
        if token.type == "bullet_list_open":
            lists.append(token)
        elif token.type == "bullet_list_close":
            lists.pop()
        elif token.type == "list_item_open" and after is not None and after.children:
            first = after.children[0]
            if lists and (match := _TASK.match(first.content)):
                box = "☐" if match[1] == " " else "☑"
                first.content = f"{box}\u2002{first.content[match.end() :]}"
                lists[-1].attrSet("style", "list-style-type: none")


def _number_notes(tokens: Sequence[Token]) -> None:
    """Put the number of a note before its first words."""
    label = ""
    for token in tokens:
        if token.type == "footnote_reference_open":
            label = str(token.meta["label"])
        elif token.type == "footnote_reference_close":
            label = ""
        elif label and token.type == "inline" and token.children is not None:
            mark = Token("footnote_ref", "", 0)
            mark.meta = {"label": f"{label} "}
            token.children.insert(0, mark)
            label = ""


def _set_display_apart(tokens: Sequence[Token]) -> None:
    """Give a display formula inside a paragraph a line of its own."""
    for token in tokens:
        children = token.children or []
        for at in range(len(children) - 1, -1, -1):
            if children[at].type != "math_inline_double":
                continue
            for side in (at + 1, at - 1):
                if not 0 <= side < len(children) or children[side].type == "hardbreak":
                    continue
                if children[side].type == "softbreak":
                    children[side].type = "hardbreak"
                else:
                    children.insert(max(side, at), Token("hardbreak", "br", 0))


def document_css(colours: Colours, code_family: str) -> str:
    """Return the style sheet of prose documents."""
    h1, h2, h3, h4, h5, code = (round(size * colours.zoom) for size in (21, 18, 16, 15, 13, 13))
    return f"""
    p {{ margin: 0 0 10px 0; line-height: 128%; }}
    li {{ line-height: 128%; margin-bottom: 4px; }}
    li p {{ margin: 0 0 4px 0; }}
    ul, ol {{ margin: 0 0 10px 0; }}
    h1 {{ font-size: {h1}px; font-weight: 600; margin: 10px 0 8px 0; }}
    h2 {{ font-size: {h2}px; font-weight: 600; margin: 10px 0 8px 0; }}
    h3 {{ font-size: {h3}px; font-weight: 600; margin: 8px 0 6px 0; }}
    h4, h5, h6 {{ font-size: {h4}px; font-weight: 600; margin: 6px 0 4px 0; }}
    a {{ color: {colours.link}; }}
    code {{ font-family: '{code_family}'; font-size: {code}px;
            background-color: {colours.inline_code}; }}
    pre {{ font-family: '{code_family}'; font-size: {code}px; background-color: {colours.code};
           margin: 4px 0 8px 0; }}
    blockquote {{ margin: 2px 0 10px 14px; color: {colours.muted}; }}
    table {{ border-collapse: collapse; border: 1px solid {colours.border}; margin: 4px 0 12px 0; }}
    th {{ background-color: {colours.code}; font-weight: 600; border: 1px solid {colours.border}; }}
    td {{ border: 1px solid {colours.border}; }}
    .note p {{ font-size: {h5}px; color: {colours.muted}; margin: 0 0 4px 0; }}
    hr {{ background-color: {colours.border}; }}
    """
