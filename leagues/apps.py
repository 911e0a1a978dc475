"""The leagues app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """Seasons that run themselves, on top of the games app."""

    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        from leagues import receivers  # noqa: F401 - connects them
