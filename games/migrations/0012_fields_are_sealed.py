"""Every row of a match gets a MAC for each of its fields, so that the audit can name one that is altered from now on.

What is stored is taken as it is: what was altered before is not found by this. Rows that cannot be read stay unsealed,
and the audit says so.
"""

from importlib import import_module

from django.db import migrations, models

from games.core.sealer import RowSealer

frozen = import_module('games.migrations.0002_events_are_never_changed')

BATCH = 200  # matches

# Model, its name in the seals, the columns that tell the row from others of its match, the sealed columns.
TABLES = (
    ('Match', 'match', (), (
        'title', 'rules_version', 'seat_count', 'settings', 'status', 'host_id', 'access', 'link_token', 'pace',
        'auto_start', 'rematch_of_id', 'is_demo', 'commitment', 'created_at', 'expires_at', 'started_at', 'finished_at',
        'ply', 'rev', 'outcome',
    )),
    ('Seat', 'seat', ('index',), (
        'index', 'user_id', 'bot', 'nonce', 'joined_at', 'vacated_at', 'bank', 'charging_since', 'credited_turn',
        'timeouts', 'missed_responses', 'bot_for_decision', 'due_decision', 'due_since', 'deadline',
    )),
    ('Event', 'event', ('ply',), ('actor', 'at')),
    ('Answer', 'answer', ('window', 'seat'), ('window', 'seat', 'text', 'actor', 'at')),
    ('BotTurn', 'bot turn', ('decision', 'seat'), ('decision', 'seat', 'level', 'publish_at', 'state', 'closed_at')),
)


def seal(apps, schema_editor):
    """Seal all rows, a batch of matches at a time."""
    frozen.thaw(apps, schema_editor)
    keys = apps.get_model('games', 'MatchKey').objects.order_by('pk').values_list('pk', 'key')
    last = ''
    while batch := {match: bytes(key) for match, key in keys.filter(pk__gt=last)[:BATCH]}:
        last = max(batch)
        for table in TABLES:
            seal_table(apps, schema_editor, table, batch)
    frozen.freeze(apps, schema_editor)


def seal_table(apps, schema_editor, table, keys):
    """Seal the rows of one table that belong to the matches of `keys`."""
    model = apps.get_model('games', table[0])
    owner = 'pk' if table[0] == 'Match' else 'match_id'
    rows = model.objects.order_by().values_list('pk', owner, *table[2], *table[3])
    try:
        found = list(rows.filter(**{f'{owner}__in': list(keys)}))
    except Exception:  # noqa: BLE001 - the columns may hold anything
        found = readable(rows.filter(**{f'{owner}__in': list(keys)}))
    sealed = [(macs_of(table, keys[row[1]], row[1], row[2:]), row[0]) for row in found]
    if sealed:
        text = f'UPDATE {model._meta.db_table} SET macs = %s WHERE id = %s'  # noqa: S608
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(text, sealed)


def readable(rows):
    """The rows that can be read."""
    found = []
    for pk in list(rows.values_list('pk', flat=True)):
        try:
            found += rows.filter(pk=pk)
        except Exception:  # noqa: BLE001 - the same
            print(  # noqa: T201 - to whoever migrates
                f'a row of {rows.model._meta.db_table} cannot be read and stays unsealed: {pk}'
            )
    return found


def macs_of(table, key, match, values):
    model, name, identity, columns = table
    names = [column.removesuffix('_id').encode() + b'=' for column in columns]
    values, own = list(values[len(identity):]), values[:len(identity)]
    if model == 'BotTurn' and values[-1] is None:
        values[-2] = 'open'
    loose = sum(column in identity for column in columns)
    return RowSealer(key, match, name.encode(), own, names, loose).seal(values)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_plain_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='answer',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='botturn',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.RunPython(seal, migrations.RunPython.noop),
    ]
