import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0002_log_with_subject"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="challenged_after",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="challenge",
            name="challenged_before",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="challenge",
            name="challenger_after",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="challenge",
            name="challenger_before",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="challenge",
            name="pauses_counted_to",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("verb__in", ("asked", "held", "request_open", "step_failed"))),
                fields=["at"],
                name="leagues_log_for_organisers",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("name"), name="leagues_league_name_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="request",
            constraint=models.UniqueConstraint(
                condition=models.Q(("fixture", None), ("state", "open")),
                fields=("entry", "kind"),
                name="leagues_request_without_match_once",
            ),
        ),
    ]
