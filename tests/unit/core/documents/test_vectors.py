"""Vectors in the database and in memory: what is nearest, and what has changed meanwhile."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.documents import index, vectors
from app.core.documents.database import SCHEMA_VERSION, DocumentDatabase
from app.core.documents.sources import SeenFile
from app.core.documents.text import DocumentText
from app.core.documents.vectors import VectorTable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

N = 8


@pytest.fixture
def database(tmp_path: Path) -> Iterator[DocumentDatabase]:
    database = DocumentDatabase(tmp_path / "documents.sqlite3")
    yield database
    database.close()


def add(database: DocumentDatabase, name: str, n_sections: int = 3) -> None:
    """Keep a document that a file has, of so many passages."""
    text = "\n\n".join(f"# {name} {at}\n\n" + "The ship sails. " * 80 for at in range(n_sections))
    path = Path(f"/papers/{name}.md")
    with database.writing() as connection:
        index.put_document(connection, name, path, DocumentText("", text))
        index.put_file(connection, SeenFile(path, 1, 1), name, None)


def forget(database: DocumentDatabase, name: str) -> None:
    with database.writing() as connection:
        index.forget_files(connection, [Path(f"/papers/{name}.md")])
        index.forget_unused(connection)


def embed(database: DocumentDatabase, embedder: str = "one", seed: int = 0) -> list[int]:
    """Give each passage without one a vector; return these passages."""
    with database.reading() as connection:
        todo = vectors.wanted(connection, embedder, 0, 1000)
    made = np.array([vector(seed + one.number) for one in todo], "<f4")
    with database.writing() as connection:
        vectors.put(connection, embedder, todo, made.tobytes())
    return [one.number for one in todo]


def vector(seed: int) -> NDArray[np.float32]:
    drawn = np.random.default_rng(seed).normal(size=N).astype(np.float32)
    drawn /= np.linalg.norm(drawn)
    return drawn


def nearest(
    database: DocumentDatabase,
    table: VectorTable,
    seed: int,
    among: Collection[str] | None = None,
    embedder: str = "one",
    most: int = 60,
) -> list[int]:
    with database.reading() as connection:
        return table.nearest(embedder, vector(seed).tobytes(), connection, among, most)


def test_the_nearest_comes_first_and_all_are_ranked(database: DocumentDatabase) -> None:
    add(database, "a", 20)
    passages = embed(database)
    table = VectorTable()

    found = nearest(database, table, seed=7)

    likeness = {number: float(vector(number) @ vector(7)) for number in passages}
    assert found[0] == 7
    assert found == sorted(passages, key=lambda one: -likeness[one])
    assert nearest(database, table, seed=7, most=5) == found[:5]


def test_near_is_what_is_nearer_than_most_unless_there_are_few(
    database: DocumentDatabase,
) -> None:
    add(database, "a", 20)
    embed(database)
    table = VectorTable()

    def near(asked: NDArray[np.floating], among: Collection[str] | None = None) -> list[int]:
        with database.reading() as connection:
            given = "one", asked.astype("<f4").tobytes(), connection, among, 60
            return table.nearest(*given, only_near=True)

    assert 7 in near(vector(7))
    assert len(near(vector(7))) < 10
    assert near(-np.array([vector(seed) for seed in range(1, 21)]).sum(0) / 100) == []
    add(database, "b", 1)
    (number,) = embed(database)
    assert near(vector(number), ["b"]) == [number]  # of few, told from all others
    forget(database, "a")
    assert near(vector(7)) == [number]


@pytest.mark.parametrize("number", [0.0, np.nan, np.inf])
def test_a_question_without_numbers_is_like_nothing(
    database: DocumentDatabase, number: float
) -> None:
    add(database, "a")
    embed(database)
    asked = np.full(N, number, "<f4").tobytes()

    with database.reading() as connection:
        assert VectorTable().nearest("one", asked, connection, None, 60) == []


@pytest.mark.parametrize("number", [0.0, np.nan])
def test_vectors_without_numbers_are_like_nothing(
    database: DocumentDatabase, number: float
) -> None:
    add(database, "a")
    with database.reading() as connection:
        todo = vectors.wanted(connection, "one", 0, 10)
    with database.writing() as connection:
        vectors.put(connection, "one", todo, np.full((len(todo), N), number, "<f4").tobytes())

    assert nearest(database, VectorTable(), 1) == []


def test_only_named_documents_are_ranked_or_those_that_files_have(
    database: DocumentDatabase,
) -> None:
    add(database, "a")
    of_a = embed(database)
    add(database, "b")
    of_b = embed(database)
    table = VectorTable()

    assert set(nearest(database, table, 1, among=["a", "unknown"])) == set(of_a)
    assert nearest(database, table, 1, among=[]) == []
    assert set(nearest(database, table, 1)) == {*of_a, *of_b}
    with database.writing() as connection:
        index.forget_files(connection, [Path("/papers/b.md")])  # its text stays for now
    assert set(nearest(database, table, 1)) == set(of_a)
    assert set(nearest(database, table, 1, among=["b"])) == set(of_b)


def test_what_changes_in_the_database_is_followed(database: DocumentDatabase) -> None:
    table = VectorTable()
    assert nearest(database, table, 1) == []
    known: dict[str, list[int]] = {}
    for step, (what, name) in enumerate(
        [
            *(("add", "a"), ("add", "b"), ("forget", "a"), ("add", "c"), ("forget", "c")),
            *(("add", "d"), ("add", "e"), ("forget", "b"), ("forget", "e"), ("add", "a")),
        ]
    ):
        if what == "add":
            add(database, name, 2 + step)
            known[name] = embed(database)
        else:
            forget(database, name)
            del known[name]
        passages = [number for of_one in known.values() for number in of_one]
        fresh = VectorTable()
        assert set(nearest(database, table, 5, most=1000)) == set(passages)
        assert nearest(database, table, 5) == nearest(database, fresh, 5)


def test_a_passage_with_the_number_of_a_forgotten_one_has_its_own_vector(
    database: DocumentDatabase,
) -> None:
    add(database, "a", 1)
    (number,) = embed(database)
    table = VectorTable()
    nearest(database, table, 1)
    forget(database, "a")
    add(database, "b", 1)

    assert embed(database, seed=100) == [number]
    nearest(database, table, 1)

    assert np.allclose(table._vectors[0], vector(100 + number), atol=1e-3)


def test_a_table_goes_back_to_what_an_older_moment_had(database: DocumentDatabase) -> None:
    add(database, "a")
    of_a = embed(database)
    table = VectorTable()
    with database.reading() as before:
        before.execute("SELECT 1 FROM vectors").fetchone()  # its moment begins
        add(database, "b")
        of_b = embed(database)
        forget(database, "a")
        assert set(nearest(database, table, 1)) == set(of_b)
        assert set(table.nearest("one", vector(1).tobytes(), before, None, 60)) == set(of_a)
    assert set(nearest(database, table, 1)) == set(of_b)


def test_a_passage_that_was_forgotten_meanwhile_gets_no_vector(database: DocumentDatabase) -> None:
    add(database, "a", 1)
    with database.reading() as connection:
        (todo,) = vectors.wanted(connection, "one", 0, 10)
    forget(database, "a")
    add(database, "b", 1)  # its passage has the same number
    with database.writing() as connection:
        vectors.put(connection, "one", [todo], vector(1).tobytes())
    with database.reading() as connection:
        assert vectors.counted(connection, "one") == (1, 0)


def test_each_embedder_has_its_own_and_others_are_forgotten(database: DocumentDatabase) -> None:
    add(database, "a")
    passages, table = embed(database), VectorTable()
    assert embed(database, "other", seed=50) == passages
    one, other = nearest(database, table, 2), nearest(database, table, 2, embedder="other")
    assert one != other
    with database.writing() as connection:
        vectors.forget_others(connection, "other")
    assert nearest(database, table, 2) == []
    assert nearest(database, table, 2, embedder="other") == other
    with database.writing() as connection:
        vectors.forget_others(connection, "")
    with database.reading() as connection:
        assert vectors.counted(connection, "other") == (len(passages), 0)


def test_a_vector_of_another_length_is_like_nothing(database: DocumentDatabase) -> None:
    add(database, "a")
    first, *rest = embed(database)
    with database.writing() as connection:
        connection.execute("UPDATE vectors SET vector = x'0011' WHERE passage = ?", (first,))

    found = nearest(database, VectorTable(), rest[0])

    assert found[0] == rest[0]
    assert set(found) == {first, *rest}


def test_a_database_of_the_version_before_keeps_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "documents.sqlite3"
    database = DocumentDatabase(path)
    add(database, "a")
    database.close()
    with sqlite3.connect(path) as connection:
        connection.executescript("DROP TABLE vectors; PRAGMA user_version=1")
    connection.close()

    database = DocumentDatabase(path)
    passages = embed(database)
    assert len(passages) == len(nearest(database, VectorTable(), 1)) == 3
    with database.reading() as reading:
        assert reading.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    database.close()
