"""`hearth models get`: download a model from the hub; what was begun earlier goes on.

What happens is told on the error stream: on a terminal as a line that changes, else a line for each
change. On the output stands the path of the file alone, or a line of JSON.
"""

from __future__ import annotations

import json
import queue
import sys
from typing import TYPE_CHECKING

import psutil

from app.cli.graceful_exit import GracefulExit
from app.cli.interruptible import STEP_S, next_of
from app.cli.models.hub_access import hub_access
from app.cli.models.progress_line import ProgressLine, size_words
from app.cli.output import ReportedProblem
from app.cli.verbs import Verb
from app.core.errors import KnownError
from app.core.models.downloads import (
    Done,
    DownloadChanged,
    DownloadEvent,
    DownloadRefused,
    Downloads,
    DownloadTools,
    Failed,
    Paused,
    Queued,
    order_of,
)
from app.core.models.hub import NothingToDownload, recommended
from app.core.models.suggestions import usable_bytes
from app.core.paths import in_home
from app.core.phrases import phrase

if TYPE_CHECKING:
    import argparse

    from app.core.models.downloads import DownloadOrder
    from app.core.models.hub import HubApi, HubListing, ModelChoice
    from app.core.net import HttpClient
    from app.core.paths import Paths


class NothingFits(KnownError):
    """Every file of a repository is larger than the memory of this machine."""

    def __init__(self, repo: str, smallest: str) -> None:
        super().__init__(
            what=phrase("No file of {repo} fits the memory of this machine.", repo=repo),
            effect=phrase("Nothing was downloaded; your chats and models are not affected."),
            remedy=phrase(
                "Choose a smaller model; or name a file all the same, as in {repo}:{smallest}.",
                repo=repo,
                smallest=smallest,
            ),
        )


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "model",
        metavar="REPO[:QUANT]",
        help="a repository such as ggml-org/gemma-3-4b-it-GGUF, and which of its files, such as "
        "Q4_K_M (default: what suits this machine)",
    )
    parser.add_argument("--folder", metavar="DIR", help="download to DIR/author/name")


def _run(options: argparse.Namespace, paths: Paths) -> int:
    repo, _, wanted = options.model.partition(":")
    folder = in_home(options.folder) if options.folder else paths.models
    with GracefulExit() as graceful_exit, hub_access(options, paths) as (client, api):
        listing = api.listing(repo)
        order = order_of(listing, _chosen(listing, wanted), folder)
        size = size_words(order.n_bytes)
        print(f"hearth: {order.title}, {size}, to {order.folder}", file=sys.stderr)
        state = _download(order, client, api, paths, graceful_exit)
    if isinstance(state, Paused):
        words = f"hearth models get {options.model}"
        print(f"hearth: paused; `{words}` goes on from there.", file=sys.stderr)
    elif options.json:
        facts = {"path": state.path, "projector": state.projector, "bytes": order.n_bytes}
        print(json.dumps(facts))
    else:
        print(state.path)
    return graceful_exit.exit_code


def _chosen(listing: HubListing, wanted: str) -> ModelChoice:
    """Return the choice that is named, else the recommended one.

    Raises:
        NothingToDownload: the repository has none of this name, or several.
        NothingFits: none is named, and none fits the memory.
    """
    if not wanted:
        budget = usable_bytes(psutil.virtual_memory().total)  # as in the window
        found = recommended(listing.choices, budget)
        if found is None:
            smallest = listing.choices[0]
            raise NothingFits(listing.model.repo, smallest.quantisation or smallest.name)
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
