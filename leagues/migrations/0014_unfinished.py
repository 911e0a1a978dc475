"""How unfinished matches count is stored: until now all players tied."""

from django.db import migrations, models

CHOICES = [
    ("conduct", "The player whose turn it was loses"),
    ("draw", "A draw"),
    ("nobody", "It doesn't count"),
]


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0013_scoring'),
    ]

    operations = [
        migrations.AddField(
            model, "unfinished", models.CharField(choices=CHOICES, default="draw", max_length=12), preserve_default=False
        )
        for model in ("league", "season")
    ]
