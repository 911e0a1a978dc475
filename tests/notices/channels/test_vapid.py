"""The key by which push services recognise the site: it stays the same, and nobody else can read it."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.exceptions import ImproperlyConfigured

from bench.notices.browser import claims_of, decode
from masques_site.bootstrap import folders
from masques_site.notices.channels import vapid

PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"  # the pair of keys in RFC 8291
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR, settings.VAPID_PRIVATE_KEY = tmp_path / "data", ""
    vapid._private_key.cache_clear()
    yield tmp_path / "data"
    vapid._private_key.cache_clear()


def pem_of(key):
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def test_a_site_makes_its_key_once_and_for_its_owner_only(folder):
    first = vapid.public_key()
    vapid._private_key.cache_clear()  # as another process
    assert vapid.public_key() == first
    assert (folder / "vapid_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in folder.iterdir()] == ["vapid_key"]
    assert len(decode(first)) == 65


def test_two_sites_have_two_keys(folder, settings):
    first = vapid.public_key()
    vapid._private_key.cache_clear()
    settings.DATA_DIR = folder / "other"
    assert vapid.public_key() != first


def test_of_two_processes_at_once_the_first_decides(folder):
    def make():
        (folder / "vapid_key").write_text("the other's")
        return "ours"

    assert folders.kept_secret(folder, "vapid_key", make) == "the other's"
    assert [path.name for path in folder.iterdir()] == ["vapid_key"]


@pytest.mark.parametrize("written", [PRIVATE, f"{PRIVATE}="])
def test_the_environment_may_hold_the_key(folder, settings, written):
    settings.VAPID_PRIVATE_KEY = written
    assert vapid.public_key() == PUBLIC
    assert not folder.exists()


@pytest.mark.parametrize("line_break", ["\n", "\\n"])
def test_the_environment_may_hold_the_key_as_pem(settings, line_break):
    key = ec.derive_private_key(int.from_bytes(decode(PRIVATE), "big"), ec.SECP256R1())
    settings.VAPID_PRIVATE_KEY = pem_of(key).replace("\n", line_break)
    assert vapid.public_key() == PUBLIC


@pytest.mark.parametrize(
    "written",
    [
        "no key",
        "AAAA",
        "AQ",
        "AQ" * 20,
        "A" * 43,  # zero is no key
        "_" * 43,  # larger than the curve
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        pem_of(ec.derive_private_key(7, ec.SECP384R1())),
        pem_of(rsa.generate_private_key(65_537, 2_048)),
    ],
    ids=range(9),  # the last one differs in each process
)
def test_what_is_no_key_is_refused(settings, written):
    settings.VAPID_PRIVATE_KEY = written
    with pytest.raises(ImproperlyConfigured, match="VAPID_PRIVATE_KEY is no key"):
        vapid.public_key()


@pytest.mark.parametrize(
    ("contact", "named"),
    [
        ("desk@masques.example", "mailto:desk@masques.example"),
        ("Masques <no-reply@localhost>", "mailto:no-reply@localhost"),
        ("the desk", "https://masques.example"),
        ("", "https://masques.example"),
    ],
)
def test_the_site_says_whom_to_write_to(settings, contact, named):
    settings.CONTACT_EMAIL = contact
    claims, _key = claims_of(vapid.headers("https://push.example.com:8443/a/b?c=d")["Authorization"])
    assert (claims["aud"], claims["sub"]) == ("https://push.example.com:8443", named)


def test_a_site_without_https_and_mail_signs_too(settings):
    settings.CONTACT_EMAIL, settings.SITE_URL = "", "http://localhost:8000"
    claims, _key = claims_of(vapid.headers("https://push.example.com/")["Authorization"])
    assert claims["sub"] == "http://localhost:8000"
