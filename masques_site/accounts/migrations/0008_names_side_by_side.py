"""Makes the keys of all names anew: by letters that look like another one side by side, too."""

from functools import partial

from django.db import migrations

from masques_site.accounts.former_keys import renew_keys
from masques_site.accounts.usernames import key_by_letters, name_key


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_addresses_and_attempts'),
    ]

    operations = [
        migrations.RunPython(partial(renew_keys, name_key), partial(renew_keys, key_by_letters)),
    ]
