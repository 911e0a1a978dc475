from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0015_rating_ranges")]

    operations = [
        migrations.AlterModelOptions(name="breakglass", options={"verbose_name_plural": "break glass"}),
    ]
