"""Every page about accounts is written for this site, not left to a library."""

from pathlib import Path

from django.conf import settings
from django.template.loader import select_template
from django.urls import URLPattern, URLResolver, get_resolver

# Never shown: sign-up is open, browsers are not trusted, log-in is by password or passkey, nobody asks for a phone.
SWITCHED_OFF = {"account/confirm_login_code.html", "account/confirm_email_verification_code.html", "mfa/trust.html"}


def patterns(resolver: URLResolver) -> list[URLPattern]:
    found: list[URLPattern] = []
    for pattern in resolver.url_patterns:
        found += patterns(pattern) if isinstance(pattern, URLResolver) else [pattern]
    return found


def shown() -> set[str]:
    """The templates of all views of the library that answers for accounts."""
    names = set()
    for pattern in patterns(get_resolver()):
        view = getattr(pattern.callback, "view_class", None)
        if view is not None and view.__module__.startswith("allauth"):
            names.add(getattr(view, "template_name", None) or "")
    return {name for name in names if name.endswith(".html")} - SWITCHED_OFF


def test_every_page_about_accounts_is_our_own():
    names = shown()
    assert len(names) > 12
    origins = {name: Path(select_template([name]).template.origin.name) for name in names}
    foreign = {name for name, path in origins.items() if not path.is_relative_to(settings.BASE_DIR / "templates")}
    assert not foreign
