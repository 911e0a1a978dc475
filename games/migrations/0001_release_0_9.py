"""All tables of version 0.9. It replaces the 25 migrations before the first release: a database in which all of them
have run is accepted as it is."""

import django.db.models.deletion
import games.clock
import games.models
from django.conf import settings
from django.db import migrations, models
from games.plumbing.dropped_index import DropIndexOfKey

# Events are never changed. `Seat.ended_at` copies `Match.finished_at`, so that an index knows a user's matches. A look that is rewritten
# finds a place on its own page of the table, and leaves the index alone.
# SQLite drops the triggers of a table that a later migration rebuilds: set them again there.
SQLITE = (
    """
    CREATE TRIGGER games_event_frozen BEFORE UPDATE ON games_event
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
    """,
    """
    CREATE TRIGGER games_seat_ended AFTER UPDATE OF finished_at ON games_match
    WHEN NEW.finished_at IS NOT OLD.finished_at
    BEGIN UPDATE games_seat SET ended_at = NEW.finished_at WHERE match_id = NEW.id; END
    """,
    """
    CREATE TRIGGER games_seat_of_ended AFTER INSERT ON games_seat
    WHEN (SELECT finished_at FROM games_match WHERE id = NEW.match_id) IS NOT NULL
    BEGIN
        UPDATE games_seat SET ended_at = (SELECT finished_at FROM games_match WHERE id = NEW.match_id) WHERE id = NEW.id;
    END
    """,
)
POSTGRESQL = (
    """
    CREATE FUNCTION games_event_frozen() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION 'events are never changed'; END $$ LANGUAGE plpgsql;
    """,
    """
    CREATE TRIGGER games_event_frozen BEFORE UPDATE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_frozen();
    """,
    """
    CREATE FUNCTION games_seat_ended() RETURNS trigger AS $$
    BEGIN
        UPDATE games_seat SET ended_at = NEW.finished_at WHERE match_id = NEW.id;
        RETURN NULL;
    END $$ LANGUAGE plpgsql
    """,
    """
    CREATE TRIGGER games_seat_ended AFTER UPDATE OF finished_at ON games_match
    FOR EACH ROW WHEN (NEW.finished_at IS DISTINCT FROM OLD.finished_at) EXECUTE FUNCTION games_seat_ended()
    """,
    """
    CREATE FUNCTION games_seat_of_ended() RETURNS trigger AS $$
    BEGIN
        NEW.ended_at := (SELECT finished_at FROM games_match WHERE id = NEW.match_id);
        RETURN NEW;
    END $$ LANGUAGE plpgsql
    """,
    """
    CREATE TRIGGER games_seat_of_ended BEFORE INSERT ON games_seat
    FOR EACH ROW EXECUTE FUNCTION games_seat_of_ended()
    """,
    "ALTER TABLE games_look SET (fillfactor = 70)",
)


