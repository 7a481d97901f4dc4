"""The embedding model of a user, as documents are searched with it: asked in a child process.

Whatever its file is, and whatever llama.cpp makes of it, costs the child and one sentence.

Threads: any; one question at a time, the others wait.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Final

import msgspec

from app.core.decoding.decoder import Decoder, DecoderFailed, DecoderNotStarted
from app.core.decoding.wire import DecodingRefused
from app.core.errors import ErrorRow, KnownError, Problem
from app.core.phrases import phrase
from app.core.system.own_program import own_command

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_COMMAND: Final = "embedder-child"
_TIMEOUT_S: Final = 300.0  # a load from a slow disk, or a long passage and a large model
_IDLE_S: Final = 120.0  # after which a question loads the model again
_MOST_NUMBERS: Final = 1 << 16  # of a vector
_SAMPLE_BYTES: Final = 1 << 18
_FORMAT: Final = b"1"  # of what is embedded; others are made anew
_WITHOUT = phrase("Hearth searches your documents without it.")
_CHOOSE = phrase("Choose an embedding model as a GGUF file, or none.")

EMBEDDER_MISSING = ErrorRow(
    what=phrase("There is no readable embedding model at {path}."),
    effect=_WITHOUT,
    remedy=_CHOOSE,
)
EMBEDDER_DIED = ErrorRow(
    what=phrase("llama.cpp stopped while it ran the embedding model {path}."),
    effect=_WITHOUT,
    remedy=_CHOOSE,
)
EMBEDDER_NOT_STARTED = ErrorRow(
    what=phrase("Hearth could not start the process for the embedding model."),
    effect=_WITHOUT,
    remedy=phrase("Close other programs, then try again."),
    may_pass=True,
)


def identity_of(path: Path) -> str:
    """Return what tells a model from others, in whatever folder: a digest of samples of its file.

    The name counts, too: the words before a text may follow from it.

    Raises:
        KnownError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            said = (_FORMAT, size.to_bytes(8, "little"), os.fsencode(path.name))
            digest = hashlib.blake2b(b"".join(said), digest_size=16)
            for start in (0, size // 2, max(0, size - _SAMPLE_BYTES)):
                file.seek(start)
                digest.update(file.read(_SAMPLE_BYTES))
    except (OSError, ValueError) as error:
        raise EMBEDDER_MISSING(repr(error), path=path) from error
    return digest.hexdigest()


class TextEmbedder:
    """Has vectors made of texts.

    Args:
        decoder: asks the child; another than the usual one.
    """

    def __init__(self, decoder: Decoder | None = None) -> None:
        self._decoder = decoder or Decoder(own_command(_COMMAND), _TIMEOUT_S, _IDLE_S)

    @property
    def pid(self) -> int | None:
        """The child's; None when there is none."""
        return self._decoder.pid

    def close(self) -> None:
        """End the child; who waits for it is told that it failed."""
        self._decoder.close()

    def vectors(
        self,
        path: Path,
        identity: str,
        texts: Sequence[str],
        *,
        is_question: bool,
        wait_s: float | None = None,
    ) -> bytes:
        """Return a vector of each text.

        Args:
            path: of the model.
            identity: of its file; the model is loaded again where it is another one.
            texts: not none.
            is_question: they ask; else they may answer.
            wait_s: seconds to wait for them at most.

        Returns:
            float32 [n_texts, n_embedding], little endian, of length 1; zeros for a text in which
            the model sees nothing.

        Raises:
            TimeoutError: `wait_s` were over.
            KnownError: why there are none.
        """
        data = msgspec.msgpack.encode([one.encode("utf-8", "replace").decode() for one in texts])
        question = {
            "task": "embed",
            "path": str(path),
            "identity": identity,
            "is_question": is_question,
            "n_bytes": len(data),
        }
        most = len(texts) * _MOST_NUMBERS * 4
        try:
            facts, vectors = self._decoder.ask(question, most, data, wait_s=wait_s)
        except DecodingRefused as refusal:
            raise _refused(path, refusal) from refusal
        except DecoderNotStarted as error:
            raise EMBEDDER_NOT_STARTED(str(error)) from error
        except DecoderFailed as error:
            raise EMBEDDER_DIED(str(error), path=path) from error
        n_numbers = facts.get("n_embedding")
        if not vectors or len(vectors) != len(texts) * 4 * (n_numbers or 0):
            raise EMBEDDER_DIED("its answer makes no sense", path=path)
        return vectors


def _refused(path: Path, refusal: DecodingRefused) -> KnownError:
    """Return why the child has no vectors, in its words, with what that means for a search."""
    try:
        problem = msgspec.convert(refusal.said["problem"], Problem)
    except (KeyError, msgspec.ValidationError):
        return EMBEDDER_DIED(str(refusal.said.get("detail", ""))[:2000], path=path)
    return KnownError(problem.what, _WITHOUT, _CHOOSE, problem.detail)
