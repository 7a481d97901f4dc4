"""The door to documents: what comes of a file, and each reason why nothing comes of one."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import sys
import threading
from typing import TYPE_CHECKING

import psutil
import pytest
from PIL import Image

from app.core.decoding.decoder import Decoder
from app.core.documents.reader import DocumentReader
from app.core.documents.refusals import DocumentRefused, Reason
from app.core.system.stop_signal import StopSignal, TransferStopped
from tests.helpers.documents import (
    archive,
    docx,
    paragraph,
    pdf,
    pdf_of,
    pptx,
    relations,
    word_table,
)
from tests.helpers.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINE = ("The quick brown fox jumps over the lazy dog.", 11.0)


@pytest.fixture
def reader() -> Iterator[DocumentReader]:
    with contextlib.closing(DocumentReader()) as reader:
        yield reader


def written(tmp_path: Path, name: str, data: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


def refusal_of(reader: DocumentReader, path: Path) -> DocumentRefused:
    with pytest.raises(DocumentRefused) as refusal:
        reader.read(path)
    assert path.name in str(refusal.value.what)
    assert str(refusal.value.remedy)
    return refusal.value


def test_bytes_that_lie_in_no_file_are_read_too(reader: DocumentReader) -> None:
    page = b"<!doctype html><title>Bread</title><h1>Rye</h1><p>Flour and <b>water</b>."

    read = reader.text_of("example.org", page)

    assert (read.title, read.text.strip()) == ("Bread", "# Rye\n\nFlour and **water**.")
    with pytest.raises(DocumentRefused, match="not a document"):
        reader.text_of("example.org", b"\x89PNG\r\n\x1a\n" + bytes(100))


# -- what comes of a file --


def test_a_pdf_is_its_pages_with_headings(tmp_path: Path, reader: DocumentReader) -> None:
    data = pdf([[("Foxes", 20.0), LINE, LINE], [("Dogs", 20.0), LINE, LINE, LINE]], title="Animals")
    path = written(tmp_path, "Füchse und Hunde.pdf", data)

    read = reader.read(path)

    text = read.text
    assert text.title == "Animals"
    assert text.text.startswith("# Foxes\n\nThe quick brown fox")
    assert [text.text[at : at + 6] for at in text.page_starts] == ["# Foxe", "# Dogs"]
    assert (text.page_names, text.pages_without_text) == ((), ())
    assert (read.digest, read.n_bytes) == (
        hashlib.blake2b(data, digest_size=32).hexdigest(),
        len(data),
    )
    assert read.modified_ns == path.stat().st_mtime_ns


def test_a_pdf_says_which_of_its_pages_are_pictures(tmp_path: Path, reader: DocumentReader) -> None:
    text = reader.read(written(tmp_path, "a.pdf", pdf([[LINE], [], [LINE], []]))).text
    assert text.pages_without_text == (2, 4)
    assert text.page_at(text.page_starts[2]) == 3


def test_pages_of_a_pdf_have_their_labels(tmp_path: Path, reader: DocumentReader) -> None:
    labels = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>"
    text = reader.read(written(tmp_path, "a.pdf", pdf([[LINE]] * 3, more=labels))).text
    assert text.page_names == ("i", "ii", "1")


def test_a_docx_keeps_headings_and_tables(tmp_path: Path, reader: DocumentReader) -> None:
    body = (
        paragraph("计划", "Heading1")
        + paragraph("שלום עולם")
        + word_table([["Name", "Zahl"], ["Größe | Höhe", "3"]])
    )
    text = reader.read(written(tmp_path, "计划 שלום.docx", docx(body))).text
    table = "| Name | Zahl |\n| --- | --- |\n| Größe \\| Höhe | 3 |"
    assert text.text == f"# 计划\n\nשלום עולם\n\n{table}"
    assert text.page_starts == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_text_stays_as_it_is(tmp_path: Path, reader: DocumentReader, encoding: str) -> None:
    code = "def größe():\n    return 1   \n\n\n\nprint('ä')\n"
    assert reader.read(written(tmp_path, "a b.py", code.encode(encoding))).text.text == code


def test_a_name_does_not_say_what_a_file_is(tmp_path: Path, reader: DocumentReader) -> None:
    assert reader.read(written(tmp_path, "a.docx", pdf([[LINE]]))).text.page_starts == (0,)
    assert reader.read(written(tmp_path, "b.pdf", b"plain")).text.text == "plain"


# -- what is refused --


def test_a_scan_is_refused(tmp_path: Path, reader: DocumentReader) -> None:
    refusal = refusal_of(reader, written(tmp_path, "scan.pdf", pdf([[], []])))
    assert (refusal.reason, refusal.n_pages) == (Reason.SCAN, 2)
    assert str(refusal.what).startswith("There is no text in this scan")


def test_pages_of_a_scan_are_pictures(tmp_path: Path, reader: DocumentReader) -> None:
    path = written(tmp_path, "scan.pdf", pdf([[], []]))
    first, second = (Image.open(io.BytesIO(reader.page(path, number))) for number in (1, 2))
    assert (first.format, first.size) == ("JPEG", (1275, 1650))
    assert first.convert("L").getextrema() == (0, 255)
    assert first.tobytes() != second.tobytes()
    with pytest.raises(DocumentRefused):
        reader.page(path, 3)


def test_pages_are_those_of_the_version_that_was_offered(
    tmp_path: Path, reader: DocumentReader
) -> None:
    path = written(tmp_path, "scan.pdf", pdf([[], []]))
    version = refusal_of(reader, path).version
    assert reader.page(path, 1, version=version) == reader.page(path, 1)
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))
    with pytest.raises(DocumentRefused) as refusal:
        reader.page(path, 1, version=version)
    assert refusal.value.reason is Reason.CHANGED


@pytest.mark.parametrize("size", ["20000 20000", "14400 3", "0.1 0.1"])
def test_no_page_is_drawn_larger_than_models_look_at(
    tmp_path: Path, reader: DocumentReader, size: str
) -> None:
    data = pdf([[]]).replace(b"[0 0 612 792]", f"[0 0 {size}]".encode())
    picture = Image.open(io.BytesIO(reader.page(written(tmp_path, "scan.pdf", data), 1)))
    assert 1 <= min(picture.size) <= max(picture.size) <= 2000


def test_only_pages_of_a_pdf_are_drawn(tmp_path: Path, reader: DocumentReader) -> None:
    slides = written(tmp_path, "pictures.pptx", pptx(["<p:pic/>"]))
    assert refusal_of(reader, slides).n_pages == 0
    with pytest.raises(DocumentRefused) as refusal:
        reader.page(slides, 1)
    assert refusal.value.reason is Reason.DAMAGED


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.pdf", b"", Reason.EMPTY),
        ("a.txt", b" \n\t\n", Reason.WORDLESS),
        ("a.docx", docx(""), Reason.WORDLESS),
        ("a.pdf", b"%PDF-1.7\nnothing of the kind", Reason.DAMAGED),
        ("a.docx", docx(paragraph("words"))[:-200], Reason.DAMAGED),
        ("a.docx", docx("<w:p>"), Reason.DAMAGED),
        ("a.zip", archive({"a.txt": "a"}), Reason.UNKNOWN),
        ("a.bin", bytes(range(256)) * 9, Reason.UNKNOWN),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), Reason.OLD),
        (
            "a.docx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            Reason.LOCKED,
        ),
        ("a.docx", docx(paragraph("a"), {"word/b.xml": bytes(50_000_000)}), Reason.BOMB),
        (
            "a.docx",
            docx("", {"word/styles.xml": '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>'}),
            Reason.BOMB,
        ),
        (
            "a.docx",
            docx(
                "",
                {
                    "_rels/.rels": relations({"r1": ("officeDocument", "word/main.part")}),
                    "word/main.part": '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
                },
            ),
            Reason.BOMB,
        ),
    ],
)
def test_what_is_no_document_is_refused_with_its_reason(
    tmp_path: Path, reader: DocumentReader, name: str, data: bytes, reason: Reason
) -> None:
    assert refusal_of(reader, written(tmp_path, name, data)).reason is reason


def test_a_pdf_with_a_password_is_locked(tmp_path: Path, reader: DocumentReader) -> None:
    locked = (
        "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 "
        f"/O <{'00' * 32}> /U <{'11' * 32}> >> /ID [<{'22' * 16}> <{'22' * 16}>]"
    )
    catalogue = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 0 /Kids [] >>"]
    path = written(tmp_path, "locked.pdf", pdf_of(catalogue, locked))
    assert refusal_of(reader, path).reason is Reason.LOCKED


def test_a_pdf_whose_pages_contain_themselves_ends(tmp_path: Path, reader: DocumentReader) -> None:
    catalogue = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 3 /Kids [2 0 R 3 0 R] >>",
        b"<< /Type /Pages /Count 2 /Parent 2 0 R /Kids [2 0 R 3 0 R] >>",
    ]
    refusal_of(reader, written(tmp_path, "loop.pdf", pdf_of(catalogue)))


def test_a_pdf_of_2000_pages_is_read(tmp_path: Path, reader: DocumentReader) -> None:
    text = reader.read(written(tmp_path, "a.pdf", pdf([[LINE] * 40] * 2000))).text
    assert len(text.page_starts) == 2000
    assert text.page_at(len(text.text) - 1) == 2000


def test_files_that_are_none_are_refused(tmp_path: Path, reader: DocumentReader) -> None:
    (tmp_path / "folder").mkdir()
    assert refusal_of(reader, tmp_path / "folder").reason is Reason.FOLDER
    assert refusal_of(reader, tmp_path / "nothing.pdf").reason is Reason.MISSING


@pytest.mark.unix("pipes and rights of files")
def test_a_pipe_and_a_forbidden_file_are_refused(tmp_path: Path, reader: DocumentReader) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal_of(reader, tmp_path / "pipe").reason is Reason.SPECIAL
    if os.geteuid():
        path = written(tmp_path, "a.txt", b"a")
        path.chmod(0)
        assert refusal_of(reader, path).reason is Reason.UNREADABLE


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with contextlib.closing(DocumentReader(max_file_bytes=2_000_000)) as reader:
        refusal = refusal_of(reader, written(tmp_path, "a.txt", b"a" * 2_000_001))
    assert refusal.reason is Reason.LARGE
    assert "2 MB" in str(refusal.what)


def test_a_file_that_is_being_written_is_read_again_or_refused(
    tmp_path: Path, reader: DocumentReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real, changes = written(tmp_path, "a.txt", b"before"), os.fstat, [1]

    def changed(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        if changes and path.read_bytes() != b"after":
            path.write_bytes(b"after")
        return found

    monkeypatch.setattr(os, "fstat", changed)
    assert reader.read(path).text.text == "after"

    def always(descriptor: int) -> os.stat_result:
        changes.append(1)
        os.utime(path, ns=(0, len(changes) * 1000))
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", always)
    assert refusal_of(reader, path).reason is Reason.CHANGING


# -- the child --


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


LIES = (
    "import sys, json, struct; sys.stdin.buffer.readline(); said = {said};"
    "sys.stdout.buffer.write(struct.pack('<BI', 1, len(said)) + said"
    " + struct.pack('<BI', 2, 2) + b'{{}}'); sys.stdout.flush(); sys.stdin.buffer.read()"
)


@pytest.mark.parametrize(
    "code",
    [
        "import os; os.abort()",
        "raise SystemExit(5)",
        LIES.format(said=b"nonsense"),
        LIES.format(said=rb"\x81\xa5title\x01"),
        "import sys\nwhile True: sys.stdin.buffer.readline() or sys.exit()",
    ],
)
def test_a_child_that_dies_lies_or_hangs_costs_the_document(tmp_path: Path, code: str) -> None:
    decoder = Decoder(python(code), timeout_s=2.0)
    with contextlib.closing(DocumentReader(decoder)) as reader:
        assert refusal_of(reader, written(tmp_path, "a.txt", b"a")).reason is Reason.FAILED


def test_only_where_no_child_could_be_started_the_file_may_be_read_later(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("Rye", "utf-8")
    may_pass = []
    for command in ([str(tmp_path / "nothing")], python("raise SystemExit(1)")):
        reader = DocumentReader(Decoder(command))
        with pytest.raises(DocumentRefused) as refused:
            reader.read(path)
        may_pass.append(refused.value.may_pass)
        reader.close()
    assert may_pass == [True, False]


def test_a_child_that_is_killed_in_the_middle_costs_one_document(tmp_path: Path) -> None:
    decoder = Decoder()
    long, short = written(tmp_path, "a.pdf", pdf([[LINE] * 50] * 2000)), pdf([[LINE]])
    refusals: list[DocumentRefused] = []

    with contextlib.closing(DocumentReader(decoder)) as reader:
        asking = threading.Thread(target=lambda: refusals.append(refusal_of(reader, long)))
        asking.start()
        wait_until(lambda: decoder.pid is not None)
        assert decoder.pid is not None
        psutil.Process(decoder.pid).kill()
        asking.join()

        assert [one.reason for one in refusals] == [Reason.FAILED]
        assert reader.read(written(tmp_path, "b.pdf", short)).text.page_starts == (0,)


def test_a_document_can_be_given_up_and_the_next_is_read(tmp_path: Path) -> None:
    decoder, stop = Decoder(), StopSignal()
    long, ended = written(tmp_path, "a.pdf", pdf([[LINE] * 50] * 2000)), list[type[Exception]]()

    def read(reader: DocumentReader) -> None:
        try:
            reader.read(long, stop)
        except TransferStopped as error:
            ended.append(type(error))

    with contextlib.closing(DocumentReader(decoder)) as reader:
        asking = threading.Thread(target=read, args=(reader,))
        asking.start()
        wait_until(lambda: decoder.pid is not None)
        stop.stop()
        asking.join(60)

        assert ended == [TransferStopped]
        with pytest.raises(TransferStopped):
            reader.read(long, stop)
        assert reader.read(written(tmp_path, "b.pdf", pdf([[LINE]]))).text.page_starts == (0,)


def test_closing_ends_a_document_that_is_being_read(tmp_path: Path) -> None:
    decoder, refusals = Decoder(), list[DocumentRefused]()
    long = written(tmp_path, "a.pdf", pdf([[LINE] * 50] * 2000))
    reader = DocumentReader(decoder)
    asking = threading.Thread(target=lambda: refusals.append(refusal_of(reader, long)))
    asking.start()
    wait_until(lambda: decoder.pid is not None)
    reader.close()
    asking.join(60)
    assert [one.reason for one in refusals] == [Reason.FAILED]


def test_a_text_that_is_too_long_is_refused(tmp_path: Path, reader: DocumentReader) -> None:
    path = written(tmp_path, "a.txt", b"words " * 200_000)
    with pytest.raises(DocumentRefused) as refusal:
        reader.read(path, max_text_bytes=1_000_000)
    assert refusal.value.reason is Reason.LONG
    assert "1 MB" in str(refusal.value.what)
    assert len(reader.read(path).text.text) == 1_200_000
