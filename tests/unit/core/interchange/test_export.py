"""Files that people read: complete, safe in every browser, under names that every system takes."""

from __future__ import annotations

import html.parser
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.core.chats.parts.transfer import TransferredChat, TransferredMessage
from app.core.content.tool_steps import ToolStep
from app.core.errors import KnownError
from app.core.interchange.export import (
    ExportFormat,
    ExportOrder,
    as_compared,
    export_chats,
    free_name,
    markdown_chunks,
    safe_name,
)
from app.core.interchange.html_writer import html_chunks
from app.core.interchange.rich_text import mathml, rich_html
from app.core.messages import Attachment, Role, ToolCall

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.chats.store import ChatStore
    from app.core.interchange.chats_there import StoreCall

NOW = datetime(2026, 5, 4, 10, 20, 30, tzinfo=UTC)
HOSTILE = (
    '<script>alert(1)</script> <img src=x onerror="alert(1)"> </div></main></style>'
    "[a](javascript:alert(1)) ![p](https://evil.example/p.png) ![d](data:text/html,x) "
    "<https://a.example> `</code><b>` $\\text{<img src=x onerror=alert(1)>}$ "
    "$\\href{javascript:alert(1)}{x}$\n\n```html\n</code></pre><script>alert(2)</script>\n```\n"
    "\n```<script>\nx\n```\n"
)


def chat_of(*texts: str, title: str = "Title") -> TransferredChat:
    """Return a chat in which the user and the model take turns."""
    messages = tuple(
        TransferredMessage(
            parent=row - 1 if row else None,
            role=Role.ASSISTANT if row % 2 else Role.USER,
            text=text,
            created_at=NOW,
            model="Model" if row % 2 else "",
        )
        for row, text in enumerate(texts)
    )
    return TransferredChat(title, NOW, NOW, messages, leaf=len(messages) - 1 if messages else None)


def page(chat: TransferredChat) -> str:
    return b"".join(html_chunks(chat)).decode()


