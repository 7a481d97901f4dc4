"""Mail to Markdown: subject, who wrote to whom and when, names of attachments, and the text.

Threads: one, in the child.
"""

from __future__ import annotations

import email
import email.policy
import re
from typing import TYPE_CHECKING, cast

from app.core.content.text_files import decoded, decoded_as
from app.core.documents.parsers.html_markdown import html_to_markdown
from app.core.documents.parsers.markdown_text import document, in_one_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import EmailMessage, Message, MIMEPart

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
    return document([_page(mail)], title=_header(mail, "Subject"), has_pages=False)


def _page(mail: EmailMessage) -> str:
    subject = _header(mail, "Subject")
    lines = [f"{name}: {said}" for name in _HEADERS if (said := _header(mail, name))]
    if attached := dict.fromkeys(_attached(mail)):
        lines.append("Attachments: " + ", ".join(map(in_one_line, attached)))
    heading = f"# {subject}" if subject else ""
    body, kind = _body(mail, "plain"), "plain"
    if not body:
        body, kind = _body(mail, "html"), "html"
    rest = list[str]()
    if mail.get_content_type() == "multipart/mixed":
        rest += _rest(mail, kind)
    elif mail.get_content_type() == "message/rfc822":  # forwarded, and nothing said of it
        rest += (_page(cast("EmailMessage", inner)) for inner in mail.iter_parts())
        body = ""  # which is that of the other
    if not body and not any(rest):
        rest.append(_broken(mail))
    return "\n\n".join(filter(None, [heading, "\n".join(lines), body, *rest]))


def _attached(mail: MIMEPart) -> Iterator[str]:
    """Give the names of what is attached, also within alternatives, as Apple writes them."""
    for part in mail.iter_attachments():
        if name := part.get_filename():
            yield name
        elif part.is_multipart() and part.get_content_type() != "message/rfc822":
            yield from _attached(part)
    for part in mail.iter_parts() if mail.get_content_subtype() == "alternative" else ():
        yield from _attached(part)


def _broken(mail: EmailMessage) -> str:
    """Return the text of a mail of several parts whose parts cannot be told apart."""
    payload = mail.get_payload() if mail.get_content_maintype() == "multipart" else None
    return payload.strip() if isinstance(payload, str) else ""


def _rest(mail: EmailMessage, kind: str) -> Iterator[str]:
    """Give what stands around the text of some kind: more text, and mails in the mail."""
    body = mail.get_body((kind,))
    for part in mail.iter_parts():
        of_kind = part.get_content_type()
        if of_kind == "message/rfc822" and body is not None:
            for inner in part.iter_parts():
                yield _page(cast("EmailMessage", inner))
        elif of_kind in ("text/plain", "text/html") and part is not body:
            is_file = part.is_attachment() or part.get_filename() is not None
            yield "" if is_file or body is None else _text(part, of_kind.partition("/")[2])


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
    text = decoded_as(data, part.get_content_charset("utf-8")) or decoded(data)
    text = text or data.decode("utf-8", "replace")
    return html_to_markdown(text) if kind == "html" else text.strip()
