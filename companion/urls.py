"""Addresses of the companion: plays of the real table."""

from django.urls import include, path

app_name = "companion"
urlpatterns = [
    path("", include("companion.room_urls")),
]
