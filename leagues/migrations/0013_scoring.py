"""The order of criteria and the points of places are stored with each league and season: until now all of a format had
those that are written here."""

from django.db import migrations, models

BEGIN = ["points", "wins", "head_to_head"]
BUCHHOLZ = ["buchholz_cut_1", "buchholz"]
END = ["sonneborn_berger", "score_share", "timeouts", "lot"]
WORTHS = [
    [10000, 0],
    [10000, 5000, 1000],
    [10000, 6000, 3000, 1000],
    [10000, 6495, 3536, 1250, 0],
    [10000, 7155, 4648, 2530, 894, 0],
    [10000, 7607, 5443, 3536, 1925, 680, 0],
    [10000, 7936, 6037, 4320, 2806, 1527, 540, 0],
    [10000, 8185, 6495, 4941, 3536, 2296, 1250, 442, 0],
    [10000, 8381, 6859, 5443, 4141, 2963, 1925, 1048, 370, 0],
    [10000, 8538, 7155, 5857, 4648, 3536, 2530, 1643, 894, 316, 0],
    [10000, 8668, 7401, 6202, 5076, 4028, 3065, 2193, 1424, 775, 274, 0],
    [10000, 8776, 7607, 6495, 5443, 4455, 3536, 2690, 1925, 1250, 680, 241, 0],
]


def store_scoring(apps, schema_editor):
    for name in ("League", "Season"):
        rows = apps.get_model("leagues", name).objects
        for format, seats in list(rows.order_by().values_list("format", "seats").distinct()):
            is_swiss = format in ("swiss", "pod_swiss")
            scale = {"unit": 2, "win": 2, "worths": [[2, 0]]}
            if seats > 2:
                scale = {"unit": 1000, "win": 10000, "worths": WORTHS[: seats - 1]}
            rows.filter(format=format, seats=seats).update(
                criteria=[*BEGIN, *(BUCHHOLZ if is_swiss else []), *END], scale=scale
            )


def columns(model):
    return [
        migrations.AddField(model, "criteria", models.JSONField(default=list), preserve_default=False),
        migrations.AddField(model, "scale", models.JSONField(default=dict), preserve_default=False),
        migrations.AddField(
            model, "scoring_version", models.PositiveSmallIntegerField(default=1), preserve_default=False
        ),
    ]


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0012_round_rules'),
    ]

    operations = [
        *columns("league"),
        *columns("season"),
        migrations.RunPython(store_scoring, migrations.RunPython.noop),
    ]
