"""How often in a row a seat was silent where silence is a full answer. In matches that exist, never.

The new field is sealed beside what is sealed already: nothing else of a row is read or sealed anew, so that what was
altered before stays altered.
"""

from django.db import migrations, models

from games.core.sealer import MAC_BYTES, RowSealer

BATCH = 200  # matches

NAMES, VALUES = (b'silences=',), (0,)  # it stands last in SEALED
BEFORE = 16 * MAC_BYTES  # of the fields that were sealed before


def seal(apps, schema_editor):
    """Append the MAC of the new field to those of every sealed seat, a batch of matches at a time."""
    keys = apps.get_model('games', 'MatchKey').objects.order_by('pk').values_list('pk', 'key')
    sealed = apps.get_model('games', 'Seat').objects.order_by().exclude(macs=None)
    columns = ('pk', 'match_id', 'index', 'macs')
    last = ''
    while batch := {match: bytes(key) for match, key in keys.filter(pk__gt=last)[:BATCH]}:
        last = max(batch)
        rows = [
            (bytes(macs) + RowSealer(batch[match], match, b'seat', (index,), NAMES).seal(VALUES), pk)
            for pk, match, index, macs in sealed.filter(match_id__in=list(batch)).values_list(*columns)
            if isinstance(macs, bytes | memoryview) and len(macs) == BEFORE  # else it was not sealed; the audit says so
        ]
        write(schema_editor, rows)


def unseal(apps, schema_editor):
    """Take it away again."""
    sealed = apps.get_model('games', 'Seat').objects.order_by().exclude(macs=None).values_list('pk', 'macs')
    write(schema_editor, [(bytes(macs)[:BEFORE], pk) for pk, macs in sealed if isinstance(macs, bytes | memoryview)])


def write(schema_editor, rows):
    if rows:
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany('UPDATE games_seat SET macs = %s WHERE id = %s', rows)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0018_break_glass_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='silences',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(seal, unseal),
    ]
