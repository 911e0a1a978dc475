"""Days to object before the final tables: until now there were none."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0014_unfinished'),
    ]

    operations = [
        migrations.AddField(
            model, "objection_days", models.PositiveSmallIntegerField(default=0), preserve_default=False
        )
        for model in ("league", "season")
    ]
