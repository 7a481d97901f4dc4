"""A hub of models on the web: searching it, and what a repository there has to choose from.

`ModelHub` is the door for a window, `HubApi` what waits for its answers. Both connect when they are
asked and not before, to the hub of `hub_address` alone. `TokenStore` has the token for repositories
that want one.
"""

from __future__ import annotations

from app.core.models.hub.api import HubApi, TokenStore
from app.core.models.hub.errors import (
    HEADER_NOT_RECEIVED,
    REPOSITORY_NAME_INVALID,
    TOKEN_UNUSABLE,
    NoKeyring,
    NothingToDownload,
    RepositoryGated,
    RepositoryMissing,
    TokenRefused,
    wants_token,
)
from app.core.models.hub.grouping import choices_of, recommended
from app.core.models.hub.model_hub import (
    HeadersReady,
    HubAskFailed,
    HubEvent,
    ListingReady,
    ModelHub,
    SearchFinished,
)
from app.core.models.hub.repositories import (
    Access,
    HubListing,
    HubModel,
    ModelChoice,
    RemoteFile,
)
from app.core.models.hub_address import hub_address

__all__ = [
    "HEADER_NOT_RECEIVED",
    "REPOSITORY_NAME_INVALID",
    "TOKEN_UNUSABLE",
    "Access",
    "HeadersReady",
    "HubApi",
    "HubAskFailed",
    "HubEvent",
    "HubListing",
    "HubModel",
    "ListingReady",
    "ModelChoice",
    "ModelHub",
    "NoKeyring",
    "NothingToDownload",
    "RemoteFile",
    "RepositoryGated",
    "RepositoryMissing",
    "SearchFinished",
    "TokenRefused",
    "TokenStore",
    "choices_of",
    "hub_address",
    "recommended",
    "wants_token",
]
