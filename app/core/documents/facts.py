"""What scripts and other programs are told of documents, as JSON has it.

Pure functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.messages import message_of

if TYPE_CHECKING:
    from app.core.documents.embedding import EmbeddingState
    from app.core.documents.index import KnownFile
    from app.core.documents.search import FoundPassage
    from app.core.messages import Attachment


def file_facts(file: KnownFile) -> dict[str, Any]:
    """Return a file; "problem" says why it could not be read."""
    return {
        "path": str(file.path),
        "title": file.title,
        "kind": file.kind,
        "digest": file.digest,
        "bytes": file.n_bytes,
        "tokens": file.n_tokens,
        "pages": file.n_pages,
        "kept": file.is_kept,
        "pages_without_text": file.n_pages_without_text,
        "reachable": file.is_reachable,
        "problem": file.problem.text() if file.problem else "",
    }


def embedder_facts(state: EmbeddingState) -> dict[str, Any]:
    """Return how many passages have vectors; "path" is "" where none are made."""
    return {
        "path": str(state.path or ""),
        "passages": state.n_passages,
        "embedded": state.n_embedded,
        "problem": state.problem.text() if state.problem else "",
    }


def found_facts(found: FoundPassage) -> dict[str, Any]:
    """Return a passage that was found."""
    return {
        "digest": found.digest,
        "title": found.title,
        "file": found.name,
        "page": found.page,
        "page_name": found.page_name,
        "headings": list(found.headings),
        "begin": found.begin,
        "end": found.end,
        "tokens": found.n_tokens,
        "text": found.text,
    }


def source_facts(attachment: Attachment) -> dict[str, Any]:
    """Return where an attached text comes from: a passage has a number, a whole document none.

    A passage of an earlier message has its id as "message", in place of a file. Nothing for other
    texts.
    """
    source = attachment.source
    if source is None:
        return {}
    document = {"path": source.path, "digest": source.digest}
    if not source.number:
        without_text = list(source.pages_without_text)
        return {**document, "pages": source.n_pages, "pages_without_text": without_text}
    message, end = message_of(source), source.begin + len(attachment.text)
    told = {"number": source.number, "begin": source.begin, "end": end}
    if message is not None:
        return {**told, "message": message}
    page = {"page_name": source.page_name, "headings": list(source.headings)}
    return {**told, **document, **page}
