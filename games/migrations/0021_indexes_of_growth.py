"""Indexes by which pages and sweeps find what they show without reading what has grown, and none that repeats another.

`Seat.ended_at` copies `Match.finished_at`, kept by triggers: so an index knows what somebody has played. SQLite drops the
triggers of a table that a later migration builds anew: `set_triggers` is called again there.
"""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

from games.plumbing.dropped_index import DropIndexOfKey


SQLITE = (
    """
    CREATE TRIGGER games_seat_ended AFTER UPDATE OF finished_at ON games_match
    WHEN NEW.finished_at IS NOT OLD.finished_at
    BEGIN UPDATE games_seat SET ended_at = NEW.finished_at WHERE match_id = NEW.id; END
    """,
    """
    CREATE TRIGGER games_seat_of_ended AFTER INSERT ON games_seat
    WHEN (SELECT finished_at FROM games_match WHERE id = NEW.match_id) IS NOT NULL
    BEGIN
        UPDATE games_seat SET ended_at = (SELECT finished_at FROM games_match WHERE id = NEW.match_id) WHERE id = NEW.id;
    END
    """,
)
POSTGRESQL = (
    """
    CREATE FUNCTION games_seat_ended() RETURNS trigger AS $$
    BEGIN
        UPDATE games_seat SET ended_at = NEW.finished_at WHERE match_id = NEW.id;
        RETURN NULL;
    END $$ LANGUAGE plpgsql
    """,
    """
    CREATE TRIGGER games_seat_ended AFTER UPDATE OF finished_at ON games_match
    FOR EACH ROW WHEN (NEW.finished_at IS DISTINCT FROM OLD.finished_at) EXECUTE FUNCTION games_seat_ended()
    """,
    """
    CREATE FUNCTION games_seat_of_ended() RETURNS trigger AS $$
    BEGIN
        NEW.ended_at := (SELECT finished_at FROM games_match WHERE id = NEW.match_id);
        RETURN NEW;
    END $$ LANGUAGE plpgsql
    """,
    """
    CREATE TRIGGER games_seat_of_ended BEFORE INSERT ON games_seat
    FOR EACH ROW EXECUTE FUNCTION games_seat_of_ended()
    """,
)
TRIGGERS = {"games_seat_ended": "games_match", "games_seat_of_ended": "games_seat"}


def set_triggers(apps, schema_editor):
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


def drop_triggers(apps, schema_editor):
    for name, table in TRIGGERS.items():
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")
        else:
            schema_editor.execute(f"DROP TRIGGER {name}")


def copy_ends(apps, schema_editor):
    schema_editor.execute(
        "UPDATE games_seat SET ended_at = (SELECT finished_at FROM games_match WHERE games_match.id = match_id)"
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0020_standing_answers"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddField("seat", "ended_at", models.DateTimeField(editable=False, null=True)),
        migrations.RunPython(copy_ends, migrations.RunPython.noop),
        migrations.RunPython(set_triggers, drop_triggers),
        DropIndexOfKey("answer", "match"),
        DropIndexOfKey("botfailure", "match"),
        DropIndexOfKey("event", "match"),
        DropIndexOfKey("invitation", "match"),
        DropIndexOfKey("matchnote", "match"),
        DropIndexOfKey("receipt", "match"),
        DropIndexOfKey("seat", "match"),
        DropIndexOfKey("seat", "user"),
        DropIndexOfKey("spectator", "match"),
        migrations.AddIndex("endproposal", models.Index(fields=["at"], name="games_proposal_at")),
        migrations.AddIndex("invitation", models.Index(fields=["created_at"], name="games_invitation_at")),
        migrations.RemoveIndex("match", "games_match_lobby"),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["status", "access", "created_at"],
                condition=Q(expires_at__isnull=False),
                name="games_match_lobby",
            ),
        ),
        migrations.RemoveIndex("match", "games_match_deadline"),
        migrations.AddIndex(
            "match",
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="games_match_deadline"),
        ),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["finished_at"],
                condition=Q(finished_at__isnull=False, end_announced_at__isnull=True),
                name="games_match_unannounced",
            ),
        ),
        migrations.AddIndex("receipt", models.Index(fields=["at"], name="games_receipt_at")),
        migrations.AddIndex(
            "seat",
            models.Index(fields=["due_since"], condition=Q(due_decision__isnull=False), name="games_seat_due_since"),
        ),
        migrations.AddIndex("seat", models.Index(fields=["user", "ended_at"], name="games_seat_of_user")),
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["user", "ended_at"],
                condition=Q(ended_at__isnull=False, end_seen_at__isnull=True),
                name="games_seat_unseen",
            ),
        ),
    ]
