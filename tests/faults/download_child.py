"""Downloads one file and says so, as a program that can be killed; see the test beside it.

Arguments: the hub's address, the folder of the records, the folder for models.
"""

from __future__ import annotations

import queue
import sys
from pathlib import Path

from app.core.models.downloads.downloads import Downloads, DownloadTools
from app.core.models.downloads.values import Done, DownloadChanged, DownloadEvent, Failed, order_of
from app.core.models.hub.api import HubApi
from app.core.net.client import HttpClient


def main(address: str, records: str, folder: str) -> None:
    client = HttpClient()
    api = HubApi(client, address)
    events: queue.SimpleQueue[DownloadEvent] = queue.SimpleQueue()
    downloads = Downloads(Path(records), DownloadTools(client, api), events.put)
    listing = api.listing("maker/Model-GGUF")
    downloads.add(order_of(listing, listing.choices[0], Path(folder)))
    while True:
        event = events.get()
        if isinstance(event, DownloadChanged) and isinstance(event.download.state, Done | Failed):
            sys.stdout.write(f"{event.download.state}\n")
            break
    downloads.close()
    downloads.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
