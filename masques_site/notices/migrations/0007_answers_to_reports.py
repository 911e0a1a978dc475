import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_answers_names_and_going_on'),
        ('games', '0023_muted_matches'),
        ('leagues', '0009_reply_hours'),
        ('notices', '0006_looked_through'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='notice',
            name='notices_about_one_thing',
        ),
        migrations.AddField(
            model_name='notice',
            name='report',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.report'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('your_turn', 'a match waits for you'), ('match_finished', 'a match is over'), ('invited', 'you are invited to a table'), ('league', 'something in a league concerns you'), ('vacation', 'your vacation has begun by itself'), ('end_proposed', 'somebody proposes to end a match'), ('report', 'a report of yours is answered')], max_length=16),
        ),
        migrations.AlterField(
            model_name='lookedthrough',
            name='kind',
            field=models.CharField(choices=[('your_turn', 'a match waits for you'), ('match_finished', 'a match is over'), ('invited', 'you are invited to a table'), ('league', 'something in a league concerns you'), ('vacation', 'your vacation has begun by itself'), ('end_proposed', 'somebody proposes to end a match'), ('report', 'a report of yours is answered')], max_length=16, primary_key=True, serialize=False),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('report__isnull', False)), fields=['report'], name='notices_report'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('user', 'report'), name='notices_report_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('log_entry', None), ('match__isnull', False), ('report', None), ('vacation', None)), models.Q(('log_entry__isnull', False), ('match', None), ('report', None), ('vacation', None)), models.Q(('log_entry', None), ('match', None), ('report', None), ('vacation__isnull', False)), models.Q(('log_entry', None), ('match', None), ('report__isnull', False), ('vacation', None)), _connector='OR'), name='notices_about_one_thing'),
        ),
    ]
