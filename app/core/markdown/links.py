"""Bare addresses: they end where a sentence in a script without blanks goes on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from linkify_it import LinkifyIt  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_ENDS_ADDRESS = re.compile("[。，、；：？！…（）【】《》〈〉「」『』〔〕“”‘’｛｝［］～·]")


class _Links(LinkifyIt):  # type: ignore[misc]  # the library has no types
    def test_schema_at(self, text: str, name: str, position: int) -> int:
        """Return how long the address behind a scheme is."""
        n_chars = int(super().test_schema_at(text, name, position))
        end = _ENDS_ADDRESS.search(text, position, position + n_chars)
        if end is None:
            return n_chars
        return int(super().test_schema_at(text[: end.start()], name, position))


def add_links(parser: MarkdownIt) -> None:
    """Let bare addresses with a scheme be links."""
    # "main.py" is a file here, not a site in Paraguay.
    links: Any = _Links(options={"fuzzy_link": False, "fuzzy_email": False})
    parser.linkify = links
