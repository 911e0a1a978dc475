"""The ASGI entry: pages go to Django, sockets to the consumers of games."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")

django.setup(set_prefix=False)

from games.routing import websocket_urlpatterns
from masques_site.handler import page_handler

application = ProtocolTypeRouter(
    {
        "http": page_handler(),
        # The consumers check the origin themselves: exactly, and without errors for malformed values.
        "websocket": AuthMiddlewareStack(URLRouter(websocket_urlpatterns)),
    }
)
