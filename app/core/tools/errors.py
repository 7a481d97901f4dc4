"""What can go wrong with tools: a sentence for each, and what to do.

Threads: pure values, any thread.
"""

from __future__ import annotations

from app.core.errors import ErrorRow
from app.core.phrases import phrase

_CHATS = phrase("Your chats are not affected.")
_CHATS_AND_REST = phrase("Your chats and other tools are not affected.")
_NOTHING_DONE = phrase("Nothing was called.")

# -- permission --

TOOL_NOT_ALLOWED = ErrorRow(
    what=phrase("You have not allowed this call of {name}."),
    effect=_NOTHING_DONE,
    remedy=phrase("Look at its arguments, and allow it if you want it."),
)
TOOL_CHANGED = ErrorRow(
    what=phrase("The tool {name} has changed since you allowed it."),
    effect=_NOTHING_DONE,
    remedy=phrase("Look at what it does now, and allow it again if you want it."),
)
TOOL_UNKNOWN = ErrorRow(
    what=phrase("There is no tool {name}."),
    effect=_NOTHING_DONE,
    remedy=phrase("“Tools…” in the menu and `hearth tools list` show the tools."),
)
ARGUMENTS_UNREADABLE = ErrorRow(
    what=phrase("The arguments for {name} are not a JSON object."),
    effect=_NOTHING_DONE,
    remedy=phrase("Correct them, or ask the model again."),
)
PERMISSIONS_NOT_SAVED = ErrorRow(
    what=phrase("Hearth could not save which tools you allow in {path} ({reason})."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("Make the file writable, or free some space."),
)

# -- the list of servers --

TOOLS_NOT_SAVED = ErrorRow(
    what=phrase("Hearth could not save the list of your tools in {path} ({reason})."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("Make the file writable, or free some space."),
)
TOOL_SERVER_REFUSED = ErrorRow(
    what=phrase("The server cannot be added as “{name}”: {why}."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("Names have letters, digits and hyphens, 24 at most."),
)
TOOL_SERVER_UNKNOWN = ErrorRow(
    what=phrase("There is no tool server “{name}”."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("`hearth tools servers` lists your servers."),
)
TOOL_SECRETS_NOT_KEPT = ErrorRow(
    what=phrase("Hearth cannot keep secrets: it cannot use the {keyring} of this system."),
    effect=phrase("Nothing was saved; Hearth never writes secrets to a plain file."),
    remedy=phrase("Unlock the {keyring}, or name a variable without its value."),
)
TOOL_SECRETS_LEFT = ErrorRow(
    what=phrase("The {keyring} of this system did not give up the keys of {server}."),
    effect=phrase("The server was removed all the same."),
    remedy=phrase("Unlock the {keyring}, and delete there what is named “tool server {server}”."),
)
DROPPED_SECRETS_LEFT = ErrorRow(
    what=phrase("The {keyring} of this system did not give up keys that {server} had before."),
    effect=phrase("The server was changed all the same."),
    remedy=phrase("Unlock the {keyring}, and delete there {names}."),
)
FOLDER_UNKNOWN = ErrorRow(
    what=phrase("There is no folder “{name}”."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("Choose another one."),
)
IMPORT_UNREADABLE = ErrorRow(
    what=phrase("{path} is not a list of MCP servers ({reason})."),
    effect=phrase("Nothing was changed."),
    remedy=phrase(
        "Name the mcp.json of LM Studio or Cursor, or Claude's claude_desktop_config.json."
    ),
)

# -- what a server does --

_SEE_LOG = phrase("Read what it printed last, or ask whoever made it.")
_AGAIN = phrase("Try again; Hearth starts it anew.")
SERVER_HUNG_AT_START = ErrorRow(
    what=phrase("The tool server {server} did not answer within {seconds} s of its start."),
    effect=_CHATS_AND_REST,
    remedy=_SEE_LOG,
    may_pass=True,
)
SERVER_STARTING = ErrorRow(
    what=phrase("The tool server {server} is still starting."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Try again in a moment."),
    may_pass=True,
)
SERVER_SILENT = ErrorRow(
    what=phrase("The tool server {server} did not answer within {seconds} s."),
    effect=_CHATS_AND_REST,
    remedy=_AGAIN,
    may_pass=True,
)
SERVER_FLOODS = ErrorRow(
    what=phrase("The tool server {server} sent far more messages than it was asked for."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Ask whoever made the server."),
)
SERVER_ANSWER_TOO_LONG = ErrorRow(
    what=phrase("The tool server {server} sent more than {limit} MB in one message."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Ask for less."),
)
SERVER_UNREADABLE = ErrorRow(
    what=phrase("The tool server {server} sent an answer that Hearth cannot read."),
    effect=_CHATS_AND_REST,
    remedy=_SEE_LOG,
    may_pass=True,
)
SERVER_REFUSED = ErrorRow(
    what=phrase("The tool server {server} refused: {said}"),
    effect=_CHATS_AND_REST,
    remedy=phrase("Correct the arguments, or ask for something else."),
)
SERVER_WANTS_INPUT = ErrorRow(
    what=phrase("The tool server {server} asked for input that Hearth cannot give yet."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Use another tool."),
)
SERVER_FORGOT = ErrorRow(
    what=phrase("The tool server {server} no longer knows Hearth."),
    effect=_CHATS_AND_REST,
    remedy=_AGAIN,
    may_pass=True,
)
SERVER_NOT_AGREED = ErrorRow(
    what=phrase("You have not yet allowed the tool server {server}: {origin}"),
    effect=phrase("It was not started, and nothing was sent to it."),
    remedy=phrase("Allow it if you know it."),
)
COMMAND_MISSING = ErrorRow(
    what=phrase("The tool server {server} cannot be started: there is no program {program}."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Install the program, or correct the command."),
)
SERVER_NOT_STARTED = ErrorRow(
    what=phrase("The tool server {server} cannot be started ({reason})."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Correct the command, or ask whoever made the server."),
)
SERVER_RESTS = ErrorRow(
    what=phrase("The tool server {server} keeps failing; Hearth starts it again in {seconds} s."),
    effect=_CHATS_AND_REST,
    remedy=_SEE_LOG,
    may_pass=True,
)
SERVER_TOO_NEW = ErrorRow(
    what=phrase("The tool server {server} speaks no version of MCP that Hearth knows ({version})."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Update Hearth, or install an older version of the server."),
)
SERVER_WANTS_SIGN_IN = ErrorRow(
    what=phrase("The tool server {server} does not let Hearth in."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Give its key if it takes one. Hearth cannot sign in with OAuth yet."),
)
KEY_FOR_SERVER_MISSING = ErrorRow(
    what=phrase("The tool server {server} wants {name}, and the {keyring} has no value for it."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Add the server again with its values, or set the variable for Hearth."),
)
SERVER_WITHOUT_SECURITY = ErrorRow(
    what=phrase("{address} is not encrypted, so that others could read the key of {server}."),
    effect=phrase("Nothing was sent."),
    remedy=phrase("Use an address that begins with https."),
)

# -- Hearth's own tools --

ARGUMENT_WRONG = ErrorRow(
    what=phrase("The argument {argument} is missing, or is not {kind}."),
    effect=_NOTHING_DONE,
    remedy=phrase("Correct it, or ask the model again."),
)
NOT_COMPUTED = ErrorRow(
    what=phrase("This cannot be computed: {reason}."),
    effect=_CHATS,
    remedy=phrase("Write numbers, + - * / // % **, and functions such as sqrt(2)."),
)
TIME_ZONE_UNKNOWN = ErrorRow(
    what=phrase("There is no time zone “{name}” here."),
    effect=_CHATS,
    remedy=phrase("Name one as in Europe/Berlin."),
)
RESULT_GONE = ErrorRow(
    what=phrase("The result “{name}” is no longer kept."),
    effect=_CHATS,
    remedy=phrase("Call its tool again."),
)
DOCUMENT_UNKNOWN = ErrorRow(
    what=phrase("There is no document “{name}” in the list."),
    effect=_CHATS,
    remedy=phrase("Search the documents first; results name them."),
)
OUTSIDE_FOLDER = ErrorRow(
    what=phrase("“{name}” is not a file in the chosen folder."),
    effect=phrase("Nothing was read."),
    remedy=phrase("Links and paths out of the folder are not followed."),
)
FILE_NOT_READ = ErrorRow(
    what=phrase("The file “{name}” cannot be read ({reason})."),
    effect=_CHATS,
    remedy=phrase("Choose another file."),
)
PAGE_UNUSABLE = ErrorRow(
    what=phrase("The page at {host} cannot be used: {reason}."),
    effect=_CHATS,
    remedy=phrase("Choose another page."),
)
PAGE_LEADS_ELSEWHERE = ErrorRow(
    what=phrase("{host} leads to {address}, which was not asked for."),
    effect=phrase("Nothing was sent there."),
    remedy=phrase("Fetch that address if you want it."),
)
SEARCH_UNREADABLE = ErrorRow(
    what=phrase("{host} returned no list of results."),
    effect=_CHATS,
    remedy=phrase("A SearXNG server has to allow the format JSON (search.formats)."),
)
SEARCH_KEY_MISSING = ErrorRow(
    what=phrase("The search engine {engine} needs a key, and Hearth has none."),
    effect=phrase("Nothing was sent."),
    remedy=phrase("`hearth tools set search {engine} --key` asks for it."),
)
SEARCH_KEY_REFUSED = ErrorRow(
    what=phrase("The search engine {engine} does not accept the key."),
    effect=_CHATS,
    remedy=phrase("`hearth tools set search {engine} --key` asks for another one."),
)

# -- running code --

CODE_NEEDS_LINUX = ErrorRow(
    what=phrase("Running code needs Linux: other systems have no bubblewrap."),
    effect=_CHATS_AND_REST,
)
CODE_NEEDS_BUBBLEWRAP = ErrorRow(
    what=phrase("Running code needs bubblewrap, which is not installed."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Install the package bubblewrap."),
)
CODE_NEEDS_PYTHON = ErrorRow(
    what=phrase("Running code needs the Python of your system, which is not installed."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Install the package python3."),
)
CODE_FORBIDDEN = ErrorRow(
    what=phrase("Your system does not let bubblewrap make a place to run code in ({reason})."),
    effect=_CHATS_AND_REST,
    remedy=phrase("Allow user namespaces, and install bubblewrap 0.8 or newer."),
)
CODE_NOT_RUN = ErrorRow(
    what=phrase("The code could not be run ({reason})."),
    effect=_CHATS,
    remedy=phrase("Try again; if it stays, start Hearth anew."),
)
CODE_TOO_LONG = ErrorRow(
    what=phrase("The code has more than {limit} kB."),
    effect=phrase("It was not run."),
    remedy=phrase("Write a shorter program."),
)
