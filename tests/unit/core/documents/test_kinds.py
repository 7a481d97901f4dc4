"""What each kind of document becomes: its form kept as Markdown."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

from app.core.documents.refusals import DocumentRefused, Reason
from tests.helpers.documents import (
    HTML,
    MAIL,
    WORD,
    docx,
    epub,
    opendocument,
    paragraph,
    pptx,
    samples_of_all,
    shape,
    xlsx,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.documents.text import DocumentText

    Read = Callable[[bytes], DocumentText]


def test_every_kind_is_read(read: Read) -> None:
    for name, data in samples_of_all().items():
        assert read(data).text, name


def test_sheets_are_pages_with_a_table_each(read: Read) -> None:
    day, moment = datetime.date(2026, 11, 30), datetime.datetime(2026, 11, 30, 9, 5)
    rows: list[list[object]] = [
        ["Kosten"],
        [],
        ["Tag", None, "Größe"],
        [day, None, 0.1 + 0.2],
        [moment, None, True],
    ]
    text = read(xlsx({"Übersicht": rows, "空": [], "两": [["甲"], ["乙"]]}))

    table = "| Tag | Größe |\n| --- | --- |\n| 2026-11-30 | 0.3 |\n| 2026-11-30 09:05:00 | TRUE |"
    assert text.text == f"## Übersicht\n\nKosten\n\n{table}\n\n## 两\n\n| 甲 |\n| --- |\n| 乙 |"
    assert text.page_names == ("Übersicht", "空", "两")
    assert text.page_at(text.text.index("乙")) == 3


def test_slides_are_pages_with_title_list_and_notes(read: Read) -> None:
    second = shape("Deep\n deeper", "body") + shape("Two", "title") + shape("7", "sldNum")
    text = read(pptx([shape("One", "ctrTitle") + shape("plain"), second], notes="say it"))

    assert text.text == "## One\n\nplain\n\nNotes:\n\n- say it\n\n## Two\n\n- Deep\n  - deeper"
    assert text.page_starts == (0, text.text.index("## Two"))


def test_a_chart_is_a_table(read: Read) -> None:
    def points(kind: str, *values: str) -> str:
        inside = "".join(f'<pt idx="{at}"><v>{one}</v></pt>' for at, one in enumerate(values))
        return f"<{kind}><cache>{inside}</cache></{kind}>"

    years = points("cat", "2025", "2026")
    series = [
        f"<ser><tx><c><v>{name}</v></c></tx>{years}{points('val', *values)}</ser>"
        for name, values in (("Kosten", ("1", "2")), ("Erlös", ("3",)))
    ]
    text = read(pptx([shape("Zahlen", "title")], chart="".join(series))).text
    table = "|  | Kosten | Erlös |\n| --- | --- | --- |\n| 2025 | 1 | 3 |\n| 2026 | 2 |  |"
    assert text == f"## Zahlen\n\n{table}"


def test_slides_that_are_pictures_are_a_scan(read: Read) -> None:
    with pytest.raises(DocumentRefused) as refusal:
        read(pptx(["<p:pic/>", "<p:pic/>"]))
    assert refusal.value.reason is Reason.SCAN


def test_an_odt_keeps_lists_notes_and_tables(read: Read) -> None:
    body = (
        '<text:h text:outline-level="2">Größe</text:h>'
        "<text:p>a<text:s/>b<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        "<text:p>note</text:p></text:note-body></text:note></text:p>"
        '<text:list text:style-name="N"><text:list-item><text:p>one</text:p><text:list>'
        "<text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item>"
        "<text:list-item><text:p>two</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>"
        '<table:table-cell table:number-columns-repeated="2"><text:p>y</text:p></table:table-cell>'
        "</table:table-row></table:table>"
        "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
    )
    assert read(opendocument("text", body)).text == (
        "## Größe\n\na b[1]\n\n1. one\n   - deep\n2. two\n\n| x | y | y |\n| --- | --- | --- |\n\n"
        "[1] note"
    )


def test_boxes_of_an_odt_are_read_wherever_they_stand_and_once(read: Read) -> None:
    def boxed(words: str) -> str:
        return f"<draw:frame><draw:text-box><text:p>{words}</text:p></draw:text-box></draw:frame>"

    item = f"<text:list-item><text:p>Item{boxed('c')}</text:p></text:list-item>"
    body = (
        f"<text:h>Head{boxed('a' + boxed('b'))}</text:h><text:list>{item}</text:list>"
        f"<text:p>Line{boxed('d' + boxed('e'))}</text:p>"
    )
    text = read(opendocument("text", body)).text
    assert text == "# Head\n\na\n\nb\n\n- Item\n  c\n\nLine\n\nd\n\ne"


def test_an_ods_and_an_odp_have_pages(read: Read) -> None:
    cell = "<table:table-cell><text:p>1</text:p></table:table-cell>"
    empty = '<table:table-cell table:number-columns-repeated="16000"/>'
    rows = (
        f"<table:table-row>{cell}{empty}</table:table-row>"
        f'<table:table-row table:number-rows-repeated="1000000">{empty}</table:table-row>'
    )
    sheets = read(
        opendocument("spreadsheet", f'<table:table table:name="A">{rows}</table:table>' * 2)
    )
    assert sheets.text == "## A\n\n| 1 |\n| --- |\n\n## A\n\n| 1 |\n| --- |"

    title = (
        '<draw:frame presentation:class="title"><draw:text-box><text:p>T</text:p></draw:text-box>'
    )
    slides = read(opendocument("presentation", f"<draw:page>{title}</draw:frame></draw:page>" * 2))
    assert (slides.text, slides.page_starts) == ("## T\n\n## T", (0, 6))


def test_a_book_is_its_chapters(read: Read) -> None:
    text = read(epub(["<h1>一</h1><p>x&nbsp;y &amp; z</p>", "<p>no heading</p>"]))
    assert (text.title, text.page_names) == ("Book", ("一", "2"))
    assert text.text == "# 一\n\nx y & z\n\nno heading"


def test_a_chapter_that_a_book_names_again_and_again_is_read_once(read: Read) -> None:
    package = (
        "<package><manifest><item id='c' href='c%200.xhtml'/></manifest>"
        "<spine>" + "<itemref idref='c'/>" * 3000 + "</spine></package>"
    )
    assert read(epub(["<p>words</p>"], {"OEBPS/a.opf": package})).text == "words"


@pytest.mark.parametrize(
    "data",
    [
        epub(
            ["<p>x</p>"], {"META-INF/encryption.xml": "<e><EncryptionMethod Algorithm='aes'/></e>"}
        ),
        opendocument("text", "", {"META-INF/manifest.xml": "<m><f><encryption-data/></f></m>"}),
    ],
)
def test_what_is_locked_says_so(read: Read, data: bytes) -> None:
    with pytest.raises(DocumentRefused) as refusal:
        read(data)
    assert refusal.value.reason is Reason.LOCKED


def test_a_mail_says_who_wrote_when_and_what_is_attached(read: Read) -> None:
    text = read(MAIL.encode())
    assert text.title == "Grüße"
    assert text.text == (
        "# Grüße\n\nFrom: Jürgen <j@example.org>\nTo: a@example.org\n"
        "Date: Mon, 30 Nov 2026 10:00:00 +0100\nAttachments: invoice.pdf\n\nHello **you**"
    )


def test_what_follows_on_a_picture_in_a_mail_is_read_and_what_was_forwarded(read: Read) -> None:
    parts = [
        "text/plain\n\nBefore",
        "image/png; name=a.png\n\n",
        "text/plain\n\nBehind",
        "text/plain; name=notes.txt\n\nA file",
        "message/rfc822\n\nSubject: Old\nFrom: c@d\n\nForwarded",
    ]
    kinds = "".join(f"--x\nContent-Type: {part}\n" for part in parts)
    head = "From: a@b\nMessage-ID: 1\nContent-Type: multipart/mixed; boundary=x\n\n"
    assert read(f"{head}{kinds}--x--\n".encode()).text == (
        "From: a@b\nAttachments: a.png, notes.txt\n\nBefore\n\nBehind\n\n"
        "# Old\n\nFrom: c@d\n\nForwarded"
    )


def test_what_calls_itself_latin_1_is_read_as_browsers_do(read: Read) -> None:
    words = "Don’t pay 5 € – “now”"
    page = f"<!doctype html><meta charset=iso-8859-1><p>{words}".encode("cp1252")
    mail = b"From: a@b\nMessage-ID: 1\nContent-Type: text/plain; charset=latin1\n\n"
    assert read(page).text == words
    assert read(mail + words.encode("cp1252")).text.endswith(f"\n\n{words}")


def test_a_page_keeps_its_form_and_no_program(read: Read) -> None:
    text = read(HTML.encode())
    assert text.title == "Page"
    assert text.text == (
        "# Page\n\nOne **bold** link.\n\nTwo\n\n- a\n  - b\n- c\n\n| x | y |\n| --- | --- |\n"
        "| z |  |\n\n```\ncode  here\n```"
    )


WRITTEN = [
    ("<p>a<br>b <i> c </i>d</p>", "a\nb *c* d"),
    ("<div>x<div>y</div>z</div>", "x\n\ny\n\nz"),
    ("<ol start=3><li><p>a</p><p>b</p><li>c</ol>", "3. a\n   b\n4. c"),
    ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
    ("<table><tr><td>only</td></tr><tr><td>one</td></tr></table>", "only\n\none"),
    ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", "| a | b |\n| --- | --- |\n|  | c |"),
    ("<table><tr><td><table><tr><td>in<td>side</table><td>b</table>",
     "| in | side |\n| --- | --- |\n\nb"),
    ("<p>10<sup>6</sup> H<sub>2</sub>O<sup>[1]</sup></p>", "10^6 H2O[1]"),
    ("<p>漢<ruby>字<rt>じ</rt></ruby> <img alt='a cat' src='x'></p>", "漢字 ![a cat]"),
    ("<m:math><m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup></m:math>", "$x^2$"),
    ("<p>a<p hidden>b<p style='display: none'>c", "a"),
    ("<p style='backface-visibility: hidden'>seen", "seen"),
    ("<table><tr><td>a<td hidden>x<td>b<tr hidden><td>c<td>d</table>", "| a | b |\n| --- | --- |"),
    ("<table><td>a<td>b</table>", "| a | b |\n| --- | --- |"),
    ("<table><p>stray<tr><td>a<td>b</table>", "stray\n\n| a | b |\n| --- | --- |"),
    ("<head><title>t</title><body><p>a head without an end", "a head without an end"),
    ("<b>" * 5000 + "deep" + "</b>" * 5000, "**deep**"),
    ("<div>" * 5000 + "deep", "deep"),
    ("</p></table><td>loose<li>odd", "loose\n\nodd"),
]  # fmt: skip


def test_whatever_is_written_in_html_becomes_markdown(read: Read) -> None:
    for html, text in WRITTEN:
        assert read(f"<html>{html}".encode()).text == text, html


def test_what_only_begins_like_a_page_stays_a_text(read: Read) -> None:
    text = "<!-- a -->" * 50 + "<b>no page</b>"
    assert read(text.encode()).text == text


@pytest.mark.parametrize("broken", [b"gr\xfcn ", b"x\xfcx", b"\x93hi\x94", b"\xff"])
@pytest.mark.parametrize("n_before", [0, 1, 50])
def test_a_page_with_a_broken_byte_is_read_in_the_encoding_it_names(
    read: Read, n_before: int, broken: bytes
) -> None:
    words = "Größe und Übermut tut selten gut, ähnlich schön. ".encode()
    head = b"<!DOCTYPE html>\n<html><head><meta charset=utf-8></head><body><p>"
    text = read(head + words * n_before + broken + words * (50 - n_before)).text
    assert text.count("Größe und Übermut") == 50
    assert "\ufffd" in text


def test_what_only_begins_like_a_page_is_none(read: Read) -> None:
    head = b"<html><meta charset=iso-8859-1><p>"
    with pytest.raises(DocumentRefused):
        read(head + bytes(range(32)) * 400)


def test_a_page_in_two_encodings_is_read_in_the_one_it_names(read: Read) -> None:
    head = b'<html><meta name="title" content="gr\xfcn"><meta charset="UTF-8"><body>'
    text = "Größe, schöne Bäume über dem Weg"
    assert read(head + f"<p>{text}".encode()).text == text
    assert read(head + f"<p>{text}".encode("cp1252")).text == text


def test_links_of_headings_to_themselves_are_no_words(read: Read) -> None:
    page = '<html><h2>Plan<a class="headerlink" href="#plan">¶</a></h2><p>See <a href="#x">#4</a>.'
    assert read(page.encode()).text == "## Plan\n\nSee #4."


MAIL_HEAD = "From: a@example.org\r\nMIME-Version: 1.0\r\nSubject: Plan\r\n"


def test_a_mail_that_only_forwards_another_is_that(read: Read) -> None:
    inner = "From: b@example.org\r\nSubject: Inner\r\n\r\nHello"
    mail = f"{MAIL_HEAD}Content-Type: message/rfc822\r\n\r\n{inner}"
    assert read(mail.encode()).text == (
        "# Plan\n\nFrom: a@example.org\n\n# Inner\n\nFrom: b@example.org\n\nHello"
    )


def test_attachments_of_a_mail_are_named_wherever_they_are(read: Read) -> None:
    file = 'application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\nx'
    rich = (
        f"--B\r\nContent-Type: text/html\r\n\r\n<p>Hi</p>\r\n--B\r\nContent-Type: {file}\r\n--B--"
    )
    mail = (
        f"{MAIL_HEAD}Content-Type: multipart/alternative; boundary=A\r\n\r\n--A\r\n"
        "Content-Type: text/plain\r\n\r\nHi\r\n--A\r\n"
        f"Content-Type: multipart/mixed; boundary=B\r\n\r\n{rich}\r\n--A--\r\n"
    )
    assert read(mail.encode()).text == "# Plan\n\nFrom: a@example.org\nAttachments: a.pdf\n\nHi"


def test_a_mail_whose_parts_cannot_be_told_apart_is_read_as_it_is(read: Read) -> None:
    mail = f"{MAIL_HEAD}Content-Type: multipart/report; bo\r\n\r\n--A\r\nIt failed."
    assert read(mail.encode()).text == "# Plan\n\nFrom: a@example.org\n\n--A\nIt failed."
    picture = f"{MAIL_HEAD}Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA"
    assert read(picture.encode()).text == "# Plan\n\nFrom: a@example.org"


def test_a_table_of_values_stays_as_it_is(read: Read) -> None:
    assert read(b'a,b\n"x, y",2\n').text == 'a,b\n"x, y",2\n'


def test_formulas_of_a_docx_are_lines(read: Read) -> None:
    space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'

    def part(name: str, text: str) -> str:
        return f"<m:{name}><m:r><m:t>{text}</m:t></m:r></m:{name}>"

    formula = f"<m:f>{part('num', 'a+b')}{part('den', '2')}</m:f>"
    body = f"<w:p><w:r><w:t>so </w:t></w:r><m:oMath {space}>{formula}</m:oMath></w:p>"
    assert read(docx(body)).text == "so $(a+b)/2$"

    sum_ = f"<m:nary>{part('sub', '1')}{part('sup', 'n')}{part('e', 'x')}</m:nary>"
    body = f"<w:p><m:oMath {space}>{sum_}</m:oMath></w:p>"
    assert read(docx(body)).text == "$∫_1^n x$"


def test_hidden_words_of_a_docx_are_left_out(read: Read) -> None:
    def run(text: str, properties: str = "") -> str:
        return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"

    styles = (
        f'<w:styles xmlns:w="{WORD}">'
        '<w:style w:type="paragraph" w:styleId="Note"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="Kind"><w:basedOn w:val="Note"/></w:style>'
        '<w:style w:type="character" w:styleId="Plain"><w:basedOn w:val="Note"/>'
        '<w:rPr><w:vanish w:val="0"/></w:rPr></w:style></w:styles>'
    )
    seen = run("seen ") + run("secret ", "<w:vanish/>") + run("here", '<w:vanish w:val="0"/>')
    by_style = run("inner ", '<w:rStyle w:val="Kind"/>') + run("shown", '<w:rStyle w:val="Plain"/>')
    whole = f'<w:p><w:pPr><w:pStyle w:val="Note"/></w:pPr>{run("all of it")}</w:p>'
    body = f"<w:p>{seen}</w:p><w:p>{by_style}</w:p>{whole}"
    assert read(docx(f"<w:p>{seen}</w:p>")).text == "seen here"
    assert read(docx(body, {"word/styles.xml": styles})).text == "seen here\n\nshown"


def test_no_docx_says_what_of_it_is_left_out(read: Read) -> None:
    assert read(docx(paragraph("words"), {"mammoth/style-map": "p => !"})).text == "words"


def test_notes_and_right_to_left_stay_in_a_docx(read: Read) -> None:
    body = "<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:t>مرحبا (a) &lt;b&gt;</w:t></w:r></w:p>"
    assert read(docx(body)).text == "مرحبا (a) <b>"
