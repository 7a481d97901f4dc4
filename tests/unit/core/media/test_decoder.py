"""The child that decodes: it serves many, ends when it is idle, and dies alone."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from app.core.content.media import MediaUnusable
from app.core.decoding.child import MAX_MEMORY_BYTES
from app.core.decoding.decoder import Decoder
from app.core.errors import KnownError
from app.core.media.library import MediaLibrary
from tests.helpers.media_samples import encoded, png, quarters, sound, tone
from tests.helpers.waiting import wait_until

PICTURE = encoded(quarters(), "PNG")
REPOSITORY = Path(__file__).resolve().parents[4]
TALKS_NONSENSE = "import sys; sys.stdin.readline(); sys.stdout.write('x' * 100000)"
LIES = (
    "import sys, json, struct; sys.stdin.readline(); said = json.dumps({said}).encode();"
    "sys.stdout.buffer.write(struct.pack('<BI', {kind}, len(said)) + said);"
    "sys.stdout.flush(); sys.stdin.readline()"
)
HANGS = "import sys\nwhile True: sys.stdin.readline() or sys.exit()"
NEVER_ENDS = "import time\nwhile True: time.sleep(1)"


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def library_with(tmp_path: Path, decoder: Decoder) -> MediaLibrary:
    return MediaLibrary(tmp_path / "data", tmp_path / "cache", decoder)


def test_one_child_serves_many_files(tmp_path: Path) -> None:
    decoder = Decoder()
    with library_with(tmp_path, decoder) as library:
        library.add(PICTURE, "a.png")
        pid = decoder.pid
        library.add(sound(tone(0.1)), "a.wav")
        with pytest.raises(MediaUnusable):
            library.add(PICTURE[:60], "half.png")
        library.add(encoded(quarters(9, 9), "GIF"), "a.gif")
        assert pid is not None
        assert decoder.pid == pid
    assert not psutil.pid_exists(pid)


def test_a_child_outlives_the_thread_that_asked_first(tmp_path: Path) -> None:
    decoder = Decoder()
    with library_with(tmp_path, decoder) as library:
        asking = threading.Thread(target=library.add, args=(PICTURE, "a.png"))
        asking.start()
        asking.join()
        pid = decoder.pid

        library.add(encoded(quarters(9, 9), "PNG"), "b.png")

        assert pid is not None
        assert decoder.pid == pid


def test_a_child_that_nobody_asks_is_ended_and_another_started(tmp_path: Path) -> None:
    decoder = Decoder(idle_s=0.05)
    with library_with(tmp_path, decoder) as library:
        for side in (9, 10, 11):
            library.add(encoded(quarters(side, side), "PNG"), "a.png")
            wait_until(lambda: decoder.pid is None)


def test_a_child_that_was_killed_between_two_files_costs_nothing(tmp_path: Path) -> None:
    decoder = Decoder()
    with library_with(tmp_path, decoder) as library:
        for side in (9, 10, 11):
            library.add(encoded(quarters(side, side), "PNG"), "a.png")
            assert decoder.pid is not None
            psutil.Process(decoder.pid).kill()


def test_a_child_that_is_killed_in_the_middle_costs_one_file(tmp_path: Path) -> None:
    decoder = Decoder()
    refusals: list[KnownError] = []

    def add(library: MediaLibrary) -> None:
        try:
            library.add(png(8192, 7800), "poster.png")
        except KnownError as error:
            refusals.append(error)

    with library_with(tmp_path, decoder) as library:
        asking = threading.Thread(target=add, args=(library,))
        asking.start()
        wait_until(lambda: decoder.pid is not None)
        assert decoder.pid is not None
        psutil.Process(decoder.pid).kill()
        asking.join()

        assert [type(error) for error in refusals] == [MediaUnusable]
        assert "decoder failed" in str(refusals[0])
        assert library.add(PICTURE, "a.png").width == 48


def test_a_child_that_hangs_is_ended_in_time(tmp_path: Path) -> None:
    began = time.monotonic()
    decoder = Decoder(python(HANGS), timeout_s=0.5)
    with library_with(tmp_path, decoder) as library, pytest.raises(MediaUnusable) as refusal:
        library.add(PICTURE, "a.png")

    assert "hung" in refusal.value.detail
    assert time.monotonic() - began < 30


def test_a_child_that_does_not_end_by_itself_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.decoding.decoder._END_S", 0.2)
    decoder = Decoder(python(NEVER_ENDS), timeout_s=0.5)
    with library_with(tmp_path, decoder) as library, pytest.raises(MediaUnusable):
        library.add(PICTURE, "a.png")
    assert decoder.pid is None


@pytest.mark.parametrize(
    "code",
    [
        TALKS_NONSENSE,
        "import os; os.abort()",
        "raise SystemExit(5)",
        "import nothing_of_the_kind",
        LIES.format(kind=2, said="{}"),
        LIES.format(kind=2, said="[1]"),
        LIES.format(kind=2, said="{'width': 'x', 'height': -5}"),
        LIES.format(kind=2, said="{'width': 10**30, 'height': 10}"),
        LIES.format(kind=3, said="{'code': 'size'}"),
        LIES.format(kind=3, said="{'code': 'decoder', 'detail': 'no Pillow'}"),
        LIES.format(kind=3, said="{'code': ['?'], 'detail': {}}"),
        LIES.format(kind=1, said="{}"),
        LIES.format(kind=9, said="{}"),
    ],
)
def test_a_child_that_dies_or_lies_costs_the_file_and_nothing_else(
    tmp_path: Path, code: str
) -> None:
    with library_with(tmp_path, Decoder(python(code), timeout_s=20)) as library:
        for _ in range(2):
            with pytest.raises(MediaUnusable):
                library.add(PICTURE, "a.png")
    assert not [path for path in (tmp_path / "data").iterdir() if path.name != "lock"]


def test_a_child_that_cannot_be_started_is_told_of(tmp_path: Path) -> None:
    decoder = Decoder((str(tmp_path / "nothing"),))
    with library_with(tmp_path, decoder) as library, pytest.raises(MediaUnusable) as refusal:
        library.add(PICTURE, "a.png")
    assert "could not be started" in refusal.value.detail


def test_closing_does_not_wait_for_a_file_that_is_being_decoded(tmp_path: Path) -> None:
    decoder = Decoder(python(HANGS), timeout_s=600)
    library = library_with(tmp_path, decoder)
    refusals: list[KnownError] = []

    def add() -> None:
        try:
            library.add(PICTURE, "a.png")
        except KnownError as error:
            refusals.append(error)

    asking = threading.Thread(target=add)
    asking.start()
    wait_until(lambda: decoder.pid is not None)
    library.close()
    asking.join(60)

    assert [type(error) for error in refusals] == [MediaUnusable]
    with pytest.raises(MediaUnusable):
        library.add(PICTURE, "a.png")


def test_an_answer_without_memory_for_it_is_not_taken_for_that_of_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(_pipe: object, _max_bytes: int) -> None:
        raise MemoryError

    with library_with(tmp_path, Decoder()) as library:
        with monkeypatch.context() as short_of_memory:
            short_of_memory.setattr("app.core.decoding.decoder.read_answer", read)
            with pytest.raises(MemoryError):
                library.add(PICTURE, "a.png")
        assert library.add(png(64, 40), "b.png").width == 64


def test_nothing_is_asked_once_the_end_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoder, refusals = Decoder(), list[KnownError]()
    library = library_with(tmp_path, decoder)
    library.add(PICTURE, "a.png")
    has_come, goes_on = threading.Event(), threading.Event()
    living = Decoder._living

    def living_later(self: Decoder) -> object:
        has_come.set()
        goes_on.wait(60)
        return living(self)

    def add() -> None:
        try:
            library.add(png(64, 40), "b.png")
        except KnownError as error:
            refusals.append(error)

    monkeypatch.setattr(Decoder, "_living", living_later)
    asking, ending = threading.Thread(target=add), threading.Thread(target=decoder.close)
    monkeypatch.setattr(decoder, "_is_busy", False)
    asking.start()
    assert has_come.wait(60)
    monkeypatch.setattr(decoder, "_is_busy", False)  # as just before it notes that it is
    ending.start()
    wait_until(lambda: decoder._is_closed)
    goes_on.set()
    asking.join(60)
    ending.join(60)

    assert [type(error) for error in refusals] == [MediaUnusable]
    library.close()


@pytest.mark.unix("an end that a program cannot see coming")
def test_no_child_outlives_the_program(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path;"
        "from app.core.media.library import MediaLibrary;"
        f"library = MediaLibrary(Path({str(tmp_path)!r}) / 'd', Path({str(tmp_path)!r}) / 'c');"
        f"library.add({PICTURE!r}, 'a.png'); print(library._reader._decoder.pid, flush=True);"
        "sys.stdin.read()"
    )
    program = subprocess.Popen(
        python(code),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    with program:
        assert program.stdout is not None
        child = int(program.stdout.readline())
        assert psutil.pid_exists(child)
        program.kill()
        wait_until(lambda: not psutil.pid_exists(child))


@pytest.mark.unix("limits of a process")
def test_a_child_may_take_so_much_and_writes_no_files(tmp_path: Path) -> None:
    import resource

    decoder = Decoder()
    with library_with(tmp_path, decoder) as library:
        library.add(PICTURE, "a.png")
        assert decoder.pid is not None
        if sys.platform == "linux":
            limit = resource.prlimit(decoder.pid, resource.RLIMIT_AS)
            assert limit == (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES)
            assert resource.prlimit(decoder.pid, resource.RLIMIT_FSIZE)[1] == 1 << 20


def test_the_program_itself_loads_no_decoder(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from app.core.media.library import MediaLibrary\n"
        f"with MediaLibrary(Path({str(tmp_path)!r}) / 'd', Path({str(tmp_path)!r}) / 'c') as one:\n"
        f"    one.thumbnail(one.add({PICTURE!r}, 'a.png'), 9)\n"
        "print([name for name in ('PIL', 'soundfile', 'soxr') if name in sys.modules])"
    )
    result = subprocess.run(
        python(code),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    assert (result.returncode, result.stdout) == (0, "[]\n"), result.stderr
