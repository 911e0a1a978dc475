"""Gives everybody a key by which people are searched who type names without their accents."""

from typing import Any

from django.db import migrations, models

from masques_site.accounts.usernames import search_key


def fill(apps: Any, schema_editor: Any) -> None:
    """The key of each name."""
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    for pk, name in list(users.values_list("pk", "username")):
        users.filter(pk=pk).update(search_key=search_key(name))


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_answers_names_and_going_on'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='search_key',
            field=models.CharField(db_index=True, default='', editable=False, max_length=120),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
