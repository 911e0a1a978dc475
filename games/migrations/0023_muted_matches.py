from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0022_outages'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='muted_at',
            field=models.DateTimeField(null=True),
        ),
    ]
