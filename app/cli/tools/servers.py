"""`hearth tools servers`, `add`, `import`, `rm` and `set`: which tools there are."""

from __future__ import annotations

import contextlib
import getpass
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.cli.output import print_problem, printable
from app.cli.tools.opened import agree, in_ascii, open_toolbox_of
from app.cli.verbs import Verb
from app.core.errors import ErrorRow, KnownError
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.system.desktop_words import keyring
from app.core.system.keyring_entry import KeyringRefused, is_secret
from app.core.system.paths import in_home
from app.core.tools.errors import TOOL_SECRETS_NOT_KEPT
from app.core.tools.importing import servers_in
from app.core.tools.own.web_search import ENGINES, key_of_engine
from app.core.tools.servers import ToolServer

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping

    from app.core.system.paths import Paths

_NONE: Final = "none"

NO_SUCH_CHOICE = ErrorRow(
    what=phrase("There is no {what} “{value}”."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("`hearth tools set --help` says what there is."),
)


@contextlib.contextmanager
def _secrets_kept() -> Iterator[None]:
    try:
        yield
    except KeyringRefused as error:
        raise TOOL_SECRETS_NOT_KEPT(str(error), keyring=keyring()) from None


def _no_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def _servers(options: argparse.Namespace, paths: Paths) -> int:
    with open_toolbox_of(options, paths) as toolbox:
        states = toolbox.states()
    if options.json:
        facts = [
            {"name": one.server.name, "origin": one.server.origin, "agreed": one.is_agreed}
            for one in states
        ]
        print(json.dumps({"servers": facts}))
        return 0
    if not states:
        print("You have no tool servers yet; `hearth tools add NAME -- COMMAND` adds one.")
    for one in states:
        note = "" if one.is_agreed else "  (not allowed yet: `hearth tools list` asks)"
        print(f"{one.server.name}  {in_ascii(one.server.origin)}{note}")
    return 0


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="letters, digits and hyphens")
    parser.add_argument(
        "started",
        metavar="COMMAND",
        nargs="+",
        help="behind --: the program and its arguments; or an address that begins with http",
    )
    parser.add_argument(
        "--env",
        metavar="NAME[=VALUE]",
        action="append",
        default=[],
        help="a variable for the program, kept in the keyring; without a value it is that of "
        "Hearth; repeatable",
    )
    parser.add_argument(
        "--key",
        action="store_true",
        help="prompt for a key for the address, or read it from a pipe",
    )


def _add(options: argparse.Namespace, paths: Paths) -> int:
    given = [one.partition("=") for one in options.env]
    secrets = {name: value for name, sign, value in given if sign}
    names = tuple(sorted({name for name, _sign, _value in given}))
    is_address = options.started[0].startswith(("http://", "https://"))
    if is_address and options.key:
        secrets = {"Authorization": f"Bearer {_asked_key(options.started[0])}"}
        names = ("Authorization",)
    server = (
        ToolServer(options.name, address=options.started[0], secrets=names)
        if is_address
        else ToolServer(options.name, tuple(options.started), str(Path.cwd()), secrets=names)
    )
    with open_toolbox_of(options, paths) as toolbox:
        with _secrets_kept():
            toolbox.servers.add(server, secrets)
        toolbox.permissions.agree(server.name, server.digest)  # who adds it has typed all of it
    if options.json:
        print(json.dumps({"added": server.name, "origin": server.origin}))
    else:
        print(f"{server.name} was added; `hearth tools list` shows its tools.")
    return 0


def _asked_key(what: str) -> str:
    if sys.stdin.isatty():
        key = getpass.getpass(f"Key for {printable(what)} (it is not shown): ").strip()
    else:
        key = sys.stdin.readline().strip()
    if not is_secret(key):
        raise NO_SUCH_CHOICE(what="key", value="")
    return key


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="mcp.json of LM Studio or Cursor, or claude_desktop_config.json",
    )
    parser.add_argument("--yes", action="store_true", help="allow all their commands, as shown")


def _import(options: argparse.Namespace, paths: Paths) -> int:
    found, left_out = servers_in(in_home(options.file))
    added: list[str] = []
    with open_toolbox_of(options, paths) as toolbox:
        for one in found:
            try:
                with _secrets_kept():
                    toolbox.servers.add(one.server, one.secrets)
            except KnownError as error:
                print(f"hearth: left out: {one.server.name}", file=sys.stderr)
                print_problem(error.problem())
                continue
            added.append(one.server.name)
            agree(toolbox, one.server, is_agreed=options.yes)
    for why in left_out:
        print(f"hearth: left out: {printable(str(why))}", file=sys.stderr)
    print(json.dumps({"added": added}) if options.json else f"Added: {len(added)}")
    return 0


def _rm_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="name of the server")


def _remove(options: argparse.Namespace, paths: Paths) -> int:
    with open_toolbox_of(options, paths) as toolbox:
        toolbox.servers.find(options.name)
        toolbox.permissions.forget(server=options.name)
        with _secrets_kept():
            toolbox.servers.remove(options.name)
    print(json.dumps({"removed": options.name}) if options.json else f"{options.name} was removed.")
    return 0


# -- set --


def _set_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("folder", "search"), help="what to choose")
    parser.add_argument(
        "value",
        metavar="VALUE",
        help=f"a folder whose files a model may read; an engine: {', '.join(ENGINES)}; or none",
    )
    parser.add_argument(
        "address", metavar="ADDRESS", nargs="?", default="", help="of a SearXNG server"
    )
    parser.add_argument("--key", action="store_true", help="prompt for the engine's key")


def _set(options: argparse.Namespace, paths: Paths) -> int:
    value = "" if options.value == _NONE else options.value
    with open_toolbox_of(options, paths) as toolbox:
        choices = toolbox.servers.choices()
        if options.what == "folder":
            folder = str(in_home(value).resolve()) if value else ""
            if folder and not Path(folder).is_dir():
                raise NO_SUCH_CHOICE(what="folder", value=options.value)
            toolbox.servers.choose(replace(choices, folder=folder))
        else:
            _require_engine(value, options.address)
            if options.key:
                with _secrets_kept():
                    key_of_engine(value).keep(_asked_key(value))
            chosen = replace(choices, engine=value, engine_address=options.address)
            toolbox.servers.choose(chosen)
        choices = toolbox.servers.choices()
    facts: Mapping[str, str] = {
        "folder": choices.folder, "search": choices.engine, "address": choices.engine_address
    }  # fmt: skip
    print(json.dumps(facts) if options.json else "Saved.")
    return 0


def _require_engine(name: str, address: str) -> None:
    from app.core.net.addresses import WebOrigin

    if name and name not in ENGINES:
        raise NO_SUCH_CHOICE(what="search engine", value=name)
    if name and (address or not ENGINES[name].address):
        WebOrigin.of(address)  # which refuses what is no address


SERVERS = Verb(_no_arguments, _servers)
ADD = Verb(_add_arguments, _add)
IMPORT = Verb(_import_arguments, _import)
REMOVE = Verb(_rm_arguments, _remove)
SET = Verb(_set_arguments, _set)
