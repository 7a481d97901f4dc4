"""What is found, in which order, and what never is."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.core.chats.records import MessageStatus
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchFilter, SearchQuestion
from app.core.messages import Attachment, Role

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.records import Message
    from app.core.chats.search.values import SearchPage
    from app.core.chats.store import ChatStore

    Say = Callable[..., Message]
    Ask = Callable[..., SearchPage]


def texts(page: SearchPage) -> list[str]:
    """What was found, as it is shown."""
    return [hit.snippet for hit in page.hits]


def marked(page: SearchPage) -> list[str]:
    """The words that are marked in the first hit."""
    hit = page.hits[0]
    return [hit.snippet[start:end] for start, end in hit.ranges]


@pytest.mark.parametrize(
    ("said", "question", "words"),
    [
        ("The dough rises slowly", "dough", ["dough"]),
        ("The dough rises slowly", "rises dou", ["dough", "rises"]),  # all, the last one begun
        ("The dough rises slowly", '"dough rises"', ["dough rises"]),
        ("The dough rises slowly", '"dough ri', ["dough rises"]),  # a quote that is open
        ("The dough rises slowly", "SLOWLY", ["slowly"]),
        ("Crème brûlée", "creme brulee", ["Crème", "brûlée"]),
        ("Cre\u0300me", "crème", ["Cre\u0300me"]),
        ("aus Łódź und Malmö", "lodz malmo", ["Łódź", "Malmö"]),
        ("Straße", "strasse", ["Straße"]),
        ("ＡＢＣ１２", "abc12", ["ＡＢＣ１２"]),
        ("我们在学习中文", "学习", ["学习"]),
        ("我们在学习中文", "习", ["习"]),
        ("私は東京に住んでいます", "東京", ["東京"]),
        ("한국어를 공부합니다", "공부", ["공부"]),
        ("ภาษาไทยง่าย", "ไทย", ["ไทย"]),
        ("हिन्दी में", "हिन्दी", ["हिन्दी"]),
        ("iPhone手机很好", "iphone手", ["iPhone手"]),
        ("Well done 🎉🍞!", "🍞", ["🍞"]),
        ("call read_file(path)", "read_file", ["read_file"]),
        ("AND then OR maybe NOT", "and or not", ["AND", "OR", "NOT"]),
        ("Hausaufgaben sind fertig", "aufgabe", ["Hausaufgaben"]),
        ("see a*b and NEAR(x)", "near(x", ["NEAR(x"]),
        ("𝐁old letters", "bold", ["𝐁old"]),
    ],
)
def test_words_are_found_and_marked(
    say: Say, ask: Ask, said: str, question: str, words: list[str]
) -> None:
    say("Something else entirely")
    say(said)

    page = ask(question)

    assert texts(page) == [said]
    assert marked(page) == words


@pytest.mark.parametrize(
    "question",
    [
        "dough -rises",
        '"rises dough"',
        "dough bread",
        "oug zzz",
        "学习",
        "🍞",
        "-dough",
        "",
        '"',
        "-",
    ],
)
def test_what_is_not_there_is_not_found(say: Say, ask: Ask, question: str) -> None:
    say("The dough rises slowly 习学")

    assert ask(question).n_found == 0


def test_a_character_by_its_number_is_no_emoji(say: Say, ask: Ask) -> None:
    say("1f389 is a number")

    assert ask("🎉").n_found == 0


def test_what_is_inside_of_words_is_found_only_where_no_word_begins_so(say: Say, ask: Ask) -> None:
    say("Hausaufgaben")
    assert ask("aufgabe").is_inside_words

    say("Aufgaben")
    page = ask("aufgabe")

    assert texts(page) == ["Aufgaben"]
    assert not page.is_inside_words


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    question=st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            [
                '"',
                "“",
                "-",
                "AND",
                "OR",
                "NOT",
                "NEAR(",
                "*",
                "^",
                "text:",
                "{",
                "}",
                ")",
                "(",
                "+",
                "学",
                "🎉",
                "\u0301",
                "\x00",
                "a",
                "dough",
                "'",
                ";",
                "%",
                "_",
                "\\",
                " ",
            ]
        ),
        max_size=14,
    ).map("".join)
)
def test_no_question_is_an_error(say: Say, database: Path, question: str) -> None:
    with SearchReader.open(database) as reader:
        page = reader.page(reader.rank(SearchQuestion(question)))

    assert page.n_found >= 0


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(said=st.text(min_size=1, max_size=300))
@example("0«-0")
@example('0"-0')
def test_every_word_of_a_text_finds_it_and_is_marked_where_it_stands(
    store: ChatStore, database: Path, said: str
) -> None:
    chat = store.create_chat()
    message = store.add_message(chat.id, parent_id=None, role=Role.USER, text=said)
    stored = store.message(message.id).text
    with SearchReader.open(database) as reader:
        for word in stored.split()[:4]:
            ranking = reader.rank(SearchQuestion(f'"{word}"', SearchFilter(chat_id=chat.id)))
            for hit in reader.page(ranking).hits:
                assert all(0 <= a < b <= len(hit.snippet) for a, b in hit.ranges)
                assert hit.words in stored
            if ranking.query.wanted:
                assert ranking.messages == (message.id,)


def test_a_title_comes_before_messages_and_newer_ones_before_older(
    store: ChatStore, say: Say, ask: Ask
) -> None:
    older, newer = say("Bread needs time"), say("Bread needs time")
    titled = store.create_chat(title="About bread")

    page = ask("bread")

    assert [hit.message_id for hit in page.hits] == [None, newer.id, older.id]
    assert page.hits[0].chat_id == titled.id
    assert marked(page) == ["bread"]


def test_what_is_attached_is_found_by_name_and_text(store: ChatStore, ask: Ask) -> None:
    chat = store.create_chat(title="Files")
    files = (Attachment("recipe.txt", "Flour and water"), Attachment("notes.md", "Salt"))
    store.add_message(chat.id, parent_id=None, role=Role.USER, text="Look", attachments=files)

    assert [hit.attachment for hit in ask("flour").hits] == ["recipe.txt"]
    assert [(hit.attachment, hit.snippet) for hit in ask("notes.md").hits] == [
        ("notes.md", "notes.md")
    ]


def test_filters_narrow_what_is_found(store: ChatStore, say: Say, ask: Ask) -> None:
    asked = say("bread?")
    answered = say("bread!", Role.ASSISTANT, "tiny")
    store.create_chat(title="bread")

    def found(**only: Any) -> set[object]:
        return {hit.message_id for hit in ask("bread", SearchFilter(**only)).hits}

    assert found() == {None, asked.id, answered.id}
    assert found(role=Role.USER) == {asked.id}
    assert found(model="tiny") == {answered.id}
    assert found(chat_id=asked.chat_id) == {asked.id}
    moment = answered.created_at
    assert found(since=moment) == {None, answered.id}
    assert found(until=moment) == {asked.id}
    assert found(since=moment + timedelta(days=1)) == set()


def test_deleted_messages_what_follows_them_and_chats_in_the_trash_are_not_found(
    store: ChatStore, ask: Ask
) -> None:
    chat = store.create_chat(title="Bakery secret")
    first = store.add_message(chat.id, parent_id=None, role=Role.USER, text="secret one")
    second = store.add_message(chat.id, parent_id=first.id, role=Role.USER, text="secret two")
    store.add_message(chat.id, parent_id=second.id, role=Role.USER, text="secret three")

    store.deletions.delete(chat.id, second.id)
    assert texts(ask("secret")) == ["Bakery secret", "secret one"]
    store.deletions.undo(chat.id, second.id)
    assert len(texts(ask("secret"))) == 4
    store.trash.put([chat.id])
    assert texts(ask("secret")) == []
    store.trash.restore([chat.id])
    assert len(texts(ask("secret"))) == 4


def test_an_answer_is_found_once_it_has_ended_and_as_it_ended(store: ChatStore, ask: Ask) -> None:
    chat = store.create_chat()
    answer = store.add_message(
        chat.id, parent_id=None, role=Role.ASSISTANT, text="", status=MessageStatus.STREAMING
    )
    store.write_text(answer.id, "Yeast makes")
    assert ask("yeast").n_found == 0
    store.finish_message(answer.id, text="Yeast makes", status=MessageStatus.STOPPED)
    assert texts(ask("yeast")) == ["Yeast makes"]
    store.reopen_message(answer.id)
    store.finish_message(answer.id, text="Yeast makes gas", status=MessageStatus.COMPLETE)
    assert texts(ask("gas")) == ["Yeast makes gas"]


def test_pages_go_on_where_the_last_one_ended(say: Say, database: Path) -> None:
    said = [say(f"bread number {number}").id for number in range(50)]

    with SearchReader.open(database) as reader:
        ranking = reader.rank(SearchQuestion("bread"))
        first = reader.page(ranking)
        second = reader.page(ranking, first.end, 60)

    assert first.n_found == 50
    found = [hit.message_id for hit in (*first.hits, *second.hits)]
    assert set(found) == set(said)
    assert len(found) == 50
    assert second.end == 50


def test_what_is_deleted_between_two_pages_is_left_out_and_nothing_comes_twice(
    store: ChatStore, say: Say, database: Path
) -> None:
    said = [say(f"bread number {number}") for number in range(50)]
    titled = store.create_chat(title="All about bread")

    with SearchReader.open(database) as reader:
        ranking = reader.rank(SearchQuestion("bread"))
        first = reader.page(ranking)
        store.trash.put([titled.id, said[10].chat_id, said[45].chat_id])
        store.deletions.delete(said[20].chat_id, said[20].id)
        again = reader.page(ranking)
        second = reader.page(ranking, again.end, 60)

    shown = [hit.message_id for hit in (*again.hits, *second.hits)]
    gone = {10, 20, 45}
    assert len(first.hits) == first.end == again.end == 20
    assert set(shown) == {one.id for number, one in enumerate(said) if number not in gone}
    assert len(shown) == 47
    assert second.end == 51


def test_a_long_text_is_cut_around_the_place(say: Say, ask: Ask) -> None:
    say("word " * 500 + "**needle** in\n\n# a  haystack 👩🏽‍🍳 " + "tail " * 500)

    hit = ask("needle").hits[0]

    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")
    assert "needle in a haystack 👩🏽‍🍳 tail" in hit.snippet
    assert len(hit.snippet) < 220
    assert [hit.snippet[a:b] for a, b in hit.ranges] == ["needle"]
    assert hit.words == "needle"


def test_a_text_without_spaces_is_not_cut_inside_of_a_character(say: Say, ask: Ask) -> None:
    family = "👩\u200d👩\u200d👧"
    say(family * 60 + "needle" + "e\u0301" * 300)

    snippet = ask('"needle').hits[0].snippet.strip("…")

    assert snippet.startswith("👩")
    assert snippet.endswith("e\u0301")
