from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_spectators_are_counted'),
    ]

    operations = [
        migrations.RenameField('match', 'options', 'settings'),
        migrations.RenameModel('BotTrouble', 'BotFailure'),
    ]
