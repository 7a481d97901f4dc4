"""Where Hearth's own tools look: the user's chats, documents, a folder, the web.

Tools, chats and documents are parts that do not know each other; here they meet.

Threads: any; each answer takes as long as a search or a page.
"""

from __future__ import annotations

from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchQuestion
from app.core.conversations.cases.passages import as_attached
from app.core.settings.table import PROXY
from app.core.system.paths import TOOL_PERMISSIONS, TOOLS
from app.core.tools.own.calculator import CALCULATE
from app.core.tools.own.folder import folder_tool
from app.core.tools.own.lookups import (
    CURRENT_TIME,
    DocumentPart,
    FoundText,
    chat_search,
    document_tools,
)
from app.core.tools.own.run_code import code_tool
from app.core.tools.own.web_page import for_strangers, page_tool
from app.core.tools.own.web_search import engine_of, search_tool
from app.core.tools.permissions import Permissions
from app.core.tools.servers import ServerList
from app.core.tools.toolbox import Toolbox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.search.values import SearchHit
    from app.core.documents.index import KnownFile
    from app.core.documents.library import DocumentLibrary
    from app.core.documents.reader import DocumentReader
    from app.core.documents.search import FoundPassage
    from app.core.messages import Attachment
    from app.core.settings.settings import Settings
    from app.core.system.paths import Paths
    from app.core.system.stop_signal import StopSignal
    from app.core.tools.own.own_tool import OwnTool

_LEAST_ID: Final = 8  # characters of a digest that name a document


class _Documents:
    """The documents that are listed; see `DocumentLookup`."""

    def __init__(self, library: DocumentLibrary) -> None:
        self._library = library

    def search(self, question: str, limit: int) -> Sequence[Attachment]:
        return _numbered(self._library.search(question, limit))

    def read(self, document: str, begin: int, n_chars: int) -> DocumentPart | None:
        meant = ((_meant(file, document), file) for file in self._library.documents())
        for _, file in sorted((one for one in meant if one[0]), key=itemgetter(0)):
            text = self._library.text(file.digest)
            if text is not None:
                found = self._library.read_on(file.digest, begin, n_chars)
                end = found[-1].end if found else len(text.text)
                return DocumentPart(_numbered(found), end, len(text.text.rstrip()))
        return None


def _meant(file: KnownFile, said: str) -> int:
    """Return how surely a model means a file, 1 the most; 0 for not at all.

    Models write names as they like: "Lease.PDF", "lease".
    """
    name, stem = file.path.name, file.path.stem.lower()
    is_id = len(said) >= _LEAST_ID and file.digest.startswith(said)
    sure = (is_id or name == said, name.lower() == said.lower(), stem == said.lower())
    return 1 + sure.index(True) if file.digest and any(sure) else 0


def _numbered(found: Sequence[FoundPassage]) -> tuple[Attachment, ...]:
    return tuple(as_attached(one, number) for number, one in enumerate(found, 1))


def _search_chats(database: Path, words: str, limit: int) -> list[FoundText]:
    with SearchReader.open(database) as reader:
        page = reader.page(reader.rank(SearchQuestion(f"{words} ")), 0, limit)
    return [
        FoundText(hit.title or "New chat", _said_by(hit), hit.snippet)
        for hit in page.hits
        if hit.message_id is not None  # a title says no more than that there is a chat
    ] or [FoundText(hit.title, _said_by(hit), "") for hit in page.hits]


def _said_by(hit: SearchHit) -> str:
    day = hit.when.astimezone().date().isoformat()
    return ", ".join(filter(None, (day, hit.role.value if hit.role else "", hit.attachment)))


def open_toolbox(
    paths: Paths, settings: Settings, library: DocumentLibrary, reader: DocumentReader
) -> Toolbox:
    """Return the tools of an installation; nothing is started or asked yet.

    Args:
        library: the user's documents.
        reader: reads files of the chosen folder, and pages.
    """
    servers = ServerList(paths.config / TOOLS)
    permissions = Permissions(paths.config / TOOL_PERMISSIONS)

    def proxy() -> str:
        return settings.get(PROXY)

    def text_in(name: str, data: bytes, stop: StopSignal) -> tuple[str, str]:
        text = reader.text_of(name, data, stop)
        return text.title, text.text

    chats = chat_search(lambda words, limit: _search_chats(paths.database, words, limit))
    documents = document_tools(_Documents(library))
    page = page_tool(text_in, lambda: for_strangers(proxy()))

    def own() -> list[OwnTool]:
        chosen = servers.choices()
        tools = [CURRENT_TIME, CALCULATE, chats, page, code_tool()]
        if library.has_sources():
            tools += documents
        if chosen.folder:
            tools.append(folder_tool(Path(chosen.folder), text_in))
        engine = engine_of(chosen.engine, chosen.engine_address)
        return [*tools, search_tool(engine, proxy)] if engine is not None else tools

    return Toolbox(servers, permissions, own, proxy)
