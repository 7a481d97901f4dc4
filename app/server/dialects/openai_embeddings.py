"""`/v1/embeddings`: vectors of texts, in the words of OpenAI's clients.

Threads: the server's event loop.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from app.core.plain_value import PlainValue
from app.core.protocol import Embed, TextsEmbedded
from app.server.answering import told_when_gone
from app.server.errors import BAD_REQUEST, ApiError, bad_field, of_refused
from app.server.served_model import model_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from app.core.protocol import ModelInfo
    from app.server.desk import Taken
    from app.server.engine_calls import EngineCalls
    from app.server.fields import Fields
    from app.server.model_switch import ModelSwitch

    Vectors = npt.NDArray[np.float32]

_MOST_TEXTS: Final = 2048  # as OpenAI has it
_MOST_NUMBERS: Final = 1 << 20  # of a vector that can be asked for
_FORMATS: Final = ("float", "base64")


class EmbeddingRequest(PlainValue, frozen=True):
    """One request.

    Attributes:
        texts: as words; empty where they are given as tokens.
        tokens: of each text.
        model: that the client has named; "" for whichever is loaded.
        in_base64: whether vectors are told as bytes.
        n_numbers: of each vector; None for all that there are.
    """

    texts: tuple[str, ...] = ()
    tokens: tuple[tuple[int, ...], ...] = ()
    model: str = ""
    in_base64: bool = False
    n_numbers: int | None = None

    @classmethod
    def read(cls, fields: Fields) -> EmbeddingRequest:
        """Read a request.

        Raises:
            ApiError: it cannot be answered as it is.
        """
        texts, tokens = _read_input(fields.raw("input"))
        in_base64 = fields.choice("encoding_format", _FORMATS, "float") == "base64"
        n_numbers = fields.count("dimensions", 1, _MOST_NUMBERS)
        return cls(texts, tokens, fields.text("model"), in_base64, n_numbers)


def _read_input(value: object) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    if value is None:
        raise bad_field("input", "is missing.")
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        raise bad_field("input", "must be text, or a list of texts or tokens.")
    if not value:
        raise bad_field("input", "must hold at least one text.")
    if _are_tokens(value):
        return (), (tuple(value),)
    if len(value) > _MOST_TEXTS:
        raise bad_field("input", f"may hold at most {_MOST_TEXTS:,} texts.")
    if all(isinstance(one, str) for one in value):
        empty = next((at for at, one in enumerate(value) if not one), None)
        if empty is not None:
            raise bad_field(f"input[{empty}]", "must not be empty.")
        return tuple(value), ()
    if all(isinstance(one, list) and one and _are_tokens(one) for one in value):
        return (), tuple(map(tuple, value))
    raise bad_field("input", "must be text, or a list of texts, of tokens, or of lists of tokens.")


def _are_tokens(value: Iterable[object]) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) for one in value)


class Embeddings:
    """Serves the address.

    Args:
        switch: has the model loaded that a request names.
        calls: to the engine.
    """

    def __init__(self, switch: ModelSwitch, calls: EngineCalls) -> None:
        self._switch = switch
        self._calls = calls

    async def embed(self, taken: Taken) -> None:
        """Tell the vectors of the texts of a request."""
        wanted = EmbeddingRequest.read(taken.fields)
        async with taken.at_work, self._switch.using(wanted.model) as info:
            _require_fit(info, wanted)
            embedded = await self._embedded(wanted)
        n_tokens = sum(embedded.n_tokens)
        data = [
            {"object": "embedding", "index": index, "embedding": _told(vector, wanted)}
            for index, vector in enumerate(_cut(_vectors(embedded), wanted.n_numbers))
        ]
        await taken.reply(
            {
                "object": "list",
                "data": data,
                "model": model_name(info),
                "usage": {"prompt_tokens": n_tokens, "total_tokens": n_tokens},
            }
        )

    async def _embedded(self, wanted: EmbeddingRequest) -> TextsEmbedded:
        """Have the engine make them.

        Raises:
            ApiError: it cannot.
        """
        with told_when_gone():
            told = await self._calls.ask(Embed(wanted.texts, wanted.tokens))
        if told.problem is not None:
            raise of_refused(told.problem, field="input")
        return told


def _require_fit(info: ModelInfo, wanted: EmbeddingRequest) -> None:
    """Refuse what the loaded model cannot do.

    Raises:
        ApiError: it answers chats, or its vectors have fewer numbers.
    """
    if not info.n_embedding:
        raise ApiError(
            BAD_REQUEST,
            f'The loaded model "{model_name(info)}" answers chats and makes no embeddings. Load '
            "one that was made for them, such as EmbeddingGemma or nomic-embed-text.",
            field="model",
            code="model_makes_no_embeddings",
        )
    if wanted.n_numbers is not None and wanted.n_numbers > info.n_embedding:
        raise bad_field(
            "dimensions", f"must be at most {info.n_embedding:,}: this model gives no more."
        )


def _vectors(embedded: TextsEmbedded) -> Vectors:
    numbers = np.frombuffer(embedded.vectors, "<f4")
    return numbers.reshape(len(embedded.n_tokens), embedded.n_embedding)


def _cut(vectors: Vectors, n_numbers: int | None) -> Vectors:
    """Return the first numbers of vectors, of length 1 again.

    Models that were trained for it (Matryoshka) say the most with their first numbers.
    """
    if n_numbers is None or n_numbers == vectors.shape[1]:
        return vectors
    first = vectors[:, :n_numbers].astype(np.float64)
    lengths = np.linalg.norm(first, axis=1, keepdims=True)
    cut: Vectors = (first / np.where(lengths > 0, lengths, 1.0)).astype("<f4")
    return cut


def _told(vector: Vectors, wanted: EmbeddingRequest) -> Any:
    if wanted.in_base64:
        return base64.b64encode(np.ascontiguousarray(vector, "<f4").tobytes()).decode("ascii")
    return vector.tolist()
