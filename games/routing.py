"""The sockets of people's pages, and those of the matches."""

from django.urls import URLPattern, path, re_path

from games.consumers import MatchConsumer, NoSuchSocket, PersonConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("live/", PersonConsumer.as_asgi()),
    path("live/matches/<slug:match_id>/", MatchConsumer.as_asgi()),
    re_path(r"", NoSuchSocket.as_asgi()),
]
