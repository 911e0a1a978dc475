"""Makes the keys of all names anew, by Unicode's table of look-alikes."""

from functools import partial

from django.db import migrations

from masques_site.accounts.former_keys import first_key, renew_keys
from masques_site.accounts.usernames import key_by_letters


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(partial(renew_keys, key_by_letters), partial(renew_keys, first_key)),
    ]
