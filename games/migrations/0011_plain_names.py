import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_bot_turns'),
    ]

    operations = [
        migrations.RenameField('seat', 'zeros', 'timeouts'),
        migrations.RenameField('seat', 'silent', 'missed_responses'),
        migrations.RenameField('seat', 'stand_in', 'bot_for_decision'),
        migrations.RenameField('seat', 'looked_at', 'seen_at'),
        migrations.RenameField('seat', 'looked_ply', 'seen_ply'),
        migrations.RemoveConstraint('watcher', 'games_watcher_once'),
        migrations.RenameModel('Watcher', 'Spectator'),
        migrations.AlterField(
            model_name='spectator',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='spectators', to='games.match'),
        ),
        migrations.AddConstraint(
            model_name='spectator',
            constraint=models.UniqueConstraint(fields=('match', 'key'), name='games_spectator_once'),
        ),
        migrations.AlterField(
            model_name='breakglass',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='break_glass_entries', to='games.match'),
        ),
    ]
