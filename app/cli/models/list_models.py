"""`hearth models list` and `rm`: what there is, also what cannot be used; and what is to go."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli.models.output import (
    SensesHere,
    add_folder_argument,
    entry_facts,
    in_gb,
    scanned_library,
    senses_facts,
    senses_words,
    short_count,
)
from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.gguf.summary import ModelKind
from app.core.models.library.entries import (
    Accessory,
    EntryFilter,
    Origin,
    SortKey,
    Unusable,
    Usable,
    chosen,
    ordered,
)
from app.core.system.desktop_words import trash

if TYPE_CHECKING:
    import argparse

    from app.core.models.library.entries import LibraryEntry
    from app.core.system.paths import Paths


_LONGEST_NAME = 40


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sort",
        metavar="KEY",
        choices=[one.value for one in SortKey],
        default=SortKey.NAME.value,
        help=f"by {', '.join(SortKey)} (default: name)",
    )
    parser.add_argument(
        "--filter",
        metavar="WORDS",
        default="",
        help="only models with all of these words in their name or path",
    )
    parser.add_argument(
        "--kind",
        metavar="KIND",
        choices=[one.value for one in ModelKind],
        action="append",
        default=[],
        help="only models of this kind: language, embedding, projector, ...",
    )
    parser.add_argument(
        "--from",
        dest="origins",
        metavar="PROGRAM",
        choices=[one.value for one in Origin],
        action="append",
        default=[],
        help=f"only models from {', '.join(Origin)}",
    )
    parser.add_argument(
        "--usable", action="store_true", help="leave out models that cannot be loaded"
    )
    add_folder_argument(parser)


def _run(options: argparse.Namespace, paths: Paths) -> int:
    contents = scanned_library(options, paths).contents
    wanted = EntryFilter(
        words=options.filter,
        kinds=frozenset(map(ModelKind, options.kind)),
        origins=frozenset(map(Origin, options.origins)),
        is_usable_only=options.usable,
    )
    senses = SensesHere(paths)
    entries = ordered(chosen(contents.entries, wanted), SortKey(options.sort))
    if options.json:
        problems = [{"folder": one.folder, "reason": str(one.reason)} for one in contents.problems]
        models = [entry_facts(one) | senses_facts(senses.of(one)) for one in entries]
        facts = {"models": models, "problems": problems}
        print(json.dumps(facts))
    else:
        print(_table(entries, senses, n_all=len(contents.entries)))
    return 0


def _table(entries: tuple[LibraryEntry, ...], senses: SensesHere, n_all: int) -> str:
    if not n_all:
        return "No models found. The setting `models.folders` lists the folders to search."
    if not entries:
        return f"None of the {n_all} models fits."
    return "\n".join(line for entry in entries for line in _lines(entry, senses))


def _lines(entry: LibraryEntry, senses: SensesHere) -> list[str]:
    """Return what is said of an entry: a line with the figures, one with the path, and more."""
    name = printable(entry.name)[:_LONGEST_NAME]
    summary = None if isinstance(entry.state, Unusable) else entry.state.summary
    figures = f"{in_gb(entry.size_bytes):>10}"
    if summary is not None:
        context = f"{summary.n_ctx_train:,}" if summary.n_ctx_train else ""
        figures = (
            f"{figures}  {short_count(summary.n_parameters):>7}  {summary.quantisation:<8}"
            f"  {context:>9}  {summary.kind}"
        )
    program = f"  ({entry.origin.program})" if entry.origin.program else ""
    lines = [f"{name:<{_LONGEST_NAME}}{figures}{program}", f"    {printable(entry.path)}"]
    match entry.state:
        case Unusable(reason, file):
            lines.append(f"    {printable(f'{file}: {reason}' if file else str(reason))}")
        case Accessory(_, reason):
            lines.append(f"    {reason}")
        case Usable():
            lines += [f"    {printable(line)}" for line in senses_words(senses.of(entry))]
    return lines


LIST = Verb(_add_arguments, _run)


def _add_remove_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="any file of the model")
    add_folder_argument(parser)


def _remove(options: argparse.Namespace, paths: Paths) -> int:
    library = scanned_library(options, paths)
    entry = library.find(options.file)
    library.delete(entry)
    if options.json:
        print(json.dumps({"moved_to_trash": entry.files, "bytes": entry.size_bytes}))
    else:
        for file in entry.files:
            print(f"moved to the {trash()}: {printable(file)}")
        print(f"{in_gb(entry.size_bytes)} will be free once you empty the {trash()}")
    return 0


REMOVE = Verb(_add_remove_arguments, _remove)
