"""Words that Django would make by adding an s."""

from django.apps import apps


def test_no_plural_ends_in_sss():
    plurals = [str(model._meta.verbose_name_plural) for model in apps.get_models()]
    assert "break glass" in plurals
    assert not [word for word in plurals if word.endswith("sss")]
