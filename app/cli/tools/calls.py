"""`hearth tools list` and `call`."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.cli.output import print_problem, printable
from app.cli.tools.opened import agree, open_toolbox_of, says_yes
from app.cli.verbs import Verb
from app.core.documents.facts import source_facts
from app.core.documents.prompt_text import passage_head
from app.core.errors import ErrorRow, KnownError
from app.core.messages import ToolCall
from app.core.phrases import phrase
from app.core.tools.masking import masked_arguments, shown
from app.core.tools.values import Decision, Question

if TYPE_CHECKING:
    import argparse

    from app.core.system.paths import Paths
    from app.core.tools.permissions import Grant
    from app.core.tools.toolbox import Toolbox
    from app.core.tools.values import Tool, ToolResult

_LOG_LINES: Final = 5
_LONGEST_LINE: Final = 90


def _no_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def _list(options: argparse.Namespace, paths: Paths) -> int:
    with open_toolbox_of(options, paths) as toolbox:
        if not options.json:
            for server in toolbox.servers.all():
                agree(toolbox, server)
        offered = toolbox.offered()
        logs = {one.server.name: one.log for one in toolbox.states()}
    if options.json:
        tools = [
            {**one.as_function()["function"], "server": one.server, "asks": one.needs_word}
            for one in offered.tools.tools
        ]
        problems = {name: problem.text() for name, problem in offered.problems.items()}
        lacking = {name: problem.text() for name, problem in offered.lacking.items()}
        print(json.dumps({"tools": tools, "problems": problems, "lacking": lacking}))
        return 0
    for tool in offered.tools.tools:
        words = " ".join(tool.description.split())
        short = words if len(words) <= _LONGEST_LINE else f"{words[:_LONGEST_LINE]}…"
        print(f"{printable(tool.name)}  {printable(short)}")
    for name, problem in offered.lacking.items():
        why = " ".join(filter(None, map(str, (problem.what, problem.remedy))))
        print(f"{name}  (not here) {printable(why)}")
    for name, problem in offered.problems.items():
        print_problem(problem)
        _print_log(logs.get(name, ()))
    return 0


def _print_log(lines: tuple[str, ...]) -> None:
    for line in lines[-_LOG_LINES:]:
        print(f"    {printable(line)}", file=sys.stderr)


def _call_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tool", metavar="NAME", help="name of the tool")
    parser.add_argument(
        "arguments", metavar="JSON", nargs="?", default="{}", help="its arguments, a JSON object"
    )
    parser.add_argument("--yes", action="store_true", help="allow this call, without being asked")
    parser.add_argument(
        "--always",
        action="store_true",
        help="with --yes or your word: allow this tool always, until it changes",
    )
    parser.add_argument(
        "--files", metavar="FOLDER", help="save the pictures and files of the result there"
    )


def _call(options: argparse.Namespace, paths: Paths) -> int:
    with open_toolbox_of(options, paths) as toolbox:
        server = next(
            (one for one in toolbox.servers.all() if options.tool.startswith(f"{one.name}__")), None
        )
        if server is not None:
            agree(toolbox, server, is_agreed=options.yes)
        try:
            tool = toolbox.find(options.tool)
            call = ToolCall(tool.name, options.arguments)
            result = toolbox.call(tool, call, _granted(toolbox, tool, call, options))
        except KnownError:
            states = (one for one in toolbox.states() if one.server == server)
            _print_log(next((one.log for one in states), ()))
            raise
    _print_result(result, as_json=options.json)
    if options.files and result.media:
        _save(result, Path(options.files))
    return 1 if result.is_error else 0


def _granted(toolbox: Toolbox, tool: Tool, call: ToolCall, options: argparse.Namespace) -> Grant:
    """Return the user's word for a call; one that covers nothing where there is none."""
    found = toolbox.permissions.standing(tool, call)
    if not isinstance(found, Question):
        return found
    decision = Decision.ALWAYS if options.always else Decision.ONCE
    if options.yes:
        arguments = masked_arguments(call.arguments)
        print(f"hearth: calling {tool.name} {printable(arguments)}", file=sys.stderr)
        return toolbox.permissions.decide(tool, call, decision)
    changed = " It has changed since you allowed it." * (found is Question.CHANGED)
    print(f"{tool.name}: {printable(tool.description)}{changed}", file=sys.stderr)
    print(shown(call.arguments), file=sys.stderr)
    if says_yes("Call it?"):
        return toolbox.permissions.decide(tool, call, decision)
    raise NOT_CONFIRMED(name=tool.name)


NOT_CONFIRMED = ErrorRow(
    what=phrase("The call of {name} was not confirmed."),
    effect=phrase("Nothing was called."),
    remedy=phrase("Say y, or give --yes."),
)
FILES_NOT_SAVED = ErrorRow(
    what=phrase("The files of the result could not be saved in {path} ({reason})."),
    effect=phrase("The call itself was made."),
    remedy=phrase("Name another folder, or free some space."),
)


def _print_result(result: ToolResult, *, as_json: bool) -> None:
    if as_json:
        facts: dict[str, Any] = {
            "text": result.text,
            "error": result.is_error,
            "links": [{"title": one.title, "address": one.address} for one in result.links],
            "passages": [
                {"file": one.name, **source_facts(one), "text": one.text} for one in result.passages
            ],
            "media": [
                {"kind": one.kind, "name": one.name, "bytes": len(one.data)} for one in result.media
            ],
        }
        print(json.dumps(facts))
        return
    for one in result.passages:
        print(f"{printable(passage_head(one))}\n{_lines(one.text)}\n")
    print(_lines(result.text))
    for medium in result.media:
        kind = "a file" if medium.kind == "file" else f"an {medium.kind}"
        named = f"{kind} {medium.name}".strip()
        print(f"hearth: {printable(named)} of {len(medium.data):,} bytes", file=sys.stderr)


def _lines(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))


def _save(result: ToolResult, folder: Path) -> None:
    """Write what came with a result; a file that is there already stays as it is.

    Raises:
        KnownError: the disk refuses.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, medium in enumerate(result.media, 1):
            name = Path(Path(medium.name).name or f"{medium.kind}-{number}")
            others = (f"{name.stem}-{more}{name.suffix}" for more in range(2, 1000))
            for path in (folder / name, *map(folder.joinpath, others)):
                with contextlib.suppress(FileExistsError), path.open("xb") as file:
                    file.write(medium.data)
                    print(f"hearth: saved {printable(str(path))}", file=sys.stderr)
                    break
    except OSError as error:
        raise FILES_NOT_SAVED(path=folder, reason=error.strerror or error) from error


LIST = Verb(_no_arguments, _list)
CALL = Verb(_call_arguments, _call)
