"""The site as a Django app: it loads the Celery app and provides management commands."""

from django.apps import AppConfig
from django.conf import settings


class SiteConfig(AppConfig):
    name = "masques_site"
    verbose_name = "Masques"

    def ready(self) -> None:
        from django_structlog.signals import bind_extra_request_metadata

        from masques_site import (
            celery_app,  # noqa: F401  (loading it makes it the current Celery app)
            checks,  # noqa: F401  (loading it registers them)
            logs,
        )

        bind_extra_request_metadata.connect(logs.bind_address)
        if "pool" in settings.DATABASES["default"].get("OPTIONS", {}):
            from masques_site.plumbing import reconnecting

            reconnecting.limit_reconnect_delay()
