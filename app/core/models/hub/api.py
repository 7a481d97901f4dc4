"""The hub's interface: three kinds of addresses, and what their answers mean.

Answers come from outside and are trusted with nothing: a name that is no name, a number that is
none and a digest that is none are left out; what becomes of the names of files on this disk,
`downloads/values.py` decides.

The token for gated models lies in the keyring of the system.

Source: huggingface_hub 2.4, `hf_api.py` and `file_download.py`; the hub's own description of it.
Threads: any; each call waits for its answer.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from app.core.models.hub.errors import (
    REPOSITORY_NAME_INVALID,
    TOKEN_UNUSABLE,
    NoKeyring,
    NothingToDownload,
    RepositoryGated,
    RepositoryMissing,
    TokenRefused,
)
from app.core.models.hub.grouping import choices_of
from app.core.models.hub.repositories import Access, HubListing, HubModel, RemoteFile
from app.core.models.hub_address import hub_address, is_repository_name
from app.core.net.addresses import WebOrigin, with_query
from app.core.net.errors import AccessDenied, AnswerUnusable, NetError, NotFound
from app.core.system.keyring_entry import KeyringEntry, KeyringRefused, is_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.net.client import HttpClient
    from app.core.net.transfer import Transfer
    from app.core.system.stop_signal import StopSignal


MOST_RESULTS = 30
_SHA256 = re.compile(r"[0-9a-f]{64}")
_REVISION = re.compile(r"[0-9a-f]{40}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LICENCE = re.compile(r"license:([A-Za-z0-9][A-Za-z0-9._+-]{0,60})")
# What the hub says of a token, in X-Error-Message; it has no code for that.
_BAD_TOKEN = re.compile(r"invalid (credentials|username|user token)|token.* expired", re.IGNORECASE)
_MOST_FILES = 10_000
_LARGEST = 1 << 50
_WANTED = ("author", "downloads", "gated", "lastModified", "likes", "tags")


class HubApi:
    """Asks one hub.

    Args:
        client: does the asking.
        address: of the hub; see `hub_address`.
        token: returns the token of the user, "" for none; asked before each request.
    """

    def __init__(
        self, client: HttpClient, address: str = "", token: Callable[[], str] = lambda: ""
    ) -> None:
        self._client = client
        self._address = (address or hub_address()).rstrip("/")
        self._token = token

    @property
    def host(self) -> str:
        """Who is asked, to be shown before.

        Raises:
            AddressInvalid: the environment names something that is no address.
        """
        return WebOrigin.of(self._address).host

    def search(
        self, words: str, n_most: int = MOST_RESULTS, *, stop: StopSignal | None = None
    ) -> tuple[HubModel, ...]:
        """Return repositories with GGUF files whose names have all these words.

        Args:
            words: separated by spaces; "" for any.
            n_most: how many, those with most downloads first.
            stop: ends it from another thread.

        Raises:
            TokenRefused: the hub does not take the token.
            NetError: the hub cannot be asked, or answers nonsense.
            TransferStopped: it was stopped.
        """
        fields = [("search", words.strip()), ("filter", "gguf"), ("sort", "downloads")]
        fields += [("limit", str(n_most)), *(("expand", name) for name in _WANTED)]
        try:
            said = self._ask(with_query(f"{self._address}/api/models", fields), stop)
        except AccessDenied as error:
            if self._token():  # without one, everybody may search
                raise self._token_refused(error) from error
            raise
        if not isinstance(said, list):
            raise AnswerUnusable(self.host, "no list of models")
        found = (self._model(one) for one in said[:n_most] if isinstance(one, dict))
        return tuple(model for model in found if model is not None)

    def listing(self, repo: str, *, stop: StopSignal | None = None) -> HubListing:
        """Return what a repository has to choose from.

        Args:
            stop: ends it from another thread.

        Raises:
            TokenRefused: the hub does not take the token.
            TransferStopped: it was stopped.
            KnownError: `repo` is not of the form author/name.
            RepositoryMissing: there is none of this name.
            RepositoryGated: it is not even described without permission.
            NothingToDownload: it has no complete model in a GGUF file.
            NetError: the hub cannot be asked, or answers nonsense.
        """
        if not is_repository_name(repo):
            raise REPOSITORY_NAME_INVALID(repo=repo[:200])
        try:
            said = self._ask(f"{self._address}/api/models/{quote(repo)}?blobs=true", stop)
        except (AccessDenied, NotFound) as error:
            raise self.explained(error, repo) from error
        model = self._model(said) if isinstance(said, dict) else None
        if model is None:
            raise AnswerUnusable(self.host, "no description of a repository")
        revision = _text(said, "sha")
        revision = revision if _REVISION.fullmatch(revision) else "main"
        siblings = said.get("siblings")
        files = [
            self._file(model.repo, revision, one)
            for one in (siblings if isinstance(siblings, list) else [])[:_MOST_FILES]
            if isinstance(one, dict)
        ]
        choices = choices_of(files)
        if not choices:
            raise NothingToDownload(repo)
        return HubListing(model, revision, choices)

    def open_file(
        self, repo: str, file: RemoteFile, n_bytes: int, *, stop: StopSignal | None = None
    ) -> Transfer:
        """Ask for the first bytes of a file; an answer may bring more of it.

        Args:
            stop: ends it from another thread.

        Raises:
            TokenRefused: the hub does not take the token.
            TransferStopped: it was stopped.
            RepositoryMissing, RepositoryGated: it is given to nobody, or not to us.
            NetError: the hub cannot be asked.
        """
        headers = {"Range": f"bytes=0-{n_bytes - 1}"}
        token = self.token_for(file.address)
        try:
            transfer = self._client.open(file.address, headers=headers, token=token, stop=stop)
        except (AccessDenied, NotFound) as error:
            raise self.explained(error, repo) from error
        begins = transfer.headers.get("content-range", "bytes 0-").startswith("bytes 0-")
        if transfer.status == 416 or not begins:
            with transfer:
                raise AnswerUnusable(transfer.host, f"status {transfer.status} for a beginning")
        return transfer

    def token_for(self, address: str) -> str:
        """Return the token if the address is one of this hub, else ""."""
        return self._token() if WebOrigin.of(address) == WebOrigin.of(self._address) else ""

    def explained(
        self, error: NetError, repo: str
    ) -> RepositoryMissing | RepositoryGated | TokenRefused:
        """Return what the hub means by not giving something of a repository.

        It says 401 also of what does not exist, so that nobody learns what is private, and of what
        everybody may have, to those who come with a token that has expired.
        """
        if self._token() and isinstance(error, AccessDenied) and _BAD_TOKEN.search(error.detail):
            return self._token_refused(error)
        is_gated = error.code == "GatedRepo" or (
            isinstance(error, AccessDenied) and bool(self._token()) and error.code != "RepoNotFound"
        )
        if is_gated:
            return RepositoryGated(
                repo, self._page(repo), has_token=bool(self._token()), detail=error.detail
            )
        return RepositoryMissing(error.detail, repo=repo)

    def _ask(self, address: str, stop: StopSignal | None) -> Any:
        return self._client.get_json(address, token=self._token(), stop=stop).value

    def _token_refused(self, error: AccessDenied) -> TokenRefused:
        return TokenRefused(self.host, f"{self._address}/settings/tokens", error.detail)

    def _page(self, repo: str) -> str:
        return f"{self._address}/{repo}"

    def _model(self, said: dict[str, Any]) -> HubModel | None:
        repo = _text(said, "id") or _text(said, "modelId")
        if not is_repository_name(repo):
            return None
        day = _DAY.match(_text(said, "lastModified"))
        tags = said.get("tags")
        licences = [
            found[1]
            for tag in (tags if isinstance(tags, list) else [])
            if isinstance(tag, str) and (found := _LICENCE.fullmatch(tag))
        ]
        return HubModel(
            repo=repo,
            author=repo.split("/")[0],
            downloads=_count(said, "downloads"),
            likes=_count(said, "likes"),
            updated=day[0] if day else "",
            access=_access(said.get("gated")),
            licence=licences[0] if licences else "",
            page=self._page(repo),
        )

    def _file(self, repo: str, revision: str, said: dict[str, Any]) -> RemoteFile:
        name = _text(said, "rfilename")
        lfs = said.get("lfs")
        lfs = lfs if isinstance(lfs, dict) else {}
        digest = _text(lfs, "sha256") or _text(lfs, "oid")
        return RemoteFile(
            name=name,
            size_bytes=_count(lfs, "size") or _count(said, "size"),
            sha256=digest if _SHA256.fullmatch(digest) else "",
            address=f"{self._address}/{quote(repo)}/resolve/{revision}/{quote(name)}",
        )


def _access(said: object) -> Access:
    if said == "manual":
        return Access.REQUEST
    return Access.TERMS if said else Access.OPEN


def _text(said: dict[str, Any], name: str) -> str:
    value = said.get(name)
    return value if isinstance(value, str) and value.isprintable() else ""


def _count(said: dict[str, Any], name: str) -> int:
    value = said.get(name)
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST
    return int(value) if is_count and value is not None else 0


TOKEN_VARIABLE = "HF_TOKEN"


class TokenStore:
    """Has the token for one hub.

    Args:
        hub: whose token; its address names the entry in the keyring.
    """

    def __init__(self, hub: str = "") -> None:
        self._entry = KeyringEntry(hub or hub_address())

    @property
    def is_given(self) -> bool:
        """Whether the environment brings one, which wins over the keyring's."""
        return bool(os.environ.get(TOKEN_VARIABLE, "").strip())

    def token(self) -> str:
        """Return the token, "" for none; what stands in the environment wins.

        A keyring that is locked or not there has none; a text that cannot be a token is none.
        """
        given = os.environ.get(TOKEN_VARIABLE, "").strip()
        token = given or self._entry.secret()
        return token if is_secret(token) else ""

    def keep(self, token: str) -> None:
        """Put a token into the keyring; "" removes it.

        Raises:
            KnownError: it cannot be one.
            NoKeyring: there is none, or it refuses. This object has the token all the same.
        """
        if token and not is_secret(token):
            raise TOKEN_UNUSABLE()
        try:
            self._entry.keep(token)
        except KeyringRefused as error:
            raise NoKeyring(str(error)) from None
