"""Names: readable, and never to be mistaken for another's."""

import pytest
from django.core.exceptions import ValidationError

from masques_site.accounts.services import check_new_username, create_account, rename
from masques_site.accounts.usernames import name_key

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    [
        "Giulia",
        "José María",
        "Жанна",
        "Ольга 7",
        "田中さん",
        "김철수",
        "Łukasz",
        "badminton",
        "شهرزاد",
        "El-Cid",
        "R2D2",
        "Hương",
        "Əhməd",
        "Lǚ Bù",
    ],
)
def test_names_of_all_scripts_are_welcome(name):
    assert check_new_username(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Nеll", "a Cyrillic letter among Latin ones"),
        ("a\u200bbc", "an invisible blank"),
        ("ab\u202ecd", "a mark that turns the direction of writing"),
        ("Ann\u3164a", "a letter that shows nothing"),
        ("x\u0301yz", "a loose accent"),
        ("Nɑll", "a phonetic letter"),
        ("ǀǃǂ", "clicks, which look like strokes"),
        ("o'Brien<b>", "signs"),
        ("ab", "too short"),
        ("a" * 25, "too long"),
        ("12345", "no letter"),
        ("--abc", "begins with a hyphen"),
        ("a\x00bc", "a NUL byte"),
    ],
)
def test_unreadable_names_are_refused(name, why):
    with pytest.raises(ValidationError):
        check_new_username(name)


@pytest.mark.parametrize("name", ["Admin", "M0derator", "guest 3", "masques.team", "Easy bot", "admin1", "Support"])
def test_names_of_the_site_are_kept(name):
    with pytest.raises(ValidationError):
        check_new_username(name)


def test_wide_letters_become_plain_ones():
    assert check_new_username("  ＡＢＣ　ｄ ") == "ABC d"


@pytest.mark.parametrize("other", ["NELL", "nell", "NeIl", "Ne11", "nel-l", "пеll"[0:0] + "N.ell"])
def test_a_name_that_looks_like_a_taken_one_is_taken(other):
    create_account(username="Nell")
    with pytest.raises(ValidationError) as refused:
        check_new_username(other)
    assert "looks the same" in str(refused.value)


def test_a_name_all_in_cyrillic_does_not_pass_for_a_latin_one():
    create_account(username="Caxap")
    assert name_key("Сахар") == name_key("Caxap")
    with pytest.raises(ValidationError):
        check_new_username("Сахар")


def test_a_name_given_up_is_not_taken_over_by_somebody_else():
    user = create_account(username="Contessa")
    rename(user=user, username="Duchessa")
    with pytest.raises(ValidationError):
        check_new_username("contessa")
