"""The notices app: notifications by e-mail."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "masques_site.notices"
    label = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        from masques_site.notices import checks, receivers  # noqa: F401  (loading them registers them)
