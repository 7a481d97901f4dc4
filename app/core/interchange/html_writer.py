"""A chat as one HTML page that needs nothing else: no network, no script, light and dark.

The page forbids itself to load anything (Content-Security-Policy), so that even a mistake here
could not let a message reach out of it.
"""

from __future__ import annotations

import base64
import html
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from app.core.chats.records import MessageStatus
from app.core.documents.prompt_text import passage_head
from app.core.interchange.original_files import NO_FILES
from app.core.interchange.rich_text import code_html, passage_name, plain_html, rich_html
from app.core.interchange.written_message import (
    SAME_WORDS,
    medium_line,
    sources_of,
    speaker,
    without_thinking,
)
from app.core.messages import Attachment, Role, without_passages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.core.chats.parts.transfer import TransferredChat, TransferredMessage
    from app.core.content.media import MediaFile
    from app.core.interchange.original_files import OriginalFiles


MOST_OF_FILE: Final = 8 << 20  # bytes that one file may have on a page
MOST_OF_PAGE: Final = 64 << 20  # that all of them may have
_MISSING = "the file is no longer there"
_NOT_INSIDE = "not on this page"
_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"fLaC", "audio/flac"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"\xff\xf3", "audio/mpeg"),
)
_OF_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}


@dataclass
class MediaOnPage:
    """What is put into one page.

    Args:
        files: the originals.

    Attributes:
        n_left: bytes that still may be put into it.
    """

    files: OriginalFiles
    n_left: int = MOST_OF_PAGE

    def shown(self, medium: MediaFile) -> str:
        """Return a medium as HTML."""
        words = html.escape(medium_line(medium))
        if self.files.place_of(medium) is None:
            return f'<p class="facts">{words} ({_MISSING})</p>'
        data = self.files.read(medium, min(MOST_OF_FILE, self.n_left))
        address = None if data is None else data_address(data)
        if data is None or address is None:
            return f'<p class="facts">{words} ({_NOT_INSIDE})</p>'
        self.n_left -= len(data)
        alt = html.escape(medium.alt_text or medium.name)
        if address.startswith("data:image/"):
            inside = f'<img src="{address}" alt="{alt}">'
        else:
            inside = f'<audio controls src="{address}" aria-label="{alt}"></audio>'
        return f"<figure>{inside}<figcaption>{words}</figcaption></figure>"


def data_address(data: bytes) -> str | None:
    """Return bytes as an address that holds them; None for what not every browser shows."""
    kind = next((kind for begin, kind in _BEGINNINGS if data.startswith(begin)), None)
    if data[:4] == b"RIFF":
        kind = _OF_RIFF.get(data[8:12])
    if kind is None:
        return None
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_WITH_MEDIA = f"{_POLICY}; img-src data:; media-src data:"  # what is in the page itself
_STYLE = """
:root { color-scheme: light dark; --page: #fdfcfa; --text: #23201d; --muted: #6b645c;
  --line: #e4ded6; --mine: #f3eee7; --code: #f5f1eb; --link: #a04a12; --warn: #9a3412;
  --mark: #fbe3d4; --note: #1d5fa8; --important: #93267f; --tip: #2c6e3f; --warning: #a04a12;
  --caution: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --page: #1c1a18; --text: #e9e4dd; --muted: #a39b91;
  --line: #3a3632; --mine: #2a2724; --code: #262320; --link: #f0a267; --warn: #f0a267;
  --mark: #5a3820; --note: #7fb4f0; --important: #e58cd3; --tip: #8fca9a; --warning: #f0a267;
  --caution: #f28b82; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
header { border-bottom: 1px solid var(--line); margin-bottom: 2rem; padding-bottom: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.3; margin: 0 0 .3rem; overflow-wrap: anywhere; }
article { margin: 0 0 1.75rem; overflow-wrap: anywhere; }
.who { color: var(--muted); font-size: .85rem; font-weight: 600; margin: 0 0 .35rem; }
.when, .facts { color: var(--muted); font-size: .85rem; font-weight: 400; }
.user .words { background: var(--mine); border-radius: .75rem; padding: .75rem 1rem; }
.words + .passages { margin-top: .75rem; }
.plain { white-space: pre-wrap; }
.words > :first-child { margin-top: 0; } .words > :last-child { margin-bottom: 0; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .5rem;
  padding: .75rem 1rem; overflow-x: auto; line-height: 1.45; }
code { font: .9em/1.45 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
:not(pre) > code { background: var(--code); border-radius: .3rem; padding: .1em .3em; }
a { color: var(--link); }
blockquote { border-left: 3px solid var(--line); color: var(--muted); margin: 1rem 0;
  padding: 0 0 0 1rem; }
.markdown-alert { border-left: 3px solid var(--kind); margin: 1rem 0; padding: 0 0 0 1rem; }
.markdown-alert-title { color: var(--kind); font-weight: 600; margin: 0 0 -.6rem; }
.markdown-alert-note { --kind: var(--note); } .markdown-alert-tip { --kind: var(--tip); }
.markdown-alert-important { --kind: var(--important); }
.markdown-alert-warning { --kind: var(--warning); }
.markdown-alert-caution { --kind: var(--caution); }
mark { background: var(--mark); color: inherit; }
.tasks { list-style: none; padding-left: 1.25rem; }
kbd { background: var(--code); border: 1px solid var(--line); border-radius: .3rem;
  padding: 0 .3em; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1rem 0; }
th, td { border: 1px solid var(--line); padding: .35rem .7rem; text-align: left;
  vertical-align: top; overflow-wrap: break-word; }
th { background: var(--code); }
hr { border: 0; border-top: 1px solid var(--line); }
figure { margin: 0 0 .75rem; } figure > * { max-width: 100%; }
figcaption { color: var(--muted); font-size: .85rem; white-space: pre-line; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 .75rem;
  padding: .4rem .9rem; color: var(--muted); }
.words details { color: inherit; }
details:target { border-color: var(--link); }
summary { cursor: pointer; font-size: .9rem; }
math[display="block"], .display { display: block math; overflow: auto hidden; margin: 1rem 0;
  text-align: center; }
mtd[columnalign="left"] { text-align: left; } mtd[columnalign="right"] { text-align: right; }
mtable[columnspacing="0em"] > mtr > mtd { padding-left: 0; padding-right: 0; }
.problem { color: var(--warn); font-size: .9rem; }
@media print { main { max-width: none; padding: 0; } article { break-inside: auto; } }
"""


