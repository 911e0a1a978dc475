"""Queries whose statement is built once.

The ORM builds a statement's text for every query, which takes a page or a move longer than the database needs to
answer. A `Prepared` query keeps the text, and how its rows become objects. This is one of the fast paths
(docs/fast-paths.md): without them the ORM evaluates the same query.
"""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection, connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from games.plumbing import fast_paths
from games.strict import UNREADABLE

QUERIES: list["Prepared"] = []  # every prepared query of this process, for the test that compares them with the ORM


def repeated_cursor() -> Any:
    """Return a cursor for a statement that comes again and again: one that prepares it, where the database's backend
    has such cursors (`masques_site.plumbing.prepared_postgresql`), or any."""
    own = connections[connection.alias]
    make = getattr(own, "prepared_cursor", own.cursor)
    return make()


class Statement:
    """A query as one thread's connection takes it."""

    def __init__(self, query: QuerySet[Any], placeholders: tuple[object, ...]) -> None:
        # The thread's connection itself: `connection` looks it up at every attribute, for each value of each row.
        own = connections[connection.alias]
        self.compiler: SQLCompiler = query.query.get_compiler(connection=own)
        self.text, given = self.compiler.as_sql()
        self.given = list(given)
        self.places = [(at, placeholders.index(value)) for at, value in enumerate(given) if value in placeholders]
        select = self.compiler.select
        self.converters = self.compiler.get_converters([column for column, _sql, _alias in select])
        self.kind = self.compiler.klass_info
        if self.kind is not None:
            own = self.kind["select_fields"]
            self.width = slice(own[0], own[-1] + 1)
            self.names = [column.target.attname for column, _sql, _alias in select[self.width]]
            self.populators = get_related_populators(self.kind, select, query.db)  # type: ignore[call-arg]  # of 6.x
            self.annotations = self.compiler.annotation_col_map

    def rows(self, arguments: tuple[object, ...]) -> list[Any]:
        """Return the database's rows as Python values."""
        values = list(self.given)
        for at, which in self.places:
            values[at] = arguments[which]
        with repeated_cursor() as cursor:
            cursor.execute(self.text, values)
            found = cursor.fetchall()
        return list(self.compiler.apply_converters(found, self.converters)) if self.converters else found

    def instance(self, row: Any) -> Model:
        """Return the object of a row, with its annotations and the objects fetched with it."""
        made: Model = self.kind["model"].from_db(connection.alias, self.names, row[self.width])
        for populator in self.populators:
            populator.populate(row, made)
        for name, place in self.annotations.items():
            setattr(made, name, row[place])
        return made


class Prepared:
    """The query that `build` makes of its arguments. `placeholders` are arguments of the right types, strings or
    whole numbers, that occur nowhere else in it."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *placeholders: object) -> None:
        self.build = build
        self.placeholders = placeholders
        self.local = threading.local()
        QUERIES.append(self)

    def statement(self) -> Statement:
        """Return the statement of this thread, for the kind of database that it talks to."""
        kept: dict[str, Statement] = self.local.__dict__.setdefault("statements", {})
        if connection.vendor not in kept:
            try:
                kept[connection.vendor] = Statement(self.build(*self.placeholders), self.placeholders)
            except UNREADABLE as error:  # code that reads rows takes these for a fault of a row
                raise RuntimeError("this query cannot be prepared") from error
        return kept[connection.vendor]

    def rows(self, *arguments: object) -> list[Any]:
        """Return rows of values where `build` asks for values."""
        if not fast_paths.enabled():
            return list(self.build(*arguments))
        return self.statement().rows(arguments)

    def all(self, *arguments: object) -> list[Any]:
        """Return all objects that fit."""
        if not fast_paths.enabled():
            return list(self.build(*arguments))
        statement = self.statement()
        return [statement.instance(row) for row in statement.rows(arguments)]

    def first(self, *arguments: object) -> Any:
        """Return the first object that fits, or None."""
        return next(iter(self.all(*arguments)), None)
