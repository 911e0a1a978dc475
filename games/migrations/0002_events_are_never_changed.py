"""Forbid UPDATE of events in the database itself."""

from django.db import migrations

SQLITE = """
CREATE TRIGGER games_event_frozen BEFORE UPDATE ON games_event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
"""
POSTGRESQL = """
CREATE FUNCTION games_event_frozen() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'events are never changed'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER games_event_frozen BEFORE UPDATE ON games_event
FOR EACH ROW EXECUTE FUNCTION games_event_frozen();
"""


def freeze(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
    elif schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(SQLITE)


def thaw(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER games_event_frozen ON games_event")
        schema_editor.execute("DROP FUNCTION games_event_frozen()")
    elif schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER games_event_frozen")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(freeze, thaw)]
