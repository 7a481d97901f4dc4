"""`hearth machines use`: which machines a model may have a part on, from its next load on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.machines.machine_list import machines_of
from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.models.model_settings import ModelSettings
from app.core.paths import in_home
from app.core.plain_value import replace
from app.core.protocol import RemoteMachine

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="GGUF model")
    parser.add_argument("names", metavar="NAME", nargs="*", help="none: this machine alone")


def _run(options: argparse.Namespace, paths: Paths) -> int:
    machines = machines_of(paths)
    names = [machines.find(name).name for name in options.names]
    path = str(in_home(Path(options.file)).absolute())
    settings = ModelSettings(paths.model_settings)
    chosen = tuple(map(RemoteMachine, dict.fromkeys(names)))
    settings.set(path, replace(settings.of(path), machines=chosen))
    if options.json:
        print(json.dumps({"model": path, "machines": names}))
    elif names:
        print(f"{printable(path)} is loaded with {printable(', '.join(names))} from now on")
    else:
        print(f"{printable(path)} is loaded on this machine alone from now on")
    return 0


USE = Verb(_add_arguments, _run)
