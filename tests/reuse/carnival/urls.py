"""Addresses: games at the root, and where people log in."""

from django.contrib.auth.views import LoginView
from django.contrib.staticfiles.urls import staticfiles_urlpatterns
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("login/", LoginView.as_view(next_page="/"), name="login"),
    *staticfiles_urlpatterns(),
]
