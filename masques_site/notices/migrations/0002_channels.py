"""Notices are passed on to channels: where, which and when, their reader chooses.

The state of a notice's mail becomes that of the notice. The stored words stay, so that no row changes except those of
mails that were given up.
"""

import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


TOPICS = {
    "your_turn": "turn", "match_finished": "over", "invited": "invitation", "end_proposed": "proposal",
    "league": "league", "vacation": "account", "report": "account",
}


def give_topics(apps, schema_editor):
    notices = apps.get_model("notices", "Notice").objects
    notices.filter(state="failed").update(state="sent")
    waiting = notices.filter(state="waiting")
    for kind, topic in TOPICS.items():
        waiting.filter(kind=kind).update(topic=topic)
    waiting.filter(is_response=True).update(topic="answer")


class Migration(migrations.Migration):

    dependencies = [
        ("leagues", "0001_release_0_9"),
        ("notices", "0001_release_0_9"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint("notice", "notices_about_one_thing"),
        migrations.RemoveIndex("notice", "notices_mail_waiting"),
        migrations.RenameIndex("notice", "notices_by_log_entry", old_name="notices_log_entry"),
        migrations.RenameIndex("notice", "notices_by_vacation", old_name="notices_vacation"),
        migrations.RenameIndex("notice", "notices_by_report", old_name="notices_report"),
        migrations.RenameField("notice", "mail", "state"),
        migrations.RenameField("notice", "mail_at", "due_at"),
        migrations.RenameField("notice", "sent_at", "passed_at"),
        migrations.RemoveField("notice", "attempts"),
        migrations.CreateModel(
            name='ChannelSwitch',
            fields=[
                ('channel', models.CharField(max_length=8, primary_key=True, serialize=False)),
                ('off_at', models.DateTimeField(default=games.clock.now)),
            ],
        ),
        migrations.CreateModel(
            name='Timing',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_timing', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('quiet_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('quiet_until', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('digest', models.CharField(choices=[('daily', 'once a day'), ('hourly', 'every hour')], default='daily', max_length=8, verbose_name='digests come')),
                ('digest_hour', models.PositiveSmallIntegerField(default=18, verbose_name='daily digests come at')),
                ('snoozed_until', models.DateTimeField(blank=True, null=True)),
                ('read_at', models.DateTimeField(editable=False, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='TopicChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(max_length=12)),
                ('channel', models.CharField(max_length=8)),
                ('when', models.CharField(choices=[('once', 'At once'), ('digest', 'In the digest'), ('off', 'Off')], max_length=8)),
            ],
        ),
        migrations.AddField(
            model_name='notice',
            name='topic',
            field=models.CharField(default='', max_length=12),
        ),
        migrations.AlterField(
            model_name='notice',
            name='state',
            field=models.CharField(choices=[('waiting', 'waiting'), ('sent', 'passed on to the channels that its reader has chosen'), ('moot', 'no longer needed'), ('unwanted', 'about a match that its reader has muted')], default='waiting', max_length=8),
        ),
        migrations.CreateModel(
            name='Endpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=8)),
                ('label', models.CharField(blank=True, default='', max_length=60)),
                ('url', models.CharField(blank=True, default='', max_length=500)),
                ('facts', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('failing_since', models.DateTimeField(null=True)),
                ('off_at', models.DateTimeField(null=True)),
                ('off_because', models.CharField(blank=True, choices=[('chosen', 'turned off'), ('failed', 'turned off after five days of failures'), ('gone', 'turned off because the other side no longer exists'), ('bounced', 'turned off because the address refuses mail')], default='', max_length=8)),
                ('seen_line', models.BigIntegerField(default=0)),
                ('league', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.league')),
                ('user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='endpoints', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(default='', max_length=12)),
                ('is_gathered', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'on its way'), ('sent', 'delivered'), ('moot', 'no longer needed'), ('failed', 'given up'), ('unknown', 'not known whether it arrived')], default='waiting', max_length=8)),
                ('due_at', models.DateTimeField(default=games.clock.now, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('message', models.CharField(blank=True, default='', max_length=40)),
                ('sent_at', models.DateTimeField(null=True)),
                ('said', models.CharField(blank=True, default='', max_length=200)),
                ('log_entry', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.logentry')),
                ('notice', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notices.notice')),
                ('endpoint', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notices.endpoint')),
            ],
        ),
        migrations.AddField(
            model_name='notice',
            name='endpoint',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notices.endpoint'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='notices_waiting'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('endpoint__isnull', False)), fields=['endpoint'], name='notices_by_endpoint'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('user', 'endpoint'), name='notices_endpoint_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('endpoint', None), ('log_entry', None), ('match__isnull', False), ('report', None), ('vacation', None)), models.Q(('endpoint', None), ('log_entry__isnull', False), ('match', None), ('report', None), ('vacation', None)), models.Q(('endpoint', None), ('log_entry', None), ('match', None), ('report', None), ('vacation__isnull', False)), models.Q(('endpoint', None), ('log_entry', None), ('match', None), ('report__isnull', False), ('vacation', None)), models.Q(('endpoint__isnull', False), ('log_entry', None), ('match', None), ('report', None), ('vacation', None)), _connector='OR'), name='notices_about_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='timing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__lt', 24), ('quiet_until__lt', 24)), _connector='OR'), name='notices_quiet_hours'),
        ),
        migrations.AddConstraint(
            model_name='timing',
            constraint=models.CheckConstraint(condition=models.Q(('digest_hour__lt', 24)), name='notices_digest_hour'),
        ),
        migrations.AddField(
            model_name='topicchoice',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='topic_choices', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='endpoint',
            index=models.Index(fields=['channel', 'url'], name='notices_endpoint_address'),
        ),
        migrations.AddConstraint(
            model_name='endpoint',
            constraint=models.UniqueConstraint(fields=('user', 'channel', 'url'), name='notices_place_once'),
        ),
        migrations.AddConstraint(
            model_name='endpoint',
            constraint=models.UniqueConstraint(fields=('league', 'channel', 'url'), name='notices_place_of_league_once'),
        ),
        migrations.AddConstraint(
            model_name='endpoint',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('league', None), ('user__isnull', False)), models.Q(('league__isnull', False), ('user', None)), _connector='OR'), name='notices_place_of_one'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='notices_due'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['endpoint', 'sent_at'], name='notices_of_endpoint'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['created_at'], name='notices_delivery_age'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('notice', 'endpoint', 'topic'), name='notices_delivered_once'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('log_entry', 'endpoint'), name='notices_line_delivered_once'),
        ),
        migrations.AddConstraint(
            model_name='topicchoice',
            constraint=models.UniqueConstraint(fields=('user', 'topic', 'channel'), name='notices_choice_once'),
        ),
        migrations.AddIndex(
            model_name='endpoint',
            index=models.Index(condition=models.Q(('off_at__isnull', False)), fields=['off_at'], name='notices_endpoint_off'),
        ),
        migrations.RunPython(give_topics, migrations.RunPython.noop),
    ]
