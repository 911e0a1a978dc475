"""A trivial page served by plain Django: it reads a session and one row of the database."""
# ruff: noqa: E402  (models can be read only once Django is set up)

from django.core.asgi import get_asgi_application

application = get_asgi_application()

from django.db import models
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path


class Person(models.Model):
    """A row of the table of users."""

    objects: models.Manager["Person"] = models.Manager()
    username = models.CharField(max_length=150)

    class Meta:
        app_label = "yardstick"
        managed = False
        db_table = "accounts_user"

    def __str__(self) -> str:
        return self.username


def who(request: HttpRequest) -> HttpResponse:
    """Show the name of the signed-in user."""
    return HttpResponse(str(Person.objects.get(pk=request.session["_auth_user_id"])))


def well(request: HttpRequest) -> HttpResponse:
    """Show the health check, in the words of the site's."""
    return JsonResponse({"database": "ok"})


urlpatterns = [path("", who), path("healthz", well)]