def html_chunks(chat: TransferredChat, files: OriginalFiles = NO_FILES) -> Iterator[bytes]:
    """Yield the file, a message at a time."""
    branch, media = chat.branch(), MediaOnPage(files)
    passages: set[int] = set()  # on the page so far
    policy = _WITH_MEDIA if any(message.media for message in branch) else _POLICY
    title = html.escape(chat.title.strip() or "Chat")
    yield (
        '<!DOCTYPE html>\n<html lang="">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{title}</title>\n<style>{_STYLE}{_code_style()}</style>\n</head>\n<body>\n<main>\n"
        f'<header><h1>{title}</h1><div class="facts">{chat.created_at:%Y-%m-%d}</div></header>\n'
    ).encode()
    if chat.system_prompt:
        words = plain_html(chat.system_prompt)
        yield f"<details><summary>Instructions</summary>{words}</details>\n".encode()
    for number, message in enumerate(branch, 1):
        sources = sources_of(message, branch[: number - 1])
        yield _article(message, number, media, passages, sources).encode()
    yield b"</main>\n</body>\n</html>\n"


def _article(
    message: TransferredMessage,
    number: int,
    media: MediaOnPage,
    passages: set[int],
    sources: Iterable[Attachment],
) -> str:
    who = html.escape(speaker(message))
    kind = "user" if message.role is Role.USER else "answer"
    pieces = [
        f"<details><summary>{html.escape(one.name)}</summary>{code_html(one.text, '')}</details>"
        for one in without_passages(message.attachments)
    ]
    pieces += map(media.shown, message.media)
    if message.role is Role.ASSISTANT:
        thinking, words = without_thinking(message)
        if thinking:
            thought = rich_html(thinking, f"thought{number}")
            pieces.append(f"<details><summary>Thinking</summary>{thought}</details>")
        shown = rich_html(words, str(number), passages) if words else ""
    else:
        shown = plain_html(message.text) if message.text else ""
    if shown:
        pieces.append(f'<div class="words">{shown}</div>')
    links = [
        f'<a href="#{passage_name(one.number)}">{html.escape(passage_head(one))}</a>'
        for one in sources
    ]
    if links:
        pieces.append(f'<p class="facts">{SAME_WORDS} {" · ".join(links)}</p>')
    pieces.append(_passages((one for one in message.attachments if one.number), passages))
    if message.problem:
        pieces.append(f'<p class="problem">{html.escape(message.problem)}</p>')
    elif message.status is not MessageStatus.COMPLETE:
        pieces.append('<p class="facts">The answer ends here.</p>')
    when = f'<span class="when"> · {message.created_at:%Y-%m-%d %H:%M} UTC</span>'
    return (
        f'<article class="{kind}">\n<div class="who" dir="auto">{who}{when}</div>\n'
        f'<div dir="auto">{"".join(pieces)}</div>\n</article>\n'
    )


def _passages(given: Iterable[Attachment], passages: set[int]) -> str:
    """Return passages folded; the first of each number is where links lead to."""
    pieces = []
    for one in given:
        name = "" if one.number in passages else f' id="{passage_name(one.number)}"'
        passages.add(one.number)
        head = html.escape(passage_head(one))
        pieces.append(f"<details{name}><summary>{head}</summary>{plain_html(one.text)}</details>")
    if not pieces:
        return ""
    return f'<div class="passages"><p class="facts">Passages:</p>{"".join(pieces)}</div>'


@lru_cache(maxsize=1)
def _code_style() -> str:
    """Return the colours of code, for light and dark."""
    # By their modules: a built program has those only that are named.
    from pygments.formatters.html import HtmlFormatter
    from pygments.styles.friendly import FriendlyStyle
    from pygments.styles.gh_dark import GhDarkStyle

    styles: tuple[Any, ...] = (FriendlyStyle, GhDarkStyle)
    formatters: list[Any] = [HtmlFormatter(style=style) for style in styles]
    # The page has colours for the block itself.
    kept = [
        "\n".join(
            line
            for line in str(style).splitlines()
            # What a lexer does not know is no mistake of a reader's.
            if line.startswith("pre .") and not line.startswith("pre .err")
        )
        for style in (one.get_style_defs("pre") for one in formatters)
    ]
    return f"{kept[0]}\n@media (prefers-color-scheme: dark) {{\n{kept[1]}\n}}\n"
