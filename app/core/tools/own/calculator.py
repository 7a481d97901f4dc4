"""A calculator: an expression is taken apart and computed step by step, nothing else is run.

Whole numbers stay exact up to 1,200 digits; each step is checked before it is taken, so that none
takes long.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from app.core.tools.errors import NOT_COMPUTED
from app.core.tools.own.own_tool import Argument, OwnTool, schema_of, text_of
from app.core.tools.values import Tool, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.system.stop_signal import StopSignal

Number: TypeAlias = int | float

_MOST_CHARS: Final = 500
_MOST_BITS: Final = 4_000
_MOST_OF_FACTORIAL: Final = 400
_MOST_OF_CHOICE: Final = 1_000
_ALLOWED: Final = re.compile(r"[0-9A-Za-z_.,+\-*/%()\s]*")
_SPELLINGS: Final = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "^": "**"})
_CONSTANTS: Final = {"pi": math.pi, "e": math.e, "tau": math.tau}
_OPERATORS: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    **{name: getattr(math, name) for name in ("sqrt", "exp", "log", "log2", "log10", "sin")},
    **{name: getattr(math, name) for name in ("cos", "tan", "asin", "acos", "atan", "atan2")},
    **{name: getattr(math, name) for name in ("sinh", "cosh", "tanh", "degrees", "radians")},
    **{name: getattr(math, name) for name in ("floor", "ceil", "hypot", "gcd", "lcm", "cbrt")},
    **{name: getattr(math, name) for name in ("factorial", "comb", "perm")},
    "abs": abs,
    "min": min,
    "max": max,
    "round": round,
}
_LIMITED: Final = {
    "factorial": _MOST_OF_FACTORIAL,
    "comb": _MOST_OF_CHOICE,
    "perm": _MOST_OF_FACTORIAL,
}
_MOST_PLACES: Final = 100  # to round to


class _Refused(ValueError):
    """An expression is none, or is too large; the text says which."""


def computed(expression: str) -> str:
    """Return the value of an expression, as a person writes it.

    Raises:
        KnownError: it has none, or is too large.
    """
    text = expression.strip().translate(_SPELLINGS)
    try:
        if len(text) > _MOST_CHARS:
            raise _Refused("the expression is too long")
        if not _ALLOWED.fullmatch(text):
            raise _Refused("the expression has characters that a calculator does not know")
        value = _value(ast.parse(text, mode="eval").body)
    except _Refused as error:
        raise NOT_COMPUTED(reason=error) from error
    except ZeroDivisionError as error:
        raise NOT_COMPUTED(reason="it divides by zero") from error
    except OverflowError as error:
        raise NOT_COMPUTED(reason="the number is too large") from error
    except (SyntaxError, MemoryError, RecursionError) as error:
        raise NOT_COMPUTED(reason="this is not an expression") from error
    except (ValueError, TypeError) as error:
        raise NOT_COMPUTED(reason="a function has no value there") from error
    return str(value) if isinstance(value, int) else f"{value:.15g}"


def _value(node: ast.expr) -> Number:
    match node:
        case ast.Constant(value=bool()):
            raise _Refused("True and False are no numbers")
        case ast.Constant(value=int() | float() as number):
            return _checked(number)
        case ast.Name(id=name) if name in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_value(left), _value(right))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _checked(_OPERATORS[type(op)](_value(left), _value(right)))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            return _called(name, [_value(one) for one in args])
        case ast.Call(func=ast.Name(id=name)) | ast.Name(id=name):
            raise _Refused(f"there is no {name} here")
        case _:
            raise _Refused("this is not an expression")


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, int) and isinstance(exponent, int):
        if abs(exponent) * base.bit_length() > _MOST_BITS:
            raise OverflowError
        if exponent < 0:
            return _checked(float(base) ** exponent)
    return _checked(base**exponent)


def _called(name: str, arguments: list[Number]) -> Number:
    most = _LIMITED.get(name)
    if most is not None and any(abs(one) > most for one in arguments):
        raise OverflowError
    if name == "round" and any(abs(one) > _MOST_PLACES for one in arguments[1:]):
        raise OverflowError
    return _checked(_FUNCTIONS[name](*arguments))


def _checked(value: Any) -> Number:
    if isinstance(value, int):
        if value.bit_length() > _MOST_BITS:
            raise OverflowError
        return value
    if not isinstance(value, float) or not math.isfinite(value):  # roots can be complex numbers
        raise _Refused("the result is not a real number")
    return value


def _run(arguments: Mapping[str, Any], _stop: StopSignal) -> ToolResult:
    return ToolResult(computed(text_of(arguments, "expression")))


CALCULATE: Final = OwnTool(
    Tool(
        "calculate",
        "Compute an arithmetic expression exactly, such as 12.5*3 or sqrt(2)**3. Functions: "
        f"{', '.join(sorted(_FUNCTIONS))}. Constants: pi, e, tau.",
        schema_of(Argument("expression", "string", "the expression")),
        needs_word=False,
    ),
    _run,
)
