"""The sandbox that chat templates run in: what they may name, and what each step costs.

A template comes from a model file, which anybody may have written. Jinja2's sandbox keeps it from
Python's insides; this one also keeps it from taking for ever or filling the memory. Methods,
filters and names are those on the lists below; what a step will cost is paid from the
`RenderBudget` before the step is done: loops by their items, powers and repetitions by what they
would give, comparing and printing by the whole value. Nothing is computed while a template is
compiled.

Rendering stays in this process. One that can be killed would be needed only if a step could outrun
its price, and would cost every chat for it: a Python to start, most of a second in the built
program, all messages copied to it each time, and one more thing that can be missing.

Threads: the engine thread only.
"""

from __future__ import annotations

import functools
import types
from collections.abc import ItemsView, KeysView, ValuesView
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator
from jinja2.runtime import BlockReference, LoopContext, Macro, TemplateReference
from jinja2.sandbox import SandboxedEnvironment, SandboxedFormatter
from jinja2.utils import Cycler, Joiner, Namespace
from jinja2.visitor import NodeTransformer

from app.core.engine.prompts import template_filters, template_methods
from app.core.engine.prompts.template_methods import LIST_METHODS, MAPPING_METHODS, STRING_METHODS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from jinja2.compiler import Frame
    from jinja2.runtime import Context

    from app.core.engine.prompts.template_budget import RenderBudget

MAX_SOURCE_CHARS = 256_000
_SCOPES = ("_block_vars", "_loop_vars")  # that Jinja2 hands to every call
_MEASURED = (str, list, tuple, dict, range, ItemsView, KeysView, ValuesView)
_METHODS = (types.BuiltinMethodType, types.MethodType)

_OWN_OBJECTS = (BlockReference, Cycler, Joiner, LoopContext, Macro, Namespace, TemplateReference)

# What they are given they hand on or count: no need to walk through it.
_SHALLOW_FILTERS = frozenset(
    [
        "attr",
        "count",
        "d",
        "default",
        "first",
        "items",
        "last",
        "length",
        "map",
        "reject",
        "rejectattr",
        "reverse",
        "select",
        "selectattr",
    ]
)
_DEEP_FILTERS = frozenset(
    [
        "abs",
        "capitalize",
        "dictsort",
        "float",
        "groupby",
        "int",
        "lower",
        "max",
        "min",
        "sort",
        "string",
        "trim",
        "truncate",
        "unique",
        "upper",
    ]
)
_OWN_FILTERS: dict[str, Callable[..., Any]] = {
    "batch": template_filters.batch,
    "center": template_filters.center,
    "e": template_filters.escaped,
    "escape": template_filters.escaped,
    "format": template_filters.formatted,
    "from_json": template_filters.from_json,
    "indent": template_filters.indent,
    "join": template_filters.join,
    "list": template_filters.as_list,
    "replace": template_filters.replace,
    "round": template_filters.rounded,
    "safe": template_filters.plain,
    "slice": template_filters.in_slices,
    "sum": template_filters.total,
    "title": template_filters.titled,
    "tojson": template_filters.to_json,
    "urlencode": template_filters.url_encoded,
    "wordcount": template_filters.counted_words,
}
_SHALLOW_TESTS = frozenset(
    [
        "boolean",
        "callable",
        "defined",
        "false",
        "float",
        "integer",
        "iterable",
        "mapping",
        "none",
        "number",
        "sameas",
        "sequence",
        "string",
        "true",
        "undefined",
    ]
)
_NUMBER_TESTS = frozenset(["divisibleby", "even", "odd"])

# Filters that the transformer below puts in; no template can write such a name.
_PRINTED, _WEIGHED, _SLICED, _LOOPED = " printed", " weighed", " sliced", " looped"
_PASSED = " passed"


