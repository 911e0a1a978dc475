"""Commands of those who keep the site."""

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command

from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from masques_site.management.commands.makemessages import as_python
from tests.accounts.cast import member
from tests.cast import person

pytestmark = pytest.mark.django_db


def test_a_player_is_made_an_administrator_and_an_ordinary_member_again(capsys):
    giulia = member("Giulia")
    EmailAddress.objects.filter(user=giulia).delete()
    EmailAddress.objects.create(user=giulia, email=giulia.email, primary=True, verified=False)
    call_command("make_admin", "giulia")
    giulia.refresh_from_db()
    assert (giulia.is_staff, giulia.is_superuser) == (True, True)
    assert EmailAddress.objects.get(user=giulia).verified
    assert "/accounts/2fa/" in capsys.readouterr().out
    call_command("make_admin", "Giulia", "--remove")
    giulia.refresh_from_db()
    assert (giulia.is_staff, giulia.is_superuser) == (False, False)


def test_nobody_and_guests_are_refused_in_words():
    person("anna")
    with pytest.raises(CommandError, match="sign up on the site first"):
        call_command("make_admin", "Nobody")
    with pytest.raises(CommandError, match="is a guest"):
        call_command("make_admin", create_guest().username)
    assert not User.objects.filter(is_superuser=True).exists()


def test_collect_texts_finds_calls_with_parameters_in_jinja_templates() -> None:
    source = '<p>{{ _("%(n)s left", n=left) }}</p>\n{% if x %}{{ ngettext("%(n)s card", "%(n)s cards", x) }}{% endif %}'
    assert as_python(source) == "_('%(n)s left');\nngettext('%(n)s card', '%(n)s cards');"


def test_djangos_own_makemessages_names_the_command_to_use():
    with pytest.raises(CommandError, match="collect_texts"):
        call_command("makemessages", locale=["it"])
