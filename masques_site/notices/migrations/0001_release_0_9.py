"""All tables of version 0.9. It replaces the 7 migrations before the first release: a database in which all of them
have run is accepted as it is."""

import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('notices', '0001_initial'),
        ('notices', '0002_notices_of_leagues'),
        ('notices', '0003_vacations'),
        ('notices', '0004_end_proposed'),
        ('notices', '0005_responses'),
        ('notices', '0006_looked_through'),
        ('notices', '0007_answers_to_reports'),
    ]

    dependencies = [
        ('accounts', '0001_release_0_9'),
        ('games', '0001_release_0_9'),
        ('leagues', '0001_release_0_9'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LookedThrough',
            fields=[
                ('kind', models.CharField(max_length=16, primary_key=True, serialize=False)),
                ('until', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='OutboxMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.CharField(max_length=500)),
                ('subject', models.CharField(max_length=500)),
                ('text', models.TextField()),
                ('html', models.TextField(blank=True, default='')),
                ('headers', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=games.clock.now)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(default=0)),
                ('decision', models.PositiveIntegerField(default=0)),
                ('kind', models.CharField(max_length=16)),
                ('is_response', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('mail', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('moot', 'no longer needed'), ('unwanted', 'no address, or no wish for mail'), ('failed', 'given up after several attempts')], default='waiting', max_length=8)),
                ('mail_at', models.DateTimeField(default=games.clock.now)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('sent_at', models.DateTimeField(null=True)),
                ('log_entry', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.logentry')),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match')),
                ('report', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.report')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
                ('vacation', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.vacation')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('mail', 'waiting')), fields=['mail_at'], name='notices_mail_waiting'), models.Index(fields=['created_at'], name='notices_created'), models.Index(condition=models.Q(('log_entry__isnull', False)), fields=['log_entry'], name='notices_log_entry'), models.Index(condition=models.Q(('vacation__isnull', False)), fields=['vacation'], name='notices_vacation'), models.Index(condition=models.Q(('report__isnull', False)), fields=['report'], name='notices_report')],
                'constraints': [models.UniqueConstraint(fields=('user', 'match', 'seat', 'decision', 'kind'), name='notices_once'), models.UniqueConstraint(fields=('user', 'log_entry'), name='notices_log_entry_once'), models.UniqueConstraint(fields=('user', 'vacation'), name='notices_vacation_once'), models.UniqueConstraint(fields=('user', 'report'), name='notices_report_once'), models.CheckConstraint(condition=models.Q(models.Q(('log_entry', None), ('match__isnull', False), ('report', None), ('vacation', None)), models.Q(('log_entry__isnull', False), ('match', None), ('report', None), ('vacation', None)), models.Q(('log_entry', None), ('match', None), ('report', None), ('vacation__isnull', False)), models.Q(('log_entry', None), ('match', None), ('report__isnull', False), ('vacation', None)), _connector='OR'), name='notices_about_one_thing')],
            },
        ),
    ]
