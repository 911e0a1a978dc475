"""Lantern as an app of a site whose processes run with `site_settings`."""

from django.apps import AppConfig


class LanternConfig(AppConfig):
    name = "tests.lantern"

    def ready(self) -> None:
        """Offer the title."""
        from games.registry import TITLES
        from tests.lantern.game import LANTERN

        TITLES[LANTERN.slug] = LANTERN
