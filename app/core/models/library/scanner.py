"""One look at all folders: from files to entries.

Files come first as groups: one file, or those of a split model that lie in one folder. A group is
one entry however often it was found: what counts is which files it has (device and number), not
how their paths are spelled.
"""

from __future__ import annotations

import itertools
import stat
import time
from typing import TYPE_CHECKING

from app.core.gguf.cursor import open_source
from app.core.gguf.errors import GgufError, HeaderNotRead
from app.core.gguf.parser import read_header
from app.core.gguf.summary import ModelKind, ModelSummary, title_of_file
from app.core.gguf.summary import summarise as summarise_header
from app.core.models.library.entries import (
    Accessory,
    LibraryContents,
    LibraryEntry,
    Origin,
    SortKey,
    Unusable,
    Usable,
    is_unfinished,
    ordered,
    part_of,
)
from app.core.models.library.folder_search import FolderSearch, ScanStopped, had_just_changed
from app.core.models.library.stores import STORES
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from app.core.models.library.entries import Candidate, EntryState
    from app.core.models.library.folder_search import Stamp
    from app.core.models.library.index import Finding, SummaryIndex
    from app.core.models.library.machine import Machine

_ACCESSORIES = {
    ModelKind.PROJECTOR: phrase("It lets another model see or hear, and loads together with it."),
    ModelKind.ADAPTER: phrase("It changes another model, and loads together with it."),
    ModelKind.DRAFT_HEAD: phrase("It drafts for another model. Hearth cannot use it yet."),
}
_NO_MODELS = {
    ModelKind.PART: phrase("It is part of a split model, but its name does not show which part."),
    ModelKind.VOCABULARY: phrase("It has a tokenizer but no weights."),
    ModelKind.OTHER: phrase("It is not a language model."),
}
_MOST_NAMED = 9  # of missing files
_UNFINISHED = phrase("Its download is not finished.")


class LibraryFolders(PlainValue, frozen=True):
    """Where to look.

    Attributes:
        own: absolute folders of the user's.
        machine: where other programs are looked for; None to ask for none of them.
        shows_others: whether models that only other programs have are entries. Their folders are
            looked at all the same: a file of theirs must never pass for one of the user's.
        downloaded: where Hearth's own downloads lie; need not be there.
        opened: absolute paths of files that the user has opened, wherever they lie.
    """

    own: tuple[Path, ...] = ()
    machine: Machine | None = None
    shows_others: bool = True
    downloaded: Path | None = None
    opened: tuple[Path, ...] = ()


class _File(PlainValue, frozen=True):
    """A candidate with what the file system says of it; no stamp where it says nothing."""

    candidate: Candidate
    stamp: Stamp
    objection: Phrase | None

    @property
    def identity(self) -> object:
        # Some network drives give no numbers.
        return self.stamp[:2] if self.stamp and self.stamp[1] else str(self.candidate.path)


class Scan(PlainValue, frozen=True):
    """What one look found, and what to watch until the next."""

    contents: LibraryContents
    stamps: dict[Path, Stamp]


def scan(folders: LibraryFolders, index: SummaryIndex, is_stopped: Callable[[], bool]) -> Scan:
    """Look at everything.

    Raises:
        ScanStopped: `is_stopped` said so.
    """
    search = FolderSearch(is_stopped)
    if folders.machine is not None:
        for find_models in STORES:
            find_models(folders.machine, search)
    if not folders.shows_others:
        search.problems.clear()
    if folders.downloaded is not None:
        search.walk(folders.downloaded, Origin.FOLDER, is_chosen=True, is_hearths=True)
    for folder in folders.own:
        search.walk(folder, Origin.FOLDER, is_chosen=True)
    for file in folders.opened:
        search.add_opened(file)
    reader = _Reader(index, is_stopped)
    files = [_file(candidate) for candidate in search.candidates]
    try:
        entries = [
            reader.entry(group, found_as)
            for group, found_as in _distinct(_groups(files))
            if folders.shows_others or any(one.is_chosen for one in found_as)
        ]
    except ScanStopped:
        index.give_up_scan()
        raise
    index.end_scan()
    stamps = {file.candidate.path: file.stamp for file in files} | search.stamps
    contents = LibraryContents(
        ordered(entries, SortKey.NAME), tuple(search.problems), reader.n_headers_read
    )
    return Scan(contents, stamps)


def _file(candidate: Candidate) -> _File:
    try:
        found = candidate.path.stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return _File(candidate, (), phrase("Hearth cannot read it ({reason}).", reason=reason))
    stamp = (found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size)
    is_regular = stat.S_ISREG(found.st_mode)
    return _File(candidate, stamp, None if is_regular else phrase("It is not a regular file."))


def _groups(files: Iterable[_File]) -> list[list[_File]]:
    """Put the files of a split model together, by the number of the part; others stand alone."""
    groups: dict[object, dict[int, _File]] = {}
    for file in files:
        path = file.candidate.path
        part = None if file.candidate.is_partial else part_of(path.name)
        if part is None:
            groups.setdefault((path, file.candidate), {0: file})
        else:
            whose = file.candidate.is_chosen
            group = groups.setdefault((path.parent, part.prefix, part.count, whose), {})
            group.setdefault(part.index, file)
    return [[group[index] for index in sorted(group)] for group in groups.values()]


