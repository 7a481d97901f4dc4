"""How well are passages found? A hundred questions written by hand over three documents.

The manual of Hearth (`docs`), chapters of the language reference that every Python brings along,
and three licences of `resources`: nothing is downloaded. A question counts as answered within the
first N passages if one of them has the words of its answer, as they are in
`document_questions.toml`. With `--embedder FILE` passages are ranked by its vectors as well; with
`--answers MODEL` a model answers all questions from the passages that a chat would give it.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
import tomllib
from functools import partial
from pathlib import Path
from pydoc_data.topics import topics
from typing import TYPE_CHECKING, Any

from app.core.conversations.cases.passages import as_attached, most_tokens
from app.core.documents import index, search
from app.core.documents.database import DocumentDatabase
from app.core.documents.embedding import PassageEmbedding
from app.core.documents.text import DocumentText
from app.core.errors import EXIT_KNOWN_ERROR, KnownError
from app.core.system.lanes import Lane
from tools.bench.document_answers import N_CTX, answers_text, measure_answers

if TYPE_CHECKING:
    import argparse
    import sqlite3
    from collections.abc import Callable

    from app.core.messages import Attachment

_ROOT = Path(__file__).resolve().parents[2]
_MANUAL = ("architecture", "cli", "contributing", "api", "kvstore-format", "glossary")
_TOPICS = (
    *("compound", "execmodel", "import", "raise", "identifiers", "strings", "assert", "break"),
    *("del", "global", "integers", "floating", "comparisons", "calls", "await"),
)
_LICENCES = ("GPL-3", "Apache-2.0", "LGPL-3")
_PLACES = (1, 5, 10)
_DEPTH = 60  # of the ranking by vectors alone


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    questions = tomllib.loads((_ROOT / "tools/bench/document_questions.toml").read_text("utf-8"))
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        database = DocumentDatabase(Path(folder) / "documents.sqlite3")
        with database.writing() as connection:
            for name, text in _documents().items():
                index.put_document(connection, name, Path(f"{name}.md"), DocumentText("", text))
        lane = Lane("vectors")
        path = Path(options.embedder) if options.embedder else None
        embedding = PassageEmbedding(database, lane, path)
        begun = time.perf_counter()
        problem = embedding.begin().result()
        took = time.perf_counter() - begun
        if problem is None:
            with database.reading() as connection:
                results = _measure(connection, questions, embedding)
                if options.answers:
                    try:
                        results["answers"] = _answers(connection, questions, embedding, options)
                    except KnownError as error:
                        problem = error.problem()
            if path is not None:
                results["vectors_s"] = round(took, 1)
        lane.close()
        embedding.close()
        lane.wait()
        database.close()
    if problem is not None:
        print(problem.text(), file=sys.stderr)
        return EXIT_KNOWN_ERROR
    print(json.dumps(results) if options.json else _text(results))
    return 0


def _documents() -> dict[str, str]:
    def joined(folder: str, names: tuple[str, ...], ending: str) -> str:
        return "\n\n".join(
            (_ROOT / folder / f"{name}{ending}").read_text("utf-8") for name in names
        )

    return {
        "hearth": joined("docs", _MANUAL, ".md"),
        "python": "\n\n".join(f"# {name}\n\n{topics[name]}" for name in _TOPICS),
        "licences": joined("resources/licences", _LICENCES, ".txt"),
    }


def _measure(
    connection: sqlite3.Connection,
    questions: dict[str, dict[str, str]],
    embedding: PassageEmbedding,
) -> dict[str, Any]:
    def fused(question: str) -> list[int]:
        return search.ranked(connection, question, questions)

    def by_vectors(question: str) -> list[int]:
        ranking = embedding.ranking(question)
        return ranking(connection, questions, _DEPTH) if ranking is not None else []

    def all_fused(question: str) -> list[int]:
        return search.ranked(connection, question, questions, embedding.ranking(question))

    def given(question: str) -> list[int]:
        return search.fitting(connection, question, questions, embedding.ranking(question))

    rankings: dict[str, Callable[[str], list[int]]] = {
        "words (porter)": lambda question: search.by_words(connection, question, questions),
        "parts (trigrams)": lambda question: search.by_parts(connection, question, questions),
        "fused": fused,
    }
    best = "fused"
    if embedding.path is not None:
        best = "with vectors"
        rankings |= {"vectors": by_vectors, best: all_fused}
    asked = [
        (question, right)
        for name, of_document in questions.items()
        for question, words in of_document.items()
        if (right := _passages_with(connection, name, words))
    ]
    rankings["given to a model"] = given
    places = {
        name: [_place(find(question), right) for question, right in asked]
        for name, find in rankings.items()
    }
    times = [_timed(lambda: rankings[best](question)) for question, _ in asked]  # noqa: B023
    return {
        "words": {name: len(text.split()) for name, text in _documents().items()},
        "passages": {name: len(index.passages(connection, name)) for name in questions},
        "questions": len(asked),
        "without_answer": sum(map(len, questions.values())) - len(asked),
        "recall": {
            name: {n: sum(place <= n for place in found) / len(found) for n in _PLACES}
            for name, found in places.items()
        },
        "median_ms": round(statistics.median(times) * 1e3, 2),
        "missed": [
            q for (q, _), place in zip(asked, places[best], strict=True) if place > _PLACES[-1]
        ],
    }


def _answers(
    connection: sqlite3.Connection,
    questions: dict[str, dict[str, str]],
    embedding: PassageEmbedding,
    options: argparse.Namespace,
) -> dict[str, Any]:
    asked = [pair for one in questions.values() for pair in one.items()]
    given = partial(_given, connection, list(questions), embedding)
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        return measure_answers(options.answers, folder, asked, given)


def _given(
    connection: sqlite3.Connection, among: list[str], embedding: PassageEmbedding, question: str
) -> tuple[Attachment, ...]:
    """Return the passages that go along with a question in a new chat."""
    numbers = search.fitting(connection, question, among, embedding.ranking(question))
    found = search.gathered(connection, numbers, most_tokens(N_CTX))
    return tuple(as_attached(one, at) for at, one in enumerate(found, 1))


def _passages_with(connection: sqlite3.Connection, name: str, words: str) -> set[int]:
    document = index.document(connection, name)
    assert document is not None
    wanted = " ".join(words.split())
    return {
        number
        for number, one in index.passages(connection, name)
        if wanted in " ".join(document.text[one.begin : one.end].split())
    }


def _place(found: list[int], right: set[int]) -> float:
    return next((at for at, number in enumerate(found, 1) if number in right), float("inf"))


def _timed(do: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    return time.perf_counter() - begun


def _text(results: dict[str, Any]) -> str:
    sizes = ", ".join(
        f"{name} {n:,} words in {results['passages'][name]} passages"
        for name, n in results["words"].items()
    )
    heads = "".join(f"{f'recall@{n}':>10}" for n in _PLACES)
    rows = [
        f"{name:18}" + "".join(f"{recall[n]:>10.2f}" for n in _PLACES)
        for name, recall in results["recall"].items()
    ]
    median = f"{results['questions']} questions, {results['median_ms']} ms each (median)"
    if "vectors_s" in results:
        median += f"; vectors made in {results['vectors_s']} s"
    lost = results["without_answer"]
    notes = [f"{lost} questions have lost their answer"] if lost else []
    missed = [f"not within 10: {question}" for question in results["missed"]]
    answers = answers_text(results["answers"]) if "answers" in results else []
    return "\n".join([sizes, median, f"{'':18}{heads}", *rows, *notes, *missed, *answers])
