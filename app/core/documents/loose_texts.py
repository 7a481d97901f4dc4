"""Texts of no file that are searched for a question, such as turns that a chat has no room for.

Their index lies in memory. It is kept while the same texts are searched, or more of them, so that
only the first question about many of them takes seconds.

Threads: one at a time.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.documents import index, search
from app.core.documents.database import in_memory
from app.core.documents.text import DocumentText

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from app.core.documents.search import FoundPassage

_NO_FILE = Path()  # whose name would be words of each text


class LooseTexts:
    """Those that were searched last, and their index; `close` forgets them."""

    def __init__(self) -> None:
        self._connection: sqlite3.Connection | None = None
        self._indexed: dict[str, str] = {}

    def gather(
        self, texts: Sequence[tuple[str, str]], question: str, n_tokens: int
    ) -> tuple[FoundPassage, ...]:
        """Return the passages that fit a question; none where only common words do.

        Args:
            texts: a name that tells each from the others, and what it says as Markdown.
            question: any text.
            n_tokens: what passages may have together.
        """
        wanted = dict(texts)
        if any(wanted.get(name) != text for name, text in self._indexed.items()):
            self.close()
        connection = self._connection = self._connection or in_memory()
        try:
            connection.execute("BEGIN")
            for name in [name for name in wanted if name not in self._indexed]:
                document = DocumentText("", wanted[name])
                index.put_document(connection, name, _NO_FILE, document, has_parts=False)
            connection.execute("COMMIT")
        except BaseException:
            self.close()
            raise
        self._indexed = wanted
        numbers = search.by_telling_words(connection, question, list(wanted))
        return tuple(search.gathered(connection, numbers, n_tokens))

    def close(self) -> None:
        """Forget them; what is searched later is indexed anew."""
        connection, self._connection, self._indexed = self._connection, None, {}
        if connection is not None:
            connection.close()
