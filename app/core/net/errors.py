"""What can go wrong between this machine and a server, named, each in plain sentences.

`is_transient` says whether the same request may well succeed a little later; it is what those who
try again by themselves go by. Threads: pure values, any thread.
"""

from __future__ import annotations

from app.core.errors import WordedError
from app.core.phrases import phrase


class NetError(WordedError):
    """A request that came to nothing.

    Attributes:
        is_transient: the same request may succeed later without anything being changed.
        retry_after_s: how long the server asks to wait; None where it asks for nothing.
        code: the server's own word for the failure, such as "GatedRepo"; may be "".
    """

    is_transient: bool = False

    effect = phrase("Your chats and models are not affected.")
    remedy = phrase("Try again later.")

    def __init__(
        self,
        host: str = "",
        detail: str = "",
        *,
        code: str = "",
        retry_after_s: float | None = None,
        **values: object,
    ) -> None:
        super().__init__(detail, host=host, **values)
        self.code = code
        self.retry_after_s = retry_after_s


class AddressInvalid(NetError):
    """A text that should be a web address is none."""

    what = phrase("{address} is not a valid web address.")
    remedy = phrase("Correct the address.")

    def __init__(self, address: str) -> None:
        super().__init__(address=repr(address[:200]))


class Offline(NetError):
    """This machine has no network, or no name server that answers."""

    is_transient = True

    what = phrase("Hearth cannot reach {host}: this machine seems to be offline.")
    remedy = phrase("Connect to the internet and try again. Everything else works offline.")


class HostUnknown(NetError):
    """The name server knows no such host."""

    is_transient = True  # routers at home say so while their own connection is down

    what = phrase("Hearth could not find the address of {host}.")
    remedy = phrase("Check your internet connection and DNS settings.")


class ConnectionNotAccepted(NetError):
    """Nothing listens at that address, or a firewall refuses."""

    is_transient = True

    what = phrase("{host} refused the connection.")
    remedy = phrase("Try again later. If it keeps happening, contact your network administrator.")


class CouldNotConnect(NetError):
    """There is no connection, for a reason that has no name of its own here."""

    is_transient = True

    what = phrase("Hearth could not reach {host}.")


class TlsFailed(NetError):
    """The other side could not prove who it is, or speaks no common encryption."""

    what = phrase("Hearth cannot connect securely to {host}: its certificate is not trusted.")
    remedy = phrase(
        "Check this machine's clock; if your company inspects connections, its certificate must "
        "be installed on this system."
    )


class TimedOut(NetError):
    """The other side said nothing for too long."""

    is_transient = True

    what = phrase("{host} did not respond in time.")


class ConnectionBroken(NetError):
    """The connection ended before the answer was complete."""

    is_transient = True

    what = phrase("The connection to {host} was lost.")


class ProxyFailed(NetError):
    """The proxy is unusable or does not let the request through.

    Args:
        may_pass: it could not be reached, or says that it has a fault at the moment.
    """

    what = phrase("Hearth could not use the proxy {proxy}.")
    remedy = phrase(
        "Hearth supports HTTP proxies, with or without a user name and password. Check the "
        "setting network.proxy, or the system proxy."
    )

    def __init__(self, proxy: str, detail: str = "", *, may_pass: bool = False) -> None:
        super().__init__(detail=detail, proxy=proxy)
        self.is_transient = may_pass


class RedirectRefused(NetError):
    """The server sends us where we do not go."""

    what = phrase("{host} redirects to an unsafe address.")
    remedy = phrase("Only the operator of the server can fix this.")

    def __init__(self, address: str, location: str) -> None:
        super().__init__(address[:200], f"location: {location[:500]!r}")


class LeadsElsewhere(NetError):
    """The server sends us to another one, which nobody has asked for.

    Attributes:
        address: where.
    """

    what = phrase("{host} redirects to another site: {address}")
    remedy = phrase("Ask for that address if you want it.")

    def __init__(self, host: str, address: str) -> None:
        super().__init__(host, address=address[:500])
        self.address = address


class NotPublic(NetError):
    """An address that only this machine, or its network, can reach; nothing was sent there."""

    what = phrase("{host} is not an address of the public internet.")
    remedy = phrase("Use a public address.")


class AccessDenied(NetError):
    """The server wants to know who asks (401), or does not let this one in (403)."""

    what = phrase("{host} requires permission for this.")
    remedy = phrase("Sign in there with your browser, and give Hearth an access token.")


class NotFound(NetError):
    """The server has no such thing (404, 410)."""

    what = phrase("{host} has nothing by this name.")
    remedy = phrase("Check the spelling; it may also have been renamed or deleted.")


class TooManyRequests(NetError):
    """The server asks for patience (429)."""

    is_transient = True

    what = phrase("{host} received too many requests from this address.")


class ServerFailed(NetError):
    """The server has a fault of its own (5xx)."""

    is_transient = True

    what = phrase("{host} has a problem at the moment (status {status}).")

    def __init__(self, host: str, status: int, retry_after_s: float | None = None) -> None:
        super().__init__(host, retry_after_s=retry_after_s, status=status)
        self.status = status


class AnswerUnusable(NetError):
    """The server answered something that was not asked for."""

    what = phrase("Hearth does not understand the response from {host}.")
    remedy = phrase(
        "If your network requires you to sign in first, as in a hotel, do so in your browser; "
        "otherwise try again later."
    )
