"""A port at the loopback address for a server that is yet to start, in a process of its own."""

from __future__ import annotations

import socket
import sys

_LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """Return a port at which nobody listens, and which nobody else is given in the next minute.

    A port that was only looked at is given to the next program that asks for any (on Linux to one
    in 7,000, measured), and a server takes seconds to start. So a connection ends here: as long as
    it is in TIME_WAIT, the system gives the port to nobody who has not named it, and to a server
    that sets SO_REUSEADDR. Windows gives ports one after the other, and so this one not soon again.
    """
    with socket.create_server((_LOOPBACK, 0)) as listener:
        port: int = listener.getsockname()[1]
        if sys.platform != "win32":
            with socket.create_connection((_LOOPBACK, port)):
                listener.accept()[0].close()  # whoever closes first is in TIME_WAIT
        return port
