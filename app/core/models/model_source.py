"""Where models come from: a hub that is asked, and downloads from it, over one client.

Nothing is connected before a question is asked or a download goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.models.catalogue import catalogue_of
from app.core.models.downloads.downloads import Downloads, DownloadTools
from app.core.models.hub.api import HubApi, TokenStore
from app.core.models.hub.model_hub import ModelHub
from app.core.net.client import HttpClient, HttpOptions
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.models.catalogue import ModelCatalogue
    from app.core.models.downloads.values import DownloadEvent
    from app.core.models.hub.model_hub import HubEvent
    from app.core.system.paths import Paths


class ModelSource(PlainValue, frozen=True):
    """A hub and the downloads.

    Attributes:
        tokens: the user's, for the hub; waits for the keyring.
        host: who is asked, to be shown before.
        folder: where downloads go.
        catalogue: the models that are suggested.
    """

    hub: ModelHub
    downloads: Downloads
    tokens: TokenStore
    host: str
    folder: Path
    catalogue: ModelCatalogue
    _client: HttpClient

    @classmethod
    def open(
        cls, paths: Paths, proxy: str, emit: Callable[[HubEvent | DownloadEvent], None]
    ) -> ModelSource:
        """Begin to tell of the downloads of earlier runs; ask nobody.

        Args:
            proxy: as in the settings.
            emit: receives every event, on threads of its own; must not block.

        Raises:
            KnownError: the environment or the settings name an address that is none.
        """
        client = HttpClient(HttpOptions(proxy=proxy))
        tokens = TokenStore()
        api = HubApi(client, token=tokens.token)
        tools = DownloadTools(client, api, beside=paths.beside)
        host = api.host
        downloads = Downloads(paths.downloads, tools, emit)
        hub, catalogue = ModelHub(api, emit), catalogue_of(paths.data)
        return cls(hub, downloads, tokens, host, paths.models, catalogue, client)

    def close(self) -> None:
        """End everything; downloads go on with the next run. Waits until they are at rest."""
        self.hub.close()
        self.downloads.close()
        self._client.close()  # ends what is being received
        self.downloads.join()
        self.hub.join()
