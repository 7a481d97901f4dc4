"""Documents that `hearth ask` searches for a question, and what it says of the passages found.

Threads: the main thread; reading new files takes as long as it takes.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from app.cli.documents import embed, look
from app.cli.output import ReportedProblem, printable
from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS, searched_of, with_searched
from app.core.documents.facts import source_facts
from app.core.documents.library import path_as_listed
from app.core.documents.quotes import doubtful_quotes, marks_of
from app.core.documents.same_words import unnamed_sources
from app.core.errors import ErrorRow, KnownError
from app.core.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.chats.records import ChatSetup, Message
    from app.core.documents.library import DocumentLibrary
    from app.core.messages import Attachment

ALL: Final = "all"  # in place of a path

# All documents are to be searched, and none can be.
NOTHING_LISTED = ErrorRow(
    what=phrase("There is nothing to search: your list of documents has no file with text."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("List a file or a folder with `hearth documents add PATH`."),
)
# A folder is to be searched, and no file in it can be.
NOTHING_READABLE = ErrorRow(
    what=phrase("There is nothing to search: Hearth can read no file in {path}."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("Name a folder with documents; `hearth documents add PATH` says why files fail."),
)


def searching(setup: ChatSetup, given: Sequence[str | Path], library: DocumentLibrary) -> ChatSetup:
    """Have documents read, and return the setup of a chat that searches them.

    What is not listed yet is listed, unless it cannot be read.

    Args:
        setup: of the chat; what it has searched so far stays where nothing is given.
        given: files and folders; or `ALL` among them.
        library: of the user.

    Raises:
        KnownError: one of them is not there, or has nothing that can be read.
    """
    if given or searched_of(setup):
        look(library)
    if not given:
        return setup
    if ALL in given:
        if not any(one.digest for one in library.documents()):
            raise NOTHING_LISTED()
        return with_searched(setup, [ALL_DOCUMENTS])
    wanted = tuple(dict.fromkeys(map(path_as_listed, given)))
    _list(wanted, library)
    return with_searched(setup, list(map(str, wanted)))


def _list(wanted: Sequence[Path], library: DocumentLibrary) -> None:
    known = [one.path for one in library.documents()]
    new = [one for one in wanted if not any(path.is_relative_to(one) for path in known)]
    before = library.sources()
    if new:
        library.add(new)
    try:
        if new:
            look(library)
        for path in wanted:
            _require_text(path, library)
    except KnownError:
        for path in new:
            if path not in before:
                library.remove(path)
        raise
    if new:
        embed(library)


def _require_text(path: Path, library: DocumentLibrary) -> None:
    """Say which files in a folder cannot be searched.

    Raises:
        KnownError: none can.
    """
    within = [one for one in library.documents() if one.path.is_relative_to(path)]
    refused = [one for one in within if not one.digest]
    if len(refused) < len(within):
        if refused:
            n_files = f"{len(refused):,} of {len(within):,} files in {printable(str(path))}"
            why = "`hearth documents list` says why"
            print(f"hearth: {n_files} cannot be searched; {why}.", file=sys.stderr)
        return
    if [one.path for one in within] == [path] and within[0].problem is not None:
        raise ReportedProblem(within[0].problem)
    raise NOTHING_READABLE(path=path)


def told_of(answer: Message, branch: Sequence[Message], *, searches: bool) -> dict[str, Any]:
    """Say which passages an answer has to do with, and return them for scripts.

    These are the ones that went along with its question, and earlier ones that it cites, or that
    have its words where it cites none.

    Args:
        branch: the messages of the chat, with both.
        searches: the chat searches documents, so that finding nothing is news.
    """
    words = answer.said.answer
    passages = [one for message in branch for one in message.attachments if one.number]
    wanted = {one.number for one in marks_of(words, passages)}
    for message in branch:
        if message.id == answer.parent_id:
            wanted |= {one.number for one in message.attachments}
    at = next((row for row, one in enumerate(branch) if one.id == answer.id), len(branch))
    same = unnamed_sources(words, branch[:at])
    told = [one for one in passages if one.number in wanted or one in same]
    doubtful = doubtful_quotes(words, passages)
    _print(told, doubtful, same)
    if searches and not told:
        print("hearth: no new passage fits this question.", file=sys.stderr)
    facts = [{"file": one.name, **source_facts(one), "text": one.text} for one in told]
    numbers = [one.number for one in same]
    return {"passages": facts, "doubtful_quotes": list(doubtful), "same_words": numbers}


def _print(
    passages: Sequence[Attachment], doubtful: Sequence[str], same: Sequence[Attachment]
) -> None:
    for passage in passages:
        print(f"[{passage.number}] {printable(_place(passage))}", file=sys.stderr)
    if same:
        numbers = ", ".join(f"[{one.number}]" for one in same)
        print(f"hearth: the answer cites none; the same words are in {numbers}.", file=sys.stderr)
    for words in doubtful:
        shown = printable(" ".join(words.split()))
        print(f"hearth: a quotation is not in the passages: “{shown}”", file=sys.stderr)


def _place(passage: Attachment) -> str:
    source = passage.source
    if source is None:
        return passage.name
    page = f"page {source.page_name}" * bool(source.page_name)
    return ", ".join(filter(None, (passage.name, page, " > ".join(source.headings))))
