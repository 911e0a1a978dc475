
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_pauses'),
        ('games', '0014_pauses'),
        ('leagues', '0003_names_requests_places'),
        ('notices', '0002_notices_of_leagues'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='notice',
            name='notices_about_one_thing',
        ),
        migrations.AddField(
            model_name='notice',
            name='vacation',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.vacation'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('your_turn', 'a match waits for you'), ('match_finished', 'a match is over'), ('invited', 'you are invited to a table'), ('league', 'something in a league concerns you'), ('vacation', 'your vacation has begun by itself')], max_length=16),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('user', 'vacation'), name='notices_vacation_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('log_entry', None), ('match__isnull', False), ('vacation', None)), models.Q(('log_entry__isnull', False), ('match', None), ('vacation', None)), models.Q(('log_entry', None), ('match', None), ('vacation__isnull', False)), _connector='OR'), name='notices_about_one_thing'),
        ),
    ]
