"""Which passages of documents went along, in files that people read."""

from __future__ import annotations

import re

import pytest

from app.core.chats.parts.transfer import TransferredChat, TransferredMessage
from app.core.interchange.export import markdown_chunks
from app.core.messages import Attachment, Role, TextSource
from app.core.plain_value import replace
from tests.unit.core.interchange.test_export import (
    HOSTILE,
    NOW,
    _require_harmless,
    chat_of,
    page,
)


def passage(number: int, text: str, name: str = "lease.pdf") -> Attachment:
    source = TextSource(name, "d", number=number, page_name="4", headings=("Lease", "Notice"))
    return Attachment(name, text, source)


def chat_with(passages: tuple[Attachment, ...], answer: str) -> TransferredChat:
    """Return a chat whose question has a whole document and passages."""
    chat = chat_of("How long?", answer)
    asked, answered = chat.messages
    asked = replace(asked, attachments=(Attachment("all.txt", "whole"), *passages))
    return replace(chat, messages=(asked, answered))


def test_markdown_says_which_passages_went_along() -> None:
    passages = (passage(1, "Three months. ```"), passage(2, "By post.", "a <b> c.md"))
    written = b"".join(markdown_chunks(chat_with(passages, "Three [1]."))).decode()

    assert "## You\n\nall.txt:\n\n```\nwhole\n```\n\nHow long?\n\nPassages:\n\n" in written
    assert (
        "<details>\n<summary>[1] lease.pdf, page 4, Lease &gt; Notice</summary>\n\n"
        "````\nThree months. ```\n````\n\n</details>"
    ) in written
    assert "<summary>[2] a &lt;b&gt; c.md, page 4, Lease &gt; Notice</summary>" in written
    assert "Three [1].\n" in written
    assert "Passages" not in b"".join(markdown_chunks(chat_of("q", "Three [1]."))).decode()


def test_a_page_says_which_passages_went_along() -> None:
    written = page(chat_with((passage(12, "Three\nmonths."),), "Three."))

    place = written.index('<details id="passage12"><summary>[12] lease.pdf, page 4')
    assert written.index("How long?") < place < written.index("<p>Three.</p>")
    assert '<div class="plain">Three\nmonths.</div></details>' in written
    assert "<summary>all.txt</summary>" in written
    assert written.count('<p class="facts">Passages:</p>') == 1


@pytest.mark.parametrize(
    ("answer", "links"),
    [
        ("Three months [1].", ["passage1"]),
        ("| a |\n|---|\n| b [1, 2] |", ["passage1", "passage2"]),
        ("Known and not [2, 9].", ["passage2"]),
        ("[7], [1](https://example.org), `[1]`, $[1]$ and\n\n```\n[1]\n```\n\n    [1]", []),
        ("<think>As [1] says.</think>So.", []),
    ],
)
def test_numbers_of_passages_on_the_page_are_links(answer: str, links: list[str]) -> None:
    passages = (passage(1, "Three months."), passage(2, "By post."))
    written = page(chat_with(passages, answer))

    assert re.findall(r'href="#([^"]*)"', written) == links
    assert not re.findall(r'href="#', page(chat_of("q", answer)))


def test_a_number_leads_to_no_passage_of_a_later_message_and_to_the_first_of_its_number() -> None:
    asked = (
        TransferredMessage(None, Role.USER, "q", NOW),
        TransferredMessage(0, Role.ASSISTANT, "Early [1].", NOW),
        TransferredMessage(1, Role.USER, "q", NOW, attachments=(passage(1, "a"), passage(1, "b"))),
        TransferredMessage(2, Role.ASSISTANT, "Late [1].", NOW),
    )

    written = page(TransferredChat("Title", NOW, NOW, asked, leaf=3))

    assert "<p>Early [1].</p>" in written
    assert '<p>Late <a href="#passage1">[1]</a>.</p>' in written
    assert written.count('id="passage1"') == 1


def test_nothing_in_a_passage_becomes_a_tag_of_the_page() -> None:
    _require_harmless(page(chat_with((passage(1, HOSTILE, HOSTILE),), f"[1] {HOSTILE}")))


UNNAMED = "The notice period is three months."
GIVEN = (passage(1, "By post."), passage(2, f"§ 4: {UNNAMED.lower()}", "<a> *b*.pdf"))


def test_an_answer_that_cites_nothing_says_which_passage_has_its_words() -> None:
    chat = chat_with(GIVEN, UNNAMED)
    written = b"".join(markdown_chunks(chat)).decode()
    head = "\\[2\\] \\<a\\> \\*b\\*.pdf, page 4, Lease \\> Notice"
    assert written.endswith(f"{UNNAMED}\n\nSame words in: {head}\n")
    on_page = page(chat)
    words = "[2] &lt;a&gt; *b*.pdf, page 4, Lease &gt; Notice"
    assert f'<p class="facts">Same words in: <a href="#passage2">{words}</a></p>' in on_page
    _require_harmless(on_page)

    for answer in (f"{UNNAMED} [1]", "It is long.", f"<think>{UNNAMED}</think>Yes."):
        chat = chat_with(GIVEN, answer)
        assert "Same words" not in b"".join(markdown_chunks(chat)).decode() + page(chat)