class TemplateEnvironment(SandboxedEnvironment):
    """Compiles and runs the templates of one model.

    Attributes:
        budget: of the compilation or rendering that goes on.
    """

    intercepted_binops = frozenset(SandboxedEnvironment.default_binop_table)

    def __init__(self, budget: RenderBudget, **options: Any) -> None:
        super().__init__(optimized=False, **options)
        self.budget = budget
        self.code_generator_class = _NoConstantFolding
        self.globals = {
            name: self.globals[name] for name in ("cycler", "dict", "joiner", "namespace")
        }
        self.globals["range"] = functools.partial(template_filters.short_range, self)
        self.filters = self._paid_filters(dict[str, Any](self.filters))
        self.tests = self._paid_tests(dict[str, Any](self.tests))

    def _generate(self, source: nodes.Template, *arguments: Any, **options: Any) -> str:
        priced = _CostInserter().visit(source)
        return super()._generate(priced, *arguments, **options)

    # -- what a step costs --

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Compute `left operator right`, if it is small enough."""
        self.budget.step()
        template_methods.pay_for_operator(self.budget, operator, left, right)
        if operator == "%" and isinstance(left, str):
            return left % right
        return template_methods.require_small(super().call_binop(context, operator, left, right))

    def call(self, __context: Context, __callable: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a method, a macro or a function of the environment."""
        budget = self.budget
        budget.step()
        given = {name: value for name, value in kwargs.items() if name not in _SCOPES}
        owner = getattr(__callable, "__self__", None)
        if isinstance(__callable, _METHODS) and isinstance(owner, str):
            return template_methods.call_string(
                budget, __callable.__name__, str(owner), args, given
            )
        if isinstance(__callable, _METHODS) and isinstance(owner, list | tuple | dict):
            template_methods.pay_for_collection(budget, __callable.__name__, owner, args)
        elif not isinstance(__callable, _OWN_OBJECTS) and __callable is not Namespace:
            for value in (*args, *given.values()):
                budget.weigh(value)
        budget.enter()
        try:
            return super().call(__context, __callable, *args, **kwargs)
        finally:
            budget.leave()

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return `obj[argument]`, or an undefined value."""
        self.budget.step()
        if not isinstance(argument, str | int):
            self.budget.weigh(argument)  # it is hashed
        return super().getitem(obj, argument)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute`, or `obj["attribute"]`, or an undefined value."""
        self.budget.step()
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may have this attribute: only what is on a list."""
        if not super().is_safe_attribute(obj, attr, value):
            return False
        if isinstance(obj, str):
            return attr in STRING_METHODS
        if isinstance(obj, list | tuple):
            return attr in LIST_METHODS or attr in getattr(obj, "_fields", ())  # of `groupby`
        if isinstance(obj, dict):
            return attr in MAPPING_METHODS
        return isinstance(obj, _OWN_OBJECTS)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Return what stands for `str.format`, None if `value` is another method."""
        owner = getattr(value, "__self__", None)
        if not isinstance(owner, str) or getattr(value, "__name__", "") not in _FORMAT_METHODS:
            return None
        text = str(owner)

        def format_by_fields(*args: Any, **kwargs: Any) -> str:
            self.budget.chars(len(text))
            return _Formatter(self).vformat(text, args, kwargs)

        def format_by_mapping(mapping: Mapping[str, Any]) -> str:
            return format_by_fields(**mapping)

        return format_by_fields if value.__name__ == "format" else format_by_mapping

    # -- filters and tests --

    def _paid_filters(self, usual: Mapping[str, Any]) -> dict[str, Any]:
        inserted: dict[str, Any] = {
            _PRINTED: self._print,
            _WEIGHED: self._weigh,
            _SLICED: self._result,
            _LOOPED: self._loop,
            _PASSED: self._pass,
        }
        own: dict[str, Any] = {name: functools.partial(f, self) for name, f in _OWN_FILTERS.items()}
        shallow = {name: self._paid(usual[name], is_deep=False) for name in _SHALLOW_FILTERS}
        deep = {name: self._paid(usual[name], is_deep=True) for name in _DEEP_FILTERS}
        return inserted | own | shallow | deep

    def _paid_tests(self, usual: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: test
            if name in _SHALLOW_TESTS
            else self._paid(test, is_deep=True, is_for_numbers=name in _NUMBER_TESTS)
            for name, test in usual.items()
        }

    def _paid(
        self, function: Callable[..., Any], *, is_deep: bool, is_for_numbers: bool = False
    ) -> Callable[..., Any]:
        """Return a filter or a test that pays for what it is given and for what it returns."""

        @functools.wraps(function)
        def paid(*args: Any, **kwargs: Any) -> Any:
            self.budget.step()
            for value in (*args, *kwargs.values()):
                if is_for_numbers and isinstance(value, str):
                    raise TypeError("that is no number")
                if is_deep:
                    self.budget.weigh(value)
                elif isinstance(value, _MEASURED):
                    self.budget.look_at(len(value))
            return self._result(function(*args, **kwargs))

        return paid

    def list_of(self, value: Iterable[Any]) -> list[Any]:
        """Return the items of a value that a template made, each of which is a step."""
        return list(self.budget.counted(value))

    def _result(self, value: Any) -> Any:
        if isinstance(value, str):
            self.budget.chars(len(value))
        elif isinstance(value, list | tuple):
            self.budget.step(len(value))
        elif isinstance(value, types.GeneratorType):
            return self.budget.counted(value)
        return value

    def _print(self, value: Any) -> Any:
        self.budget.chars(self.budget.weigh(value))
        return value

    def _weigh(self, value: Any) -> Any:
        self.budget.weigh(value)
        return value

    def _loop(self, value: Any) -> Any:
        self.budget.step_ahead(1 + (len(value) if isinstance(value, _MEASURED) else 0))
        return self.budget.counted(value) if isinstance(value, types.GeneratorType) else value

    def _pass(self, value: str) -> str:
        self.budget.pass_item()
        return value


