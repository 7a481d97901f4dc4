"""The child that decodes what strangers wrote; it serves one file after the other.

It may take so much memory and no more, writes no files, and ends when its questions end. What it
cannot stand ends it, and nothing else.

Threads: one.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from app.core.decoding.wire import DONE, REFUSED, DecodingRefused, write_data, write_end
from app.core.system.own_program import be_a_child, take_pipes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import IO

# What is asked about: a file, or bytes that lie in none.
Source: TypeAlias = Path | io.BytesIO
# Does what a question asks of a source, gives the bytes it makes, and returns what there is to say.
Task: TypeAlias = "Callable[[dict[str, Any], Source, Callable[[bytes], None]], dict[str, Any]]"

MAX_MEMORY_BYTES = 3 << 30  # of addresses; the largest picture that is allowed takes a third of it
_MAX_WRITTEN_BYTES = 1 << 20  # into its error stream, which is a file
_OUT_OF_MEMORY = 3  # exit code: what is left of its memory may be in pieces
_OOM_SCORE = b"900"  # goes before the engine and the window


def run_decoder_child(
    tasks: Mapping[str, Task], max_memory_bytes: int | None = MAX_MEMORY_BYTES
) -> int:
    """Answer questions from standard input until there are no more; return the exit code.

    Args:
        tasks: what can be asked, by the names that questions call it. They import what reads
            strangers' bytes when they are called.
        max_memory_bytes: of addresses; None for no limit.
    """
    incoming, outgoing = take_pipes()
    _prepare_process(max_memory_bytes)
    while line := incoming.readline():
        try:
            question = json.loads(line)
            source = _source(question, incoming)
            facts = tasks[question["task"]](question, source, partial(write_data, outgoing))
        except DecodingRefused as refusal:
            write_end(outgoing, REFUSED, refusal.said)
        except MemoryError:
            write_end(outgoing, REFUSED, {"code": "memory", "detail": "no memory"})
            return _OUT_OF_MEMORY
        except BrokenPipeError:
            return 0
        except ImportError as error:
            write_end(outgoing, REFUSED, {"code": "decoder", "detail": repr(error)[:1000]})
        except Exception as error:  # noqa: BLE001 - decoders raise anything at what is damaged
            said = {"code": "damaged", "detail": f"{type(error).__name__}: {error}"[:1000]}
            write_end(outgoing, REFUSED, said)
        else:
            write_end(outgoing, DONE, facts)
    return 0


def _source(question: dict[str, Any], incoming: IO[bytes]) -> Source:
    """Return the file that is asked about, or the bytes that follow the question."""
    if "n_bytes" in question:
        return io.BytesIO(incoming.read(question["n_bytes"]))
    return Path(question["path"])


def _prepare_process(max_memory_bytes: int | None) -> None:
    """Die with the parent, leave signals to it, and take no more than there is to take."""
    be_a_child(_OOM_SCORE)
    if sys.platform != "win32":
        import resource

        for limit, most in (
            (resource.RLIMIT_AS, max_memory_bytes),
            (resource.RLIMIT_FSIZE, _MAX_WRITTEN_BYTES),
            (resource.RLIMIT_CORE, 0),
        ):
            if most is None:
                continue
            with contextlib.suppress(OSError, ValueError):  # macOS knows no limit of addresses
                resource.setrlimit(limit, (most, most))