def set_triggers(apps, schema_editor):
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('games', '0001_initial'),
        ('games', '0002_events_are_never_changed'),
        ('games', '0003_bot_troubles'),
        ('games', '0004_heartbeat'),
        ('games', '0005_bot_claims'),
        ('games', '0006_answers_are_sealed_and_glass_is_watched'),
        ('games', '0007_bots_keep_their_moves'),
        ('games', '0008_spectators_are_counted'),
        ('games', '0009_match_settings'),
        ('games', '0010_bot_turns'),
        ('games', '0011_plain_names'),
        ('games', '0012_fields_are_sealed'),
        ('games', '0013_arranged_matches_and_former_holders'),
        ('games', '0014_pauses'),
        ('games', '0015_rating_ranges'),
        ('games', '0016_notes_and_end_proposals'),
        ('games', '0017_coach_notes'),
        ('games', '0018_break_glass_words'),
        ('games', '0019_silences'),
        ('games', '0020_standing_answers'),
        ('games', '0021_indexes_of_growth'),
        ('games', '0022_outages'),
        ('games', '0023_muted_matches'),
        ('games', '0024_looks'),
        ('games', '0025_fewer_entries_of_a_move'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Match',
            fields=[
                ('macs', models.BinaryField(null=True)),
                ('id', models.CharField(default=games.models.new_match_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('title', models.SlugField(db_index=False, max_length=40)),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('seat_count', models.PositiveSmallIntegerField()),
                ('settings', models.JSONField(default=dict)),
                ('status', models.CharField(choices=[('open', 'waiting for players'), ('running', 'in progress'), ('finished', 'finished'), ('expired', 'closed before it was full'), ('quarantined', 'set aside: its log can’t be replayed')], default='open', max_length=12)),
                ('access', models.CharField(choices=[('open', 'Anyone'), ('link', 'Anyone with the private link'), ('invited', 'Players I invite')], default='open', max_length=8)),
                ('link_token', models.CharField(default=games.models.new_link_token, max_length=24)),
                ('pace', models.CharField(max_length=12)),
                ('auto_start', models.BooleanField(default=True)),
                ('pause_nights', models.BooleanField(default=False)),
                ('pause_weekends', models.BooleanField(default=False)),
                ('pause_vacations', models.BooleanField(default=False)),
                ('is_demo', models.BooleanField(default=False)),
                ('commitment', models.CharField(max_length=64)),
                ('source', models.CharField(blank=True, max_length=80, null=True, unique=True)),
                ('is_rated', models.BooleanField(default=False)),
                ('rating_low', models.PositiveSmallIntegerField(null=True)),
                ('rating_high', models.PositiveSmallIntegerField(null=True)),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('expires_at', models.DateTimeField(null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('annulled_at', models.DateTimeField(null=True)),
                ('ply', models.PositiveIntegerField(default=0)),
                ('rev', models.PositiveIntegerField(default=0)),
                ('decision', models.PositiveIntegerField(default=0)),
                ('head', models.BinaryField(default=b'', max_length=32)),
                ('deadline', models.DateTimeField(null=True)),
                ('alarm', models.DateTimeField(null=True)),
                ('stirred_at', models.DateTimeField(null=True)),
                ('outcome', models.JSONField(null=True)),
                ('end_announced_at', models.DateTimeField(null=True)),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_matches', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.match')),
            ],
            options={
                'verbose_name_plural': 'matches',
                'indexes': [models.Index(condition=models.Q(('alarm__isnull', False)), fields=['alarm'], name='games_match_alarm'), models.Index(condition=models.Q(('stirred_at__isnull', False)), fields=['stirred_at'], name='games_match_stirred'), models.Index(condition=models.Q(('end_announced_at__isnull', True), ('finished_at__isnull', False)), fields=['finished_at'], name='games_match_unannounced'), models.Index(condition=models.Q(('expires_at__isnull', False)), fields=['status', 'access', 'created_at'], name='games_match_lobby'), models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['finished_at'], name='games_match_finished'), models.Index(condition=models.Q(('rematch_of__isnull', False)), fields=['rematch_of'], name='games_match_rematch')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('status', 'finished'), _negated=True), models.Q(('finished_at__isnull', False), ('outcome__isnull', False)), _connector='OR'), name='games_match_finished_has_outcome')],
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began', models.DateTimeField()),
                ('ended', models.DateTimeField()),
                ('cursor', models.CharField(blank=True, default='', max_length=12)),
            ],
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('is_moving', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='games_heartbeat_single')],
            },
        ),
        migrations.CreateModel(
            name='CoachNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.SlugField(blank=True, default='', max_length=40)),
                ('key', models.CharField(blank=True, default='', max_length=16)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='coach_notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'title', 'key'), name='games_coach_note_once')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('macs', models.BinaryField(null=True)),
                ('index', models.PositiveSmallIntegerField()),
                ('bot', models.CharField(blank=True, default='', max_length=12)),
                ('nonce', models.CharField(blank=True, default='', max_length=64)),
                ('joined_at', models.DateTimeField(default=games.clock.now)),
                ('vacated_at', models.DateTimeField(null=True)),
                ('bank', models.DurationField(null=True)),
                ('charging_since', models.DateTimeField(null=True)),
                ('credited_turn', models.IntegerField(default=-1)),
                ('timeouts', models.PositiveSmallIntegerField(default=0)),
                ('missed_responses', models.PositiveSmallIntegerField(default=0)),
                ('bot_for_decision', models.PositiveIntegerField(null=True)),
                ('silences', models.PositiveSmallIntegerField(default=0)),
                ('standing_for_decision', models.PositiveIntegerField(null=True)),
                ('due_decision', models.PositiveIntegerField(null=True)),
                ('due_since', models.DateTimeField(null=True)),
                ('deadline', models.DateTimeField(null=True)),
                ('pauses', models.JSONField(null=True)),
                ('end_seen_at', models.DateTimeField(null=True)),
                ('muted_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(editable=False, null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.match')),
                ('user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['index'],
                'indexes': [models.Index(fields=['user', 'ended_at'], name='games_seat_of_user'), models.Index(condition=models.Q(('end_seen_at__isnull', True), ('ended_at__isnull', False)), fields=['user', 'ended_at'], name='games_seat_unseen')],
                'constraints': [models.UniqueConstraint(fields=('match', 'index'), name='games_seat_once'), models.UniqueConstraint(fields=('match', 'user'), name='games_seat_user_once'), models.CheckConstraint(condition=models.Q(('due_decision__isnull', True), ('due_since__isnull', False), _connector='OR'), name='games_seat_due_since')],
            },
        ),
        migrations.CreateModel(
            name='MatchKey',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='games.match')),
                ('key', models.BinaryField(max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name='BreakGlass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by', models.CharField(max_length=150)),
                ('reason', models.CharField(max_length=500)),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='break_glass_entries', to='games.match')),
            ],
            options={
                'verbose_name_plural': 'break glass',
            },
        ),
        migrations.CreateModel(
            name='BotTurn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('macs', models.BinaryField(null=True)),
                ('decision', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('level', models.CharField(max_length=12)),
                ('publish_at', models.DateTimeField()),
                ('state', models.CharField(default='waiting', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('holder', models.CharField(blank=True, default='', max_length=16)),
                ('leased_until', models.DateTimeField(null=True)),
                ('text', models.CharField(blank=True, default='', max_length=200)),
                ('seal', models.BinaryField(default=b'', max_length=32)),
                ('closed_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bot_turns', to='games.match')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['publish_at'], name='games_bot_turn_open')],
                'constraints': [models.UniqueConstraint(fields=('match', 'decision', 'seat'), name='games_bot_turn_once'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('state__in', ['waiting', 'thinking', 'timed_out', 'exhausted', 'kept'])), models.Q(('closed_at__isnull', False), ('state__in', ['published', 'superseded'])), _connector='OR'), name='games_bot_turn_closed')],
            },
        ),
        migrations.CreateModel(
            name='BotFailure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('decision', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('level', models.CharField(max_length=12)),
                ('cause', models.CharField(choices=[('raised', 'raised an error'), ('slow', 'took too long'), ('memory', 'took too much memory'), ('nonsense', 'gave an answer that the rules don’t allow'), ('died', 'crashed its process several times'), ('late', 'thought longer than its pause, and published one pause late')], max_length=8)),
                ('detail', models.CharField(blank=True, default='', max_length=80)),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bot_failures', to='games.match')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'decision', 'seat'), name='games_bot_failure_once')],
            },
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('macs', models.BinaryField(null=True)),
                ('window', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('text', models.CharField(max_length=200)),
                ('actor', models.BigIntegerField(null=True)),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('seal', models.BinaryField(default=b'', max_length=32)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='games.match')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'window', 'seat'), name='games_answer_once')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('macs', models.BinaryField(null=True)),
                ('ply', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=6)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('text', models.CharField(max_length=200)),
                ('actor', models.BigIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('hash', models.BinaryField(max_length=32)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.match')),
            ],
            options={
                'ordering': ['ply'],
                'constraints': [models.UniqueConstraint(fields=('match', 'ply'), name='games_event_once')],
            },
        ),
        migrations.CreateModel(
            name='FormerHolder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('macs', models.BinaryField(null=True)),
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
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='match_invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['created_at'], name='games_invitation_at')],
                'constraints': [models.UniqueConstraint(fields=('match', 'user'), name='games_invitation_once')],
            },
        ),
        migrations.CreateModel(
            name='MatchNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(blank=True, default='')),
                ('version', models.PositiveIntegerField(default=0)),
                ('changed_at', models.DateTimeField(default=games.clock.now)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='match_notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'user'), name='games_note_once')],
            },
        ),
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('client_move_id', models.CharField(max_length=64)),
                ('text', models.CharField(max_length=200)),
                ('rev', models.PositiveIntegerField()),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match')),
            ],
            options={
                'indexes': [models.Index(fields=['at'], name='games_receipt_at')],
                'constraints': [models.UniqueConstraint(fields=('match', 'seat', 'client_move_id'), name='games_receipt_once')],
            },
        ),
        migrations.CreateModel(
            name='Spectator',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=32)),
                ('at', models.DateTimeField(db_index=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='spectators', to='games.match')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'key'), name='games_spectator_once')],
            },
        ),
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
        migrations.CreateModel(
            name='EndProposal',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='end_proposal', serialize=False, to='games.match')),
                ('seat', models.PositiveSmallIntegerField()),
                ('moves', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField(default=1)),
                ('agreed', models.JSONField(default=list)),
                ('is_declined', models.BooleanField(default=False)),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='end_proposals', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['at'], name='games_proposal_at')],
            },
        ),
        migrations.CreateModel(
            name='Look',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='look', serialize=False, to='games.seat')),
                ('holder', models.BigIntegerField()),
                ('at', models.BigIntegerField()),
                ('ply', models.PositiveIntegerField()),
            ],
        ),
        migrations.RunPython(set_triggers, migrations.RunPython.noop),
        DropIndexOfKey("match", "id"),
        DropIndexOfKey("match", "source"),
    ]
