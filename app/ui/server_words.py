"""What is said of servers and of what goes there, in the same words everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from app.core.remote import Reach, ServerKind
from app.ui.plain_text import isolated
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.core.protocol import RemoteModel
    from app.ui.state.known_servers import ServerPlace

_KINDS = {
    ServerKind.HEARTH: "Hearth",
    ServerKind.LLAMA_SERVER: "llama-server",
    ServerKind.VLLM: "vLLM",
    ServerKind.SGLANG: "SGLang",
    ServerKind.OTHER: QT_TR_NOOP("An API like OpenAI's"),
}


def kind_words(kind: ServerKind) -> str:
    """Return what runs on a server."""
    return tr(_KINDS[kind])


def messages_go_to(place: ServerPlace) -> str:
    """Return the line that is there as long as what is written leaves this machine."""
    server, host = isolated(place.server), isolated(place.host)
    if not place.host or place.host == place.server:
        return tr("Messages go to {server}", server=server)
    return tr("Messages go to {server} ({host})", server=server, host=host)


def cost_of(server: str) -> str:
    """Return what choosing a model of a server means for a chat."""
    return tr("The chat is sent to {server} and read there.", server=isolated(server))


def where_words(reach: Reach, host: str) -> str:
    """Return what leaves this machine, and where to, before that is agreed to.

    Args:
        reach: how far it goes.
        host: the name or the number of the other machine.
    """
    named = isolated(host)
    match reach:
        case Reach.THIS_MACHINE:
            return tr(
                "This server is a program on this machine. With each message it is given the "
                "whole chat, pictures too; whether it passes that on, Hearth cannot see. Your "
                "chats stay stored here."
            )
        case Reach.PRIVATE_NETWORK:
            return tr(
                "{host} is another machine in your network. The whole chat goes there with each "
                "message, pictures too. Your chats stay stored on this machine.",
                host=named,
            )
        case Reach.INTERNET:
            return tr(
                "{host} is on the internet. The whole chat goes there with each message, pictures "
                "too, and whoever runs it can read that. Your chats stay stored on this machine.",
                host=named,
            )
        case unknown:
            assert_never(unknown)


def shown_name(model: RemoteModel) -> str:
    """Return how a model of a server is called where models are listed."""
    return type(model)(isolated(model.server), isolated(model.model)).full_name
