"""Which kinds of notices there are is said by `masques_site.notices.kinds` alone: a new one needs no migration."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("notices", "0007_answers_to_reports")]

    operations = [
        migrations.AlterField("notice", "kind", models.CharField(max_length=16)),
        migrations.AlterField("lookedthrough", "kind", models.CharField(max_length=16, primary_key=True, serialize=False)),
    ]
