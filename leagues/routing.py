"""The sockets of the seasons."""

from django.urls import URLPattern, path

from leagues.consumers import SeasonConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("live/leagues/<slug:slug>/<int:number>/", SeasonConsumer.as_asgi()),
]
