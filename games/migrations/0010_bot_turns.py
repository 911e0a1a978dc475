"""Decisions that bots owe get a table of their own: `BotTurn`, instead of columns of seats and matches.

Open decisions are carried over in both directions, with what was kept of them. A lease is not: workers are restarted
around a migration, and one that was not can do nothing with the new tables.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, OuterRef, Q, Subquery

STAND_IN_LEVEL = 'easy'
MAX_ATTEMPTS = 3
TIMED_OUT = 100  # the number of attempts that meant it


def open_rows(apps, schema_editor):
    """One row for each bot that owes a decision."""
    Seat, BotTurn = apps.get_model('games', 'Seat'), apps.get_model('games', 'BotTurn')
    by_bot = ~Q(bot='') | Q(stand_in=F('due_decision'))
    seats = Seat.objects.filter(by_bot, match__status__in=['running', 'quarantined'], due_decision__isnull=False)
    rows = (row_of(seat, BotTurn) for seat in seats.select_related('match').iterator())
    BotTurn.objects.bulk_create(rows, batch_size=500)


def row_of(seat, bot_turn):
    row = bot_turn(
        match=seat.match,
        decision=seat.due_decision,
        seat=seat.index,
        level=seat.bot or STAND_IN_LEVEL,
        publish_at=seat.match.bot_at or seat.due_since,
    )
    if seat.bot_decision == seat.due_decision:
        row.attempts = min(seat.bot_tries, MAX_ATTEMPTS)
        if seat.bot_text:
            row.state, row.text, row.seal = 'kept', seat.bot_text, seat.bot_seal
        elif seat.bot_tries >= TIMED_OUT:
            row.state = 'timed_out'
    return row


def fill_columns(apps, schema_editor):
    """The columns of before, from the open rows."""
    Match, Seat = apps.get_model('games', 'Match'), apps.get_model('games', 'Seat')
    opened = apps.get_model('games', 'BotTurn').objects.filter(closed_at=None)
    for row in opened.iterator():
        tries = TIMED_OUT if row.state == 'timed_out' else row.attempts
        Seat.objects.filter(match=row.match_id, index=row.seat).update(
            bot_decision=row.decision, bot_tries=tries, bot_text=row.text, bot_seal=row.seal
        )
    publish_at = opened.filter(match=OuterRef('pk'), decision=OuterRef('decision')).values('publish_at')[:1]
    Match.objects.filter(status='running').update(bot_at=Subquery(publish_at))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_match_settings'),
    ]

    operations = [
        migrations.CreateModel(
            name='BotTurn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
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
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'decision', 'seat'), name='games_bot_turn_once'),
                    models.CheckConstraint(condition=models.Q(('closed_at__isnull', True), ('state__in', ['waiting', 'thinking', 'timed_out', 'exhausted', 'kept'])) | models.Q(('closed_at__isnull', False), ('state__in', ['published', 'superseded'])), name='games_bot_turn_closed'),
                ],
                'indexes': [models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['publish_at'], name='games_bot_turn_open')],
            },
        ),
        migrations.RunPython(open_rows, fill_columns),
        migrations.RemoveIndex(
            model_name='match',
            name='games_match_bot',
        ),
        migrations.RemoveField(
            model_name='match',
            name='bot_at',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='bot_began_at',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='bot_decision',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='bot_seal',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='bot_text',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='bot_tries',
        ),
        migrations.RenameField(
            model_name='botfailure',
            old_name='kind',
            new_name='cause',
        ),
        migrations.RemoveConstraint(
            model_name='botfailure',
            name='games_bot_trouble_once',
        ),
        migrations.AddConstraint(
            model_name='botfailure',
            constraint=models.UniqueConstraint(fields=('match', 'decision', 'seat'), name='games_bot_failure_once'),
        ),
        migrations.AlterField(
            model_name='botfailure',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bot_failures', to='games.match'),
        ),
    ]
