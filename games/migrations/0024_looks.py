"""Looks at matches move from the row of the seat, with all its indexes, to a narrow row beside it.

The whole copy is one statement. Columns are dropped without building the table anew, so that its triggers stay; on the
way back SQLite builds it anew.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

triggers = import_module("games.migrations.0021_indexes_of_growth")

COPY = """
    INSERT INTO games_look (seat_id, holder, at, ply) SELECT * FROM (
        SELECT id, user_id, {second} AS at, seen_ply FROM games_seat
        WHERE user_id IS NOT NULL AND seen_at IS NOT NULL AND seen_ply >= 0
    ) AS seen WHERE at IS NOT NULL
"""
PUT_BACK = """
    UPDATE games_seat SET seen_at = {moment}, seen_ply = look.ply
    FROM games_look AS look WHERE look.seat_id = games_seat.id AND look.holder = games_seat.user_id
"""
SECOND = {
    "postgresql": "floor(extract(epoch FROM seen_at))::bigint",
    "sqlite": "CAST(strftime('%s', seen_at) AS INTEGER)",
}
MOMENT = {
    "postgresql": "to_timestamp(look.at)",
    "sqlite": "strftime('%Y-%m-%d %H:%M:%S', look.at, 'unixepoch')",
}


def copy_looks(apps, schema_editor):
    """A moment that cannot be read counts as none."""
    schema_editor.execute(COPY.format(second=SECOND[schema_editor.connection.vendor]), params=None)


def put_back(apps, schema_editor):
    schema_editor.execute(PUT_BACK.format(moment=MOMENT[schema_editor.connection.vendor]), params=None)


def leave_room(apps, schema_editor):
    """A look that is written anew finds a place on its own page of the table, and leaves the index alone."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE games_look SET (fillfactor = 70)")


def drop_triggers(apps, schema_editor):
    """SQLite builds no table anew that a trigger of another one names."""
    if schema_editor.connection.vendor == "sqlite":
        triggers.drop_triggers(apps, schema_editor)


def set_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        triggers.set_triggers(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("games", "0023_muted_matches")]

    operations = [
        migrations.CreateModel(
            name="Look",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="look",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("holder", models.BigIntegerField()),
                ("at", models.BigIntegerField()),
                ("ply", models.PositiveIntegerField()),
            ],
        ),
        migrations.RunPython(leave_room, migrations.RunPython.noop),
        migrations.RunPython(copy_looks, put_back),
        migrations.RunPython(migrations.RunPython.noop, set_triggers),
        migrations.RemoveField("seat", "seen_at"),
        migrations.RemoveField("seat", "seen_ply"),
        migrations.RunPython(migrations.RunPython.noop, drop_triggers),
    ]
