"""The ASGI entry: pages go to Django, sockets to the consumers of leagues and games."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")

django.setup(set_prefix=False)

from games.routing import websocket_urlpatterns as sockets_of_games
from leagues.routing import websocket_urlpatterns as sockets_of_leagues
from masques_site.handler import page_handler

application = ProtocolTypeRouter(
    {
        "http": page_handler(),
        # The consumers check the origin themselves: exactly, and without errors for malformed values. Those of games
        # come last, because they answer every other address.
        "websocket": AuthMiddlewareStack(URLRouter([*sockets_of_leagues, *sockets_of_games])),
    }
)
