"""`hearth projects`: what the chats of a folder begin with, from files and for scripts."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

from app.cli.chats.open_chats import open_chats
from app.cli.output import printable
from app.cli.verbs import UNKNOWN_COMMAND, Verb, Verbs
from app.core.decoding.decoder import Decoder
from app.core.documents.library import path_as_listed
from app.core.errors import ErrorRow
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.projects.files import (
    read_project_files,
    read_whole,
    write_project,
    written_project,
)
from app.core.projects.values import ProjectContent, checked
from app.core.system.paths import in_home

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from app.core.chats.records import ChatFolder
    from app.core.chats.store import ChatStore
    from app.core.system.paths import Paths

# A name of no project, and of no folder.
PROJECT_UNKNOWN = ErrorRow(
    what=phrase("There is no project {name}."),
    effect=phrase("Nothing was done or changed."),
    remedy=phrase("`hearth projects list` lists the projects."),
)


NAME_MISSING = ErrorRow(
    what=phrase("The project has no name."),
    effect=phrase("Nothing was done or changed."),
    remedy=phrase("Give a name of letters, digits or signs."),
)
LANGUAGE_UNKNOWN = ErrorRow(
    what=phrase("{code} is not the code of a language."),
    effect=phrase("Nothing was done or changed."),
    remedy=phrase("Give a code such as de or zh-Hans."),
)
FILE_MISSING = ErrorRow(
    what=phrase("There is no file or folder {path}."),
    effect=phrase("Nothing was done or changed."),
    remedy=phrase("Check the path."),
)


def find_project(store: ChatStore, name: str) -> tuple[ChatFolder, ProjectContent]:
    """Return the first folder of a name, with what its chats begin with; a plain one gives nothing.

    Raises:
        KnownError: there is no folder of that name.
    """
    folder = _folder(store, name)
    if folder is None:
        raise PROJECT_UNKNOWN(name=printable(name[:100]))
    return folder, store.folders.project(folder.id) or ProjectContent(folder.name)


def _folder(store: ChatStore, name: str) -> ChatFolder | None:
    wanted = _clean(name)
    return next((one for one in store.folders.all() if one.name == wanted), None)


def _clean(name: str) -> str:
    return " ".join(name.split())


def _no_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def _list(options: argparse.Namespace, paths: Paths) -> int:
    with open_chats(paths) as store:
        in_folders = [one.folder_id for one in store.list_chats()]
        found = [
            (folder, store.folders.project(folder.id), in_folders.count(folder.id))
            for folder in store.folders.all()
        ]
    if options.json:
        facts = [
            {"name": folder.name, "version": folder.project_version, "chats": n_chats}
            | ({} if content is None else {"documents": len(content.documents)})
            for folder, content, n_chats in found
        ]
        print(json.dumps({"projects": facts}))
        return 0
    if not found:
        print("There are no projects yet. `hearth projects add FILE` reads one from a file.")
    for folder, content, n_chats in found:
        begins = "nothing set" if content is None else _in_short(content)
        chats = "1 chat" if n_chats == 1 else f"{n_chats:,} chats"
        print(f"{printable(folder.name)}  ({chats}; {begins})")
    return 0


def _in_short(content: ProjectContent) -> str:
    n_words = len(content.instructions.split())
    parts = [
        f"{n_words:,} word{'s' * (n_words != 1)} of instructions" * bool(n_words),
        f"documents: {len(content.documents):,}" * bool(content.documents),
        f"searches: {len(content.searched):,}" * bool(content.searched),
    ]
    return ", ".join(filter(None, parts)) or "nothing set"


# -- add, set, show --


def _add_add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a character card (PNG, JSON, CHARX), a preset of LM Studio, models of Open WebUI",
    )


def _add(options: argparse.Namespace, paths: Paths) -> int:
    path = in_home(options.file)
    with contextlib.closing(Decoder()) as decoder:
        contents = read_project_files(read_whole(path), path.name, decoder)
    with open_chats(paths) as store:
        for content in contents:
            # Files of strangers name tools and documents that are not theirs to choose.
            own = replace(content, tools=(), documents=(), searched=())
            folder, _chats = store.folders.make(own.name)
            store.folders.set_project(folder.id, own)
    if options.json:
        print(json.dumps({"projects": [one.name for one in contents]}))
        return 0
    for content in contents:
        print(f"Added: {printable(content.name)}  ({_in_short(content)})")
        for kind, names in (("documents", content.documents), ("tools", content.tools)):
            if names:
                shown = ", ".join(map(printable, names))
                print(f"    not taken over: {kind} ({shown}); choose your own")
        if content.openings or content.lore:
            n_openings, n_lore = len(content.openings), len(content.lore)
            print(f"    kept, not used yet: {n_openings:,} opening messages, {n_lore:,} of lore")
    return 0


def _add_set_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the project; a new one is made")
    parser.add_argument("--instructions", metavar="TEXT", help="what its chats are told first")
    parser.add_argument(
        "--document",
        metavar="FILE",
        action="append",
        help="a document that its chats begin with; repeatable; none: no documents",
    )
    parser.add_argument(
        "--search",
        metavar="PATH",
        action="append",
        help="a file or folder in which its chats find passages; repeatable; none: nothing",
    )
    parser.add_argument("--language", metavar="CODE", help="of the answers, such as de")


def _set(options: argparse.Namespace, paths: Paths) -> int:
    name = _clean(options.name)
    if not name:
        raise NAME_MISSING()
    given = {
        "instructions": options.instructions,
        "documents": _paths(options.document),
        "searched": _paths(options.search),
        "language": _language(options.language),
    }
    changed = {name: value for name, value in given.items() if value is not None}
    with open_chats(paths) as store:
        folder = _folder(store, name)
        before = None if folder is None else store.folders.project(folder.id)
        content = checked(replace(before or ProjectContent(name), **changed))
        if folder is None:
            folder = store.folders.make(name)[0]
        folder = store.folders.set_project(folder.id, content)
    if options.json:
        print(json.dumps({"name": folder.name, "version": folder.project_version}))
    else:
        print(f"{printable(folder.name)}: {_in_short(content)}")
        print("Chats that began before keep what they began with.")
    return 0


def _paths(given: list[str] | None) -> tuple[str, ...] | None:
    if given is None:
        return None
    if given == ["none"]:
        return ()
    paths = tuple(path_as_listed(one) for one in given)
    for path in paths:
        if not path.exists():
            raise FILE_MISSING(path=path)
    return tuple(map(str, paths))


def _language(given: str | None) -> str | None:
    if not given:
        return given
    code = given.replace("_", "-")
    if checked(ProjectContent("", language=code)).language != code:
        raise LANGUAGE_UNKNOWN(code=printable(given[:40]))
    return code


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the project")


def _show(options: argparse.Namespace, paths: Paths) -> int:
    with open_chats(paths) as store:
        folder, content = find_project(store, options.name)
    if options.json:
        facts: dict[str, Any] = {
            "name": content.name,
            "version": folder.project_version,
            "instructions": content.instructions,
            "documents": content.documents,
            "searched": content.searched,
            "openings": content.openings,
            "background": [one.name for one in content.lore],
            "sampling": dict(content.sampling),
            "language": content.language,
            "model": content.model,
        }
        print(json.dumps(facts))
        return 0
    print("\n".join(_told(content)))
    return 0


def _told(content: ProjectContent) -> Iterator[str]:
    yield f"{printable(content.name)}  ({_in_short(content)})"
    for line in content.instructions.splitlines():
        yield f"    {printable(line)}"
    for word, paths in (("begins with", content.documents), ("searches", content.searched)):
        for path in paths:
            yield f"{word} {printable(path)}"


# -- export, rm --


def _add_export_arguments(parser: argparse.ArgumentParser) -> None:
    _add_name(parser)
    parser.add_argument("file", metavar="FILE", help="where to write it; ends in .json or .png")


def _export(options: argparse.Namespace, paths: Paths) -> int:
    with open_chats(paths) as store:
        _folder_of_it, content = find_project(store, options.name)
    data, suffix = written_project(content)
    wanted = in_home(options.file)
    path = wanted if wanted.suffix.lower() == suffix else wanted.with_name(wanted.name + suffix)
    write_project(path, data)
    print(json.dumps({"file": str(path)}) if options.json else f"Written: {printable(str(path))}")
    return 0


def _remove(options: argparse.Namespace, paths: Paths) -> int:
    with open_chats(paths) as store:
        folder, _content = find_project(store, options.name)
        _deleted, chat_ids = store.folders.delete(folder.id)
    if options.json:
        print(json.dumps({"name": folder.name, "chats": len(chat_ids)}))
    else:
        print("Deleted; its chats are still in the list.")
    return 0


_WORDS = {
    "list": "list your projects",
    "add": "make a project of a character card or a preset",
    "set": "change what chats of a project begin with, or make a project",
    "show": "show what chats of a project begin with",
    "export": "write a project to one file, without its chats",
    "rm": "delete a project; its chats stay",
}


def _load(name: str) -> Verb:
    verbs = {
        "list": Verb(_no_arguments, _list),
        "add": Verb(_add_add_arguments, _add),
        "set": Verb(_add_set_arguments, _set),
        "show": Verb(_add_name, _show),
        "export": Verb(_add_export_arguments, _export),
        "rm": Verb(_add_name, _remove),
    }
    if name not in verbs:
        raise UNKNOWN_COMMAND(word=name)
    return verbs[name]


VERBS = Verbs(_WORDS, _load)
