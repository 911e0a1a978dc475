"""Addresses of the ratings."""

from django.urls import path

from leagues.views import ratings

app_name = "ratings"

urlpatterns = [
    path("", ratings.index, name="index"),
    path("how/", ratings.how, name="how"),
    path("matches/<str:match_id>/", ratings.match_ratings, name="match"),
    path("<slug:title>/<str:pool>.json", ratings.board_json, name="json"),
    path("<slug:title>/<str:pool>/", ratings.board, name="board"),
]