def _distinct(groups: Iterable[list[_File]]) -> Iterable[tuple[list[_File], list[Candidate]]]:
    """Return each set of files once, as it was found first, and how else it was found.

    Of two ways to one file in folders of the same owner, the one that is no link counts, so that
    what is deleted is the file.
    """
    found: dict[tuple[object, ...], tuple[list[_File], list[Candidate]]] = {}
    for group in groups:
        key = tuple(file.identity for file in group)
        best, others = found.setdefault(key, (group, []))
        others.append(group[0].candidate)
        is_alike = best[0].candidate.origin is group[0].candidate.origin
        if is_alike and _has_links(best) and not _has_links(group):
            found[key] = (group, others)
    return found.values()


def _has_links(group: list[_File]) -> bool:
    return any(file.candidate.path.is_symlink() for file in group)


class _Reader:
    def __init__(self, index: SummaryIndex, is_stopped: Callable[[], bool]) -> None:
        self.n_headers_read = 0
        self._index = index
        self._is_stopped = is_stopped

    def entry(self, group: list[_File], found_as: list[Candidate]) -> LibraryEntry:
        first = group[0].candidate
        state = self._state(group)
        said = next((one.name for one in found_as if one.name), "")
        names = [one.name for one in found_as if one.name and one.name != said]
        paths = [str(one.path) for one in found_as if one.path != first.path]
        return LibraryEntry(
            path=str(first.path),
            files=tuple(str(file.candidate.path) for file in group if file.stamp),
            name=said or _name(state, first.path.name),
            origin=first.origin,
            size_bytes=sum(file.stamp[3] for file in group if file.stamp),
            modified_s=max((file.stamp[2] for file in group if file.stamp), default=0) / 1e9,
            state=state,
            projector=next((one.projector for one in found_as if one.projector), ""),
            also_known_as=tuple(dict.fromkeys([*names, *paths])),
            is_only_opened=all(one.is_opened for one in found_as),
        )

    def _state(self, group: list[_File]) -> EntryState:
        if group[0].candidate.is_partial:
            return Unusable(_UNFINISHED)
        missing = _missing_parts(group)
        if missing:
            return Unusable(
                phrase("Some of its files are missing: {names}.", names=", ".join(missing))
            )
        summaries = []
        for file in group:
            finding = file.objection or self._finding(file)
            if isinstance(finding, Phrase):
                return Unusable(finding, file.candidate.path.name if len(group) > 1 else "")
            summaries.append(finding)
        return _judged(summaries)

    def _finding(self, file: _File) -> Finding:
        path = file.candidate.path
        if self._is_stopped():
            raise ScanStopped
        known = self._index.get(str(path), file.stamp)
        if known is not None:
            return known
        self.n_headers_read += 1
        try:
            with open_source(path) as source:
                finding: Finding = summarise_header(read_header(source))
        except HeaderNotRead as error:
            return error.reason  # a disk, or rights to it, that may be there the next time
        except GgufError as error:
            finding = error.reason
        if not had_just_changed(file.stamp, time.time_ns()):
            self._index.put(str(path), file.stamp, finding)
        return finding


def _missing_parts(group: list[_File]) -> list[str]:
    """Return the names of files that a split model lacks, a few at most."""
    part = part_of(group[0].candidate.path.name)
    if part is None:
        return []
    parts = (part_of(file.candidate.path.name) for file in group if file.stamp)
    there = {found.index for found in parts if found}
    missing = (index for index in range(1, part.count + 1) if index not in there)
    return [part.file_name(index) for index in itertools.islice(missing, _MOST_NAMED)]


def _judged(summaries: list[ModelSummary]) -> EntryState:
    """Say what whole files are good for: those of one model, in order."""
    first = summaries[0]
    missing = sum(summary.missing_bytes for summary in summaries)
    if missing:
        return Unusable(
            phrase("It is incomplete: {n_mb} MB is missing.", n_mb=f"{missing / 1e6:,.1f}")
        )
    if first.kind in _NO_MODELS:
        return Unusable(_NO_MODELS[first.kind])
    if any(
        (summary.split_count, summary.split_index) != (len(summaries), index)
        for index, summary in enumerate(summaries)
    ):
        return Unusable(
            phrase("It is split into files with names that do not match their content.")
        )
    if first.kind in _ACCESSORIES:
        return Accessory(first, _ACCESSORIES[first.kind])
    return Usable(_joined(summaries))


def _joined(summaries: list[ModelSummary]) -> ModelSummary:
    """Return the summary of a model from those of its files; the first describes it."""
    return replace(
        summaries[0],
        n_parameters=sum(summary.n_parameters for summary in summaries),
        n_expert_parameters=sum(summary.n_expert_parameters for summary in summaries),
        size_bytes=sum(summary.size_bytes for summary in summaries),
        quantisation=next((s.quantisation for s in summaries if s.quantisation), ""),
    )


def _name(state: EntryState, file_name: str) -> str:
    if isinstance(state, Unusable):
        return (
            file_name.removesuffix(".gguf")
            if is_unfinished(file_name)
            else title_of_file(file_name)
        )
    return state.summary.name
