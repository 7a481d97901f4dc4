"""The place of a model that a server has, where else the path of a file stands.

`LoadModel`, `ModelInfo`, chats and settings name a model by a path. Of a model on a server that is
`server:NAME/MODEL`, in which NAME is what the user calls the server.

Threads: values only, any thread.
"""

from __future__ import annotations

from typing import Final

from app.core.plain_value import PlainValue

_SCHEME: Final = "server:"


class RemoteModel(PlainValue, frozen=True):
    """A model of a server.

    Attributes:
        server: what the user calls it; without a slash.
        model: as the server calls it.
    """

    server: str
    model: str

    @classmethod
    def of(cls, path: str) -> RemoteModel | None:
        """Return the model that a path stands for; None for the path of a file."""
        if not path.startswith(_SCHEME):
            return None
        server, slash, model = path.removeprefix(_SCHEME).partition("/")
        return cls(server, model) if server and slash and model else None

    @classmethod
    def renamed(cls, path: str, old: str, new: str) -> str:
        """Return a path as it is when the server `old` is called `new`; any other as it was."""
        model = cls.of(path)
        if model is None or model.server != old:
            return path
        return cls(new, model.model).path

    @property
    def path(self) -> str:
        """What stands for it where else a path does."""
        return f"{_SCHEME}{self.server}/{self.model}"

    @property
    def full_name(self) -> str:
        """How it is called where other models are, too."""
        return f"{self.model} — {self.server}"
