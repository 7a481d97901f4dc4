"""Templates that want to take for ever or to fill the memory; each ends as one known error.

They are rendered in a process of their own with little memory and little time, so that one that
got through would fail its test and nothing else.
"""

from __future__ import annotations

import multiprocessing
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.engine.errors import TemplateFailed
from app.core.engine.prompts.chat_template import ChatTemplate
from app.core.messages import Role
from app.core.protocol import PromptMessage
from tests.helpers.small_process import keep_small

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MEMORY_BYTES = 3 << 30
ALARM_S = 100  # of processes that are slow to begin, too
PATIENCE_S = 2 * ALARM_S
LATE = ("late", "", False)
ONE = "(messages|length)"  # a number that nobody can compute beforehand

DOUBLED_LISTS = (
    "{% set ns = namespace(a=[1]) %}"
    "{% for i in range(40) %}{% set ns.a = [ns.a, ns.a] %}{% endfor %}"
)
TWICE = DOUBLED_LISTS + DOUBLED_LISTS.replace("ns", "os")
LONG_TEXT = "{% set s = 'ab' * 9000000 %}"

COMPUTING = {
    "a power": "{{ (1 + ONE) ** (10 ** 10) }}",
    "a power of constants": "{{ 10 ** (10 ** 10) }}",
    "a power of powers": "{{ 9 ** (9 ** (9 ** 9)) }}",
    "a growing product": "{% set ns = namespace(a=7 ** 99) %}"
    "{% for i in range(99) %}{% set ns.a = ns.a * ns.a %}{% endfor %}{{ ns.a }}",
    "a rounding to many digits": "{{ 1.5 | round(10 ** 9, 'ceil') }}",
    "loops in loops": "{% for a in range(99999) %}"
    "{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "a filtered loop": "{% for a in range(99999)"
    " if range(99999) | list | length == 1 %}{% endfor %}",
    "lazy loops": "{% for a in range(9999) %}"
    "{{ range(99999) | map('string') | list | length }}{% endfor %}",
    "a list that grows while it is read": "{% set l = [1] %}"
    "{% for x in l %}{{ l.append(1) or '' }}{% endfor %}",
    "comparing lists of lists": TWICE + "{{ ns.a == os.a }}",
    "finding a list in a list": TWICE + "{{ ns.a in [os.a] }}",
    "counting a list": TWICE + "{{ [os.a].count(ns.a) }}",
    "sorting lists of lists": TWICE + "{{ [ns.a, os.a] | sort | length }}",
    "a test of lists": TWICE + "{{ [ns.a] | select('==', os.a) | list | length }}",
    "hashing tuples": "{% set ns = namespace(a=(1,)) %}{% for i in range(40) %}"
    "{% set ns.a = (ns.a, ns.a) %}{% endfor %}{{ {ns.a: 1} | length }}",
    "looking up tuples": "{% set ns = namespace(a=(1,)) %}{% for i in range(40) %}"
    "{% set ns.a = (ns.a, ns.a) %}{% endfor %}{{ {}[ns.a] }}",
    "adding up lists": "{% set l = [[1]] * 300000 %}{{ l | sum(start=[]) | length }}",
    "searching from behind": LONG_TEXT + "{{ s.rfind('b' + s[:8000000]) }}",
    "stripping many characters": LONG_TEXT + "{{ s.strip(s[:8000000]) | length }}",
    "a macro in itself": "{% macro m(n) %}{{ m(n) }}{{ m(n) }}{% endmacro %}{{ m(1) }}",
    "a loop in itself": "{% for x in [[1]] recursive %}{{ loop([[1]]) }}{% endfor %}",
    "a block in itself": "{% block b %}{{ self.b() }}{% endblock %}",
}
WRITING = {
    "a repetition": "{{ 'x' * (ONE * 3 * 10 ** 9) }}",
    "a repetition of constants": "{{ ('x' * 3000000000) | length }}",
    "a repeated list": "{{ ([1] * 1000000000) | length }}",
    "a repeated tuple": "{{ ((1, 2) * 1000000000) | length }}",
    "a range": "{{ range(10 ** 9) | list | length }}",
    "a wide number": "{{ ('%1000000000d' % 1) | length }}",
    "a width from a value": "{{ ('%*d' % (1000000000, 1)) | length }}",
    "a precise number": "{{ ('%.1000000000f' % 1) | length }}",
    "many wide numbers": "{{ (('%9999d' * 99999) % 1) | length }}",
    "one text many times": LONG_TEXT + "{{ ('%(s)s' * 1000) % {'s': s} }}",
    "a format": "{{ '{:1000000000}'.format(1) | length }}",
    "a format in a format": "{{ '{:{}}'.format(1, 1000000000) | length }}",
    "a format of a mapping": "{{ '{a:1000000000}'.format_map({'a': 1}) | length }}",
    "the filter format": "{{ '%1000000000d' | format(1) | length }}",
    "a test for even numbers": "{{ '%1000000000d' is even }}",
    "a test for divisors": "{{ '%1000000000d' is divisibleby(1) }}",
    "the filter center": "{{ 'x' | center(1000000000) | length }}",
    "the filter indent": "{{ ('\\n' * 1000000) | indent(100000) | length }}",
    "the filter join": "{{ range(99999) | join('x' * 1000000) | length }}",
    "the filter replace": "{{ ('a' * 1000000) | replace('a', 'x' * 1000000) | length }}",
    "the filter batch": "{% for b in [1] | batch(1000000000, 'x') %}{{ b | length }}{% endfor %}",
    "the filter slice": "{% for b in [1] | slice(1000000000) %}{% endfor %}",
    "the filter list": "{{ ('x' * 60000000) | list | length }}",
    "the filter tojson": "{{ [[[[[[1]]]]]] | tojson(indent=1000000000) | length }}",
    "the filter tojson with wide separators": "{{ [1, 2] | tojson(separators=('x' * 10 ** 6, ''))"
    " | length }}",
    "the filter urlencode": LONG_TEXT + "{{ s | urlencode | length }}",
    "the filter wordcount": LONG_TEXT + "{{ s | wordcount }}",
    "placeholder text": "{{ lipsum(n=1000000000) | length }}",
    "ljust": "{{ 'x'.ljust(1000000000) | length }}",
    "zfill": "{{ 'x'.zfill(1000000000) | length }}",
    "zfill of escaped text": "{{ ('x' | e).zfill(1000000000) | length }}",
    "expandtabs": "{{ '\\t'.expandtabs(1000000000) | length }}",
    "replace": "{{ ('a' * 1000000).replace('a', 'x' * 1000000) | length }}",
    "join": "{{ ('x' * 1000000).join(['a'] * 100000) | length }}",
    "split": "{{ ('a ' * 30000000).split() | length }}",
    "a number as bytes": "{{ (1).to_bytes(1000000000, 'big') | length }}",
    "joining that doubles": "{% set ns = namespace(a='x') %}{% for i in range(99) %}"
    "{% set ns.a = ns.a ~ ns.a %}{% endfor %}",
    "adding that doubles": "{% set ns = namespace(a='x') %}{% for i in range(99) %}"
    "{% set ns.a = ns.a + ns.a %}{% endfor %}",
    "lists that double": "{% set ns = namespace(a=[1]) %}{% for i in range(99) %}"
    "{% set ns.a = ns.a + ns.a %}{% endfor %}",
    "a list that extends itself": "{% set l = [1] %}{% for i in range(99) %}"
    "{{ l.extend(l) or '' }}{% endfor %}",
    "blocks that double": "{% set a %}x{% endset %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 60,
    "printing lists of lists": DOUBLED_LISTS + "{{ ns.a }}",
    "printing a namespace": DOUBLED_LISTS + "{{ ns }}",
    "joining lists of lists": DOUBLED_LISTS + "{{ ns.a ~ '' }}",
    "lists of lists as JSON": DOUBLED_LISTS + "{{ ns.a | tojson }}",
    "lists of lists as text": DOUBLED_LISTS + "{{ ns.a | string | length }}",
    "many long texts": "{% set l = [] %}{% for i in range(9999) %}"
    "{{ l.append('x' * 1000000 + i | string) or '' }}{% endfor %}",
    "output without an end": "{% for a in range(99999) %}{{ 'x' * 100000 }}{% endfor %}",
}
NESTED = {
    "brackets": "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "lists": "{{ " + "[" * 300 + "1" + "]" * 300 + " }}",
    "signs": "{{ " + "-" * 30000 + "1 }}",
    "negations": "{{ " + "not " * 30000 + "1 }}",
    "conditions": "{% if 1 %}" * 150 + "x" + "{% endif %}" * 150,
    "loops": "{% for a in [1] %}" * 30 + "x" + "{% endfor %}" * 30,
    "many conditions": "{% if 1 %}" * 3000 + "x" + "{% endif %}" * 3000,
    "attributes": "{{ a" + ".b" * 20000 + " }}",
    "sums": "{{ 1" + " + 1" * 20000 + " }}",
    "filters": "{{ 'x'" + " | upper" * 5000 + " }}",
    "JSON": "{{ ('[' * 100000) | from_json }}",
    "lists in lists": "{% set ns = namespace(a=[1]) %}{% for i in range(90000) %}"
    "{% set ns.a = [ns.a] %}{% endfor %}{{ ns.a }}",
    "tuples in tuples": "{% set ns = namespace(a=(1,)) %}{% for i in range(90000) %}"
    "{% set ns.a = (ns.a,) %}{% endfor %}{{ {ns.a: 1} }}",
    "a list in itself": "{% set l = [1] %}{{ l.append(l) or '' }}{{ l == l }}{{ l | tojson }}",
    "a source without an end": "x" * 300_000,
    "a date without an end": "{{ strftime_now('%Y' * 10000) }}",
}


def _render(source: str, tell: Connection) -> None:
    keep_small(MEMORY_BYTES, ALARM_S)
    try:
        template = ChatTemplate(source.replace("ONE", ONE), speaks_chatml=False)
        template.render([PromptMessage(Role.USER, "x")], add_generation_prompt=True)
    except TemplateFailed as error:
        tell.send(("refused", str(error.what), isinstance(error.__cause__, MemoryError)))
    except BaseException as error:  # noqa: BLE001 - the process's outermost frame
        tell.send((type(error).__name__, str(error), False))
    else:
        tell.send(("rendered", "", False))


def _outcome(source: str) -> tuple[str, str, bool]:
    """Return what came of a template; a process that ended without a word is "died"."""
    # Each in a process of its own; where one can be copied, it need not begin from nothing.
    if sys.platform == "win32":
        context = multiprocessing.get_context("spawn")
    else:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__])
    hear, tell = context.Pipe(duplex=False)
    child = context.Process(target=_render, args=(source, tell))
    child.start()
    tell.close()
    try:
        # What lets no other thread run ends for no limit but this one.
        found: tuple[str, str, bool] = hear.recv() if hear.poll(PATIENCE_S) else LATE
    except EOFError:
        found = ("died", "", False)
    finally:
        if found is LATE:
            child.kill()
        hear.close()
        child.join()
    return found


@pytest.mark.parametrize("kind", COMPUTING)
def test_a_template_that_computes_without_an_end_is_refused(kind: str) -> None:
    assert _outcome(COMPUTING[kind])[::2] == ("refused", False)


@pytest.mark.parametrize("kind", WRITING)
def test_a_template_that_fills_the_memory_is_refused_before_it_does(kind: str) -> None:
    assert _outcome(WRITING[kind])[::2] == ("refused", False)


@pytest.mark.parametrize("kind", NESTED)
def test_a_template_nested_too_deeply_is_refused_or_rendered(kind: str) -> None:
    assert _outcome(NESTED[kind])[0] in ("refused", "rendered")
