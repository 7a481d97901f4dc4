"""Why a model of a hub cannot be had, in plain sentences."""

from __future__ import annotations

from app.core.errors import ErrorRow, KnownError, WordedError
from app.core.phrases import phrase
from app.core.system.desktop_words import keyring

_NOTHING_DONE = phrase("Nothing was downloaded; your chats and models are not affected.")


# A text that should name a repository names none.
REPOSITORY_NAME_INVALID = ErrorRow(
    what=phrase("“{repo}” is not a repository name."),
    effect=_NOTHING_DONE,
    remedy=phrase("Write it as author/name, as in ggml-org/gemma-3-4b-it-GGUF."),
)


class RepositoryMissing(WordedError):
    """The hub has no such repository, or does not show it to everybody."""

    what = phrase("There is no public repository {repo}.")
    effect = _NOTHING_DONE
    remedy = phrase(
        "Check the spelling; it may be renamed, deleted, or private, which requires a token "
        "from its owner."
    )


class RepositoryGated(KnownError):
    """The makers of a model want to know who downloads it.

    Attributes:
        page: where one asks them, for the browser.
    """

    def __init__(self, repo: str, page: str, *, has_token: bool, detail: str = "") -> None:
        super().__init__(
            what=phrase("{repo} requires you to sign in.", repo=repo),
            effect=_NOTHING_DONE,
            remedy=phrase(
                "Sign in at {page}, accept the terms there, and try again; the token in Hearth "
                "must belong to the same account.",
                page=page,
            )
            if has_token
            else phrase(
                "Sign in at {page}, accept the terms there, create a read token, and give it to "
                "Hearth: in the window, with `hearth models token`, or in the environment "
                "variable HF_TOKEN.",
                page=page,
            ),
            detail=detail,
        )
        self.page = page


class TokenRefused(WordedError):
    """The hub does not take the token: it has expired, was deleted there, or is mistyped.

    Attributes:
        page: where one makes another, for the browser.
    """

    what = phrase("{host} rejected the access token.")
    effect = _NOTHING_DONE
    remedy = phrase(
        "It may have expired. Create a new one at {page} and give it to Hearth, or remove the "
        "old one: most models need none."
    )

    def __init__(self, host: str, page: str, detail: str = "") -> None:
        super().__init__(detail, host=host, page=page)
        self.page = page


def wants_token(error: BaseException) -> bool:
    """Return whether a failure passes when the user gives Hearth a token, or another one."""
    return isinstance(error, RepositoryGated | TokenRefused)


def page_of(error: BaseException) -> str:
    """Return where something can be done about a failure, for the browser; "" for nowhere."""
    return error.page if isinstance(error, RepositoryGated | TokenRefused) else ""


# A text that should be a token has characters that no token has.
TOKEN_UNUSABLE = ErrorRow(
    what=phrase("This is not a token: it contains invalid characters."),
    effect=phrase("It was not saved; nothing was changed."),
    remedy=phrase("Copy the token again, without spaces or quotation marks."),
)


class NothingToDownload(KnownError):
    """A repository has no model that Hearth could open, or not the one that was asked for."""

    def __init__(self, repo: str, wanted: str = "", offered: tuple[str, ...] = ()) -> None:
        super().__init__(
            what=phrase("{repo} has no file {wanted}.", repo=repo, wanted=wanted)
            if wanted
            else phrase("{repo} has no complete model in a GGUF file.", repo=repo),
            effect=_NOTHING_DONE,
            remedy=phrase("Available: {offered}.", offered=", ".join(offered))
            if offered
            else phrase("Look for a repository with a name that ends in GGUF."),
        )


class NoKeyring(WordedError):
    """This machine has no keyring that a token could be kept in."""

    what = phrase("Hearth cannot use the {keyring} of this system.")
    effect = phrase("The token was not saved: Hearth never writes tokens to a plain file.")
    remedy = phrase(
        "Unlock or install the {keyring}, or put the token in the environment variable HF_TOKEN "
        "before you start Hearth."
    )

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail, keyring=keyring())


# What a model would take cannot be told before it is downloaded.
HEADER_NOT_RECEIVED = ErrorRow(
    what=phrase("Hearth cannot tell from the header of {name} how much memory it needs."),
    effect=_NOTHING_DONE,
    remedy=phrase("The estimate based on the file size still applies."),
)
