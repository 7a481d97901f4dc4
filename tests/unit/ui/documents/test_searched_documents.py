"""What each question of a chat searches, and what whole documents cost beside it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatSetup
from app.core.conversations.events import ChatChanged, ChatWarmthMeasured
from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS, searched_of, with_searched
from app.core.messages import Attachment, TextSource
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, ModelUnloaded, WarmthMeasured
from app.ui.composer.documents_bar import DocumentsKey
from tests.unit.ui.conftest import answer, make_chat, make_model, question
from tests.unit.ui.documents.conftest import write

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.core.documents.reading import PlainReader
    from tests.unit.ui.conftest import Desk


def searched(desk: Desk) -> tuple[str, ...]:
    return searched_of(desk.window.open_chat.setup)


def menu_of(desk: Desk) -> dict[str, bool]:
    """Return the entries that can be checked, and which are."""
    desk.window.composer.documents_button._fill()
    actions = desk.window.composer.documents_button.menu().actions()
    return {one.text(): one.isChecked() for one in actions if one.isCheckable()}


def choose(desk: Desk, entry: str) -> None:
    desk.window.composer.documents_button._fill()
    actions = desk.window.composer.documents_button.menu().actions()
    next(one for one in actions if one.text() == entry).trigger()


@pytest.fixture
def papers(tmp_path: Path, plain: PlainReader) -> Path:
    """A folder with two notes, not listed yet."""
    folder = tmp_path / "Papers of Ünal"
    write(folder / "rent.md", "The rent is due.")
    write(folder / "salt.md", "Three grams.")
    return folder


def drop_folder(desk: Desk, path: Path) -> None:
    desk.window.composer.attach_files([str(path)])
    desk.until(lambda: bool(searched(desk)))


def test_nothing_is_shown_where_nothing_is_listed(desk: Desk) -> None:
    composer = desk.window.composer

    assert composer.searched_bar.isHidden()
    assert composer.documents_button.isHidden()
    assert composer.whole_bar.isHidden()


def test_a_dropped_folder_is_listed_read_and_searched(desk: Desk, papers: Path) -> None:
    desk.post(ModelLoaded(make_model()))
    drop_folder(desk, papers)

    assert searched(desk) == (str(papers),)
    assert [one.path.name for one in desk.documents.documents()] == ["rent.md", "salt.md"]
    assert "Papers of Ünal" in desk.window.composer.searched_bar.words()
    desk.until(lambda: desk.window.composer.documents_button.isVisible())
    assert menu_of(desk) == {"All my documents": False, "Papers of Ünal": True}
    assert desk.window.composer.attachments.attachments() == ()

    desk.window.composer.set_text("When?")
    desk.window.composer.submitted.emit(desk.window.composer.written())
    assert searched_of(desk.calls[-1][-1]["setup"]) == (str(papers),)


def test_nothing_is_sent_until_the_folder_is_read(
    desk: Desk, papers: Path, plain: PlainReader
) -> None:
    desk.post(ModelLoaded(make_model()))
    may_read = threading.Event()
    plain.before = lambda _path: may_read.wait(10)
    composer = desk.window.composer
    composer.set_text("When?")
    composer.attach_files([str(papers)])
    desk.until(lambda: bool(plain.read_paths) or composer.attaching.is_reading)
    assert not composer.button.isEnabled()
    may_read.set()
    desk.until(lambda: composer.button.isEnabled())
    assert searched(desk) == (str(papers),)


def test_a_folder_whose_chip_was_removed_is_not_searched(
    desk: Desk, papers: Path, plain: PlainReader
) -> None:
    may_read = threading.Event()
    plain.before = lambda _path: may_read.wait(10)
    composer = desk.window.composer
    composer.attach_files([str(papers)])
    desk.until(lambda: bool(composer.attachments._reading))
    (number,) = composer.attachments._reading
    composer.attachments.given_up.emit(number)
    may_read.set()
    desk.until(lambda: len(desk.documents.documents()) == 2)
    desk.post()
    assert searched(desk) == ()
    assert composer.searched_bar.isHidden()


def test_the_menu_chooses_all_or_some(desk: Desk, papers: Path) -> None:
    other = write(papers.parent / "lease.md", "The lease.")
    drop_folder(desk, papers)
    desk.documents.add([other])
    desk.window.documents.looks.look()
    desk.until(lambda: "lease.md" in menu_of(desk))

    choose(desk, "lease.md")
    assert searched(desk) == (str(papers), str(other))
    choose(desk, "Papers of Ünal")
    assert searched(desk) == (str(other),)
    choose(desk, "All my documents")
    assert searched(desk) == (ALL_DOCUMENTS,)
    assert desk.window.composer.searched_bar.words() == "Each question searches all your documents."
    choose(desk, "lease.md")
    assert searched(desk) == (str(other),)
    desk.window.composer.searched_bar.pressed.emit(DocumentsKey.STOP)
    assert searched(desk) == ()
    assert desk.window.composer.searched_bar.isHidden()


def test_another_chat_searches_what_it_has_chosen(desk: Desk) -> None:
    desk.open(question("Hello"), answer("Hi"))
    setup = with_searched(ChatSetup(), ["/a/b.pdf", "/c", "/d", "/e"])
    desk.post(ChatChanged(replace(make_chat(1), sampling=setup.sampling)))

    words = desk.window.composer.searched_bar.words()
    assert words == "Each question searches b.pdf, c, 2 more."
    choose(desk, "d")
    name, chat_id, changed = desk.calls[-1]
    assert (name, chat_id, searched_of(changed)) == (
        *("set_up", 1),
        ("/a/b.pdf", "/c", "/e"),
    )


# -- whole documents --


def whole(path: Path, text: str) -> Attachment:
    return Attachment(path.name, text, TextSource(str(path), "d" * 64))


def attach(desk: Desk, attachment: Attachment) -> int:
    """Attach a document and return the ticket under which its cost is asked for."""
    desk.window.composer.attachments.add(attachment)
    desk.until(lambda: any(call[0] == "measure_warmth" for call in desk.calls))
    call = [call for call in desk.calls if call[0] == "measure_warmth"][-1]
    assert call[1] is None
    assert call[3] == (attachment,)
    return int(call[-1]["ticket"])


@pytest.mark.parametrize(
    ("warmth", "words", "passages"),
    [
        (
            WarmthMeasured(32_768, 24_310, 10, 0, 240_000),
            "24,310 tokens, 4 min",
            "Use passages (2,500 tokens, 25 s)",
        ),
        (
            WarmthMeasured(32_768, 24_310, 0, 24_280, 400),
            "24,310 tokens, read already",
            "Use passages (2,500 tokens)",
        ),
        (
            WarmthMeasured(32_768, 48_000, 0, 0, 480_000),
            "48,000 tokens: too long for the context",
            "Use passages (2,500 tokens, 25 s)",
        ),
        (
            WarmthMeasured(32_768, 4_310, 0, 0, 0),
            "4,310 tokens to read",
            "Use passages (2,500 tokens)",
        ),
    ],
)
def test_a_whole_document_says_what_it_costs(
    desk: Desk, tmp_path: Path, warmth: WarmthMeasured, words: str, passages: str
) -> None:
    desk.post(ModelLoaded(replace(make_model(), n_ctx=32_768)))
    ticket = attach(desk, whole(tmp_path / "book.pdf", "word " * 2_000))
    desk.post(ChatWarmthMeasured(None, ticket, warmth))
    bar = desk.window.composer.whole_bar

    assert bar.words() == words
    assert bar.buttons[DocumentsKey.PASSAGES].text() == passages

    desk.window.composer.attachments.set_attachments(())
    assert bar.isHidden()


def test_a_short_document_and_no_model_cost_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.post(ModelLoaded(make_model()))
    desk.window.composer.attachments.add(whole(tmp_path / "note.txt", "short"))
    desk.qtbot.wait(350)
    desk.post(ModelUnloaded())
    desk.window.composer.attachments.add(whole(tmp_path / "book.txt", "word " * 2_000))
    desk.qtbot.wait(350)

    assert not [call for call in desk.calls if call[0] == "measure_warmth"]
    assert desk.window.composer.whole_bar.isHidden()


def test_what_comes_too_late_is_not_shown(desk: Desk, tmp_path: Path) -> None:
    desk.post(ModelLoaded(make_model()))
    ticket = attach(desk, whole(tmp_path / "book.pdf", "word " * 2_000))
    desk.window.composer.attachments.set_attachments(())
    desk.post(ChatWarmthMeasured(None, ticket, WarmthMeasured(8_192, 3_000, 0, 0, 9_000)))

    assert desk.window.composer.whole_bar.isHidden()


def test_passages_in_place_of_a_whole_document(desk: Desk, papers: Path) -> None:
    desk.post(ModelLoaded(make_model()))
    rent = papers / "rent.md"
    other = Attachment("pasted", "text")
    desk.window.composer.attachments.set_attachments((whole(rent, "word " * 2_000), other))
    desk.window.composer.whole_bar.pressed.emit(DocumentsKey.PASSAGES)
    desk.until(lambda: searched(desk) == (str(rent),))

    assert desk.window.composer.attachments.attachments() == (other,)
    assert desk.documents.sources() == (rent,)


def test_a_document_that_cannot_be_read_is_not_searched(desk: Desk, papers: Path) -> None:
    bad = write(papers / "bad.md", b"\0")
    desk.window.composer.attachments.set_attachments((whole(bad, "word " * 2_000),))
    with desk.qtbot.waitSignal(desk.window.composer.attaching.refused) as told:
        desk.window.composer.whole_bar.pressed.emit(DocumentsKey.PASSAGES)

    assert "holds no text" in told.args[0].text()
    assert searched(desk) == ()
    assert not desk.window.composer.attaching.is_reading


def test_what_cannot_be_searched_stays_attached(desk: Desk, tmp_path: Path) -> None:
    desk.post(ModelLoaded(make_model()))
    gone = whole(tmp_path / "gone.md", "word " * 2_000)
    desk.window.composer.attachments.set_attachments((gone,))
    with desk.qtbot.waitSignal(desk.window.composer.attaching.refused):
        desk.window.composer.whole_bar.pressed.emit(DocumentsKey.PASSAGES)

    assert desk.window.composer.attachments.attachments() == (gone,)
    assert desk.window.composer.written().attachments == (gone,)


def test_a_stop_on_the_page_of_documents_lets_the_message_be_sent(
    desk: Desk, papers: Path, plain: PlainReader
) -> None:
    desk.post(ModelLoaded(make_model()))
    other = write(papers.parent / "other" / "a.md", "other").parent
    may_read = threading.Event()
    plain.before = lambda _path: may_read.wait(10)
    desk.documents.add([other])
    looks, composer = desk.window.documents.looks, desk.window.composer
    looks.look()
    desk.until(lambda: looks.is_looking)
    composer.set_text("When?")
    composer.attach_files([str(papers)])
    desk.until(lambda: desk.documents._lane.has_waiting)
    looks.stop()
    may_read.set()

    desk.until(lambda: not composer.attaching.is_reading)
    assert composer.button.isEnabled()
    assert searched(desk) == ()
