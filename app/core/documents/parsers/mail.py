"""Mail to Markdown: subject, who wrote to whom and when, names of attachments, and the text.

Threads: one, in the child.
"""

from __future__ import annotations

import email
import email.policy
import re
from typing import TYPE_CHECKING

from app.core.content.text_files import decoded
from app.core.documents.parsers.html_markdown import html_to_markdown
from app.core.documents.parsers.markdown_text import document, in_one_line

if TYPE_CHECKING:
    from email.message import EmailMessage, Message

    from app.core.documents.text import DocumentText

_HEADERS = ("From", "To", "Cc", "Date")
_HEADER = re.compile(rb"(?:From |[!-9;-~]+:)")  # a line of its head; some begin as in a mailbox
_HEAD_BYTES = 1 << 16


def is_mail(data: bytes) -> bool:
    """Return whether something begins with the head of a mail."""
    if not _HEADER.match(data):
        return False
    head = re.split(rb"\r?\n\r?\n", data[:_HEAD_BYTES], maxsplit=1)[0].lower()
    names = set(re.findall(rb"^([!-9;-~]+):", head, re.M))
    return b"from" in names and bool(names & {b"message-id", b"received", b"mime-version"})


def read_mail(data: bytes) -> DocumentText:
    """Return a mail with its text, from HTML where it has no other."""
    mail = email.message_from_bytes(data, policy=email.policy.default)
    subject = _header(mail, "Subject")
    lines = [f"{name}: {said}" for name in _HEADERS if (said := _header(mail, name))]
    attached = [name for part in mail.iter_attachments() if (name := part.get_filename())]
    if attached:
        lines.append("Attachments: " + ", ".join(map(in_one_line, attached)))
    heading = f"# {subject}\n\n" if subject else ""
    page = heading + "\n".join(lines) + "\n\n" + (_body(mail, "plain") or _body(mail, "html"))
    return document([page], title=subject, has_pages=False)


def _header(mail: EmailMessage, name: str) -> str:
    try:
        return in_one_line(str(mail[name] or ""))
    except (ValueError, IndexError, AttributeError):  # as the standard library does at odd ones
        return ""


def _body(mail: EmailMessage, kind: str) -> str:
    best = mail.get_body((kind,))
    of_kind = (part for part in mail.walk() if part.get_content_type() == f"text/{kind}")
    parts = [best] if best is not None else of_kind  # as in a digest, or in what was forwarded
    texts = [_text(part, kind) for part in parts]
    return "\n\n".join(filter(None, texts))


def _text(part: Message, kind: str) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    try:
        text = data.decode(part.get_content_charset("utf-8"))
    except (LookupError, UnicodeError):
        text = decoded(data) or data.decode("utf-8", "replace")
    return html_to_markdown(text) if kind == "html" else text.strip()
