"""Addresses of the companion: plays of the real table."""

from django.urls import URLPattern

app_name = "companion"
urlpatterns: list[URLPattern] = []
