"""The site as a Django app: it loads the Celery app and brings the operator's commands."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "masques_site"
    verbose_name = "Masques"

    def ready(self) -> None:
        from masques_site import celery_app  # noqa: F401  (loading it makes it the current Celery app)
