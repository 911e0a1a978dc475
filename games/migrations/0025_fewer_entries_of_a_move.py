"""No index of a seat or of a match holds what a move changes, and none that nobody uses is left of a match.

PostgreSQL writes the entries of a row in all of its indexes anew if one of them holds what has changed. Who is late is
found by `alarm`, who owes a decision since when by receipts and `stirred_at`, what somebody owes among the seats of
their matches that are not over.
"""

from django.db import migrations, models
from django.db.models import Q

from games.plumbing.dropped_index import DropIndexOfKey


FILL = """
    UPDATE games_match SET alarm = deadline, stirred_at = CASE WHEN status = 'running' THEN
        (SELECT max(due_since) FROM games_seat WHERE match_id = games_match.id)
    END WHERE status = 'running' OR deadline IS NOT NULL
"""


def fill(apps, schema_editor):
    """Of running matches alone: in others nobody owes anything. One statement: PostgreSQL makes no index of a table of
    which the transaction has changed a row twice."""
    schema_editor.execute(FILL)


class Migration(migrations.Migration):
    dependencies = [("games", "0024_looks")]

    operations = [
        migrations.AddField("match", "alarm", models.DateTimeField(null=True)),
        migrations.AddField("match", "stirred_at", models.DateTimeField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RemoveIndex("match", "games_match_deadline"),
        migrations.AddIndex(
            "match", models.Index(fields=["alarm"], condition=Q(alarm__isnull=False), name="games_match_alarm")
        ),
        migrations.AddIndex(
            "match",
            models.Index(fields=["stirred_at"], condition=Q(stirred_at__isnull=False), name="games_match_stirred"),
        ),
        migrations.RemoveIndex("seat", "games_seat_due"),
        migrations.RemoveIndex("seat", "games_seat_due_since"),
        DropIndexOfKey("match", "id"),
        DropIndexOfKey("match", "source"),
        DropIndexOfKey("match", "title"),
        DropIndexOfKey("match", "rematch_of"),
        migrations.AddIndex(
            "match",
            models.Index(fields=["rematch_of"], condition=Q(rematch_of__isnull=False), name="games_match_rematch"),
        ),
        migrations.RemoveIndex("match", "games_match_finished"),
        migrations.AddIndex(
            "match",
            models.Index(fields=["finished_at"], condition=Q(finished_at__isnull=False), name="games_match_finished"),
        ),
    ]
