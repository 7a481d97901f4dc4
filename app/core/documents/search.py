"""Finding passages: rankings of one question, fused, and what stands around the best.

The first ranks whole words, of English without their endings (BM25); the second ranks parts of
three characters, so that it finds "Kündigung" in "Kündigungsfrist", words with a mistake, and what
is written without spaces. Each gives a passage 1 / (60 + its place), and the sum decides
(reciprocal rank fusion), so that another ranking is one more list of passages. A model is given
only those that fit: there is always a passage that ranks first, also for thanks.

Any text is a question: FTS5 sees words of `content/words.py` in quotes only.

Threads: those of the connection.
Longer than other files: every ranking and all that is read around its best.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from app.core.content.words import folded, is_one_character
from app.core.documents import index
from app.core.documents.passages import estimated_tokens
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Sequence

    from app.core.documents.passages import Passage
    from app.core.documents.text import DocumentText

_K: Final = 60
_DEPTH: Final = 60  # passages of each ranking
_MOST_CHARS = 10_000  # of a question
_MOST_WORDS = 64  # of a question: those at its beginning and at its end
_MOST_PARTS = 32  # of a question: the rarest
_TELLING = 0.25  # of all passages may have a word that tells them apart
_LEAST_LETTERS, _LONG_LETTERS = 3, 5
_MOST_SHORT = 10  # words of which two together are looked for
_MOST_BEST = 12  # passages for which neighbours are looked for
# What makes a passage fit for a model:
_LEAST_OF_ALONE = 4  # letters of a word that is looked for alone, unless it is rare
_MOST_OF_PAIR, _FEW = 0.1, 4  # of all passages, and passages, that may have a word of a pair
_MOST_OF_ALONE = 0.5  # of all passages may have that

_AMONG_ALL = "EXISTS (SELECT 1 FROM files WHERE files.digest = passages.digest)"
_AMONG = "passages.digest IN (SELECT value FROM json_each(:among))"
_RANKED = """
    SELECT passages.id FROM {table} CROSS JOIN passages ON passages.id = {table}.rowid
    WHERE {table} MATCH :match AND {among}
    ORDER BY bm25({table}), passages.id LIMIT :most"""


class FoundPassage(PlainValue, frozen=True):
    """A passage of a document.

    Attributes:
        digest: of the document.
        title: of the document.
        path: of a file that has it; "" where none has it any more.
        changed_at: when that file had been changed last, in Unix seconds.
        begin, end: offsets in the document's text; `text` is what stands there.
        page: number, from 1, of the page on which it begins; None without pages.
        page_name: what a reader calls that page.
        headings: above its first words, the outermost first.
        n_tokens: of its headings and its text, an estimate.
    """

    digest: str
    title: str
    path: str
    changed_at: float
    begin: int
    end: int
    text: str
    page: int | None
    page_name: str
    headings: tuple[str, ...]
    n_tokens: int

    @property
    def name(self) -> str:
        """Of that file."""
        return Path(self.path).name


class PassageRanking(Protocol):
    """Another ranking of passages for one question."""

    def __call__(
        self,
        connection: sqlite3.Connection,
        among: Collection[str] | None,
        most: int,
        *,
        only_near: bool = False,
    ) -> list[int]:
        """Return the ids of passages, best first.

        Args:
            connection: to the database.
            among: digests of the documents to look into; None for those that files have.
            most: passages.
            only_near: leave out those that fit no better than any other.
        """


def fused(rankings: Iterable[Sequence[int]]) -> list[int]:
    """Return all that is ranked, best first.

    Args:
        rankings: ids of passages, each best first.
    """
    scores: Counter[int] = Counter()
    for ranking in rankings:
        for place, number in enumerate(ranking, 1):
            scores[number] += 1 / (_K + place)  # type: ignore[assignment] # counts are fractions
    return [number for number, _ in scores.most_common()]


def by_words(
    connection: sqlite3.Connection, question: str, among: Collection[str] | None
) -> list[int]:
    """Return the passages that have words of a question, best first."""
    words = _words(question)
    terms = [word for word in words if not is_one_character(word)] + _wide_pairs(words) or words
    return _ranked(connection, "words", terms, among)


def by_telling_words(
    connection: sqlite3.Connection, question: str, among: Collection[str] | None
) -> list[int]:
    """Return the passages that have more of a question than common words, best first.

    That is a word that most others lack, long or of a script without blanks, or two shorter ones.
    """
    (n_passages,) = connection.execute("SELECT count(*) FROM passages").fetchone()
    counting = "SELECT count(*) FROM words WHERE words MATCH ?"
    most = max(1, round(n_passages * _TELLING))
    alone: list[str] = []
    together: list[str] = []
    for word in dict.fromkeys(_words(question)):
        is_wide = is_one_character(word)
        (n_with,) = connection.execute(counting, (f'"{word}"',)).fetchone()
        if n_with <= most and (is_wide or len(word) >= _LEAST_LETTERS):
            (alone if is_wide or len(word) >= _LONG_LETTERS else together).append(f'"{word}"')
    pairs = [f"({one} AND {other})" for one, other in combinations(together[:_MOST_SHORT], 2)]
    ranked = [_ranked_by(connection, "words", " OR ".join(one), among) for one in (alone, pairs)]
    return list(dict.fromkeys(number for one in ranked for number in one))


def by_parts(
    connection: sqlite3.Connection, question: str, among: Collection[str] | None
) -> list[int]:
    """Return the passages that have parts of the words of a question, best first."""
    terms: dict[str, None] = {}
    words = _words(question)
    for word, following in zip(words, [*words[1:], " "], strict=False):
        if is_one_character(word):
            # Two of them in a row, as they stand in the index; else one alone.
            terms[f"{word} {following}"[:3] if is_one_character(following) else f" {word} "] = None
        else:
            padded = f" {word} "
            terms.update((padded[at : at + 3], None) for at in range(len(padded) - 2))
    return _ranked(connection, "parts", _rarest(connection, list(terms)), among)


def ranked(
    connection: sqlite3.Connection,
    question: str,
    among: Collection[str] | None,
    by_vectors: PassageRanking | None = None,
) -> list[int]:
    """Return the ids of the passages that a question finds, best first.

    Args:
        among: digests of the documents to look into; None for those that files have.
        by_vectors: another ranking.
    """
    rankings = [by_words(connection, question, among), by_parts(connection, question, among)]
    if by_vectors is not None:
        rankings.append(by_vectors(connection, among, _DEPTH))
    return fused(rankings)


def fitting(
    connection: sqlite3.Connection,
    question: str,
    among: Collection[str] | None,
    by_vectors: PassageRanking | None = None,
) -> list[int]:
    """Return as `ranked`, but no passage that has common words of the question only.

    Thanks are no question: a model is given nothing for them.
    """
    fit = _with_telling_words(connection, question)
    if by_vectors is not None:
        fit.update(by_vectors(connection, among, _DEPTH, only_near=True))
    return [number for number in ranked(connection, question, among, by_vectors) if number in fit]


def _with_telling_words(connection: sqlite3.Connection, question: str) -> set[int]:
    """Return the passages that have more of a question than short, common words.

    That is a long word, or the beginning of one that no passage has as a whole; two shorter ones
    that are rare, or the rarest of a question without long ones; two characters in a row of a
    script without blanks.
    """
    words = _words(question)
    (n_passages,) = connection.execute("SELECT count(*) FROM passages").fetchone()
    plain = dict.fromkeys(word for word in words if not is_one_character(word))
    counting = "SELECT count(*) FROM words WHERE words MATCH ?"
    n_with = {
        word: connection.execute(counting, (f'"{word}"',)).fetchone()[0]
        for word in plain
        if len(word) >= _LEAST_LETTERS
    }
    long = [word for word in n_with if len(word) >= _LONG_LETTERS]
    beginnings = [
        word[: max(_LONG_LETTERS, 2 * len(word) // 3)] for word in long if not n_with[word]
    ]
    most = max(_FEW, _MOST_OF_PAIR * n_passages)
    rare = [word for word, n in n_with.items() if len(word) < _LONG_LETTERS and n <= most]
    wide_alone = [] if plain else words
    terms = [f'"{one}"' for one in (*long, *(_wide_pairs(words) or wide_alone))]
    terms += [f'("{one}" AND "{other}")' for one, other in combinations(rare[:_MOST_SHORT], 2)]
    fit = _all_with(connection, "words", terms)
    fit |= _all_with(connection, "parts", [f'"{one}"' for one in beginnings])
    if not fit and not long:
        most = max(_FEW, _MOST_OF_ALONE * n_passages)
        known = [one for one in n_with if one in rare or len(one) >= _LEAST_OF_ALONE]
        alone = sorted((n_with[one], one) for one in known if 0 < n_with[one] <= most)
        fit = _all_with(connection, "words", [f'"{one}"' for _n, one in alone[:1]])
    return fit


def _all_with(connection: sqlite3.Connection, table: str, terms: Sequence[str]) -> set[int]:
    """Return all passages for which one of these expressions of FTS5 holds."""
    if not terms:
        return set()
    rows = connection.execute(
        f"SELECT rowid FROM {table} WHERE {table} MATCH ?", (" OR ".join(terms),)
    )
    return {number for (number,) in rows}


def found(connection: sqlite3.Connection, numbers: Iterable[int]) -> list[FoundPassage]:
    """Return passages by their ids, in that order."""
    documents = _Documents(connection)
    return [documents.found(digest, [one]) for digest, one in map(documents.passage, numbers)]


def gathered(
    connection: sqlite3.Connection, numbers: Sequence[int], n_tokens: int
) -> list[FoundPassage]:
    """Return the best passages with their neighbours, as far as they fit into so many tokens.

    What is best comes first, then what stands right behind and right before the best. Passages that
    touch become one. Documents come in the order of their best passage, and the passages of each
    as they stand in it.

    Args:
        numbers: ids of passages, best first.
    """
    documents = _Documents(connection)
    best = [documents.passage(number) for number in numbers[:_MOST_BEST]]
    wanted = [*best, *(pair for one in best for pair in documents.beside(*one))]
    taken: dict[str, dict[int, Passage]] = {}
    for digest, passage in wanted:
        of_document = taken.get(digest, {})
        n_needed = passage.n_tokens + _tokens_above(passage)
        if passage.begin not in of_document and n_needed <= n_tokens:
            taken.setdefault(digest, of_document)[passage.begin] = passage
            n_tokens -= n_needed
    result: list[FoundPassage] = []
    for digest, of_document in taken.items():
        run: list[Passage] = []
        for begin in sorted(of_document):
            passage = of_document[begin]
            if run and not documents.touch(digest, run[-1], passage):
                result.append(documents.found(digest, run))
                run = []
            run.append(passage)
        result.append(documents.found(digest, run))
    return result


def in_order(
    connection: sqlite3.Connection, digest: str, begin: int, n_chars: int
) -> list[FoundPassage]:
    """Return the passages of a document from a place on, the first one whatever its length.

    Args:
        connection: of the index.
        digest: of the document.
        begin: offset in its text.
        n_chars: that they may have together.
    """
    documents, result = _Documents(connection), list[FoundPassage]()
    for _number, passage in index.passages(connection, digest):
        if passage.end <= begin:
            continue
        n_chars -= passage.end - passage.begin
        if n_chars < 0 and result:
            break
        result.append(documents.found(digest, [passage]))
    return result


class _Documents:
    """Documents of some passages, each read once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._texts: dict[str, DocumentText] = {}
        self._files: dict[str, tuple[str, float]] = {}
        self._passages: dict[str, list[tuple[int, Passage]]] = {}

    def passage(self, number: int) -> tuple[str, Passage]:
        """Return a passage by its id, with the digest of its document."""
        (digest,) = self._connection.execute(
            "SELECT digest FROM passages WHERE id = ?", (number,)
        ).fetchone()
        return digest, dict(self._all(digest))[number]

    def beside(self, digest: str, passage: Passage) -> list[tuple[str, Passage]]:
        """Return the passages right behind and right before one."""
        all_of_it = [one for _number, one in self._all(digest)]
        at = all_of_it.index(passage)
        beside = [*all_of_it[at + 1 : at + 2], *all_of_it[max(0, at - 1) : at]]
        return [(digest, one) for one in beside]

    def touch(self, digest: str, one: Passage, following: Passage) -> bool:
        """Whether nothing stands between two passages."""
        return not self._text(digest).text[one.end : following.begin].strip()

    def found(self, digest: str, run: Sequence[Passage]) -> FoundPassage:
        """Return passages that touch as one."""
        document, first = self._text(digest), run[0]
        begin, end = first.begin, run[-1].end
        named = first.page is not None and first.page <= len(document.page_names)
        return FoundPassage(
            digest,
            document.title,
            *self._files[digest],
            begin,
            end,
            document.text[begin:end],
            first.page,
            document.page_names[(first.page or 1) - 1] if named else str(first.page or ""),
            first.headings,
            _tokens_above(first) + sum(one.n_tokens for one in run),
        )

    def _all(self, digest: str) -> list[tuple[int, Passage]]:
        if digest not in self._passages:
            self._passages[digest] = index.passages(self._connection, digest)
        return self._passages[digest]

    def _text(self, digest: str) -> DocumentText:
        if digest not in self._texts:
            text = index.document(self._connection, digest)
            assert text is not None  # it has passages
            self._texts[digest] = text
            self._files[digest] = index.file_of(self._connection, digest)
        return self._texts[digest]


