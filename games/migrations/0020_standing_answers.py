"""Standing answers, and which decision of a seat they are for. In matches that exist there are none.

The new field is sealed beside what is sealed already: nothing else of a row is read or sealed anew, so that what was
altered before stays altered.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.clock

from games.core.sealer import MAC_BYTES, RowSealer

BATCH = 200  # matches

NAMES, VALUES = (b'standing_for_decision=',), (None,)  # it stands last in SEALED
BEFORE = 17 * MAC_BYTES  # of the fields that were sealed before


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
        ('games', '0019_silences'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='standing_for_decision',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.RunPython(seal, unseal),
        migrations.CreateModel(
            name='StandingAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('macs', models.BinaryField(null=True)),
                ('key', models.CharField(max_length=16)),
                ('text', models.CharField(max_length=40)),
                ('epoch', models.PositiveIntegerField()),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='standing_answers', to='games.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standing_answers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'user', 'key'), name='games_standing_answer_once')],
            },
        ),
    ]
