"""`hearth models search`: repositories with GGUF files, those with most downloads first."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.cli.models.hub_access import hub_access
from app.cli.verbs import Verb
from app.core.models.hub import Access

if TYPE_CHECKING:
    import argparse

    from app.core.models.hub import HubModel
    from app.core.paths import Paths

_MARKS = {Access.OPEN: "", Access.TERMS: "terms to accept", Access.REQUEST: "on request"}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="WORDS", nargs="+", help="all of them in the name")


def _run(options: argparse.Namespace, paths: Paths) -> int:
    with hub_access(options, paths) as (_client, api):
        found = api.search(" ".join(options.words))
    if options.json:
        print(json.dumps({"models": [asdict(model) for model in found]}))
    elif not found:
        print("The hub has nothing with these words.")
    else:
        print("\n".join(map(_line, found)))
    return 0


def _line(model: HubModel) -> str:
    facts = [model.updated, model.licence, _MARKS[model.access]]
    words = "  ".join(filter(None, facts))
    return f"{model.downloads:>12,}  {model.repo}  {words}".rstrip()


SEARCH = Verb(_add_arguments, _run)
