"""The sweep keeps up to where it has looked; indexes that repeat a constraint's, or hold nothing but NULL, go."""

from django.db import migrations, models
from django.db.models import Q

from games.plumbing.dropped_index import DropIndexOfKey


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0005_responses"),
        ("games", "0021_indexes_of_growth"),
        ("leagues", "0006_integrity"),
        ("accounts", "0006_clear_boards"),
    ]

    operations = [
        migrations.CreateModel(
            name="LookedThrough",
            fields=[
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("your_turn", "a match waits for you"),
                            ("match_finished", "a match is over"),
                            ("invited", "you are invited to a table"),
                            ("league", "something in a league concerns you"),
                            ("vacation", "your vacation has begun by itself"),
                            ("end_proposed", "somebody proposes to end a match"),
                        ],
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("until", models.DateTimeField()),
            ],
        ),
        DropIndexOfKey("notice", "user"),
        DropIndexOfKey("notice", "log_entry"),
        DropIndexOfKey("notice", "vacation"),
        migrations.AddIndex(
            "notice",
            models.Index(fields=["log_entry"], condition=Q(log_entry__isnull=False), name="notices_log_entry"),
        ),
        migrations.AddIndex(
            "notice",
            models.Index(fields=["vacation"], condition=Q(vacation__isnull=False), name="notices_vacation"),
        ),
    ]
