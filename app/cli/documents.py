"""`hearth documents`: what the user lists to be found in, for people at a terminal and for scripts.

Each verb looks at the listed files first, so that what it says is true now. Works while a window is
open: either may write, one transaction after the other.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.arguments import positive
from app.cli.output import ReportedProblem, print_problem, printable
from app.cli.verbs import UNKNOWN_COMMAND, Verb, Verbs
from app.core.documents.facts import embedder_facts, file_facts, found_facts
from app.core.documents.library import DocumentLibrary
from app.core.documents.reader import DocumentReader
from app.core.settings.settings import Settings
from app.core.settings.table import EMBEDDER
from app.core.system.paths import DOCUMENTS, DOCUMENTS_LIST, in_home

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from app.core.documents.embedding import EmbeddingState
    from app.core.documents.index import KnownFile
    from app.core.documents.library import LookProgress
    from app.core.documents.search import FoundPassage
    from app.core.system.paths import Paths

_CLEAR = "\r\x1b[K"
_LONGEST = 300  # characters of a passage on a terminal
_TELL_S = 0.5  # between two words of how far it is
_NONE = "none"


@contextlib.contextmanager
def open_library(options: argparse.Namespace, paths: Paths) -> Iterator[DocumentLibrary]:
    """Give the user's documents, and close them."""
    database, listed = paths.data / DOCUMENTS, paths.data / DOCUMENTS_LIST
    embedder = Settings.load(paths.settings_file, options.given).get(EMBEDDER)
    path = Path(embedder) if embedder else None
    with DocumentLibrary(database, listed, DocumentReader(), path) as library:
        yield library


def look(library: DocumentLibrary) -> LookProgress:
    """Read what is new or changed, and say on a terminal how far that is.

    Raises:
        KnownError: what was read cannot be kept.
    """
    is_told = sys.stderr.isatty()

    def tell(progress: LookProgress) -> None:
        if progress.reading:
            so_far = f"{progress.n_read + 1:,} of {progress.n_to_read:,}"
            line = f"reading {so_far}: {printable(progress.reading)}"
            print(f"{_CLEAR}{line[:100]}", end="", file=sys.stderr, flush=True)

    last = library.look(tell if is_told else lambda _progress: None).result()
    if is_told:
        print(_CLEAR, end="", file=sys.stderr, flush=True)
    if last.problem is not None:
        raise ReportedProblem(last.problem)
    if last.is_cut:
        print(f"hearth: only the first {last.n_files:,} files were looked at.", file=sys.stderr)
    return last


def embed(library: DocumentLibrary) -> None:
    """Make the vectors that are missing, and say on a terminal how far that is."""
    work, is_told = library.embed(), sys.stderr.isatty()
    while True:
        try:
            problem = work.result(_TELL_S if is_told else None)
            break
        except TimeoutError:
            state = library.embedding_state()
            so_far = f"{state.n_embedded:,} of {state.n_passages:,} passages"
            print(f"{_CLEAR}vectors: {so_far}", end="", file=sys.stderr, flush=True)
    if is_told:
        print(_CLEAR, end="", file=sys.stderr, flush=True)
    if problem is not None:
        print_problem(problem)


def _vectors_text(state: EmbeddingState) -> str:
    if state.path is None:
        return "No embedding model: documents are searched by their words."
    problem = f"\n    {printable(state.problem.text())}" if state.problem else ""
    so_far = f"{state.n_embedded:,} of {state.n_passages:,} passages"
    return f"Vectors: {so_far}, by {printable(str(state.path))}{problem}"


# -- list --


def _no_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def _list(options: argparse.Namespace, paths: Paths) -> int:
    with open_library(options, paths) as library:
        look(library)
        sources, files = library.sources(), library.documents()
        state = library.embedding_state()
    if options.json:
        facts = {
            "sources": [str(one) for one in sources],
            "documents": [file_facts(one) for one in files],
            "embedder": embedder_facts(state),
        }
        print(json.dumps(facts))
        return 0
    if not sources:
        print("No documents yet. `hearth documents add PATH` lists a file or a folder.")
    for source in sources:
        within = [one for one in files if one.path.is_relative_to(source)]
        n_read = sum(bool(one.digest) for one in within)
        is_file = [one.path for one in within] == [source]
        read = "" if is_file else f"  (read: {n_read:,} of {len(within):,})"
        print(f"{printable(str(source))}{read}")
        for one in within:
            print(f"    {_line(one, source)}")
    if state.path is not None:
        print(_vectors_text(state))
    return 0


