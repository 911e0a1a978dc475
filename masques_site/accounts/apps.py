"""The accounts app: users, guests, profiles, blocks, reports."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "masques_site.accounts"
    label = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from masques_site.accounts import receivers  # noqa: F401  (loading it registers them)
