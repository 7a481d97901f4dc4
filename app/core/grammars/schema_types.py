"""What the keywords of a JSON schema say of values of each type, put together.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.core.grammars.json_places import VALUE
from app.core.grammars.schema_judge import fits
from app.core.grammars.schema_parts import Items, Literals, Members
from app.core.grammars.schema_scalars import NoValue, Scalars
from app.core.grammars.schema_text import ALL_TYPES, BUT, OF_TYPE, ONLY_TYPES
from app.core.grammars.schema_values import has_half, identity, is_writable
from app.core.phrases import phrase
from app.core.plain_value import replace

if TYPE_CHECKING:
    from app.core.grammars.schema_parts import Node, Part
    from app.core.grammars.schema_scalars import Whole
    from app.core.grammars.schema_text import Said

_MOST_PROPERTIES: Final = 200
_LONGEST_NAME: Final = 200


def parts_of(whole: Whole, known: list[Said]) -> list[Part]:
    """Return the values that fit keywords without structure, of which there is one at least.

    Raises:
        MalformedSchema: they are wrong by themselves.
        NoValue: there are none.
    """
    for said in known:
        for key in ("const", "enum"):
            if key in said.schema:
                return [_literals(whole, known, said, key)]
    return _Typed(whole, known).parts()


def _literals(whole: Whole, known: list[Said], said: Said, key: str) -> Literals:
    values = [said.schema[key]] if key == "const" else said.schema[key]
    way = (*said.way, key)
    for value in values:
        if not is_writable(value):
            whole.fail(way, phrase("This value cannot be written exactly."))
    keys = ("const", "enum", BUT)
    lists = [
        {identity(value) for value in ([one.schema[key]] if key == "const" else one.schema[key])}
        for one in known
        for key in keys[:2]
        if key in one.schema
    ]
    but = {identity(value) for one in known for value in one.schema.get(BUT, ())}
    rests = [
        replace(one, schema={key: value for key, value in one.schema.items() if key not in keys})
        for one in known
    ]
    left = {identity(value): value for value in values}
    try:
        found = tuple(
            value
            for key, value in left.items()
            if all(key in some for some in lists)
            and key not in but
            and all(fits(whole, value, rest) for rest in rests if rest.schema)
        )
    except (TypeError, AttributeError, KeyError, IndexError):  # of keywords that are none
        whole.fail(way, phrase("These values cannot be compared with the keywords beside them."))
    if not found:
        words = phrase("None of these values is of the type that is asked for.")
        raise NoValue(whole.fault(way, words))
    return Literals(found)


class _Typed(Scalars):
    """Values of all types."""

    def parts(self) -> list[Part]:
        """Return the alternatives."""
        types = self._types()
        found: list[Part] = []
        nothing: NoValue | None = None
        makers = {"object": self._object, "array": self._array, "string": self.string}
        for name in types:
            try:
                if name in makers:
                    found += makers[name]()
                elif name in ("boolean", "null"):
                    values = (None,) if name == "null" else (True, False)
                    left = tuple(one for one in values if not any(one is but for but in self.but))
                    found += [Literals(left)] if left else []
                elif name == "integer" or "integer" not in types:
                    found += self.numbers(types)
            except NoValue as error:
                nothing = error
        if not found and nothing is not None:
            raise nothing
        return found

    def _types(self) -> list[str]:
        left = list(ALL_TYPES)
        for said in self.known:
            for key in ("type", ONLY_TYPES):
                if key in said.schema:
                    left = [name for name in left if name in _spread(said.schema[key])]
        if not self.whole.is_exact and not any("type" in said.schema for said in self.known):
            # A keyword without a type stands for the type that it belongs to.
            meant = [
                name
                for name, keys in OF_TYPE.items()
                if any(key in said.schema for key in keys for said in self.known)
            ]
            left = [name for name in left if not meant or name in _spread(meant)]
        return left

    # -- objects --

    def _object(self) -> list[Part]:
        if any(isinstance(value, dict) for value in self.but):
            return [self.unsayable(BUT)]
        least, most = self.counts("minProperties", "maxProperties")
        for properties, way in self.all("properties"):
            if not isinstance(properties, dict):
                words = phrase("Names with schemas, in braces, are expected.")
                self.whole.fail((*way, VALUE), words)
        names = dict.fromkeys(
            name for properties, _ in self.all("properties") for name in properties
        )
        required = self._required()
        for name in (*names, *required):
            self._check_name(name)
        if len(names) + len(required) > _MOST_PROPERTIES:
            words = phrase("At most {n} properties are possible.", n=_MOST_PROPERTIES)
            self.whole.fail((*self.known[0].way, "properties"), words)
        named = {name: self._property(name) for name in (*names, *required)}
        rest = self._further(is_open=not names)
        return [Members(named, frozenset(required), rest, least, most)]

    def _required(self) -> dict[str, None]:
        found: dict[str, None] = {}
        for names, way in self.all("required"):
            if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
                words = phrase("A list of names is expected here.")
                self.whole.fail((*way, VALUE), words)
            found.update(dict.fromkeys(names))
        return found

    def _check_name(self, name: str) -> None:
        if not name or len(name) > _LONGEST_NAME or has_half(name):
            ways = [(*way, name) for names, way in self.all("properties") if name in names]
            ways += [
                (*way, names.index(name)) for names, way in self.all("required") if name in names
            ]
            self.whole.fail(ways[0], phrase("A property cannot have this name."))

    def _property(self, name: str) -> Node:
        """Return what holds of a property."""
        holds = []
        for said in self.known:
            if name in said.schema.get("properties", ()):
                holds.append(said.inner("properties", name))
            elif "additionalProperties" in said.schema:
                holds.append(said.inner("additionalProperties"))
        return self.whole.node(*holds)

    def _further(self, *, is_open: bool) -> Node | None:
        """Return what holds of properties without a name here; None where there are none."""
        holds = [
            said.inner("additionalProperties")
            for said in self.known
            if "additionalProperties" in said.schema
        ]
        if any(one.schema is False for one in holds):
            return None
        return self.whole.node(*holds) if holds or is_open or self.whole.is_exact else None

    # -- arrays --

    def _array(self) -> list[Part]:
        if any(isinstance(value, list) for value in self.but):
            return [self.unsayable(BUT)]
        least, most = self.counts("minItems", "maxItems")
        for value, way in self.all("uniqueItems"):
            if value is not False and (most is None or most > 1):
                words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword="uniqueItems")
                self.whole.fail(way, words)
        all_first = [self._first_items(said) for said in self.known]
        n_first = max((len(first) for first, _ in all_first), default=0)
        rests = [rest for _, rest in all_first if rest is not None]
        first = tuple(
            self.whole.node(
                *(
                    one
                    for items, rest in all_first
                    for one in (items[index] if index < len(items) else rest,)
                    if one is not None
                )
            )
            for index in range(n_first)
        )
        is_open = not n_first or least > n_first or bool(rests) or self.whole.is_exact
        is_closed = any(one.schema is False for one in rests)
        rest = self.whole.node(*rests) if is_open and not is_closed else None
        return [Items(first, rest, least, most)]

    def _first_items(self, said: Said) -> tuple[list[Said], Said | None]:
        """Return what holds of each of the first items, and of the others where it is said."""
        schema = said.schema
        key = "prefixItems" if "prefixItems" in schema else "items"
        if key == "prefixItems" and not isinstance(schema[key], list):
            self.whole.fail((*said.way, key, VALUE), phrase("A list of schemas is expected here."))
        if isinstance(schema.get(key), list):
            behind = "additionalItems" if key == "items" else "items"
            rest = said.inner(behind) if behind in schema else None
            return self.whole.listed(said, key), rest
        return [], said.inner("items") if "items" in schema else None


def _spread(types: Any) -> set[str]:
    names = set(types if isinstance(types, list) else [types])
    return names | {"integer", "broken"} if "number" in names else names
