"""The ASGI entry: pages go to Django, sockets to the consumers of leagues and games."""

import gc
import os
from typing import cast

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")

django.setup(set_prefix=False)

from games.routing import websocket_urlpatterns as sockets_of_games
from leagues.routing import websocket_urlpatterns as sockets_of_leagues
from masques_site.plumbing.bounds import Application, Pages, Sockets, allow_files
from masques_site.plumbing.garbage import Collected
from masques_site.plumbing.handler import page_handler

# Freeze the objects made so far: Python need not scan them again and again. With masques_site/__init__.py this saved a
# twentieth of a page's time.
gc.collect()
gc.freeze()

allow_files()

application = ProtocolTypeRouter(
    {
        "http": Collected(Pages(cast(Application, page_handler()))),
        # The consumers check the origin themselves: exactly, and without errors for malformed values. Those of games
        # come last, because they answer every other address.
        "websocket": Sockets(AuthMiddlewareStack(URLRouter([*sockets_of_leagues, *sockets_of_games]))),
    }
)
