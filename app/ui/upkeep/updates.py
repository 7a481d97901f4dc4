"""Asks the release feed for the newest version, once, when the user wants to know.

Nothing else in Hearth opens a connection, and this does on a click only. It says of itself that it
is Hearth and nothing more: no version, no language, no cookie, no number by which it could be known
again. Qt's network part is imported by the first question: a system may lack a library it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal, Slot

from app.core.errors import KnownError
from app.core.phrases import Phrase, phrase
from app.core.system.updates import (
    HAS_HOME,
    HOMEPAGE,
    RELEASE_FEED,
    FeedMalformed,
    FeedNotReached,
    read_feed,
)
from app.ui.kit.timers import timer

if TYPE_CHECKING:
    from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply, QNetworkRequest

TIMEOUT_MS = 15_000  # for all of it, not between two bytes
MAX_BYTES = 64_000
_MOST_REDIRECTS = 5
_OK = 200


class UpdateCheck(QObject):
    """One question at a time; it ends with `answered` and a `Release`, or `failed` and a `Problem`.

    One that was cancelled, or whose check is gone, ends with neither.

    Args:
        feed: the address to ask.
        timeout_ms: for the whole answer.
    """

    answered = Signal(object)
    failed = Signal(object)

    def __init__(
        self, parent: QObject | None = None, feed: str = RELEASE_FEED, timeout_ms: int = TIMEOUT_MS
    ) -> None:
        super().__init__(parent)
        self.feed = feed
        self._manager: QNetworkAccessManager | None = None
        self._reply: QNetworkReply | None = None
        self._n_redirects = 0
        self._timer = timer(self, timeout_ms, self._on_timeout)

    @property
    def has_feed(self) -> bool:
        """Whether there is anybody to ask."""
        return HAS_HOME or self.feed != RELEASE_FEED

    @property
    def is_asking(self) -> bool:
        """Whether an answer is being waited for."""
        return self._reply is not None

    def ask(self) -> None:
        """Ask, unless the answer to the last question is still to come."""
        if self._reply is not None:
            return
        self._n_redirects = 0
        try:
            self._follow(self._send(QUrl(self.feed)))
        except (ImportError, KnownError) as error:
            self.failed.emit(_no_network(error).problem())
            return
        self._timer.start()

    def cancel(self) -> None:
        """Close the connection; nothing is said of it any more."""
        self._timer.stop()
        reply = self._taken()
        if reply is not None:
            reply.abort()

    def _follow(self, reply: QNetworkReply) -> None:
        self._reply = reply
        reply.setReadBufferSize(MAX_BYTES + 1)
        reply.readyRead.connect(self._on_bytes)
        reply.finished.connect(self._on_finished)

    def _send(self, url: QUrl) -> QNetworkReply:
        from PySide6.QtNetwork import QNetworkAccessManager, QSslSocket

        if url.scheme() == "https" and not QSslSocket.supportsSsl():
            raise FeedNotReached(
                phrase("This system lacks OpenSSL, which Hearth needs for a secure connection."),
                phrase("Install OpenSSL 3 (on Debian and Ubuntu: the package libssl3)."),
            )
        if self._manager is None:
            self._manager = QNetworkAccessManager(self)
        return self._manager.get(_request(url))

    def _taken(self) -> QNetworkReply | None:
        """Return the reply and forget it; what it still sends is not heard."""
        reply, self._reply = self._reply, None
        if reply is not None:
            reply.disconnect(self)
            reply.deleteLater()
        return reply

    def _redirect(self, reply: QNetworkReply, url: QUrl) -> None:
        """Ask elsewhere; Qt would do so within one reply, and mix the bytes of both now and then.

        Raises:
            FeedNotReached: it is not safe there, or there is no end of it.
        """
        host = reply.url().host()
        self._n_redirects += 1
        if self._n_redirects > _MOST_REDIRECTS:
            raise FeedNotReached(phrase("{host} redirects too many times.", host=host))
        if url.scheme() not in ("https", reply.url().scheme()):
            raise FeedNotReached(phrase("{host} redirects to an unsafe address.", host=host))
        self._follow(self._send(url))

    def _fail(self, error: KnownError) -> None:
        self.cancel()
        self.failed.emit(error.problem())

    @Slot()
    def _on_timeout(self) -> None:
        seconds = f"{self._timer.interval() / 1000:g}"
        self._fail(
            FeedNotReached(phrase("The server did not respond within {n} seconds.", n=seconds))
        )

    @Slot()
    def _on_bytes(self) -> None:
        if self._reply is not None and self._reply.bytesAvailable() > MAX_BYTES:
            self._fail(FeedMalformed(phrase("The list of versions is far too long.")))

    @Slot()
    def _on_finished(self) -> None:
        reply = self._taken()
        if reply is None:
            return
        try:
            target = _redirected_to(reply)
            if target is not None:
                self._redirect(reply, target)
                return
            self._timer.stop()
            release = read_feed(_body(reply))
        except KnownError as error:
            self._timer.stop()
            self.failed.emit(error.problem())
        else:
            self.answered.emit(release)


def _request(url: QUrl) -> QNetworkRequest:
    from PySide6.QtNetwork import QNetworkRequest

    attributes = QNetworkRequest.Attribute
    manual = QNetworkRequest.LoadControl.Manual
    request = QNetworkRequest(url)
    request.setHeader(QNetworkRequest.KnownHeaders.UserAgentHeader, "Hearth")
    request.setRawHeader(b"Accept", b"application/json")
    request.setRawHeader(b"Accept-Language", b"en")  # Qt else says the user's
    request.setRawHeader(b"Accept-Encoding", b"identity")  # so that few bytes stay few
    for attribute in (
        attributes.CookieLoadControlAttribute,
        attributes.CookieSaveControlAttribute,
        attributes.AuthenticationReuseAttribute,
    ):
        request.setAttribute(attribute, manual)
    by_hand = QNetworkRequest.RedirectPolicy.ManualRedirectPolicy
    request.setAttribute(attributes.RedirectPolicyAttribute, by_hand)
    return request


def _redirected_to(reply: QNetworkReply) -> QUrl | None:
    """Return the address at which the answer is said to be; None where it is here."""
    from PySide6.QtNetwork import QNetworkReply, QNetworkRequest

    target = reply.attribute(QNetworkRequest.Attribute.RedirectionTargetAttribute)
    has_failed = reply.error() is not QNetworkReply.NetworkError.NoError
    return None if target is None or has_failed else reply.url().resolved(target)


def _body(reply: QNetworkReply) -> bytes:
    """Return what was answered.

    Raises:
        FeedNotReached: it was not, or something else was.
        FeedMalformed: there is too much of it.
    """
    from PySide6.QtNetwork import QNetworkReply, QNetworkRequest

    status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
    detail = f"{reply.error().name}: {reply.errorString()}"
    if reply.error() is not QNetworkReply.NetworkError.NoError:
        raise FeedNotReached(_reason(reply, status), detail=detail)
    if status != _OK:
        raise FeedNotReached(
            phrase("The server sent an unexpected response ({status}).", status=status)
        )
    data = bytes(reply.readAll().data())
    if len(data) > MAX_BYTES:
        raise FeedMalformed(phrase("The list of versions is far too long."))
    return data


def _reason(reply: QNetworkReply, status: int | None) -> Phrase:
    """Return in plain words why there is no answer."""
    from PySide6.QtNetwork import QNetworkReply

    errors = QNetworkReply.NetworkError
    host = reply.url().host()
    reasons = {
        errors.HostNotFoundError: phrase(
            "Could not find {host}. Is this machine online?", host=host
        ),
        errors.ConnectionRefusedError: phrase(
            "{host} is not accepting connections at the moment.", host=host
        ),
        errors.RemoteHostClosedError: phrase("{host} closed the connection too early.", host=host),
        errors.SslHandshakeFailedError: phrase("{host} could not prove its identity.", host=host),
        errors.ContentNotFoundError: phrase(
            "{host} has no list of versions at this address.", host=host
        ),
    }
    found = reasons.get(reply.error())
    if found is None and status is not None:
        return phrase("{host} responded with an error ({status}).", host=host, status=status)
    return found or phrase("Could not reach {host}. Is this machine online?", host=host)


def _no_network(error: ImportError | KnownError) -> KnownError:
    """Return what to say when there is nothing to ask with."""
    if isinstance(error, KnownError):
        return error
    return FeedNotReached(
        phrase("This system lacks a library that Hearth needs for this."),
        phrase("Open {address} in your browser.", address=HOMEPAGE),
        detail=repr(error),
    )
