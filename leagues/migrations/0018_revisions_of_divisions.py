"""A division has a revision of its own, and a season one for what is not of one division alone: what is drawn of the
other divisions stays after a result. Both columns are 0, and sealed behind those that were sealed before."""

from hashlib import sha256

from django.conf import settings
from django.db import migrations, models

from games.core.sealer import MAC_BYTES, RowSealer

# Model, the columns that tell the row from others, how many columns were sealed before, the new one.
ADDED = (
    ('Season', ('league_id', 'number'), 39, b'whole_rev='),
    ('Division', ('season_id', 'tier', 'index'), 5, b'rev='),
)


def seal(apps, schema_editor):
    """Add the seal of the new column to each row that has seals."""
    key = sha256(b'seals of leagues ' + settings.SECRET_KEY.encode()).digest()
    for model_name, identity, before, name in ADDED:
        model = apps.get_model('leagues', model_name)
        sealed = []
        for pk, macs, *values in model.objects.order_by('pk').values_list('pk', 'macs', *identity):
            if macs is not None and len(macs) == before * MAC_BYTES:
                mac = RowSealer(key, 'leagues', model_name.encode(), values, [name]).mac(0, 0)
                sealed.append((bytes(macs) + mac, pk))
        if sealed:
            table, column = model._meta.db_table, model._meta.pk.column
            with schema_editor.connection.cursor() as cursor:
                cursor.executemany(f'UPDATE {table} SET macs = %s WHERE "{column}" = %s', sealed)  # noqa: S608


def shorten(apps, schema_editor):
    """Take the seal of the column that goes away from each row."""
    for model_name, _identity, before, _name in ADDED:
        model = apps.get_model('leagues', model_name)
        for pk, macs in model.objects.order_by('pk').values_list('pk', 'macs'):
            if macs is not None:
                model.objects.filter(pk=pk).update(macs=bytes(macs)[:before * MAC_BYTES])


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0017_sealed_rows'),
    ]

    operations = [
        migrations.AddField(
            model_name='division',
            name='rev',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='season',
            name='whole_rev',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(seal, shorten, elidable=True),
    ]
