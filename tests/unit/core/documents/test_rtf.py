"""RTF becomes its words with their form, whatever its author has made of it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest

from app.core.documents.refusals import DocumentRefused, Reason
from tests.helpers.documents import RTF

if TYPE_CHECKING:
    from tests.unit.core.documents.conftest import Read


def test_rtf_is_its_paragraphs_and_rows(read: Read) -> None:
    assert read(RTF).text == "Größe\n\n| a | b |\n| --- | --- |"


def test_words_that_begin_like_a_sign_of_rtf_are_none(read: Read) -> None:
    assert read(rb"{\rtf1\ansi\binfsxn4\binsxn4 Hello\par}").text == "Hello"


def rtf(body: str) -> bytes:
    head = r"""{\rtf1\ansi\ansicpg1252\deff0\uc1
{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial CYR;}{\f2\fcharset128 MS Mincho;}}
{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 \'dcberschrift 1;}{\s2 heading 2;}{\*\cs10 Font;}}
{\info{\title Pl\'e4ne}{\author Somebody}}{\*\generator Some;}{\header\pard on each page\par}
"""
    return (head + body + "}\n behind it").encode("ascii")


def test_rtf_keeps_headings_lists_and_notes(read: Read) -> None:
    body = r"""\pard\s1 Gr\'f6\'dfe\par\pard\s2 Two\par\pard\outlinelevel2 Three\par
\pard Words{\v hidden}{\deleted gone}{\super\chftn}{\footnote\pard A note.}.\line Next\par
{\listtext\'b7\tab}\pard\ilvl0 one\par{\listtext 1.1.\tab}\pard\ilvl1 deep\par
{\pntext o\tab}\pard two\par\pard 7.\tab seven\par\pard A. Other words\par"""
    text = read(rtf(body))
    assert text.title == "Pläne"
    assert text.text == (
        "# Größe\n\n## Two\n\n### Three\n\nWords[1].\nNext\n\n"
        "- one\n    1.1. deep\n- two\n7. seven\n\nA. Other words\n\n[1] A note."
    )


def test_rtf_is_read_in_the_characters_of_its_fonts(read: Read) -> None:
    body = (
        r"\f1\'cf\'f0\'e8\'e2\'e5\'f2\f0 \'e9 {\f2\'93\'fa\'96\'7b} \u8364?\u-10179?\u-8704? "
        r"\u945\'61\uc0\u946 \ldblquote a\~b\rdblquote\{\}\emdash\par"
    )
    assert read(rtf(body)).text == "Приветé 日本 €😀 αβ“a\u00a0b”{}—"


def test_tables_of_rtf_keep_their_rows_whatever_is_in_their_cells(read: Read) -> None:
    row = r"\trowd\cellx1\cellx2\pard\intbl %s\cell %s\cell\row"
    nested = (
        r"\trowd\pard\intbl Before\par\pard\intbl\itap2 p\nestcell q\nestcell"
        r"{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}r\nestcell s\nestcell"
        r"{\*\nesttableprops\nestrow}\pard\intbl\cell Beside\cell\row"
    )
    two = row % (r"a\par b", "c|d") + row % ("", "x")
    assert read(rtf(two + r"\pard Text\par")).text == (
        "| a<br>b | c\\|d |\n| --- | --- |\n|  | x |\n\nText"
    )
    assert read(rtf(nested + r"\pard Text\par")).text == (
        "Before\n\n| p | q |\n| --- | --- |\n| r | s |\n\nBeside\n\nText"
    )
    assert read(rtf(r"\trowd\intbl never\cell ended\par")).text == (
        "| never | ended |\n| --- | --- |"
    )


def test_rtf_shows_results_and_boxes_and_no_instructions(read: Read) -> None:
    field = r"{\field{\*\fldinst HYPERLINK \\l x}{\fldrslt a {\b link}}}"
    box = (
        r"{\shp{\*\shpinst{\sp{\sn name}{\sv 1}}{\shptxt\pard In a box\par}}"
        r"{\shprslt{\*\do{\dptxbxtext\pard In a box\par}}}}"
    )
    rest = r"{\object{\*\objdata 00}{\result{\pict 0a0b}sum}}{\upr{x}{\*\ud{\u955?}}}"
    binary = "{\\pict\\bin5 }{\\x}}"
    assert read(rtf(rf"\pard See {field}{box}{rest}{binary}.\par")).text == (
        "In a box\n\nSee a linksumλ."
    )


def test_rtf_may_be_cut_off_anywhere(read: Read) -> None:
    whole = rtf(r"\trowd\intbl a\cell{\footnote b}{\shptxt c\cell\row\nestcell\u955")
    for length in range(len(whole) - 60, len(whole)):
        with contextlib.suppress(DocumentRefused):
            read(whole[:length])
    with pytest.raises(DocumentRefused) as refusal:
        read(b"{\\rtf1" + b"{" * 100_000)
    assert refusal.value.reason is Reason.DAMAGED
