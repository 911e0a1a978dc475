from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0011_seclusion'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='half_byes',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='league',
            name='late_halves',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='request',
            name='round',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='half_byes',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='season',
            name='late_halves',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='fixtureseat',
            name='kind',
            field=models.CharField(blank=True, choices=[('played', 'played'), ('forfeited', 'forfeited'), ('won_by_forfeit', 'won_by_forfeit'), ('bye', 'bye'), ('half_bye', 'half_bye'), ('unplayed', 'unplayed'), ('annulled', 'annulled')], default='', max_length=16),
        ),
        migrations.AlterField(
            model_name='request',
            name='kind',
            field=models.CharField(choices=[('extension', 'more time for a match'), ('withdrawal', 'to leave the season'), ('substitute', 'a substitute for a running match'), ('bye', 'a half-point bye in the next round'), ('correction', 'another result'), ('appeal', 'another decision of the organisers')], max_length=12),
        ),
        migrations.AddConstraint(
            model_name='request',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'bye'), ('state', 'granted')), fields=('entry', 'round'), name='leagues_request_bye_once'),
        ),
    ]
