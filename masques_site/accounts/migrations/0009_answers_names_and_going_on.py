import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_names_side_by_side'),
    ]

    operations = [
        migrations.AddField(
            model_name='report',
            name='answer',
            field=models.TextField(blank=True, default='', max_length=2000),
        ),
        migrations.AddField(
            model_name='retiredname',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='retired_names', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='user',
            name='goes_on',
            field=models.BooleanField(default=False, help_text='After your move the next match that waits for you opens.', verbose_name='go on to the next match by itself'),
        ),
    ]