def _tokens_above(passage: Passage) -> int:
    """Return how many tokens the headings of a passage have, which a model reads with it."""
    return estimated_tokens(" > ".join(passage.headings))


def _words(question: str) -> list[str]:
    words = folded(question[:_MOST_CHARS]).split()
    n_half = _MOST_WORDS // 2
    return words if len(words) <= _MOST_WORDS else [*words[:n_half], *words[-n_half:]]


def _wide_pairs(words: Sequence[str]) -> list[str]:
    """Return the pairs of characters, each a word, that stand in a row."""
    return [
        f"{one} {other}"
        for one, other in pairwise(words)
        if is_one_character(one) and is_one_character(other)
    ]


def _rarest(connection: sqlite3.Connection, parts: list[str]) -> list[str]:
    """Return the parts that tell passages apart: none that most have, and not too many."""
    (n_passages,) = connection.execute("SELECT count(*) FROM passages").fetchone()
    counted = connection.execute(
        "SELECT term, doc FROM part_counts WHERE term IN (SELECT value FROM json_each(?))",
        (json.dumps(parts),),
    ).fetchall()
    telling = [(n, part) for part, n in counted if 2 * n <= n_passages] or [
        (n, part) for part, n in counted
    ]
    return [part for _n, part in sorted(telling)[:_MOST_PARTS]]


def _ranked(
    connection: sqlite3.Connection,
    table: str,
    terms: Sequence[str],
    among: Collection[str] | None,
) -> list[int]:
    match = " OR ".join(f'"{term}"' for term in dict.fromkeys(terms))
    return _ranked_by(connection, table, match, among)


def _ranked_by(
    connection: sqlite3.Connection, table: str, match: str, among: Collection[str] | None
) -> list[int]:
    """Return the passages for which an expression of FTS5 holds, best first; "" holds for none."""
    if not match:
        return []
    statement = _RANKED.format(table=table, among=_AMONG_ALL if among is None else _AMONG)
    given = {"match": match, "most": _DEPTH, "among": json.dumps(list(among or ()))}
    return [number for (number,) in connection.execute(statement, given)]
