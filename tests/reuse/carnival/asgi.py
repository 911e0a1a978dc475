"""Pages and sockets in one process, and a thread in place of workers."""

import threading
import time

import django

django.setup()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

from games.models import Match, Status
from games.routing import websocket_urlpatterns
from games.tasks import advance


def work() -> None:
    """Let bots decide, over and over."""
    while True:
        for match_id in Match.objects.filter(status=Status.RUNNING).values_list("pk", flat=True):
            advance(match_id, 0)
        time.sleep(0.2)


application = ProtocolTypeRouter(
    {"http": get_asgi_application(), "websocket": AuthMiddlewareStack(URLRouter(websocket_urlpatterns))}
)
threading.Thread(target=work, daemon=True).start()
