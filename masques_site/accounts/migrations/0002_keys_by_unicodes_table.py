"""Makes the keys of all names anew, by Unicode's table of look-alikes. Of people whose names look the same now, all but
the one who came first get a number behind their name."""

from functools import partial
from itertools import count

from django.db import migrations

from masques_site.accounts.former_keys import former_key
from masques_site.accounts.usernames import MAX_LENGTH, name_key


def make_keys(key_of, apps, schema_editor):
    """Give every user the key that `key_of` makes of the name."""
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    stored = list(users.order_by("pk").values_list("pk", "username", "name_key"))
    changed = {pk: name for pk, name, key in stored if key_of(name) != key}
    taken = {key for pk, _, key in stored if pk not in changed}
    for pk in changed:
        users.filter(pk=pk).update(name_key=f"~{pk}")  # out of the way of the others
    for pk, name in changed.items():
        numbered = (f"{name[: MAX_LENGTH - 5].rstrip(' ._-')} {number}" for number in count(2))
        free = name if key_of(name) not in taken else next(other for other in numbered if key_of(other) not in taken)
        users.filter(pk=pk).update(username=free, name_key=key_of(free))
        taken.add(key_of(free))


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(partial(make_keys, name_key), partial(make_keys, former_key)),
    ]
