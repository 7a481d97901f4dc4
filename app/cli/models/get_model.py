"""`hearth models get`: download a model from the hub; what was begun earlier goes on.

What happens is told on the error stream: on a terminal as a line that changes, else a line for each
change. On the output stands the path of the file alone, or a line of JSON.
"""

from __future__ import annotations

import json
import queue
import sys
from typing import TYPE_CHECKING, Self

import psutil

from app.cli.graceful_exit import STEP_S, GracefulExit, next_of
from app.cli.models.hub import hub_access
from app.cli.output import ReportedProblem
from app.cli.verbs import Verb
from app.core.errors import ErrorRow
from app.core.models.catalogue import catalogue_of
from app.core.models.downloads.downloads import Downloads, DownloadTools
from app.core.models.downloads.values import (
    Done,
    DownloadChanged,
    DownloadEvent,
    DownloadRefused,
    Failed,
    Paused,
    Queued,
    Retrying,
    Running,
    Verifying,
    order_of,
)
from app.core.models.hub.errors import NothingToDownload
from app.core.models.hub.grouping import recommended
from app.core.models.suggestions import Fit, rate, usable_bytes
from app.core.phrases import phrase
from app.core.system.paths import in_home

if TYPE_CHECKING:
    import argparse

    from app.core.models.catalogue import ModelCatalogue
    from app.core.models.downloads.values import Download, DownloadOrder
    from app.core.models.hub.api import HubApi
    from app.core.models.hub.repositories import HubListing, ModelChoice
    from app.core.models.suggestions import RatedSuggestion
    from app.core.net.client import HttpClient
    from app.core.system.paths import Paths


FIT_WORDS = {Fit.WELL: "fits well", Fit.TIGHT: "tight", Fit.TOO_LARGE: "too large"}
_CLEAR = "\r\x1b[K"


def size_words(n_bytes: int) -> str:
    """Return a size in GB, in MB below a tenth of one."""
    return f"{n_bytes / 1e9:.2f} GB" if n_bytes >= 1e8 else f"{n_bytes / 1e6:.1f} MB"


class ProgressLine:
    """Shows each change; a context manager that leaves the terminal on a line of its own.

    Elsewhere than on a terminal only what interrupts is told, a line each.

    Args:
        n_bytes: of the whole download.
    """

    def __init__(self, n_bytes: int) -> None:
        self._n_bytes = n_bytes
        self._is_terminal = sys.stderr.isatty()
        self._is_open = False
        self._left_s: float | None = None  # of a wait that was told

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_open:
            print(file=sys.stderr)

    def show(self, download: Download) -> None:
        """Show how far it is."""
        text = _text(download, self._n_bytes)
        if self._is_terminal:
            print(f"{_CLEAR}{text}", end="", file=sys.stderr, flush=True)
            self._is_open = True
            return
        left_s = download.state.wait_s if isinstance(download.state, Retrying) else None
        if left_s is not None and (self._left_s is None or left_s > self._left_s):
            print(f"hearth: {text}", file=sys.stderr, flush=True)
        self._left_s = left_s


def _text(download: Download, n_bytes: int) -> str:
    done = f"{download.n_done / max(1, n_bytes):5.1%} of {size_words(n_bytes)}"
    match download.state:
        case Queued() | Paused() | Failed() | Done():
            return done
        case Running(is_stalled=True):
            return f"{done}  waiting for the server"
        case Running(bytes_per_s, seconds_left):
            speed = f"  {bytes_per_s / 1e6:.1f} MB/s" if bytes_per_s else ""
            left = "" if seconds_left is None else f"  {_time(seconds_left)} left"
            return f"{done}{speed}{left}"
        case Retrying(problem, wait_s):
            return f"{done}  {problem.what} Trying again in {_time(wait_s)}."
        case Verifying():
            return f"{done}  comparing the checksum"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# Every file of a repository is larger than the memory of this machine.
NOTHING_FITS = ErrorRow(
    what=phrase("No file of {repo} fits in this machine's memory."),
    effect=phrase("Nothing was downloaded; your chats and models are not affected."),
    remedy=phrase(
        "Choose a smaller model, or name a file to download it anyway, as in {repo}:{smallest}."
    ),
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "model",
        metavar="REPO[:QUANT]",
        nargs="?",
        default="",
        help="repository such as unsloth/Qwen3.5-4B-GGUF, and which of its files, such as "
        "Q4_K_M (default: the best one for this machine); or a suggested model, such as "
        "qwen3.5-4b. Without one, the suggested models are listed and nobody is contacted",
    )
    parser.add_argument("--folder", metavar="DIR", help="download to DIR/author/name")