_FORMAT_METHODS = ("format", "format_map")


class _Formatter(SandboxedFormatter):
    """Formats fields no wider than a line may reasonably be."""

    _env: TemplateEnvironment

    def format_field(self, value: Any, format_spec: str) -> str:
        template_methods.require_narrow(format_spec)
        self._env.budget.chars(self._env.budget.weigh(value))
        formatted: str = super().format_field(value, format_spec)
        self._env.budget.chars(len(formatted))
        return formatted

    def convert_field(self, value: Any, conversion: Any) -> Any:
        self._env.budget.weigh(value)
        return super().convert_field(value, conversion)


class _NoConstantFolding(CodeGenerator):
    """Generates code that computes everything when it runs, and so within a budget."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)


class _CostInserter(NodeTransformer):
    """Puts a price on what Jinja2 computes without asking its environment."""

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802 - named by Jinja2
        self.generic_visit(node)
        node.nodes = [
            part if isinstance(part, nodes.TemplateData) else _through(_PRINTED, part)
            for part in node.nodes
        ]
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.nodes = [_through(_PRINTED, part) for part in node.nodes]
        return node

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.expr = _through(_WEIGHED, node.expr)
        for operand in node.ops:
            operand.expr = _through(_WEIGHED, operand.expr)
        return node

    def visit_Pair(self, node: nodes.Pair) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.key = _through(_WEIGHED, node.key)
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _through(_SLICED, node) if isinstance(node.arg, nodes.Slice) else node

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.iter = _through(_LOOPED, node.iter)
        # Loops that write nothing can be left in the middle too, and gone on with later.
        passed = _through(_PASSED, nodes.Const("", lineno=node.lineno))
        node.body.insert(0, nodes.Output([passed], lineno=node.lineno))
        return node


def _through(name: str, node: nodes.Node) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def compiled(environment: TemplateEnvironment, source: str) -> jinja2.Template:
    """Return a template ready to be rendered.

    Raises:
        Exception: of any kind; nesting alone makes Jinja2 and Python raise many.
    """
    if len(source) > MAX_SOURCE_CHARS:
        raise jinja2.TemplateError(f"it has more than {MAX_SOURCE_CHARS:,} characters")
    return environment.from_string(source)
