"""What a hub says of its models, as plain values.

Threads: pure values, any thread.
"""

from __future__ import annotations

import enum

from app.core.plain_value import PlainValue


class Access(enum.StrEnum):
    """Who may download from a repository."""

    OPEN = "open"
    TERMS = "terms"  # who accepts its terms on its page, at once
    REQUEST = "request"  # whom its makers let in


class HubModel(PlainValue, frozen=True):
    """A repository in a list of results.

    Attributes:
        repo: "author/name".
        downloads: in the last thirty days.
        updated: the day, "2026-08-01"; "" where the hub does not say.
        licence: its short name, such as "apache-2.0"; "" where the hub does not say.
        page: for the browser.
    """

    repo: str
    author: str
    downloads: int
    likes: int
    updated: str
    access: Access
    licence: str
    page: str


class RemoteFile(PlainValue, frozen=True):
    """A file of a repository.

    Attributes:
        name: with the folders in it, separated by "/"; as the hub says it, so not to be trusted.
        sha256: in hexadecimal digits; "" where the hub does not know it.
        address: where its bytes are asked for, of one fixed revision.
    """

    name: str
    size_bytes: int
    sha256: str
    address: str

    @property
    def content(self) -> tuple[str, str, int]:
        """Equal for files of one name with the same bytes, also of two revisions."""
        return self.name, self.sha256 or self.address, self.size_bytes


class ModelChoice(PlainValue, frozen=True):
    """One way to have a model: everything that must be downloaded for it.

    Attributes:
        quantisation: such as "Q4_K_M"; "" where the name of the file tells none.
        name: of its first file, without what tells the parts apart.
        files: the parts of the model, in order.
        projector: what a model needs to see pictures; None where it cannot.
        n_bits: nominal bits of a weight; 0 if unknown.
        head: drafts for the model; None where there is none that Hearth can use.
    """

    quantisation: str
    name: str
    files: tuple[RemoteFile, ...]
    projector: RemoteFile | None
    n_bits: int
    head: RemoteFile | None = None

    @property
    def all_files(self) -> tuple[RemoteFile, ...]:
        """The parts, the head and the projector, in this order."""
        return (*self.files, *filter(None, (self.head, self.projector)))

    def has_file(self, name: str) -> bool:
        """Whether a file of the model has a name, with the folders in it or without."""
        names = [file.name for file in self.files]
        return bool(name) and (name in names or name in [one.rsplit("/", 1)[-1] for one in names])

    @property
    def model_bytes(self) -> int:
        """Of the model itself, without the files that go along."""
        return sum(file.size_bytes for file in self.files)

    @property
    def size_bytes(self) -> int:
        """Of everything that is downloaded."""
        return sum(file.size_bytes for file in self.all_files)


class HubListing(PlainValue, frozen=True):
    """One repository with all that can be chosen in it.

    Attributes:
        revision: the commit that the addresses of the files belong to.
        choices: the smallest first.
    """

    model: HubModel
    revision: str
    choices: tuple[ModelChoice, ...]
