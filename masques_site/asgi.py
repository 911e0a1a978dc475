"""The ASGI entry: pages go to Django, sockets to the consumers of games."""

import os
import warnings

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")

# Static files are small and sent from memory by whitenoise, whose iterator is synchronous: Django need not warn.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

pages = get_asgi_application()

from games.routing import websocket_urlpatterns

application = ProtocolTypeRouter(
    {
        "http": pages,
        # The consumers check the origin themselves: exactly, and without stumbling over one that is no address.
        "websocket": AuthMiddlewareStack(URLRouter(websocket_urlpatterns)),
    }
)
