"""Owning wrapper of libmtmd: a projector, bound to one text model, that sees or hears for it.

It is given raw pixels and samples alone. libmtmd's own decoders of files are never used: they take
what a stranger has made, and start other programs for what they do not know. Each medium is cut by
itself, as one part without text and without special tokens, so that nothing a user writes is taken
for one, and the cells of a medium are the same wherever it stands.

Importing this loads libmtmd; nobody does where no medium is used.

Threads: one at a time. Encoding may run beside `Context.decode` on another thread.
Source: llama.cpp tools/mtmd/mtmd.h, mtmd.cpp; tried with llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any

import numpy as np
from llama_cpp import llama_cpp as native

from app.core.content.media import MediaKind, MediaRef, RawImage, RawSound
from app.core.content.media_table import TableMismatch
from app.core.errors import BugError
from app.core.ggml.native_library import guarded
from app.core.llama import library
from app.core.llama.errors import (
    MediaNotRead,
    MediaNotUnderstood,
    MediaUnsupported,
    ProjectorNotForModel,
    ProjectorUnusable,
)
from app.core.llama.media_batch import N_AXES, MarkerTokens, MediaCells, MediaPart, positions_of
from app.core.llama.projector_file import read_projector
from app.core.plain_value import PlainValue

try:
    from llama_cpp import mtmd_cpp as mtmd
except (ImportError, OSError, RuntimeError) as _error:  # left out of a package
    raise MediaUnsupported(repr(_error)) from _error

if TYPE_CHECKING:
    import threading

    import numpy.typing as npt

    from app.core.llama.model import Model

_BYTES = ctypes.POINTER(ctypes.c_uint8)
_FLOATS = ctypes.POINTER(ctypes.c_float)
_NODES_BETWEEN_LOOKS = 16  # of a graph: a few milliseconds of a large encoder

guarded(mtmd._libmtmd)  # noqa: SLF001 - every function of the module is one of its
# It has two logs of its own; this sets both.
mtmd.mtmd_helper_log_set(library.log_callback, ctypes.c_void_p(0))


class ProjectorParams(PlainValue, frozen=True):
    """How a projector computes.

    Attributes:
        use_gpu: on the first device there is.
        min_tokens: fewest cells of a picture, for projectors whose number follows the picture; -1
            for what the file says.
        max_tokens: most cells; likewise.
    """

    n_threads: int
    use_gpu: bool = False
    min_tokens: int = -1
    max_tokens: int = -1


class CutMedium:
    """One medium, cut into the parts that it has in a prompt; `close` frees its pixels.

    Attributes:
        parts: in order.
    """

    def __init__(self, handle: int, parts: tuple[MediaPart, ...], places: tuple[int, ...]) -> None:
        self.parts = parts
        self._handle: int | None = handle
        self._places = places  # of the parts, among the native chunks

    @property
    def n_cells(self) -> int:
        """Cells that it takes in all, those of its markers among them."""
        return sum(part.n_cells for part in self.parts)

    def cells(self) -> tuple[MediaCells, ...]:
        """Return the parts that are to be encoded."""
        return tuple(part for part in self.parts if isinstance(part, MediaCells))

    def chunk(self, cells: MediaCells) -> int:
        """Return the native chunk of a part, for `Projector` only.

        Raises:
            BugError: it is closed, or has no such part.
        """
        if self._handle is None or cells not in self.parts:
            raise BugError("a part of another medium, or of one that is closed")
        place = self._places[self.parts.index(cells)]
        return int(mtmd.mtmd_input_chunks_get(self._handle, place))

    def close(self) -> None:
        """Free the preprocessed pixels or samples."""
        if self._handle is not None:
            mtmd.mtmd_input_chunks_free(self._handle)
            self._handle = None


class Projector:
    """A loaded projector; `close` frees it, before its model.

    Args:
        model: that it sees or hears for.
        path: of its file.
        params: how it computes.

    Attributes:
        sees: whether it takes pictures.
        hears: whether it takes sounds.
        sample_rate: of sounds, in hertz; 0 where it takes none.

    Raises:
        ProjectorUnusable: the file is no projector, damaged, or not known to this llama.cpp.
        ProjectorNotForModel: it gives vectors of another width, or needs markers that the model
            does not know.
    """

    def __init__(self, model: Model, path: str, params: ProjectorParams) -> None:
        read_projector(path)
        library.initialise()
        library.clear_warnings()
        self.path = path
        self._model = model
        self._uses_mrope = False
        self._stop: threading.Event | None = None
        self._n_asked = 0
        self._callback = native.ggml_backend_sched_eval_callback(self._on_node)  # kept: see below
        native_params = mtmd.mtmd_context_params_default()
        native_params.use_gpu = params.use_gpu
        native_params.print_timings = False
        native_params.warmup = False  # would set memory aside for the largest picture there is
        native_params.n_threads = params.n_threads
        native_params.image_min_tokens = params.min_tokens
        native_params.image_max_tokens = params.max_tokens
        native_params.cb_eval = self._callback  # native code holds the pointer as long as we live
        self._handle: int | None = mtmd.mtmd_init_from_file(
            os.fsencode(path), model.handle, native_params
        )
        if not self._handle:
            raise _explained(path)
        self.sees = bool(mtmd.mtmd_support_vision(self._handle))
        self.hears = bool(mtmd.mtmd_support_audio(self._handle))
        rate = int(mtmd.mtmd_get_audio_sample_rate(self._handle)) if self.hears else 0
        self.sample_rate = max(0, rate)
        self._uses_mrope = bool(mtmd.mtmd_decode_use_mrope(self._handle))

    def close(self) -> None:
        """Free it; every `CutMedium` of it must be closed before."""
        if self._handle:
            mtmd.mtmd_free(self._handle)
            self._handle = None

    # -- from a medium to parts --

    def cut(self, medium: RawImage | RawSound) -> CutMedium:
        """Preprocess one medium and cut it into parts.

        Raises:
            MediaNotUnderstood: this projector takes none of its kind.
            MediaNotRead: libmtmd makes nothing of it.
            ProjectorNotForModel: it needs markers that the model does not know.
        """
        self._require(medium.kind)
        # The bytes are copied in the call; until then the medium holds them.
        if isinstance(medium, RawImage):
            pixels = ctypes.cast(ctypes.c_char_p(medium.rgb), _BYTES)
            bitmap = mtmd.mtmd_bitmap_init(medium.width, medium.height, pixels)
        else:
            samples = ctypes.cast(ctypes.c_char_p(medium.pcm), _FLOATS)
            bitmap = mtmd.mtmd_bitmap_init_from_audio(medium.n_samples, samples)
        return self._cut(bitmap)

    def measure(self, medium: MediaRef) -> tuple[MediaPart, ...]:
        """Return the parts of any medium of this size, without its pixels or samples.

        Of a picture in milliseconds; of a sound in as long as it takes to cut silence.

        Raises:
            MediaNotUnderstood, MediaNotRead, ProjectorNotForModel: as of `cut`.
        """
        self._require(medium.kind)
        if medium.kind is MediaKind.IMAGE:
            cut = self._cut(mtmd.mtmd_bitmap_init(medium.width, medium.height, None))
        else:
            cut = self.cut(RawSound(bytes(4 * medium.n_samples)))
        cut.close()
        return cut.parts

    def _require(self, kind: MediaKind) -> None:
        if not (self.sees if kind is MediaKind.IMAGE else self.hears):
            raise MediaNotUnderstood(kind)

    def _cut(self, bitmap: Any) -> CutMedium:
        part = mtmd.mtmd_input_part(None, bitmap)
        parts = (ctypes.POINTER(mtmd.mtmd_input_part) * 1)(ctypes.pointer(part))
        chunks = mtmd.mtmd_input_chunks_init()
        library.clear_warnings()
        code = mtmd.mtmd_tokenize_from_parts(self._handle, chunks, parts, 1, False)
        mtmd.mtmd_bitmap_free(bitmap)  # the chunks have their own, preprocessed copy
        try:
            if code:
                raise MediaNotRead(f"mtmd_tokenize: {code}\n{library.recent_warnings()}")
            found = self._parts_of(chunks)
        except BaseException:
            mtmd.mtmd_input_chunks_free(chunks)
            raise
        return CutMedium(chunks, tuple(part for _place, part in found), tuple(p for p, _ in found))

    def _parts_of(self, chunks: Any) -> list[tuple[int, MediaPart]]:
        found: list[tuple[int, MediaPart]] = []
        n_with_cells = 0
        for place in range(mtmd.mtmd_input_chunks_size(chunks)):
            chunk = mtmd.mtmd_input_chunks_get(chunks, place)
            if mtmd.mtmd_input_chunk_get_type(chunk) == mtmd.MTMD_INPUT_CHUNK_TYPE_TEXT:
                found.append((place, self._marker(chunk)))
            else:
                found.append((place, self._cells(chunk, n_with_cells)))
                n_with_cells += 1
        if not n_with_cells:
            raise MediaNotRead("nothing of it is to be encoded")
        return found

    def _marker(self, chunk: Any) -> MarkerTokens:
        count = ctypes.c_size_t()
        tokens = mtmd.mtmd_input_chunk_get_tokens_text(chunk, ctypes.byref(count))
        ids = tuple(tokens[: count.value])
        # A marker that the vocabulary lacks is token -1, and llama.cpp looks it up all the same.
        if not all(0 <= token < self._model.n_vocab for token in ids):
            detail = f"the model has no token for a marker: {ids}"
            raise ProjectorNotForModel(detail, path=self.path)
        return MarkerTokens(ids)

    def _cells(self, chunk: Any, number: int) -> MediaCells:
        is_image = mtmd.mtmd_input_chunk_get_type(chunk) == mtmd.MTMD_INPUT_CHUNK_TYPE_IMAGE
        kind = MediaKind.IMAGE if is_image else MediaKind.SOUND
        n_cells = int(mtmd.mtmd_input_chunk_get_n_tokens(chunk))
        n_pos = int(mtmd.mtmd_input_chunk_get_n_pos(chunk))
        is_causal = not mtmd.mtmd_decode_use_non_causal(self._handle, chunk)
        columns = rows = 0
        if is_image and self._uses_mrope:
            image = mtmd.mtmd_input_chunk_get_tokens_image(chunk)
            columns = int(mtmd.mtmd_image_tokens_get_nx(image))
            rows = int(mtmd.mtmd_image_tokens_get_ny(image))
        cells = MediaCells(kind, number, n_cells, n_pos, columns, rows, is_causal)
        try:
            expected = positions_of(cells, 0, n_axes=N_AXES if self._uses_mrope else 1)
        except TableMismatch as error:
            raise self._unknown_places(str(error)) from error
        if columns and not np.array_equal(expected, _native_positions(chunk, n_cells)):
            raise self._unknown_places("other rows and columns than expected")
        return cells

    def _unknown_places(self, detail: str) -> ProjectorUnusable:
        """Refuse a projector whose cells lie where a stored state could not be checked."""
        return ProjectorUnusable(self.path, detail=f"cells of a picture are at {detail}")

    # -- from parts to vectors --

    def encode(
        self, medium: CutMedium, cells: MediaCells, stop: threading.Event | None = None
    ) -> npt.NDArray[np.float32] | None:
        """Compute one part of a medium; takes from milliseconds to many seconds.

        Args:
            medium: cut by this projector.
            cells: one of its parts.
            stop: when it is set, by any thread, the encoder ends soon.

        Returns:
            float32 [n_cells, n_embd_inp], the caller's to keep; None when it was stopped.

        Raises:
            MediaNotRead: the encoder failed, or what it gives are no numbers.
        """
        chunk = medium.chunk(cells)
        library.clear_warnings()
        self._stop, self._n_asked = stop, 0
        try:
            code = mtmd.mtmd_encode_chunk(self._handle, chunk)
        finally:
            self._stop = None
        if stop is not None and stop.is_set():
            return None  # it says that all went well, and what it holds is garbage
        if code:
            raise MediaNotRead(f"mtmd_encode_chunk: {code}\n{library.recent_warnings()}")
        pointer = mtmd.mtmd_get_output_embd(self._handle)
        shape = (cells.n_cells, int(native.llama_model_n_embd_inp(self._model.handle)))
        rows: npt.NDArray[np.float32] = np.ctypeslib.as_array(pointer, shape).copy()
        if not np.isfinite(rows).all():
            raise MediaNotRead("the encoder gives no numbers")
        return rows

    def _on_node(self, _tensor: Any, ask: bool, _user: Any) -> bool:  # noqa: FBT001 - ggml's
        """Tell ggml after which nodes of a graph to look, and there whether to go on."""
        stop = self._stop
        if stop is None:
            return not ask  # nobody may stop it: no looks at all
        if not ask:
            return not stop.is_set()
        self._n_asked += 1
        return self._n_asked % _NODES_BETWEEN_LOOKS == 0


def encode_something(projector: Projector) -> None:
    """Encode a small picture and a short sound, as far as the projector takes them.

    A tensor that is missing or of another shape ends the process here, so this is for a child
    process, once for each projector and model, before they are used together. Tiles of a picture
    are computed alike, and some projectors make many of any: one of them is enough.

    Raises:
        KnownError: as of `Projector.cut` and `Projector.encode`.
    """
    media: list[RawImage | RawSound] = []
    if projector.sees:
        media.append(RawImage(64, 64, bytes(range(256)) * 48))
    if projector.hears:
        media.append(RawSound(np.sin(np.arange(projector.sample_rate) / 9).astype("<f4").tobytes()))
    for medium in media:
        cut = projector.cut(medium)
        try:
            for cells in {cells.n_cells: cells for cells in cut.cells()}.values():
                projector.encode(cut, cells)
        finally:
            cut.close()


def _native_positions(chunk: Any, n_cells: int) -> npt.NDArray[np.int32]:
    """Return where libmtmd puts the cells of a picture whose first position is 0: [4, n_cells]."""
    out = (mtmd.mtmd_decoder_pos * n_cells)()
    image = mtmd.mtmd_input_chunk_get_tokens_image(chunk)
    mtmd.mtmd_helper_image_get_decoder_pos(image, 0, out)
    return np.array([(place.t, place.y, place.x, place.z) for place in out], np.int32).T


def _explained(path: str) -> ProjectorUnusable | ProjectorNotForModel:
    """Return why a projector was not loaded, from what libmtmd logged about it."""
    log = library.recent_warnings()
    if "mismatch between text model" in log:
        return ProjectorNotForModel(log, path=path)
    return ProjectorUnusable(path, detail=log)
