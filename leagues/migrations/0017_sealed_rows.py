"""Every row of a league gets a MAC for each of its columns, so that what is altered from now on is named.

What is stored is taken as it is: what was altered before is not found by this. Rows that cannot be read stay unsealed.
Seasons that were drawn before have version 0 of the draw.
"""

from hashlib import sha256

from django.conf import settings
from django.db import migrations, models

from games.core.sealer import RowSealer

BATCH = 500

TERMS = (
    'title', 'settings', 'pace', 'is_rated', 'nights', 'weekends', 'vacations', 'format', 'seats', 'criteria',
    'scale', 'scoring_version', 'sign_up_days', 'play_days', 'extension_days', 'objection_days', 'break_days',
    'at_once', 'division_size', 'promoted', 'relegated', 'rounds', 'round_days', 'advancing', 'half_byes',
    'late_halves', 'bench_scores', 'unfinished',
)

# Model, the columns that tell the row from others, the sealed columns.
TABLES = (
    ('RatedResult', ('match',), (
        'match', 'title', 'pool', 'finished_at', 'seats', 'length', 'usual', 'counts', 'is_agreed',
    )),
    ('RatingVersion', ('version',), (
        'version', 'thresholds', 'since',
    )),
    ('RatingDump', ('month',), (
        'month', 'name', 'sha256', 'size', 'matches', 'made_at',
    )),
    ('IntegrityFlag', ('kind', 'about'), (
        'kind', 'about', 'accounts', 'matches', 'numbers', 'score', 'first_seen', 'last_seen', 'reviewed_at',
        'reviewed_by_id', 'note',
    )),
    ('ReplyTimes', ('match', 'player'), (
        'match', 'player', 'title', 'pace', 'finished_at', 'counts',
    )),
    ('Fixture', ('season_id', 'number'), (
        'season_id', 'number', 'division_id', 'round', 'state', 'replays', 'opens_at', 'match_id',
        'extended_until', 'settled_at', 'needs_upkeep', 'is_corrected', 'is_adjudicated',
    )),
    ('FixtureSeat', ('entry_id', 'seat'), (
        'entry_id', 'seat', 'fixture_id', 'wants_substitute', 'is_forfeited', 'substitute_id', 'kind',
        'place', 'score', 'timeouts', 'points',
    )),
    ('FormerMatch', ('fixture_id', 'match_id'), (
        'fixture_id', 'match_id',
    )),
    ('Challenge', ('season_id', 'challenger_id', 'challenged_id', 'at'), (
        'season_id', 'challenger_id', 'challenged_id', 'at', 'fixture_id', 'answer_by', 'pauses_counted_to',
        'accepted_at', 'ended_at', 'challenger_before', 'challenged_before', 'challenger_after',
        'challenged_after',
    )),
    ('League', (), (
        'slug', 'name', 'description', 'admission', 'is_listed', 'repeats', 'closed_at', 'taken_down_at',
        'is_demo', 'created_at',
    ) + TERMS),
    ('Role', ('league_id',), (
        'league_id', 'user_id', 'kind', 'since',
    )),
    ('RoleOffer', ('league_id',), (
        'league_id', 'user_id', 'kind', 'state', 'offered_by_id', 'at',
    )),
    ('Invitation', ('league_id',), (
        'league_id', 'user_id', 'at',
    )),
    ('LogEntry', ('league_id',), (
        'league_id', 'season_id', 'verb', 'actor_id', 'subject_id', 'reason', 'details', 'is_public', 'at',
    )),
    ('Request', ('entry_id',), (
        'entry_id', 'season_id', 'kind', 'fixture_id', 'round', 'text', 'state', 'is_automatic',
        'answer', 'answered_by_id', 'answered_at', 'at',
    )),
    ('Incident', ('entry_id', 'seat_id'), (
        'entry_id', 'seat_id', 'at',
    )),
    ('Card', ('entry_id', 'began_at'), (
        'entry_id', 'began_at', 'kind', 'lifted_by_id', 'lifted_at',
    )),
    ('BenchPlayer', ('season_id', 'user_id'), (
        'season_id', 'user_id', 'at',
    )),
    ('BenchOffer', ('seat_id', 'user_id'), (
        'seat_id', 'user_id', 'at', 'expires_at', 'closed_at', 'is_taken',
    )),
    ('Season', ('league_id', 'number'), (
        'league_id', 'number', 'state', 'seed', 'rev', 'opens_at', 'started_at', 'finished_at', 'quality',
        'created_at', 'draw_version',
    ) + TERMS),
    ('Step', ('season_id', 'kind', 'number'), (
        'season_id', 'kind', 'number', 'at', 'look_at', 'done_at', 'held_at', 'position',
    )),
    ('Division', ('season_id', 'tier', 'index'), (
        'season_id', 'tier', 'index', 'outlook', 'is_per_match',
    )),
    ('Entry', ('season_id',), (
        'season_id', 'user_id', 'state', 'division_id', 'seed', 'position', 'returns', 'left_at',
        'left_round', 'movement', 'former_tier', 'banned_seasons', 'tiers_lower', 'at',
    )),
)


def seal(apps, schema_editor):
    """Seal all rows, a batch at a time."""
    for name, identity, columns in TABLES:
        model = apps.get_model('leagues', name)
        keys = list(model.objects.order_by('pk').values_list('pk', flat=True))
        for start in range(0, len(keys), BATCH):
            seal_rows(schema_editor, model, identity, columns, keys[start:start + BATCH])


def seal_rows(schema_editor, model, identity, columns, keys):
    """Seal the rows of a model that have these keys."""
    key = sha256(b'seals of leagues ' + settings.SECRET_KEY.encode()).digest()
    names = [name.removesuffix('_id').encode() + b'=' for name in columns]
    own, sealed = len(identity), []
    for pk, *values in readable(model.objects.order_by().values_list('pk', *columns), keys):
        sealer = RowSealer(key, 'leagues', model.__name__.encode(), values[:own], names, own)
        sealed.append((sealer.seal(values), pk))
    if sealed:
        table, column = model._meta.db_table, model._meta.pk.column
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(f'UPDATE {table} SET macs = %s WHERE "{column}" = %s', sealed)  # noqa: S608


def readable(rows, keys):
    """Those of the rows with these keys that can be read."""
    try:
        return list(rows.filter(pk__in=keys))
    except Exception:  # noqa: BLE001 - the columns may hold anything
        return [row for pk in keys for row in readable(rows, [pk])] if len(keys) > 1 else []



class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0016_replays_and_forfeits'),
    ]

    operations = [
        migrations.AddField(
            model_name='integrityflag',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='ratingdump',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='replytimes',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='benchoffer',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='benchplayer',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='card',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='challenge',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='division',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='fixture',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='fixtureseat',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='formermatch',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='incident',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='invitation',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='league',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='logentry',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='ratedresult',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='ratingversion',
            name='macs',
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='request',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='role',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='roleoffer',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='draw_version',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='season',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='step',
            name='macs',
            field=models.BinaryField(null=True),
        ),
        migrations.RunPython(seal, migrations.RunPython.noop, elidable=True),
    ]
