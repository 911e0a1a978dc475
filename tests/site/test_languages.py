"""Languages are found by their folders: adding one changes no code."""

import pytest
from django.conf import settings

from masques_site.languages import languages_in


@pytest.fixture
def folder(tmp_path):
    for name in ("it", "pt_BR", "xx", "de"):
        (tmp_path / name / "LC_MESSAGES").mkdir(parents=True)
    for name in ("it", "pt_BR", "xx"):
        (tmp_path / name / "LC_MESSAGES/django.mo").write_bytes(b"")
    (tmp_path / "de/LC_MESSAGES/django.po").write_bytes(b"")
    return tmp_path


def test_each_compiled_language_is_offered_by_its_own_name(folder):
    assert languages_in(folder) == [
        ("en", "English"),
        ("it", "Italiano"),
        ("pt-br", "Português Brasileiro"),
        ("xx", "xx"),
    ]


def test_without_translations_there_is_english(tmp_path):
    assert languages_in(tmp_path / "missing") == [("en", "English")]


def test_the_site_has_english_and_italian():
    assert {("en", "English"), ("it", "Italiano")} <= set(settings.LANGUAGES)