def _line(file: KnownFile, source: Path) -> str:
    name = printable(str(file.path.relative_to(source) if file.path != source else file.path.name))
    away = "" if file.is_reachable else "  (not reachable)"
    if file.problem is not None:
        return f"{name}{away}  {printable(file.problem.text())}"
    pages = "1 page, " if file.n_pages == 1 else f"{file.n_pages:,} pages, " * bool(file.n_pages)
    empty = f", {file.n_pages_without_text:,} of them without text" * bool(
        file.n_pages_without_text
    )
    return f"{name}{away}  {pages}about {file.n_tokens:,} tokens{empty}"


# -- add and rm --


def _add_add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file or a folder")


def _add(options: argparse.Namespace, paths: Paths) -> int:
    with open_library(options, paths) as library:
        before = {one.path: one.digest for one in library.documents()}
        library.add(options.paths)
        look(library)
        embed(library)
        files = library.documents()
    new = [one for one in files if before.get(one.path) != one.digest or one.path not in before]
    if options.json:
        print(json.dumps({"documents": [file_facts(one) for one in new]}))
        return 0
    refused = [(one.path, one.problem.text()) for one in new if one.problem is not None]
    print(f"Read: {len(new) - len(refused):,}, left out: {len(refused):,}")
    for path, reason in refused:
        print(f"    {printable(str(path))}  {printable(reason)}")
    return 0


def _add_rm_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="a file or folder that is listed")


def _remove(options: argparse.Namespace, paths: Paths) -> int:
    with open_library(options, paths) as library:
        library.remove(options.path)
        sources = library.sources()
    if options.json:
        print(json.dumps({"sources": [str(one) for one in sources]}))
    else:
        print("Taken off the list; the files are where they were.")
    return 0


# -- search --


def _add_search_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="WORD", nargs="+", help="a question, or words")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=positive,
        default=5,
        help="maximum number of passages (default: 5; at most 50)",
    )


def _search(options: argparse.Namespace, paths: Paths) -> int:
    with open_library(options, paths) as library:
        look(library)
        found = library.search(" ".join(options.words), options.limit)
    if options.json:
        print(json.dumps({"passages": [found_facts(one) for one in found]}))
    else:
        print("\n\n".join(map(_passage_text, found)) or "Nothing found.")
    return 0


def _passage_text(found: FoundPassage) -> str:
    page = f"page {found.page_name}" * bool(found.page_name)
    where = ", ".join(filter(None, (found.name, page, " > ".join(found.headings))))
    words = " ".join(found.text.split())
    shown = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
    return f"{printable(where)}\n    {printable(shown)}"


# -- embedder --


def _add_embedder_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a GGUF file of an embedding model; none: search by words alone",
    )


def _show_or_set_embedder(options: argparse.Namespace, paths: Paths) -> int:
    with open_library(options, paths) as library:
        if options.file is not None:
            path = None if options.file == _NONE else in_home(options.file).absolute()
            if path is not None:
                library.test_embedder(path)
            Settings.load(paths.settings_file).set(EMBEDDER, str(path or ""))
            library.set_embedder(path)
            embed(library)
        state = library.embedding_state()
    print(json.dumps(embedder_facts(state)) if options.json else _vectors_text(state))
    return 0


_WORDS = {
    "list": "list your documents, and say why some could not be read",
    "add": "add files and folders",
    "search": "find passages in your documents",
    "rm": "take a file or folder off the list",
    "embedder": "show or choose the model that finds passages by meaning, too",
}


def _load(name: str) -> Verb:
    verbs = {
        "list": Verb(_no_arguments, _list),
        "add": Verb(_add_add_arguments, _add),
        "search": Verb(_add_search_arguments, _search),
        "rm": Verb(_add_rm_arguments, _remove),
        "embedder": Verb(_add_embedder_arguments, _show_or_set_embedder),
    }
    if name not in verbs:
        raise UNKNOWN_COMMAND(word=name)
    return verbs[name]


VERBS = Verbs(_WORDS, _load)
