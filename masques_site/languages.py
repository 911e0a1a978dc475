"""The languages of the site: English, and each one whose compiled translations lie in a folder."""

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language


def languages_in(folder: Path) -> list[tuple[str, str]]:
    """Return (code, own name) for English and for each ``<name>/LC_MESSAGES/django.mo`` in `folder`, by code.

    A folder is named as gettext does it, ``pt_BR``; its code is ``pt-br``. A language that Django doesn't know is
    called by its code.
    """
    codes = {to_language(path.parent.parent.name) for path in folder.glob("*/LC_MESSAGES/django.mo")}
    return [(code, own_name(code)) for code in ("en", *sorted(codes - {"en"}))]


def own_name(code: str) -> str:
    """Return what a language calls itself: “Italiano”."""
    name = LANG_INFO.get(code, {}).get("name_local", "")
    return name[:1].upper() + name[1:] or code
