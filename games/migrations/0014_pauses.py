"""Which pauses suspend the clocks of a match, and a copy of each seat's own. Matches that exist have none.

The new fields are sealed beside what is sealed already: nothing else of a row is read or sealed anew, so that what was
altered before stays altered.
"""

from django.db import migrations, models

from games.core.sealer import MAC_BYTES, RowSealer

BATCH = 200  # matches

# Model, its name in the seals, the column of its match, the columns that tell the row from others of its match, the new
# fields and their values, and how many fields were sealed before. The new fields stand last in SEALED.
TABLES = (
    ('Match', b'match', 'pk', (), (b'pause_nights=', b'pause_weekends=', b'pause_vacations='), (False, False, False), 23),
    ('Seat', b'seat', 'match_id', ('index',), (b'pauses=',), (None,), 15),
)


def seal(apps, schema_editor):
    """Append the MACs of the new fields to those of every sealed row, a batch of matches at a time."""
    keys = apps.get_model('games', 'MatchKey').objects.order_by('pk').values_list('pk', 'key')
    last = ''
    while batch := {match: bytes(key) for match, key in keys.filter(pk__gt=last)[:BATCH]}:
        last = max(batch)
        for model, table, owner, identity, names, values, before in TABLES:
            rows = apps.get_model('games', model).objects.order_by().exclude(macs=None)
            sealed = [
                (bytes(macs) + RowSealer(batch[match], match, table, own, names).seal(values), pk)
                for pk, match, macs, *own in read(rows.filter(**{f'{owner}__in': list(batch)}), owner, identity)
                if len(bytes(macs)) == before * MAC_BYTES  # else it was not sealed, and the audit says so
            ]
            write(rows.model, schema_editor, sealed)


def unseal(apps, schema_editor):
    """Take them away again."""
    for model, _table, _owner, _identity, _names, _values, before in TABLES:
        rows = apps.get_model('games', model).objects.order_by().exclude(macs=None)
        short = [(bytes(macs)[: before * MAC_BYTES], pk) for pk, macs in rows.values_list('pk', 'macs')]
        write(rows.model, schema_editor, short)


def read(rows, owner, identity):
    """The readable ones of these rows; the audit speaks of the others."""
    columns = ('pk', owner, 'macs', *identity)
    try:
        return list(rows.values_list(*columns))
    except Exception:  # noqa: BLE001 - the columns may hold anything
        found = []
        for pk in list(rows.values_list('pk', flat=True)):
            try:
                found += rows.filter(pk=pk).values_list(*columns)
            except Exception:  # noqa: BLE001 - the same
                print(  # noqa: T201 - to whoever migrates
                    f'a row of {rows.model._meta.db_table} cannot be read and is not sealed anew: {pk}'
                )
        return found


def write(model, schema_editor, rows):
    if rows:
        text = f'UPDATE {model._meta.db_table} SET macs = %s WHERE id = %s'  # noqa: S608
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(text, rows)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_arranged_matches_and_former_holders'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='pause_nights',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='match',
            name='pause_vacations',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='match',
            name='pause_weekends',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='pauses',
            field=models.JSONField(null=True),
        ),
        migrations.RunPython(seal, unseal),
    ]
