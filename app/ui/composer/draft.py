"""What is being written: words, and the texts that go along with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.messages import Attachment


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is not sent yet."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.text.strip() and not self.attachments

    def stripped(self) -> Draft:
        """Return it as it is sent, without blank lines around."""
        return Draft(self.text.strip(), self.attachments)


NO_DRAFT = Draft()


def joined(*drafts: Draft) -> Draft:
    """Return several as one, their words as paragraphs."""
    return Draft(
        "\n\n".join(draft.text for draft in drafts if draft.text.strip()),
        tuple(attachment for draft in drafts for attachment in draft.attachments),
    )