def _run(options: argparse.Namespace, paths: Paths) -> int:
    catalogue = catalogue_of(paths.data)
    if not options.model:
        _list(catalogue, as_json=options.json)
        return 0
    suggested = catalogue.named(options.model.lower())
    repo, _, wanted = options.model.partition(":")
    folder = in_home(options.folder) if options.folder else paths.models
    with GracefulExit() as graceful_exit, hub_access(options, paths) as (client, api):
        listing = api.listing(repo if suggested is None else suggested.repo)
        if suggested is not None:
            wanted = suggested.quantisation
        order = order_of(listing, _chosen(listing, wanted), folder)
        size = size_words(order.n_bytes)
        print(f"hearth: {order.title}, {size}, to {order.folder}", file=sys.stderr)
        state = _download(order, client, api, paths, graceful_exit)
    if isinstance(state, Paused):
        words = f"hearth models get {options.model}"
        print(f"hearth: paused; `{words}` resumes the download.", file=sys.stderr)
    elif options.json:
        facts = {"path": state.path, "projector": state.projector, "bytes": order.n_bytes}
        print(json.dumps(facts))
    else:
        print(state.path)
    return graceful_exit.exit_code


def _list(catalogue: ModelCatalogue, *, as_json: bool) -> None:
    """Print the suggested models, with a mark at the one for this machine's memory."""
    rated = rate(psutil.virtual_memory().total, catalogue)
    if as_json:
        print(json.dumps([_facts_of(one) for one in rated]))
        return
    if catalogue.as_of:
        print(f"hearth: suggested models, as of {catalogue.as_of}", file=sys.stderr)
    for one in rated:
        model = one.suggestion
        need = f"{size_words(model.download_bytes):>9}, needs {model.ram_bytes / 1e9:4.1f} GB"
        mark = "recommended" if one.is_first_choice else FIT_WORDS[one.fit]
        print(f"{model.key:<20} {need}  {mark:<11}  {model.suits}")


def _facts_of(rated: RatedSuggestion) -> dict[str, object]:
    model = rated.suggestion
    return {
        "key": model.key,
        "name": model.name,
        "repo": model.repo,
        "file": model.file,
        "bytes": model.download_bytes,
        "ram_bytes": model.ram_bytes,
        "licence": model.licence,
        "fit": rated.fit.name.lower(),
        "recommended": rated.is_first_choice,
    }


def _chosen(listing: HubListing, wanted: str) -> ModelChoice:
    """Return the choice that is named, else the recommended one.

    Raises:
        NothingToDownload: the repository has none of this name, or several.
        KnownError: none is named, and none fits the memory.
    """
    if not wanted:
        budget = usable_bytes(psutil.virtual_memory().total)  # as in the window
        found = recommended(listing.choices, budget)
        if found is None:
            smallest = listing.choices[0]
            raise NOTHING_FITS(
                repo=listing.model.repo, smallest=smallest.quantisation or smallest.name
            )
        return found
    word = wanted.casefold()
    for names in ("quantisation", "name"):
        named = [one for one in listing.choices if getattr(one, names).casefold() == word]
        if len(named) == 1:
            return named[0]
    offered = tuple(one.name for one in listing.choices)
    raise NothingToDownload(listing.model.repo, wanted, offered)


def _download(
    order: DownloadOrder,
    client: HttpClient,
    api: HubApi,
    paths: Paths,
    graceful_exit: GracefulExit,
) -> Done | Paused:
    """Download, and show how far it is.

    Raises:
        ReportedProblem: it failed or was refused.
    """
    events: queue.SimpleQueue[DownloadEvent] = queue.SimpleQueue()
    tools = DownloadTools(client, api, beside=paths.beside)
    downloads = Downloads(paths.downloads, tools, events.put)

    def pause() -> bool:
        downloads.pause(order.id)
        return True

    try:
        downloads.add(order)
        graceful_exit.stop_with(pause)
        return _follow(order, events)
    finally:
        downloads.close()
        while not downloads.join(STEP_S):  # in steps, which Ctrl+C interrupts on Windows too
            pass


def _follow(order: DownloadOrder, events: queue.SimpleQueue[DownloadEvent]) -> Done | Paused:
    line = ProgressLine(order.n_bytes)
    has_begun = False  # before, it is told how an earlier run has left it
    with line:
        while True:
            match next_of(events):
                case DownloadRefused(download_id, problem) if download_id == order.id:
                    raise ReportedProblem(problem)
                case DownloadChanged(download) if download.id == order.id:
                    has_begun |= isinstance(download.state, Queued)
                    if not has_begun:
                        continue
                    line.show(download)
                    match download.state:
                        case Failed(problem):
                            raise ReportedProblem(problem)
                        case Done() | Paused() as state:
                            return state
                        case _:
                            pass
                case _:
                    pass  # of others, which wait


GET = Verb(_add_arguments, _run)
