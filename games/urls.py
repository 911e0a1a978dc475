"""Addresses of the games: home, tables, matches, rules."""

from django.urls import path

from games.views import home

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("theme/", home.theme, name="theme"),
]
