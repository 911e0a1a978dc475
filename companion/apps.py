"""The companion app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CompanionConfig(AppConfig):
    """Rooms and plays of the real table, on top of the games app."""

    name = "companion"
    verbose_name = _("The real table")

    def ready(self) -> None:
        from companion import receivers  # noqa: F401 - connects them
