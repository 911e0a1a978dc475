"""A migration step that drops an unneeded index without rebuilding its table."""

from typing import Any

from django.db.migrations.operations.base import Operation


class DropIndexOfKey(Operation):
    """Drops the plain index of a column that a constraint's index makes needless or that is unused; for a unique column
    the index for LIKE, which PostgreSQL has as well. Django would rebuild the whole table on SQLite, without its
    triggers."""

    reduces_to_sql = False

    def __init__(self, model: str, field: str) -> None:
        self.model, self.field = model, field

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Record that the field no longer has its own index."""
        field = state.models[app_label, self.model].fields[self.field].clone()
        field.db_index = False
        state.alter_field(app_label, self.model, self.field, field, preserve_default=True)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Drop whatever index Django has made for the key alone, or is about to make at the end of this migration."""
        model = from_state.apps.get_model(app_label, self.model)
        column, connection = model._meta.get_field(self.field).column, schema_editor.connection
        schema_editor.deferred_sql[:] = [
            each
            for each in schema_editor.deferred_sql
            if "_pattern_ops" not in str(each) or not each.references_column(model._meta.db_table, column)
        ]
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, model._meta.db_table)
        named = {index.name for index in model._meta.indexes}
        for name, facts in found.items():
            is_plain = facts["index"] and not facts["unique"] and name not in named
            if is_plain and facts["columns"] == [column]:
                schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Create the index again."""
        model = to_state.apps.get_model(app_label, self.model)
        for statement in schema_editor._field_indexes_sql(model, model._meta.get_field(self.field)):
            schema_editor.execute(statement)

    def describe(self) -> str:
        """Return what `migrate` prints."""
        return f"Drop the index of {self.field} of {self.model}"
