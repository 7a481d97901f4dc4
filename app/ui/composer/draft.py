"""What is being written: words, and the texts that go along with them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from app.core.messages import Attachment
from app.ui.translation import tr


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


def with_text(attachments: tuple[Attachment, ...], text: str) -> tuple[Attachment, ...]:
    """Return attachments and one more, of words that are too long for the field."""
    taken = {attachment.name for attachment in attachments}
    first = tr("Pasted text")
    names = itertools.chain([first], (f"{first} {number}" for number in itertools.count(2)))
    return (*attachments, Attachment(next(name for name in names if name not in taken), text))


def packed(draft: Draft) -> Draft:
    """Return a draft with its words as a text that goes along."""
    return Draft("", with_text(draft.attachments, draft.text))
