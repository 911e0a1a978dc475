from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0008_calendar_events'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReplyHours',
            fields=[
                ('player', models.BigIntegerField(primary_key=True, serialize=False)),
                ('counts', models.JSONField()),
            ],
            options={
                'verbose_name_plural': 'reply hours',
            },
        ),
    ]
