"""`hearth tools`: what a model may call, for people at a terminal and for scripts."""

from __future__ import annotations

from app.cli.verbs import UNKNOWN_COMMAND, Verb, Verbs

_WORDS = {
    "list": "list all tools, those of servers too",
    "call": "call a tool",
    "servers": "list tool servers",
    "add": "add a tool server: a program, or an address",
    "import": "add the servers of another program's mcp.json",
    "rm": "remove a tool server, and what you allowed it",
    "set": "choose the folder and the search engine for tools",
}


def _load(name: str) -> Verb:
    from app.cli.tools import calls, servers

    verbs = {
        "list": calls.LIST,
        "call": calls.CALL,
        "servers": servers.SERVERS,
        "add": servers.ADD,
        "import": servers.IMPORT,
        "rm": servers.REMOVE,
        "set": servers.SET,
    }
    if name not in verbs:
        raise UNKNOWN_COMMAND(word=name)
    return verbs[name]


VERBS = Verbs(_WORDS, _load)
