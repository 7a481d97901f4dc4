"""The child that makes vectors of texts with a model that the user picked: what it is asked.

Questions and passages get the words before them with which their model was trained, where its name
tells the family. It computes on the processor at low priority, so that answers go first.

Threads: one, in the child.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app.core.decoding.wire import DecodingRefused
from app.core.errors import KnownError
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.decoding.child import Source, Task
    from app.core.llama.text_embedding import TextEmbedding

_MOST_DETAIL: Final = 2000  # characters
_NICENESS: Final = 10


class Forms(PlainValue, frozen=True):
    """What stands before a text."""

    question: str = ""
    passage: str = ""


_TASK = "Given a web search query, retrieve relevant passages that answer the query"
_REPRESENT = "Represent this sentence for searching relevant passages: "
# The first that fits the names of a model, in small letters with hyphens.
# Source: the model cards of each family.
_FAMILIES: Final = tuple(
    (re.compile(pattern), Forms(*forms))
    for pattern, *forms in (
        (
            r"gemma-?embedding|embedding-?gemma",
            "task: search result | query: ",
            "title: none | text: ",
        ),
        (r"arctic-embed.*v2", "query: "),
        (r"bge-m3",),
        (r"arctic-embed|mxbai-embed|bge-\w+-en", _REPRESENT),
        (r"bge-\w+-zh", "为这个句子生成表示以用于检索相关文章："),
        (r"qwen3-embedding", f"Instruct: {_TASK}\nQuery:"),
        (r"gte-qwen|e5-.*instruct|e5-mistral", f"Instruct: {_TASK}\nQuery: "),
        (r"\be5-", "query: ", "passage: "),
        (r"nomic-embed-text|nomic-bert", "search_query: ", "search_document: "),
    )
)


def forms_of(names: str) -> Forms:
    """Return what a model wants before questions and passages; nothing where it is not known."""
    plain = re.sub(r"[\s_]+", "-", names.lower())
    return next((forms for family, forms in _FAMILIES if family.search(plain)), Forms())


class _Loaded:
    """The model that was asked last."""

    def __init__(self) -> None:
        self._key: tuple[str, str] | None = None
        self._model: TextEmbedding | None = None

    def of(self, path: str, identity: str) -> TextEmbedding:
        if self._model is None or self._key != (path, identity):
            from app.core.engine.load.thread_count import thread_count
            from app.core.llama.text_embedding import TextEmbedding

            _give_way()
            if self._model is not None:
                self._model.close()
                self._model = None
            self._model = TextEmbedding(path, thread_count())
            self._key = path, identity
        return self._model


_LOADED = _Loaded()


def _embed(
    question: dict[str, Any], source: Source, give: Callable[[bytes], None]
) -> dict[str, Any]:
    assert isinstance(source, io.BytesIO)
    texts = msgspec.msgpack.decode(source.getvalue(), type=list[str])
    try:
        model = _LOADED.of(question["path"], question["identity"])
        forms = forms_of(model.names)
        before = forms.question if question["is_question"] else forms.passage
        vectors = model.vectors([before + text for text in texts])
    except KnownError as error:
        problem = error.problem()
        problem = replace(problem, detail=problem.detail[:_MOST_DETAIL])
        raise DecodingRefused("model", problem=msgspec.to_builtins(problem)) from error
    give(vectors.astype("<f4").tobytes())
    return {"n_embedding": vectors.shape[1]}


def _give_way() -> None:
    """Let other processes compute first."""
    import psutil

    with contextlib.suppress(OSError, psutil.Error):
        if sys.platform == "win32":
            psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            psutil.Process().nice(_NICENESS)


EMBEDDER_TASKS: Final[Mapping[str, Task]] = {"embed": _embed}
