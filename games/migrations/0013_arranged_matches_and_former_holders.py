"""Matches that somebody arranges, rated and annulled ones, and who held a seat before it was taken over.

The new fields of a match that is stored get their MACs, so that it is as sealed as a new one. MACs that are there stay
as they are: what they do not fit is named by the audit as before.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.core.sealer import MAC_BYTES, RowSealer

BATCH = 500  # matches
BEFORE = 20  # fields of a match that were sealed before
NEW = (('source', None), ('is_rated', False), ('annulled_at', None))  # what every stored match has in them


def seal(apps, schema_editor):
    """Seal the new fields of all matches, a batch at a time."""
    sealed = apps.get_model('games', 'Match').objects.exclude(macs=None).order_by('pk')
    keys = apps.get_model('games', 'MatchKey').objects
    last = ''
    while rows := list(sealed.filter(pk__gt=last).values_list('pk', 'macs')[:BATCH]):
        last = rows[-1][0]
        key_of = dict(keys.filter(pk__in=[pk for pk, _macs in rows]).values_list('pk', 'key'))
        changed = [(macs, pk) for pk, stored in rows if (macs := macs_of(pk, key_of.get(pk), stored))]
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany('UPDATE games_match SET macs = %s WHERE id = %s', changed)


def macs_of(pk, key, stored):
    """All MACs of a match; None for one that has no key, or was not sealed before."""
    end = BEFORE * MAC_BYTES
    if key is None or not isinstance(stored, bytes | memoryview) or len(stored) < end:
        return None
    names = [name.encode() + b'=' for name, _value in NEW]
    return bytes(stored[:end]) + RowSealer(bytes(key), pk, b'match', (), names).seal([value for _name, value in NEW])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_fields_are_sealed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='annulled_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='is_rated',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='match',
            name='source',
            field=models.CharField(blank=True, max_length=80, null=True, unique=True),
        ),
        migrations.CreateModel(
            name='FormerHolder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('macs', models.BinaryField(editable=False, null=True)),
                ('ply', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('left_at', models.DateTimeField()),
                ('taken_over_at', models.DateTimeField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='former_holders', to='games.match')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='former_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['ply'],
                'constraints': [models.UniqueConstraint(fields=('match', 'ply'), name='games_former_holder_once')],
            },
        ),
        migrations.RunPython(seal, migrations.RunPython.noop),
    ]
