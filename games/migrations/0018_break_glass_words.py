from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0017_coach_notes")]

    operations = [
        migrations.AlterModelOptions(name="breakglass", options={"verbose_name_plural": "break glass"}),
    ]
