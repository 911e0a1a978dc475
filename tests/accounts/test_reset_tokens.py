"""The token of a link that resets a password holds for the account as it was when the link was sent."""

import pytest
from allauth.account.models import EmailAddress

from masques_site.accounts.tokens import ResetTokenGenerator
from tests.accounts.cast import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def giulia():
    return member("Giulia")


def test_it_is_good_for_its_own_account_only(giulia):
    token = ResetTokenGenerator().make_token(giulia)
    assert ResetTokenGenerator().check_token(giulia, token)
    assert not ResetTokenGenerator().check_token(member("Bianca"), token)


@pytest.mark.parametrize("change", ["another address", "no address", "another main address", "another password"])
def test_a_change_of_address_or_password_ends_it(giulia, change):
    token = ResetTokenGenerator().make_token(giulia)
    if change == "another address":
        EmailAddress.objects.create(user=giulia, email="second@example.org")
    elif change == "no address":
        EmailAddress.objects.create(user=giulia, email="second@example.org")
        token = ResetTokenGenerator().make_token(giulia)
        EmailAddress.objects.filter(user=giulia, email="second@example.org").delete()
    elif change == "another main address":
        giulia.email = "second@example.org"
    else:
        giulia.set_password("ein-anderer-blumentopf-78")
    assert not ResetTokenGenerator().check_token(giulia, token)


def test_the_addresses_of_others_do_not_end_it(giulia):
    bianca = member("Bianca")
    token = ResetTokenGenerator().make_token(giulia)
    EmailAddress.objects.create(user=bianca, email="second@example.org")
    assert ResetTokenGenerator().check_token(giulia, token)