class _Tags(html.parser.HTMLParser):
    """Collects what a browser would take for tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def _require_harmless(text: str) -> None:
    for tag, attributes in _Tags(text).tags:
        assert tag not in ("script", "img", "iframe", "object", "embed", "link", "form", "base")
        assert not any(name.startswith("on") or name in ("src", "srcdoc") for name in attributes)
        address = attributes.get("href") or ""
        assert address.startswith(("https://", "http://", "#", "mailto:")) or not address


@pytest.mark.parametrize("place", range(5))
def test_nothing_in_a_chat_becomes_a_tag_of_the_page(place: int) -> None:
    texts = ["question", "answer"]
    chat = chat_of(*texts)
    if place < 2:
        texts[place] = HOSTILE
        chat = chat_of(*texts)
    elif place == 2:
        chat = chat_of(*texts, title=HOSTILE)
    elif place == 3:
        chat = chat_of("q", f"<think>{HOSTILE}</think>a")
    else:
        message = TransferredMessage(None, Role.ASSISTANT, "a", NOW, model=HOSTILE, problem=HOSTILE,
                                     attachments=(Attachment(HOSTILE, HOSTILE),))  # fmt: skip
        chat = TransferredChat("t", NOW, NOW, (message,), leaf=0, system_prompt=HOSTILE)

    written = page(chat)

    _require_harmless(written)
    assert "default-src &#x27;none&#x27;" in written or "default-src 'none'" in written


@given(st.text(max_size=200))
def test_no_text_at_all_becomes_a_dangerous_tag(text: str) -> None:
    clean = text.encode("utf-8", "replace").decode()
    _require_harmless(page(chat_of(clean, clean)))


@given(st.text(alphabet=r"\{}^_&<>abtext frac sqrt left right begin end matrix", max_size=60))
def test_no_formula_becomes_a_dangerous_tag(tex: str) -> None:
    _require_harmless(mathml(tex, is_display=False))


def test_formulas_are_drawn_by_the_browser_and_stay_readable_where_they_cannot_be() -> None:
    written = page(chat_of("q", r"So $\frac{a}{b}$ and \[x^2 \le 4\]"))

    assert "<mfrac>" in written
    assert written.count("<math") == 2
    assert 'display="block"' in written
    assert rich_html(r"$\nosuchcommand{a}$").count("nosuchcommand") == 1


def test_code_is_coloured_in_light_and_dark_and_thinking_is_folded() -> None:
    written = page(chat_of("q", "<think>Hm.</think>Look:\n\n```python\nimport os\n```"))

    assert "<details><summary>Thinking</summary><p>Hm.</p></details>" in written
    assert re.search(r'<span class="k\w*">import</span>', written)
    assert written.count("prefers-color-scheme: dark") == 2
    assert "http-equiv" in written


def test_what_would_take_a_parser_minutes_is_written_as_it_is() -> None:
    for text in ("*a " * 40_000, "[" * 60_000, ">" * 3_000, "$" * 30_001, "`" * 30_001):
        written = rich_html(text)
        assert written
        _require_harmless(written)


def test_a_page_shows_the_branch_that_is_shown() -> None:
    messages = (
        TransferredMessage(None, Role.USER, "question", NOW),
        TransferredMessage(0, Role.ASSISTANT, "first answer", NOW),
        TransferredMessage(0, Role.ASSISTANT, "second answer", NOW),
    )
    chat = TransferredChat("t", NOW, NOW, messages, leaf=1)

    for chunks in (html_chunks(chat), markdown_chunks(chat)):
        written = b"".join(chunks).decode()
        assert "first answer" in written
        assert "second answer" not in written


def test_markdown_keeps_words_as_they_were_written() -> None:
    answer = "<think>a < b</think>Here:\n\n```\ncode\n```\n\n- item"
    message = TransferredMessage(None, Role.USER, "**q**", NOW,
                                 attachments=(Attachment("n.txt", "``` inside"),))  # fmt: skip
    second = TransferredMessage(0, Role.ASSISTANT, answer, NOW, model="M_1")
    chat = TransferredChat("A * title", NOW, NOW, (message, second), leaf=1, system_prompt="Rules")

    written = b"".join(markdown_chunks(chat)).decode()

    assert written.startswith("# A \\* title\n")
    assert "## You\n\nn.txt:\n\n````\n``` inside\n````\n\n**q**\n" in written
    assert "## M\\_1\n\n<details>\n<summary>Thinking</summary>\n\na &lt; b\n\n</details>" in written
    assert written.endswith("Here:\n\n```\ncode\n```\n\n- item\n")
    assert "## Instructions\n\nRules\n" in written


def test_of_the_result_of_a_call_the_tool_is_named() -> None:
    step = ToolStep(ToolCall("web__find_*", "{}", "a")).as_stats()
    message = TransferredMessage(None, Role.TOOL, "42", NOW, stats=tuple(step.items()))
    written = b"".join(markdown_chunks(TransferredChat("A", NOW, NOW, (message,), leaf=0)))
    assert "## Tool web\\_\\_find\\_\\*\n\n42\n" in written.decode()
    assert "Tool web__find_*" in page(TransferredChat("A", NOW, NOW, (message,), leaf=0))


# -- names --


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("", "Chat"),
        ("...", "Chat"),
        ("CON", "_CON"),
        ("con.txt", "_con.txt"),
        ("Com¹", "_Com¹"),
        ("LPT9 . x", "_LPT9 . x"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a b c d e f g h i j"),
        ("ends with dots. . .", "ends with dots"),
        (".hidden", "hidden"),
        ("tab\tand\nline", "tab and line"),
        ("evil\u202egpj.exe", "evilgpj.exe"),
        ("Ärger", "Ärger"),
        ("🙂" * 80, "🙂" * 30),
    ],
)  # fmt: skip
def test_titles_become_names_that_every_system_takes(title: str, name: str) -> None:
    assert safe_name(title) == name


@given(st.text(max_size=300))
def test_every_title_becomes_a_name(title: str) -> None:
    name = safe_name(title)

    assert 0 < len(name.encode()) <= 121
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f]', name)
    assert not name.endswith((" ", "."))
    assert Path(name).name == name


def test_names_that_differ_in_case_alone_are_the_same() -> None:
    taken = {as_compared("soup.md"), as_compared("SOUP (2).md")}

    assert free_name("Soup", ".md", taken) == "Soup (3).md"


# -- the run --


def _filled(store: ChatStore, *titles: str) -> tuple[ChatId, ...]:
    return tuple(store.transfer.add_chat(chat_of("q", "a", title=one)).id for one in titles)


def test_a_folder_gets_a_file_for_each_chat_and_none_is_replaced(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    ids = _filled(store, "Soup", "soup", "CON", "")
    folder = tmp_path / "new" / "folder"
    folder.mkdir(parents=True)
    (folder / "Soup.md").write_text("mine")
    told: list[tuple[int, int]] = []

    result = export_chats(
        ExportOrder(ExportFormat.MARKDOWN, ids, folder, is_folder=True),
        call,
        progress=lambda n, n_all: told.append((n, n_all)),
    )

    names = {one.name for one in folder.iterdir()}
    assert names == {"Soup.md", "Soup (2).md", "soup (3).md", "_CON.md", "Chat.md"}
    assert (folder / "Soup.md").read_text() == "mine"
    assert result.n_chats == 4
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_file_is_replaced_only_when_that_was_said(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    (chat_id,) = _filled(store, "x")
    path = tmp_path / "x.html"
    path.write_text("mine")

    with pytest.raises(KnownError, match="already exists"):
        export_chats(ExportOrder(ExportFormat.HTML, (chat_id,), path), call)
    assert path.read_text() == "mine"
    export_chats(ExportOrder(ExportFormat.HTML, (chat_id,), path, may_replace=True), call)

    assert path.read_text().startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("kind", [ExportFormat.JSON, ExportFormat.HTML])
def test_an_export_that_is_cancelled_leaves_no_half_file(
    store: ChatStore, call: StoreCall, tmp_path: Path, kind: ExportFormat
) -> None:
    ids = _filled(store, "a", "b", "c")
    asked: list[int] = []

    def is_cancelled() -> bool:
        asked.append(1)
        return len(asked) > 2

    order = ExportOrder(kind, ids[:1] if kind is ExportFormat.HTML else ids, tmp_path / "all")
    result = export_chats(order, call, is_cancelled=is_cancelled)

    assert result.was_cancelled
    assert list(tmp_path.iterdir()) == []


def test_a_chat_that_was_deleted_meanwhile_is_counted(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    ids = _filled(store, "a", "b")
    store.trash.put([ids[0]])

    result = export_chats(ExportOrder(ExportFormat.JSON, ids, tmp_path / "all.json"), call)

    assert (result.n_chats, result.n_gone) == (1, 1)
    with pytest.raises(KnownError, match="no chat to export"):
        export_chats(ExportOrder(ExportFormat.HTML, ids[:1], tmp_path / "a.html"), call)
    with pytest.raises(KnownError, match="no chat to export"):
        export_chats(ExportOrder(ExportFormat.JSON, (), tmp_path / "b.json"), call)
    assert [one.name for one in tmp_path.iterdir()] == ["all.json"]


def test_a_folder_that_cannot_be_written_is_told(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    ids = _filled(store, "a")
    (tmp_path / "file").write_text("")

    for order in (
        ExportOrder(ExportFormat.HTML, ids, tmp_path / "file" / "x.html"),
        ExportOrder(ExportFormat.HTML, ids, tmp_path / "file", is_folder=True),
    ):
        with pytest.raises(KnownError, match="Hearth cannot write"):
            export_chats(order, call)


@pytest.mark.parametrize(
    "cut",
    [
        "```python\nprint(1)",
        "~~~~\n~~~\nx",
        "````\n```\nx\n```",
        "a\n\n   ```\nb",
        "```\n````x",
        "<think>\n```\nx\n</think>\n\nfine",
        "```a`b\n```\nopen",
    ],
)
def test_code_that_was_cut_off_swallows_nothing_of_what_follows(cut: str) -> None:
    chat = chat_of("Question", cut, "Thanks", "Welcome")

    written = b"".join(markdown_chunks(chat)).decode()

    headings = [token.map for token in MarkdownIt().parse(written) if token.type == "heading_open"]
    assert len(headings) == 1 + 4
    assert cut.replace("<think>\n", "").split("</think>")[0].strip() in written


@pytest.mark.parametrize(
    "whole", ["```\na\n```", "a ``` b", "~~~\n```\n~~~", "text", "````\n```\n````"]
)
def test_code_that_ends_stays_as_it_was_written(whole: str) -> None:
    written = b"".join(markdown_chunks(chat_of("Question", whole))).decode()

    assert written.endswith(f"\n\n{whole}\n")


def test_footnotes_of_two_messages_are_told_apart() -> None:
    text = page(chat_of("q", "One[^1].\n\n[^1]: first", "q", "Two[^1].\n\n[^1]: second"))

    names = [name for _tag, facts in _Tags(text).tags if (name := facts.get("id"))]
    targets = [to[1:] for _tag, facts in _Tags(text).tags if (to := facts.get("href"))]
    assert len(names) == len(set(names)) == 4
    assert sorted(targets) == sorted(names)


@pytest.mark.parametrize(
    "address",
    [
        "//server.example/share",
        "/etc/passwd",
        "../secret.html",
        "secret.html",
        "file:///etc/passwd",
        "smb://server.example/share",
        "ms-msdt:/id",
        "ftp://server.example/a",
        "\\\\server\\share",
        "?a=b",
    ],
)
def test_a_page_links_to_the_web_alone(address: str) -> None:
    # A page that lies on a disk would take them for files, or start other programs.
    text = f"[x]({address}) <{address}> {address} ![p]({address}) [r]\n\n[r]: {address}"

    written = page(chat_of("q", text))

    assert "<a " not in written
    assert "x" in written
    assert '<a href="https://a.example">' in page(chat_of("q", "<https://a.example>"))
    assert '<a href="mailto:a@b.example">' in page(chat_of("q", "[a](mailto:a@b.example)"))


@pytest.mark.parametrize("title", ["../../etc/passwd", " . .hidden", "...a", "./. /.x"])
def test_no_name_begins_so_that_the_file_is_hidden(title: str) -> None:
    name = safe_name(title)

    assert name == name.strip()
    assert not name.startswith(".")


def test_code_that_a_lexer_does_not_know_is_not_marked_as_wrong() -> None:
    written = page(chat_of("q", "```diff\n+new line\n same\n```"))
    assert ".err" not in written
    assert "same" in written
