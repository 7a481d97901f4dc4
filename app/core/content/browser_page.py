"""Pages for a browser of what models write as code: HTML, SVG and Mermaid.

A page reaches no network. What a model wrote stands in a sandboxed frame, so that it can undo
nothing: the frame may run scripts, has no origin, opens no windows and leads the page nowhere. The
policy forbids every request, those that lead the frame itself elsewhere too (`frame-src`).

A browser may open a connection before it asks the policy, without sending anything over it: a page
has to be written for that, such as one that leads itself to an address. `_GUARD` and `_LEADS_OUT`
take away what would do more (WebRTC), or do it without being meant to (`<link rel="preconnect">`).

Threads: pure functions, any thread.
"""

from __future__ import annotations

import enum
import html
import re
from typing import Final


class PageKind(enum.Enum):
    """What a block of code is to a browser."""

    HTML = enum.auto()
    SVG = enum.auto()
    MERMAID = enum.auto()


_LANGUAGES: Final = {
    "html": PageKind.HTML,
    "htm": PageKind.HTML,
    "xhtml": PageKind.HTML,
    "svg": PageKind.SVG,
    "mermaid": PageKind.MERMAID,
}
_PROLOG = re.compile(r"\s*(?:<\?[^>]*\?>|<!DOCTYPE[^>\[]*>|<!--(?:(?!-->).)*-->)", re.S | re.I)
_SVG = re.compile(r"\s*<svg[\s>/]")
_MOST_PROLOG: Final = 2_000  # characters

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'unsafe-inline'",
        "style-src 'unsafe-inline'",
        "img-src data: blob:",
        "font-src data:",
        "media-src data: blob:",
        *(f"{name} 'none'" for name in ("connect-src", "frame-src", "worker-src", "object-src")),
        *(f"{name} 'none'" for name in ("form-action", "base-uri", "manifest-src")),
        "webrtc 'block'",
    )
)
_HEAD: Final = (
    '<!doctype html><html><head><meta charset="utf-8">'
    f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    '<meta name="referrer" content="no-referrer">'
    '<meta http-equiv="x-dns-prefetch-control" content="off">'
)
# Runs before what the model wrote. A frame inside would have a WebRTC of its own.
_GUARD: Final = (
    "<script>(()=>{"
    "for(const name of Object.getOwnPropertyNames(window))"
    "if(/^(webkit|moz)?RTC|^WebTransport/.test(name))delete window[name];"
    "const watch=root=>new MutationObserver(()=>{for(const inner of "
    'root.querySelectorAll("iframe,frame,object,embed,fencedframe,link"))inner.remove()})'
    ".observe(root,{childList:true,subtree:true});"
    "watch(document);const attach=Element.prototype.attachShadow;"
    "Element.prototype.attachShadow=function(how)"
    "{const root=attach.call(this,how);watch(root);return root}"
    "})()</script>"
)
_LEADS_OUT = re.compile(r"<(?=(?:link|i?frame|object|embed|fencedframe)[\s/>])", re.IGNORECASE)
_OUTER: Final = (
    "<style>html,body{margin:0;height:100%;overflow:hidden;background:#fff}"
    "iframe{display:block;border:0;width:100%;height:100%}</style></head><body>"
    '<iframe sandbox="allow-scripts" title="page" srcdoc="'
)
_CENTRED: Final = (
    "<style>body{margin:0;min-height:100vh;display:flex;align-items:center;"
    "justify-content:center}svg{max-width:100%;max-height:100vh}</style>"
)
# What would end, or double, a script where it stands in a page; it can only be in texts.
_IN_SCRIPTS = re.compile(r"<(?=!--|/?script)", re.IGNORECASE)


def page_kind(language: str, text: str) -> PageKind | None:
    """Return what a block of code is, None for what no browser shows.

    Args:
        language: the first word after its fence.
        text: its beginning is enough.
    """
    name = language.lower()
    return PageKind.SVG if name == "xml" and _is_svg(text) else _LANGUAGES.get(name)


def _is_svg(text: str) -> bool:
    beginning, at = text[:_MOST_PROLOG], 0
    while (found := _PROLOG.match(beginning, at)) is not None:
        at = found.end()
    return _SVG.match(beginning, at) is not None


def browser_page(kind: PageKind, text: str, title: str, mermaid: str = "") -> str:
    """Return a whole page, HTML.

    Args:
        kind: what `text` is.
        text: as a model wrote it; trusted with nothing.
        title: of the tab.
        mermaid: the script that draws diagrams; for other kinds it is not needed.
    """
    inner = f"{_HEAD}{_GUARD}{_content(kind, text, mermaid)}"
    return f'{_HEAD}<title>{html.escape(title)}</title>{_OUTER}{html.escape(inner)}"></iframe>\n'


def _content(kind: PageKind, text: str, mermaid: str) -> str:
    if kind is PageKind.HTML:
        return _LEADS_OUT.sub("<no-", text)
    if kind is PageKind.SVG:
        return f"{_CENTRED}</head><body>{_LEADS_OUT.sub('<no-', text)}"
    script = _IN_SCRIPTS.sub(r"\\x3c", mermaid)
    return (
        f'{_CENTRED}</head><body><pre class="mermaid">{html.escape(text)}</pre>'
        f"<script>{script}</script>"
        '<script>mermaid.initialize({startOnLoad:true,securityLevel:"strict"})</script>'
    )
