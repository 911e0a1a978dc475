"""The rating range of a table. Matches that exist have none.

The new fields are sealed beside what is sealed already: nothing else of a row is read or sealed anew, so that what was
altered before stays altered.
"""

from django.db import migrations, models

from games.core.sealer import MAC_BYTES, RowSealer

BATCH = 200  # matches

NAMES, VALUES = (b'rating_low=', b'rating_high='), (None, None)  # they stand last in SEALED
BEFORE = 26 * MAC_BYTES  # of the fields that were sealed before


def seal(apps, schema_editor):
    """Append the MACs of the new fields to those of every sealed match, a batch at a time."""
    keys = apps.get_model('games', 'MatchKey').objects.order_by('pk').values_list('pk', 'key')
    sealed = apps.get_model('games', 'Match').objects.exclude(macs=None).order_by('pk').values_list('pk', 'macs')
    last = ''
    while batch := {match: bytes(key) for match, key in keys.filter(pk__gt=last)[:BATCH]}:
        last = max(batch)
        rows = [
            (bytes(macs) + RowSealer(batch[pk], pk, b'match', (), NAMES).seal(VALUES), pk)
            for pk, macs in sealed.filter(pk__in=list(batch))
            if isinstance(macs, bytes | memoryview) and len(macs) == BEFORE  # else it was not sealed; the audit says so
        ]
        write(schema_editor, rows)


def unseal(apps, schema_editor):
    """Take them away again."""
    sealed = apps.get_model('games', 'Match').objects.exclude(macs=None).order_by('pk').values_list('pk', 'macs')
    write(schema_editor, [(bytes(macs)[:BEFORE], pk) for pk, macs in sealed if isinstance(macs, bytes | memoryview)])


def write(schema_editor, rows):
    if rows:
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany('UPDATE games_match SET macs = %s WHERE id = %s', rows)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_pauses'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='rating_high',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='rating_low',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(seal, unseal),
    ]
